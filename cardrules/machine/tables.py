"""What depends on nothing but the kinds of cards: values that are looked up in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cardrules.model.types import FLAG, Type
from cardrules.plain import Plain

# The values for each kind of a card; of truth values a number with a bit for each, kind 0 lowest.
Row = int | tuple[Any, ...]


class Table(Plain):
    """Values by no card, by one, or by two.

    Without a card there is one row, with one value. By one card there is one row; by two there is
    one for each kind of the first. For kinds of which there is no card a value says nothing.
    """

    arguments: int
    type: Type
    rows: Sequence[Row]

    def values(self, row: int, kinds: int) -> Sequence[Any]:
        """The values of a row."""
        found = self.rows[row]
        if isinstance(found, tuple):
            return found
        return [bool(found >> kind & 1) for kind in range(kinds)]


def packed(values: Sequence[Any], of: Type) -> Row:
    """Values as a row."""
    if of != FLAG:
        return tuple(values)
    return sum([1 << kind for kind, value in enumerate(values) if value])


class RowsWhenRead(Sequence[Row]):
    """Rows that are made when they are read first; what is kept elsewhere is a tuple of them."""

    def __init__(self, number: int, make: Callable[[int], Row]) -> None:
        self._made: list[Row | None] = [None] * number
        self._make = make

    def __len__(self) -> int:
        return len(self._made)

    def __iter__(self) -> Iterator[Row]:
        return (self[row] for row in range(len(self._made)))

    def __getitem__(self, row: Any) -> Any:
        found = self._made[row]
        if found is None:
            found = self._made[row] = self._make(row)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)
