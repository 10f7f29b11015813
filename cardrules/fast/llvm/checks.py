"""What keeps compiled code within its arrays: how long they are, and what values can be.

Each access is looked at, unless it is known here that its index lies within the array: it is a
number that is written out, or comes from what is never larger (`known`). Whatever LLVM itself can
prove then falls away in its own passes. An index beyond its array becomes 0 (each array has a
cell), and that is counted: the game in which it happens is left to another engine. In a build for
tests it stops the process instead, and there each access is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

import attrs

from cardrules.fast.llvm.text import Lines

Sort = Literal["i", "b", "m"]
# From one number to another; a value is one of them for sure.
Range = tuple[int, int]
# How often something lay beyond an array since the code was loaded: a game in which it changes is
# given up. Threads may count at the same time.
FAULTS = """\
@faults = internal global i64 0
declare void @llvm.trap()"""
HARDLY_EVER = ', !prof !{!"branch_weights", i32 1, i32 1000000}'
_NEARLY_ALWAYS = ', !prof !{!"branch_weights", i32 1000000, i32 1}'
# Of larger numbers nothing is noted.
_FAR = 1 << 40
# What was given from outside has room for all.
_ENDLESS = str(1 << 40)


@attrs.frozen
class Local:
    """A name of a function."""

    sort: Sort
    place: str
    # Between which numbers it always is, which is seen to where it gets a value.
    holds: Range | None = None


@attrs.frozen
class Array:
    """Things of a sort side by side: of a state, a table, or of a function while it runs."""

    sort: Sort
    place: str
    # How a cell is stored.
    cell: str
    # What nothing else that has another such name has a part in.
    apart: str = ""
    # Between which numbers all lies in it, which is seen to where something is laid into it.
    holds: Range | None = None
    # Whether there may be cells into which nothing was ever laid.
    is_new: bool = False


def check_index(lines: Lines, index: str, cells: str, *, traps: bool) -> str:
    """An index within an array of so many cells: 0 if it is beyond it."""
    beyond, within = lines.label(), lines.label()
    before = lines.block
    lines.branch(lines.compare("ult", index, cells), within, beyond, _NEARLY_ALWAYS)
    lines.begin(beyond)
    count_fault(lines, traps=traps)
    lines.begin(within)
    if traps:
        return index
    return lines.joined("i64", [(index, before), ("0", beyond)])


def count_fault(lines: Lines, *, traps: bool) -> None:
    """Count that something is not as it must be, or stop the process."""
    if traps:
        lines.put("call void @llvm.trap()")
        lines.give_up()
    else:
        lines.value("atomicrmw add ptr @faults, i64 1 monotonic")


class Checks:
    """What is known of arrays and values in the functions that are being written.

    Behind each place that a function is given it is given how many numbers lie there.
    """

    def __init__(self, *, traps: bool) -> None:
        self._traps = traps
        self._sizes: dict[str, str] = {}
        # Parameters that are below a bound in all functions that have them: who calls such a
        # function sees to it. Which bounds those of a function have, and what was called before
        # that was known.
        self.below_bound: dict[str, int] = {}
        self._bounds: dict[str, list[int | None]] = {}
        self._called: set[str] = set()
        self._lines = Lines()

    # -- how long arrays are -----------------------------------------------------------------------

    def note_size(self, place: str, size: str, *, everywhere: bool = False) -> None:
        """Note how many bytes there are at a place, in this function or everywhere."""
        (self._sizes if everywhere else self._lines.sizes)[place] = size

    def _size_at(self, place: str) -> str | None:
        if place in self._lines.given:
            return self._lines.value(f"mul i64 {self._lines.given[place]}, 8")
        return self._lines.sizes.get(place) or self._sizes.get(place)

    def _cells_at(self, place: str, width: int) -> str | None:
        """How many cells of a width there are at a place."""
        if place in self._lines.given:
            return self._lines.given[place]
        size = self._size_at(place)
        if size is None or width == 1:
            return size
        if size.isdigit():
            return str(int(size) // width)
        return self._lines.value(f"udiv i64 {size}, {width}")

    def room_of(self, array: Array) -> str:
        """How many cells an array has."""
        return self._cells_at(array.place, width_of(array.cell)) or _ENDLESS

    def sized_parameters(self, parameters: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """Parameters, and how many numbers lie at each place that is given."""
        found = []
        for name, of in parameters:
            found.append((name, of))
            if of == "ptr" and name not in self._lines.states:
                found.append((f"{name}.cells", "i64"))
                self._lines.given[name] = f"{name}.cells"
        return found

    def with_sizes(self, arguments: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """What is given to a function, with how many numbers lie at each place."""
        found = []
        for value, of in arguments:
            found.append((value, of))
            if of == "ptr" and value not in self._lines.states:
                found.append((self._cells_at(value, 8) or _ENDLESS, "i64"))
        return found

    def declare(self, name: str, parameters: Sequence[str]) -> None:
        """Note the bounds of the parameters of a function before it is called or begins."""
        if name not in self._called:
            self._bounds[name] = [self.below_bound.get(parameter) for parameter in parameters]

    def note_parameters(self, name: str, parameters: Sequence[str]) -> None:
        """Note what is known of parameters in the function that begins: nothing, if it was called
        before it was declared.
        """
        self.declare(name, parameters)
        for parameter, bound in zip(parameters, self._bounds.get(name, ()), strict=False):
            if bound is not None:
                self.known(parameter, 0, bound - 1)

    def within_bounds(
        self, name: str, arguments: Sequence[tuple[str, str]]
    ) -> Sequence[tuple[str, str]]:
        """What is given to a function, within the bounds of its parameters."""
        bounds = self._bounds.get(name)
        if bounds is None:
            self._called.add(name)
            return arguments
        return [
            (value if bound is None else self.below_cells(value, str(bound)), of)
            for (value, of), bound in zip(arguments, bounds, strict=True)
        ]

    # -- what values can be ------------------------------------------------------------------------

    def known(self, value: str, least: int, most: int) -> str:
        """Note between which numbers a value lies; it itself."""
        if value.startswith("%"):
            self._lines.ranges[value] = least, most
        return value

    def range_of(self, value: str) -> Range | None:
        """Between which numbers a value lies, if that is known."""
        if value.lstrip("-").isdigit():
            return int(value), int(value)
        return self._lines.ranges.get(value)

    def _known_of(self, found: str, how: Callable[[int, int], int], left: str, right: str) -> str:
        """Note what is known of a number that is made of two: it is most at one of their ends."""
        sides = self.range_of(left), self.range_of(right)
        if sides[0] is not None and sides[1] is not None:
            ends = [how(one, other) for one in sides[0] for other in sides[1]]
            if min(ends) > -_FAR and max(ends) < _FAR:
                self.known(found, min(ends), max(ends))
        return found

    def _one_of(self, sides: Sequence[str], found: str) -> str:
        """Note what is known of a value that is one of several."""
        ranges = [self.range_of(side) for side in sides]
        known = [one for one in ranges if one is not None]
        if len(known) == len(ranges):
            least, most = min(one[0] for one in known), max(one[1] for one in known)
            self.known(found, least, most)
        return found

    @contextmanager
    def _inside(self) -> Iterator[None]:
        """What is looked at in here need not have been looked at behind it."""
        lines = self._lines
        before, values, number = dict(lines.looked_at), dict(lines.values), len(lines.written)
        yield
        lines.looked_at, changed = before, {*lines.written[number:]}
        lines.values = {place: value for place, value in values.items() if place not in changed}

    def _forget(self) -> None:
        """Nothing is known any more of what was looked at."""
        self._lines.looked_at, self._lines.values = {}, {}

    # -- looking -----------------------------------------------------------------------------------

    def index_in(self, array: Array, index: str) -> str:
        """An index within an array."""
        cells = self._cells_at(array.place, width_of(array.cell))
        return index if cells is None else self.below_cells(index, cells)

    def count_fault(self) -> None:
        """Count that something is not as it must be."""
        count_fault(self._lines, traps=self._traps)

    def faults(self) -> str:
        """How often something was not as it must be since the code was loaded."""
        return self._lines.value("load atomic i64, ptr @faults monotonic, align 8")

    def within(self, number: str, bound: int) -> str:
        """A number that must be from 0 and below a bound; where it is not, it counts as beyond an
        array.
        """
        return self.below_cells(number, str(bound))

    def below_cells(self, index: str, cells: str) -> str:
        """A number from 0 and below a bound; 0 in place of any other one."""
        lines = self._lines
        if not self._traps:
            index = lines.looked_at.get((index, cells), index)
            known = self.range_of(index)
            if known is not None and cells.isdigit() and 0 <= known[0] <= known[1] < int(cells):
                return index
        found = check_index(lines, index, cells, traps=self._traps)
        if cells.isdigit():
            self.known(found, 0, int(cells) - 1)
        lines.looked_at[index, cells] = found
        return found

    def _held(self, of: Array | Local, value: str) -> str:
        """What is laid where only certain numbers may be."""
        if of.holds is None:
            return value
        least, most = of.holds
        known = self.range_of(value)
        if known is not None and not self._traps and least <= known[0] <= known[1] <= most:
            return value
        if least == 0:
            return self.below_cells(value, str(most + 1))
        moved = self._lines.value(f"sub i64 {value}, {least}")
        found = self.below_cells(moved, str(most - least + 1))
        return self._lines.value(f"add i64 {found}, {least}")


def width_of(cell: str) -> int:
    """How many bytes a cell has."""
    return max(1, int(cell[1:]) // 8)
