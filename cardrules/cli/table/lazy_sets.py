"""Subsets of a fixed size, narrowed card by card without ever listing them all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import attrs

Cards = tuple[int, ...]


@attrs.frozen
class LazySets:
    """All subsets of `size` cards with at least `taken[i]` cards of each group of equal cards."""

    groups: tuple[Cards, ...]
    size: int
    taken: tuple[int, ...]

    @staticmethod
    def of(pool: Cards, kind: Sequence[int], size: int) -> LazySets:
        """The subsets of a pool of sorted cards."""
        groups: list[list[int]] = []
        for card in pool:
            if groups and kind[groups[-1][0]] == kind[card]:
                groups[-1].append(card)
            else:
                groups.append([card])
        return LazySets(tuple(map(tuple, groups)), size, (0,) * len(groups))

    @property
    def _room(self) -> tuple[int, ...]:
        """How many more cards of each group there are."""
        return tuple(
            len(group) - taken for group, taken in zip(self.groups, self.taken, strict=True)
        )

    @property
    def left(self) -> int:
        """How many cards are still to be taken."""
        return self.size - sum(self.taken)

    def __len__(self) -> int:
        return _ways(self._room, self.left)

    def take(self, group: int) -> LazySets:
        """Those with one more card of a group."""
        taken = (*self.taken[:group], self.taken[group] + 1, *self.taken[group + 1 :])
        return attrs.evolve(self, taken=taken)

    def can_take(self, group: int) -> bool:
        """Whether the group has a card that may still be taken."""
        return self.left > 0 and self._room[group] > 0

    @property
    def chosen(self) -> Cards:
        """The cards that are taken."""
        return self._cards(self.taken)

    def all(self) -> list[Cards]:
        """Each subset; only for few of them."""
        found: list[tuple[int, ...]] = []

        def extend(counts: tuple[int, ...], left: int) -> None:
            at = len(counts)
            if at == len(self.groups):
                if left == 0:
                    found.append(counts)
                return
            for more in range(min(self._room[at], left), -1, -1):
                if _ways(self._room[at + 1 :], left - more):
                    extend((*counts, self.taken[at] + more), left - more)

        extend((), self.left)
        return [self._cards(counts) for counts in found]

    def _cards(self, counts: Sequence[int]) -> Cards:
        """Of each group the first cards: which of them makes no difference."""
        return tuple(
            card for group, n in zip(self.groups, counts, strict=True) for card in group[:n]
        )


@cache
def _ways(room: tuple[int, ...], left: int) -> int:
    """In how many ways `left` cards can be taken."""
    if left < 0:
        return 0
    if not room:
        return int(left == 0)
    return sum(_ways(room[1:], left - n) for n in range(min(room[0], left) + 1))
