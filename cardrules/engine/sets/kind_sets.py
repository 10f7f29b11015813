"""Sets of cards of which each stands for all that look the same, and cards by their looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardrules.engine.sets.remembered import Entry

Cards = tuple[int, ...]


class KindSets(tuple[Cards, ...]):
    """Sets of cards of which each stands for all that look the same, taken from `pool`."""

    pool: Cards
    # What is remembered of all sets that look like these, if anything.
    entry: Entry | None
    # For each set the part of the pool from which it is taken, if that is not all of it.
    own: tuple[Cards, ...] | None

    @staticmethod
    def of(
        sets: Sequence[Cards],
        pool: Cards,
        entry: Entry | None = None,
        own: tuple[Cards, ...] | None = None,
    ) -> KindSets:
        """The sets with their pool."""
        made = KindSets(sets)
        made.pool = pool
        made.entry = entry
        made.own = own
        return made


def in_kinds(cards: Iterable[int], kind: Sequence[int]) -> Cards:
    """Cards with those of one kind beside each other, which stay in the order of their places.

    The first of them are taken, so that nothing hangs on the numbers of cards.
    """
    return tuple(sorted(cards, key=kind.__getitem__))


def by_kind(cards: Cards, kind: Sequence[int]) -> list[list[int]]:
    """Cards in groups that look the same: cards of one kind are neighbours."""
    groups: list[list[int]] = []
    last = -1
    for card in cards:
        if kind[card] != last:
            last = kind[card]
            groups.append([])
        groups[-1].append(card)
    return groups
