"""Where the state of a game lies while it is played as plain Python: lists, and registers that are
names of the module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import attrs

from cardrules.fast.llvm.checks import Array, Range, Sort
from cardrules.fast.llvm.writing import Code
from cardrules.fast.python.called import KEEP_PLACES, LAY_AS_KEPT, STREAMS
from cardrules.fast.python.lists import LISTS
from cardrules.fast.python.statements import REGISTER
from cardrules.fast.python.writing import PythonCode
from cardrules.fast.state.memory import REGISTERS, Later, Memory
from cardrules.machine.layout import Layout

_WORD = re.compile(r"\w+")


@attrs.frozen
class LaterList(Later):
    """A list at which several functions look."""

    name: str = ""

    def of(self, code: Code) -> Array:
        """It in the function that is being written."""
        return Array(self.sort, self.name, "")


class PythonMemory(Memory):
    """The lists of a state."""

    def __init__(
        self, layout: Layout, code: PythonCode, procedures: int, room: int, *, keeps_knowledge: bool
    ) -> None:
        super().__init__(layout, code, procedures, room, keeps_knowledge=keeps_knowledge)
        self._lists = {
            name: (f"z_{at}_{name.split()[0]}", part.cells)
            for at, (name, part) in enumerate(self._parts.items())
            if name not in ("registers", "streams")
        }
        names = list(self._parts)
        self._of_places = [
            self._lists[name][0] for name in names[names.index("masks") :] if name in self._lists
        ]
        # Each variable has a list of its own, so that it can be told which of them is changed.
        variables, first = self._lists.pop("variables")[0], len(self._lists)
        self._lists |= {
            f"variable {name}": (f"{variables}_{at}", one.base + one.holders + 1)
            for at, (name, one) in enumerate(layout.variables.items(), first)
        }
        self._areas: dict[str, int] = {}
        parts = self._parts.items()
        code.array_bounds.update(
            {self._lists[name][0]: one.holds for name, one in parts if one.holds}
        )
        # In piles lie cards, or what stands for stacks.
        code.array_bounds[LISTS] = (0, code.room_for_cards - 1)
        code.registers.update({at: REGISTER + name for at, name in enumerate(REGISTERS)})

    def shared(self) -> Sequence[str]:
        """The lists that are kept as a whole, too."""
        return [*self._of_places, LISTS]

    def ahead(self) -> Sequence[str]:
        """Nothing is needed to look at the state."""
        return ()

    def array(self, name: str) -> Array:
        """A part of the state."""
        if name in ("registers", "streams"):
            return Array("i", name, "")
        return Array(self._parts[name].sort, self._lists[name][0], "")

    def variable(self, name: str) -> Array:
        """The list in which a variable lies."""
        return Array("i", self._lists[f"variable {name}"][0], "")

    def kept_places(self, code: Code) -> tuple[Callable[[], None], Callable[[], None]]:
        """What keeps where all cards lie, and what lays them as it was kept."""
        return lambda: _do(code, KEEP_PLACES), lambda: _do(code, LAY_AS_KEPT)

    def give_up(self, code: Code) -> None:
        """This game is to be played by another engine."""
        assert isinstance(code, PythonCode)
        code.stop()

    def area(self, code: Code, cells: int, holds: Range | None = None) -> Array:
        """Room for numbers that a place in the program needs as long as it is there: no state."""
        return self._area("i", cells)

    def _area(self, sort: Sort, cells: int) -> Array:
        name = f"m{len(self._areas)}"
        self._areas[name] = cells
        return Array(sort, name, "")

    def later(self, cells: int) -> Later:
        """Room for numbers that several functions look at."""
        return LaterList(0, cells, "i", self._area("i", cells).place)

    def later_sets(self, code: Code, cells: int) -> Later:
        """Room for sets of cards at which several functions look."""
        return LaterList(0, cells, "m", self._area("m", cells).place)

    def sets(self, code: Code, cells: int) -> Array:
        """Room for sets of cards that a place in the program needs as long as it is there."""
        return self._area("m", cells)

    def stream(self) -> Array:
        """The stream of the table."""
        return Array("i", STREAMS, "")

    def lines(self, functions: str) -> list[str]:
        """The lines of the module that make all of it, as far as its functions use it."""
        used = set(_WORD.findall(functions))
        places = ", ".join([name for name in self._of_places if name in used])
        lists = ", ".join([f"{LISTS}_{zone}" for zone in range(self.zones)])
        return [
            *[f"{REGISTER}{name} = 0" for name in REGISTERS],
            *[
                f"{name} = [0] * {cells}"
                for name, cells in (*self._lists.values(), *self._areas.items())
                if name in used
            ],
            *[f"{LISTS}_{zone} = []" for zone in range(self.zones)],
            f"{LISTS} = [{lists}]",
            f"z_places = [{places}]",
            "z_kept = []",
            "def clear_lists():",
            f"    for one in {LISTS}:",
            "        one.clear()",
            f"def {KEEP_PLACES}():",
            f"    z_kept[:] = [(one, one[:]) for one in (*z_places, *filter(None, {LISTS}))]",
            f"def {LAY_AS_KEPT}():",
            f"    for one in filter(None, {LISTS}):",
            "        one.clear()",
            "    for to, one in z_kept:",
            "        to[:] = one",
        ]


def _do(code: Code, name: str) -> None:
    code.call(name, [])
