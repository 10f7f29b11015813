"""Cards of a spread of which those that look the same count once, by their kinds.

Where there are many decks a set of cards has many words, and the set of their kinds one.
"""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.llvm.checks import Array
from cardrules.fast.state.items import Items
from cardrules.fast.state.kinds import Kinds

_WORD = 64


class OfKinds(Items):
    """The first card of each of some kinds."""

    is_sorted = True
    has_mask = True

    @staticmethod
    def can_have(kinds: Kinds) -> bool:
        """Whether sets of cards have several words, and those of kinds one that is no number below
        0.
        """
        code = kinds.code
        return code.packs and code.bits > _WORD and len(kinds.order) < _WORD

    def __init__(self, kinds: Kinds, sets: Array, index: str, bits: str) -> None:
        super().__init__(kinds.code)
        self._kinds, self._bits = kinds, bits
        # The set of an array that has the cards.
        self._sets, self._index = sets, index

    def each(self, body: Callable[[str], None]) -> None:
        with self.code.through("0", self.count(), str(len(self._kinds.order))) as now:
            body(self.nth(now))

    def count(self) -> str:
        return self.code.ones(self._bits)

    def some(self) -> str:
        return self.code.compare("!=", self._bits, "0")

    def nth(self, number: str) -> str:
        kind = self.code.nth_one(self._bits, number)
        return self._kinds.first_of(self._sets, self._index, kind)
