"""Subsets within bounds, without making them: counted, indexed, narrowed and tested by their cards.

Which 5 of 13 cards has 1,287 answers, which 10 of 40 has hundreds of millions; a bot that picks one
of them, or a person who narrows them down, needs none of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from cardrules.engine.sets.counted import Counted
from cardrules.engine.sets.ways import Row, Totals, rows_of

Cards = tuple[int, ...]
# What has been found out about which sets are left is forgotten when it is so much.
_MOST_REMEMBERED = 50_000


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


class Combinations(Counted[Cards]):
    """The subsets within limits; one for each way they can look.

    Smaller ones come first, and those of a size in the order of their kinds. `groups` are the cards
    that look the same, of which the first are taken. With some cards taken, the subsets are those
    that hold them. Each subset has its cards in the order of their numbers.
    """

    __slots__ = (
        "_ascends",
        "_groups",
        "_limits",
        "_rows",
        "_spent",
        "_taken",
        "_weights",
        "source",
        "total",
    )

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
        # Whether cards that are taken one after the other are in the order of their numbers.
        self._ascends = not taken and all(list(group) == sorted(group) for group in self._groups)
        self._limits = limits
        self._taken = taken
        measures = limits.measures
        self._spent = tuple([sum([measure[card] for card in taken]) for measure in measures])
        # A group of which all is taken has no card left to be weighed.
        self._weights = tuple(
            [tuple([measure[group[0]] if group else 0 for measure in measures])
             for group in self._groups]
        )  # fmt: skip
        self._rows = self._made_rows()
        self.total = sum([self._count(0, size, self._spent) for size in self._sizes()])
        """How many there are, however many that is."""

    def _made_rows(self) -> tuple[Row, ...]:
        """The tables; they do not depend on which cards are taken, only on those that are left."""
        sizes = [len(group) for group in self._groups]
        most = max(0, min(self._limits.most, len(self._taken) + sum(sizes)))
        ceilings: list[int | None] = []
        for index, (_, top) in enumerate(self._limits.bounds):
            # Where a card may lower a sum, what part of the cards have is no bound.
            falls = any(value < 0 for value in self._limits.measures[index])
            ceilings.append(None if falls else top)
        return rows_of(sizes, self._weights, tuple(ceilings), most)

    def _sizes(self) -> range:
        """How many cards may be added to those that are taken."""
        least = max(0, self._limits.least - len(self._taken))
        left = sum([len(group) for group in self._groups])
        return range(least, min(self._limits.most - len(self._taken), left) + 1)

    def _count(self, position: int, left: int, spent: Totals) -> int:
        """In how many ways `left` cards can come from the groups from a position on."""
        ways = self._rows[position].by_size[left]
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
        return self._rows[0].cells

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
        cards = (*self._taken, *(card for group in self._groups for card in group))
        return tuple(sorted(cards)) if self._taken else cards

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
        possible = self._some_left() if self._limits.measures else self._enough_left()
        for size in self._sizes():
            for cards in self._from(size, possible):
                yield cards if self._ascends else tuple(sorted(self._taken + cards))

    def _from(self, size: int, possible: Callable[[int, int, Totals], bool]) -> Iterator[Cards]:
        """Those of a size, without what is taken, in their order."""
        pending: list[tuple[int, int, Totals, Cards]] = []
        if possible(0, size, self._spent):
            pending.append((0, size, self._spent, ()))
        while pending:
            position, left, spent, head = pending.pop()
            if not left:
                yield head
                continue
            group = self._groups[position]
            position += 1
            # What is put down last is looked at first: as many cards of the group as can be.
            for taken in range(min(len(group), left) + 1):
                after = self._with(spent, position - 1, taken) if spent else spent
                if possible(position, left - taken, after):
                    pending.append((position, left - taken, after, head + group[:taken]))

    def _enough_left(self) -> Callable[[int, int, Totals], bool]:
        """Whether so many cards can come from the groups from a position on."""
        reach = [0]
        for group in reversed(self._groups):
            reach.append(reach[-1] + len(group))
        reach.reverse()
        return lambda position, left, spent: left <= reach[position]

    def _some_left(self) -> Callable[[int, int, Totals], bool]:
        """The same with sums that fit in the end."""
        known: dict[tuple[int, int, Totals], bool] = {}

        def possible(position: int, left: int, spent: Totals) -> bool:
            key = (position, left, spent)
            found = known.get(key)
            if found is None:
                if len(known) >= _MOST_REMEMBERED:
                    known.clear()
                ways = self._rows[position].by_size[left]
                found = known[key] = any(self._fits(spent, totals) for totals in ways)
            return found

        return possible

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
