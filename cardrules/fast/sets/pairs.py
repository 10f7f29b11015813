"""Pairs of kinds that fit together, each a bit of one word.

Two cards are chosen of which the one must fit the other, and the rules tell that by their kinds.
With the kinds that are there on either side two words are looked up; they have in common the pairs
that can be chosen, in the order in which they are answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.llvm.text import literal
from cardrules.fast.state.kinds import Kinds

_WORD = 64
# So many kinds are looked up at once, and all of them in so many steps.
_AT_ONCE = 7
_MOST_STEPS = 3
Rows = Sequence[Sequence[object]]


class Pairs:
    """Writes what is done with the pairs of kinds that fit, by a table with a row of each kind."""

    @staticmethod
    def can_have(kinds: Kinds, rows: Rows) -> bool:
        """Whether the pairs are few enough, and the processor can lay bits side by side."""
        number = sum([bool(fits) for row in rows for fits in row])
        most = _AT_ONCE * _MOST_STEPS
        return kinds.code.packs and len(kinds.order) <= most and 0 < number <= _WORD

    def __init__(self, kinds: Kinds, rows: Rows) -> None:
        self._kinds, self._code = kinds, kinds.code
        self._pairs = [
            (left, right) for left in kinds.order for right in kinds.order if rows[left][right]
        ]

    def of_left(self, cards: str) -> str:
        """All pairs of which the first is a kind of some cards."""
        return self._look_up(cards, lambda pair: pair[0])

    def of_right(self, cards: str) -> str:
        """All pairs of which the second is a kind of some cards."""
        return self._look_up(cards, lambda pair: pair[1])

    def _look_up(self, cards: str, side: Callable[[tuple[int, int]], int]) -> str:
        code, order = self._code, self._kinds.order
        left, found = self._kinds.present(cards), "0"
        for start in range(0, len(order), _AT_ONCE):
            kinds = order[start : start + _AT_ONCE]
            words = [
                sum([1 << at for at, pair in enumerate(self._pairs)
                     if any(row >> bit & 1 and side(pair) == kind
                            for bit, kind in enumerate(kinds))])
                for row in range(1 << len(kinds))
            ]  # fmt: skip
            table = code.table("i", [int(literal(word)) for word in words])
            at = code.lower_bits(code.shifted(left, start), len(kinds))
            found = code.in_one_of(found, code.at(table, at))
        return found

    def common(self, left: str, right: str) -> str:
        """The pairs that are there on both sides."""
        return self._code.in_common(left, right)

    def count(self, pairs: str) -> str:
        """How many there are."""
        return self._code.ones(pairs)

    def nth(self, pairs: str, number: str) -> tuple[str, str]:
        """The cards of either kind of the pair with so many before it."""
        code, masks = self._code, self._kinds.masks
        at = code.nth_one(pairs, number)
        left, right = (
            code.at(code.table("m", [masks[pair[side]] for pair in self._pairs]), at)
            for side in (0, 1)
        )
        return left, right

    def able(self, pairs: str) -> str:
        """All cards of the kinds that are the first of some pairs."""
        code, kinds = self._code, self._kinds
        groups = [[at for at, pair in enumerate(self._pairs) if pair[0] == kind]
                  for kind in kinds.order]  # fmt: skip
        last = sum([1 << group[-1] for group in groups if group])
        every = (1 << len(self._pairs)) - 1
        # What is set in a group is carried to the last bit of it.
        low = code.number(int(literal(every & ~last)))
        carried = code.plus(code.in_common(pairs, low), low)
        there = code.in_common(code.in_one_of(carried, pairs), code.number(int(literal(last))))
        some = [kind for kind, group in zip(kinds.order, groups, strict=True) if group]
        return kinds.cards_of(code.packed_word(there, last), some)
