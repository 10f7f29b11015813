"""Subsets within bounds, without making them: counted, indexed, narrowed and tested by their cards.

Which 5 of 13 cards has 1,287 answers, which 10 of 40 has hundreds of millions; a bot that picks one
of them, or a person who narrows them down, needs none of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from cardrules.engine.counted import Counted

Cards = tuple[int, ...]
# What is counted of a subset besides its size, in the order of the measures.
Totals = tuple[int, ...]


@attrs.frozen
class Limits:
    """How many cards a subset may have, and what the sums of further measures may be.

    `measures` gives for each of them a value per card, `bounds` its least and greatest sum, if it
    has one.
    """

    least: int
    most: int
    measures: tuple[tuple[int, ...], ...] = ()
    bounds: tuple[tuple[int | None, int | None], ...] = ()


@lru_cache(maxsize=1024)
def _ways(
    sizes: tuple[int, ...], weights: tuple[Totals, ...], ceilings: tuple[int | None, ...], most: int
) -> tuple[tuple[dict[Totals, int], ...], ...]:
    """`[i][k]`: in how many ways `k` cards can be taken from the groups from number `i` on.

    For each sum of the measures by itself. A group has a size and the weights of one of its cards.
    """
    nothing = {(0,) * len(ceilings): 1}
    rows: list[tuple[dict[Totals, int], ...]] = [(nothing, *[{} for _ in range(most)])]
    for size, weight in zip(reversed(sizes), reversed(weights), strict=True):
        after = rows[-1]
        row: list[dict[Totals, int]] = [{} for _ in range(most + 1)]
        for taken in range(min(size, most) + 1):
            added = tuple([taken * one for one in weight])
            for k in range(taken, most + 1):
                into = row[k]
                for totals, ways in after[k - taken].items():
                    reached = tuple([a + b for a, b in zip(totals, added, strict=True)])
                    if all(
                        top is None or value <= top
                        for value, top in zip(reached, ceilings, strict=True)
                    ):
                        into[reached] = into.get(reached, 0) + ways
        rows.append(tuple(row))
    return tuple(reversed(rows))


class Combinations(Counted[Cards]):
    """The subsets within limits; one for each way they can look.

    Smaller ones come first, and those of a size in the order of their cards. `groups` are the cards
    that look the same, in the order of their numbers. With some cards taken, the subsets are those
    that hold them.
    """

    __slots__ = ("_groups", "_limits", "_spent", "_taken", "_ways", "_weights", "source", "total")

    def __init__(
        self,
        groups: Sequence[Sequence[int]],
        limits: Limits,
        taken: Cards = (),
        *,
        source: tuple[int, tuple[int, ...]] = (0, ()),
    ) -> None:
        self.source = source
        """The condition that they come from: its number and its values."""
        self._groups = tuple(map(tuple, groups))
        self._limits = limits
        self._taken = taken
        measures = limits.measures
        self._spent = tuple([sum([measure[card] for card in taken]) for measure in measures])
        # A group of which all is taken has no card left to be weighed.
        self._weights = tuple(
            [tuple([measure[group[0]] if group else 0 for measure in measures])
             for group in self._groups]
        )  # fmt: skip
        sizes = tuple([len(group) for group in self._groups])
        most = max(0, min(limits.most - len(taken), sum(sizes)))
        self._ways = _ways(sizes, self._weights, self._ceilings(), most)
        self.total = sum([self._count(0, size, self._spent) for size in self._sizes()])
        """How many there are, however many that is."""

    def _ceilings(self) -> tuple[int | None, ...]:
        """What a measure may still add; none where that cannot be said for a part of the cards."""
        found: list[int | None] = []
        for index, (_, top) in enumerate(self._limits.bounds):
            falls = any(weight[index] < 0 for weight in self._weights)
            found.append(None if top is None or falls else top - self._spent[index])
        return tuple(found)

    def _sizes(self) -> range:
        """How many cards may be added to those that are taken."""
        least = max(0, self._limits.least - len(self._taken))
        return range(least, min(self._limits.most - len(self._taken), len(self._ways[0]) - 1) + 1)

    def _count(self, position: int, left: int, spent: Totals) -> int:
        """In how many ways `left` cards can come from the groups from a position on."""
        ways = self._ways[position][left]
        if not spent:
            return ways.get((), 0)
        return sum([n for totals, n in ways.items() if self._fits(spent, totals)])

    def _fits(self, spent: Totals, totals: Totals) -> bool:
        return all(
            (low is None or a + b >= low) and (high is None or a + b <= high)
            for a, b, (low, high) in zip(spent, totals, self._limits.bounds, strict=True)
        )

    @property
    def cells(self) -> int:
        """How many numbers the tables have by which they are counted."""
        return sum([len(by_totals) for row in self._ways for by_totals in row])

    # -- what it is made from ----------------------------------------------------------------------

    @property
    def limits(self) -> Limits:
        """What bounds the subsets."""
        return self._limits

    @property
    def groups(self) -> tuple[Cards, ...]:
        """The cards that may still be taken, in groups that look the same; some may be empty."""
        return self._groups

    @property
    def taken(self) -> Cards:
        """The cards that all the subsets hold."""
        return self._taken

    @property
    def pool(self) -> Cards:
        """All cards from which the subsets are taken."""
        return tuple(sorted([*self._taken, *(card for group in self._groups for card in group)]))

    @property
    def complete(self) -> Cards | None:
        """The cards that are taken, if they are one of the subsets by themselves."""
        return self._if_allowed(tuple(sorted(self._taken)), len(self._taken))

    def take(self, group: int) -> Combinations:
        """Those with one more card of a group, which must not be empty."""
        card, *rest = self._groups[group]
        groups = [*self._groups[:group], tuple(rest), *self._groups[group + 1 :]]
        return Combinations(groups, self._limits, (*self._taken, card))

    # -- as a sequence -----------------------------------------------------------------------------

    def _numbered(self, index: int) -> Cards:
        for size in self._sizes():
            ways = self._count(0, size, self._spent)
            if index < ways:
                return self._of_size(index, size)
            index -= ways
        raise IndexError(index)

    def _of_size(self, index: int, left: int) -> Cards:
        chosen = list(self._taken)
        spent = self._spent
        for position, group in enumerate(self._groups):
            for taken in range(min(len(group), left), -1, -1):
                after = self._with(spent, position, taken)
                ways = self._count(position + 1, left - taken, after)
                if index < ways:
                    chosen += group[:taken]
                    left -= taken
                    spent = after
                    break
                index -= ways
        return tuple(sorted(chosen))

    def _with(self, spent: Totals, position: int, taken: int) -> Totals:
        weight = self._weights[position]
        return tuple([a + taken * b for a, b in zip(spent, weight, strict=True)])

    def __iter__(self) -> Iterator[Cards]:
        for size in self._sizes():
            if self._count(0, size, self._spent):
                for cards in self._from(0, size, self._spent):
                    yield tuple(sorted(self._taken + cards)) if self._taken else cards

    def _from(self, position: int, left: int, spent: Totals) -> Iterator[Cards]:
        if position == len(self._groups):
            yield ()
            return
        group = self._groups[position]
        for taken in range(min(len(group), left), -1, -1):
            after = self._with(spent, position, taken)
            if self._count(position + 1, left - taken, after):
                head = group[:taken]
                for tail in self._from(position + 1, left - taken, after):
                    yield head + tail

    # -- by their looks ----------------------------------------------------------------------------

    def that_looks_like(self, looks: Sequence[int], kind: Sequence[int]) -> Cards | None:
        """The subset whose cards are of these kinds (in any order), if there is one."""
        chosen: list[int] = []
        left = list(looks)
        for card in self._taken:
            if kind[card] not in left:
                return None
            left.remove(kind[card])
            chosen.append(card)
        for group in self._groups:
            wanted = left.count(kind[group[0]]) if group else 0
            if wanted > len(group):
                return None
            chosen += group[:wanted]
        return self._if_allowed(tuple(sorted(chosen)), len(looks))

    def _if_allowed(self, cards: Cards, size: int) -> Cards | None:
        limits = self._limits
        if len(cards) != size or not limits.least <= size <= limits.most:
            return None
        totals = tuple([sum([measure[card] for card in cards]) for measure in limits.measures])
        return cards if self._fits((0,) * len(totals), totals) else None

    def __contains__(self, item: object) -> bool:
        if not isinstance(item, tuple):
            return False
        held = set(item).difference(self._taken)
        # Of each group the first ones are taken, as many as there are.
        first = [c for group in self._groups for c in group[: len(held.intersection(group))]]
        canonical = tuple(sorted([*self._taken, *first]))
        return canonical == item and self._if_allowed(canonical, len(item)) is not None
