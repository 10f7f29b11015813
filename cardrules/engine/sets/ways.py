"""In how many ways cards can be taken from groups that look the same, by their number and sums.

Tables are made row by row, from the last group on, and shared: what can be taken from the last
groups is the same for all collections that end alike. A table is refused, by its size, before it
would take too long; whether a part of it was there already makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import attrs

from cardrules.engine.sets.counted import TooManyError

# What is counted of a subset besides its size, in the order of the measures.
Totals = tuple[int, ...]
# So many numbers a table may have.
MOST_CELLS = 150_000
_NO_WAY: dict[Totals, int] = {}


@attrs.frozen(slots=True)
class Row:
    """`by_size[k]`: for each sum the ways to take `k` cards from some groups.

    `cells` is how much the rows from here on hold. Each row that is made has a number of its own.
    """

    by_size: tuple[dict[Totals, int], ...]
    cells: int
    number: int = attrs.field(factory=count().__next__, eq=False)


class _Memory:
    """The rows that were made last: by the row behind them, and the group that they add."""

    def __init__(self) -> None:
        self._rows: dict[tuple[Any, ...], Row] = {}
        self._cells = 0

    def row(self, behind: Row, size: int, weight: Totals, ceilings: tuple[int | None, ...]) -> Row:
        """The row in front of another; raises `TooManyError`."""
        key = (behind.number, size, weight)
        found = self._rows.get(key)
        if found is None:
            found = _made(behind, size, weight, ceilings)
            self._keep(key, found, found.cells - behind.cells)
        return found

    def last(self, ceilings: tuple[int | None, ...], most: int) -> Row:
        """The row behind all groups."""
        key = (ceilings, most)
        found = self._rows.get(key)
        if found is None:
            nothing = {(0,) * len(ceilings): 1}
            found = Row((nothing, *[_NO_WAY] * most), 0)
            self._keep(key, found, most)
        return found

    def _keep(self, key: tuple[Any, ...], row: Row, cells: int) -> None:
        self._cells += 1 + cells
        if self._cells > MOST_CELLS:
            self._rows.clear()
            self._cells = 1 + cells
        self._rows[key] = row


_MEMORY = _Memory()


def rows_of(
    sizes: Sequence[int],
    weights: Sequence[Totals],
    ceilings: tuple[int | None, ...],
    most: int,
) -> tuple[Row, ...]:
    """For each group the row of what can be taken from it and those behind it; the last is empty.

    A group has a size and the weights of one of its cards; `most` cards are taken together. Raises
    `TooManyError` if there are too many different sums.
    """
    rows = [_MEMORY.last(ceilings, most)]
    for size, weight in zip(reversed(sizes), reversed(weights), strict=True):
        rows.append(_MEMORY.row(rows[-1], size, weight, ceilings))
    rows.reverse()
    return tuple(rows)


def _made(behind: Row, size: int, weight: Totals, ceilings: tuple[int | None, ...]) -> Row:
    """A row of one group more.

    `k` cards with a further one of the group are `k - 1` cards with that one left out; only those
    ways fall away in which more cards of the group would be taken than there are.
    """
    room = MOST_CELLS - behind.cells
    beyond = tuple([(size + 1) * one for one in weight])
    by_size: list[dict[Totals, int]] = []
    for k, none_taken in enumerate(behind.by_size):
        found = dict(none_taken)
        if k:
            for reached, ways in _added(by_size[-1], weight, ceilings):
                found[reached] = found.get(reached, 0) + ways
        if k > size:
            for reached, ways in _added(behind.by_size[k - 1 - size], beyond, ceilings):
                found[reached] -= ways
                if not found[reached]:
                    del found[reached]
        room -= len(found)
        if room < 0:
            raise TooManyError("sums", MOST_CELLS)
        by_size.append(found or _NO_WAY)
    return Row(tuple(by_size), MOST_CELLS - room)


def _added(
    ways: dict[Totals, int], weight: Totals, ceilings: tuple[int | None, ...]
) -> list[tuple[Totals, int]]:
    """The ways with something added to their sums, as far as these stay below the ceilings."""
    if len(weight) == 1:
        # Nearly always there is one sum, if any.
        more, top = weight[0], ceilings[0]
        if top is None:
            return [((total + more,), n) for (total,), n in ways.items()]
        return [((total + more,), n) for (total,), n in ways.items() if total + more <= top]
    reached = (
        (tuple([a + b for a, b in zip(totals, weight, strict=True)]), n)
        for totals, n in ways.items()
    )
    return [(totals, n) for totals, n in reached if _within(totals, ceilings)]


def _within(totals: Totals, ceilings: tuple[int | None, ...]) -> bool:
    return all([top is None or value <= top
                for value, top in zip(totals, ceilings, strict=True)])  # fmt: skip
