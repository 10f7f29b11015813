"""Unions of families of sets with a sum, where what they take is looked up by pool and sum."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.sets.sets import Numbered
from cardrules.fast.sets.sum_unions import SumUnions


class UnionsInRow(Numbered):
    """The cards of each maximal family of the sets of a pool with a sum.

    It is known how many they are, or 0, and all cards of the numbers that the first one takes.
    They come in the order of their cards, so that this tells which is the only one; others are laid
    down.
    """

    all_differ = True

    def __init__(
        self, of: SumUnions, pool: str, target: str, known: tuple[str, Callable[[], str]]
    ) -> None:
        super().__init__(of.code)
        self._of, self._pool, self._target = of, pool, target
        self._size, self._first = known

    def count(self) -> str:
        return self.code.one_of(
            "i",
            self.code.compare(">", self._size, "0"),
            lambda: self._size,
            lambda: self._of.lay(self._pool, self._target),
        )

    def nth(self, number: str) -> str:
        return self.code.one_of(
            "m",
            self.code.compare("=", self._size, "1"),
            lambda: self.code.in_both(self._pool, self._first()),
            lambda: self._of.nth_laid(self._pool, self._target, number),
        )
