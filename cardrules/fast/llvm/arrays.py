"""Arrays: what lies at a place of one, and what is laid there."""

from __future__ import annotations

from cardrules.fast.llvm.checks import Array, Sort, width_of
from cardrules.fast.llvm.numbers import Numbers


class Arrays(Numbers):
    """What is read from arrays and laid into them."""

    def __init__(self, cards: int, *, traps: bool = False) -> None:
        super().__init__(cards, traps=traps)
        # By the names of what lies apart from each other its number as LLVM has it.
        self._apart: dict[str, int] = {}

    def array(self, sort: Sort, cells: int) -> Array:
        """An array of this function."""
        cell, cells = self.types[sort], max(1, cells)
        place = self._lines.place(cell, cells)
        self.note_size(place, str(cells * width_of(cell)))
        return Array(sort, place, cell, "arrays of functions", is_new=True)

    def _cell(self, array: Array, index: str) -> str:
        return self._lines.value(f"getelementptr {array.cell}, ptr {array.place}, i64 {index}")

    def _apart_from_others(self, array: Array) -> str:
        """That no other store changes what lies in an array, so that it need not be read again."""
        if not array.apart:
            return ""
        number = self._apart.setdefault(array.apart, 1 + 2 * len(self._apart))
        return f", !tbaa !{number + 1}"

    def given_array(self, name: str) -> Array:
        """Numbers side by side that a function is given."""
        return Array("i", name, "i64")

    def inside(self, array: Array, index: str, sort: Sort = "i", cells: int | None = None) -> Array:
        """What lies in an array from a place on, as things of a sort: all, or so many numbers."""
        width, size = width_of(array.cell), self._size_at(array.place)
        if size is None:
            return Array(sort, self._cell(array, index), self.types[sort])
        if cells is not None and size.isdigit():
            index = self.below_cells(index, str(int(size) // width - cells + 1))
            left = str(cells * width)
        else:
            if size.isdigit():
                # At least one thing of the sort lies there.
                one = max(1, width_of(self.types[sort]) // width)
                index = self.below_cells(index, str(int(size) // width - one + 1))
            else:
                index = self.index_in(array, index)
            is_known = size.isdigit() and index.isdigit()
            left = (
                str(int(size) - int(index) * width)
                if is_known
                else self.minus(size, self.times(index, str(width)))
            )
        found = self._cell(array, index)
        self.note_size(found, left)
        return Array(sort, found, self.types[sort])

    def cells_of(self, sort: Sort) -> int:
        """How many numbers a thing of a sort takes the place of."""
        return max(1, width_of(self.types[sort]) // 8)

    def at(self, array: Array, index: str) -> str:
        """What lies at a place of an array."""
        place = self._cell(array, self.index_in(array, index))
        known = self._apart_from_others(array)
        if array.holds is not None and not self._traps and not array.place.startswith("@"):
            least, most = array.holds
            known += f", !range !{{{array.cell} {least}, {array.cell} {most + 1}}}"
        found = self._lines.value(f"load {array.cell}, ptr {place}, align 1{known}")
        if array.is_new:
            # What was never laid there is some number.
            found = self._lines.value(f"freeze {array.cell} {found}")
        sort = self.types[array.sort]
        if sort != array.cell:
            found = self._lines.value(f"sext {array.cell} {found} to {sort}")
        return found if array.holds is None else self.known(found, *array.holds)

    def put(self, array: Array, index: str, value: str) -> None:
        """Lay something at a place of an array."""
        value, index = self._held(array, value), self.index_in(array, index)
        sort = self.types[array.sort]
        if sort != array.cell:
            value = self._lines.value(f"trunc {sort} {value} to {array.cell}")
        apart = self._apart_from_others(array)
        place = self._cell(array, index)
        self._lines.put(f"store {array.cell} {value}, ptr {place}, align 1{apart}")

    def in_room(self, number: str, array: Array) -> str:
        """A number of things of an array, or as many as there is room for."""
        return self.smaller(number, self.room_of(array))
