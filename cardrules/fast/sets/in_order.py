"""Which of several cards that look alike are in a set: those that come first in its pool.

What counts and finds sets takes those with the lowest numbers. In a spread these come first; in a
pile, or among the cards of several places, others may.
"""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.llvm.checks import Array
from cardrules.fast.sets.sets import Numbered
from cardrules.fast.state.kinds import Kinds


class PoolOrder:
    """The cards from which sets are taken, side by side as they come."""

    def __init__(self, kinds: Kinds, cells: Array, size: str) -> None:
        self._kinds, self._code = kinds, kinds.code
        self._cells, self._size = cells, size
        code = self._code
        # Whether any of them comes before one with a lower number.
        mixed, last = code.local("b", "false"), code.local("i", "-1")
        with code.through("0", size) as at:
            card = code.at(cells, at)
            code.write(
                mixed, code.holds(code.read(mixed), code.compare("<", card, code.read(last)))
            )
            code.write(last, card)
        self._is_mixed = code.read(mixed)

    def first_like(self, cards: str) -> str:
        """As many cards of each kind as some have, those that come first."""
        return self._code.one_of(
            "m", self._is_mixed, lambda: self._first_like(cards), lambda: cards
        )

    def _first_like(self, cards: str) -> str:
        code = self._code
        left, found = code.local("m", cards), code.local("m", "0")
        with code.through("0", self._size) as at:
            card = code.at(self._cells, at)
            like = code.in_both(code.read(left), self._kinds.like(card))
            with code.when(code.some(like)):
                code.write(left, code.without(code.read(left), code.bit(code.lowest(like))))
                code.write(found, code.in_either(code.read(found), code.bit(card)))
        return code.read(found)


def in_order(of: Numbered, order: PoolOrder | None) -> Numbered:
    """The same sets, of the cards that come first."""
    return of if order is None else _InOrder(of, order)


class _InOrder(Numbered):
    def __init__(self, of: Numbered, order: PoolOrder) -> None:
        super().__init__(of.code)
        self._of, self._order = of, order
        self.manner, self.pool, self.give_up = of.manner, of.pool, of.give_up
        self.all_differ = of.all_differ

    def each_with(self, body: Callable[[str, str], None]) -> None:
        self._of.each_with(lambda one, own: body(self._order.first_like(one), own))

    def count(self) -> str:
        return self._of.count()

    def nth(self, number: str) -> str:
        return self._order.first_like(self._of.nth(number))

    def union(self) -> str | None:
        return self._of.union()
