"""Arrays in Python: lists, and what lies in one from a place on."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.fast.llvm.checks import Array, Sort
from cardrules.fast.python import statements as of
from cardrules.fast.python.names import identifier, name_of
from cardrules.fast.python.numbers import PythonNumbers
from cardrules.fast.python.statements import Value

_REGISTERS = "registers"


@attrs.frozen
class Inside(Array):
    """What lies in an array from a place on."""

    start: str = "0"


class PythonArrays(PythonNumbers):
    """What is read from lists and laid into them."""

    def array(self, sort: Sort, cells: int) -> Array:
        """An array of this function."""
        name = self._new("a")
        self._function.arrays[name] = cells
        return Array(sort, name, "")

    def given_array(self, name: str) -> Array:
        """Numbers side by side that a function is given."""
        return Array("i", identifier(name), "")

    def inside(self, array: Array, index: str, sort: Sort = "i", cells: int | None = None) -> Array:
        """What lies in an array from a place on, as things of a sort."""
        base, start = _base(array)
        where = index if start == "0" else self.plus(start, index)
        place = f"{base}[{name_of(where)}:]"
        return Inside(sort, place, base, start=where)

    # Lists know their size, and Python its numbers: nothing has to be looked at before.

    def declare(self, name: str, parameters: Sequence[str]) -> None:
        """Nothing has to be known of parameters."""

    def note_size(self, place: str, size: str, *, everywhere: bool = False) -> None:
        """Lists know their size."""

    def within(self, number: str, bound: int) -> str:
        """A number that must be below a bound."""
        return number

    def in_room(self, number: str, array: Array) -> str:
        """A number of things of a list."""
        return number

    def room_of(self, array: Array) -> str:
        """Loops do not ask for it."""
        return ""

    def cells_of(self, sort: Sort) -> int:
        """A number takes the place of one, however large it is."""
        return 1

    def _index(self, array: Array, index: str) -> tuple[str, str]:
        base, start = _base(array)
        return base, name_of(index if start == "0" else self.plus(start, index))

    def known(self, value: str, least: int, most: int) -> str:
        """What a value is at least and at most has no use."""
        return value

    def faults(self) -> str:
        """Nothing lies beyond a list without an error."""
        return "0"

    def at(self, array: Array, index: str) -> str:
        """What lies at a place of an array."""
        if array.place == _REGISTERS:
            name = self.registers[int(index)]
            return self._let(Value(name, reads=frozenset([name])))
        base, where = self._index(array, index)
        if base in self.constants:
            return self._at_constant(self.constants[base], where)
        reads = frozenset([self._known_as(base)])
        return self._let(Value(f"{base}[{{}}]", [where], of.CALL, [of.ONE_OF_TWO], reads))

    def put(self, array: Array, index: str, value: str) -> None:
        """Lay something at a place of an array."""
        if array.place == _REGISTERS:
            self._put_statement(of.Set(self.registers[int(index)], name_of(value)))
            return
        base, where = self._index(array, index)
        self._put_statement(of.Put(base, self._known_as(base), where, name_of(value)))

    def _known_as(self, base: str) -> str:
        """What an array is for those who look at what is changed; one that is given may be any."""
        return of.ANY_ARRAY if base in self._function.parameters else of.ARRAY + base


def _base(array: Array) -> tuple[str, str]:
    return (array.cell, array.start) if isinstance(array, Inside) else (array.place, "0")
