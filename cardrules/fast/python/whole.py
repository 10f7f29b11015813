"""A whole game as a module of plain Python."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardrules.fast.expressions.core import MOST_ROOM
from cardrules.fast.llvm.checks import Array
from cardrules.fast.procedures.whole import Whole
from cardrules.fast.python.binding import bound, made_in
from cardrules.fast.python.called import CARDS_IN, STREAMS
from cardrules.fast.python.deciding import LINES, write_decide
from cardrules.fast.python.lists import LISTS
from cardrules.fast.python.memory import PythonMemory
from cardrules.fast.python.nth import PARTS
from cardrules.fast.python.piles import ListedPiles
from cardrules.fast.python.statements import REGISTER
from cardrules.fast.python.writing import PythonCode
from cardrules.fast.state.moving import Moving

# The list of a pile that is known.
_OF_ONE = re.compile(rf"\b{LISTS}\[(\d+)\]")


class PythonWhole(Whole):
    """Writes all functions of a program as plain Python."""

    def _begun(self, features: str) -> Moving:
        code = PythonCode(self.layout.cards)
        procedures, keeps = len(self.program.procedures), bool(self.needs)
        memory = PythonMemory(self.layout, code, procedures, MOST_ROOM, keeps_knowledge=keeps)
        return Moving(code, memory, ListedPiles(code, memory))

    def text(self) -> str:
        """The module."""
        self.write()
        code, memory = self.code, self.memory
        assert isinstance(code, PythonCode)
        assert isinstance(memory, PythonMemory)
        module = code.module("whole_game", "best_sides", shared=self._shared())
        functions = _OF_ONE.sub(rf"{LISTS}_\1", module)
        ahead = "\n".join([*memory.lines(functions), *LINES])
        names = {*made_in(ahead + functions, but=REGISTER), CARDS_IN, STREAMS, *PARTS}
        return ahead + bound(functions, names)

    def _shared(self) -> Sequence[str]:
        """The lists at which others look, too."""
        assert isinstance(self.memory, PythonMemory)
        return self.memory.shared()

    def _decide(self) -> None:
        code = self.code
        assert isinstance(code, PythonCode)
        write_decide(code, self._get, self._set)

    def _order_twins(self, cells: Array, size: str) -> None:
        kinds, code = self.of.kinds, self.code
        assert isinstance(code, PythonCode)
        if not kinds.all_differ:
            code.order_twins(cells, size, kinds.kind)

    def _begin_streams(self) -> None:
        """They are there already."""

    def _mix(self, values: list[tuple[str, int]]) -> None:
        """The checksums of many games are made at once."""

    def _playouts(self) -> None:
        """Games are played one by one."""
