"""Subsets of cards, without repeating what looks the same.

Cards of one kind cannot be told apart, so a subset is a number of cards for each kind. A condition
is taken apart into bounds on the size and on sums of attributes, by which the search is pruned, and
a rest that is tested on what is found. How many sets lie within the bounds is counted before any of
them is made. Results depend on kinds alone and are remembered; work is counted as if they were not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from cardrules.engine.sets.answers import MOST_VALUES, SET_STEPS
from cardrules.engine.sets.combinations import Combinations, Limits
from cardrules.engine.sets.counted import TooManyError
from cardrules.engine.sets.grown import grown
from cardrules.engine.work import Working, spend
from cardrules.model.types import NONE

Cards = tuple[int, ...]
# Whether some set fits that has all of some cards, and none but some other ones.
Grows = Callable[[Cards, Cards], bool]
# So many searches are remembered, with so many cards in the sets of all of them.
_MOST_SEARCHES = 20_000
_MOST_CARDS = 500_000
# Of so few cards the sets with a certain sum are found, and remembered; of more they are counted.
_FEW = 12
# The steps of work in a number of the tables by which sets are counted, and in trying a set.
_CELL_STEPS = 8
_FEW_STEPS = 8


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


def sets_as_data(sets: Any) -> Any:
    """Sets as plain data in a state: a pool with the condition on them, or with the sets.

    The condition is a number, under which `specs` knows it, and its values. Between pool and sets
    stand pools of their own, if they have some. Sets that were not taken from a pool stand alone.
    None stays none.
    """
    if sets == NONE:
        return NONE
    if isinstance(sets, Combinations):
        return (sets.pool, *sets.source)
    if isinstance(sets, KindSets):
        return sets.pool, *(() if sets.own is None else (sets.own,)), tuple(sets)
    return (tuple(sets),)


def sets_from_data(
    s: Working,
    data: Any,
    subsets: Callable[..., Sequence[Cards]],
    specs: Mapping[int, Bounds],
) -> Any:
    """The sets that `sets_as_data` has made data of."""
    if data == NONE:
        return NONE
    if len(data) == 1:
        return data[0]
    pool, *rest = data
    if len(rest) == 1:
        return KindSets.of(rest[0], pool)
    spec, values = rest
    if isinstance(spec, tuple):
        return KindSets.of(values, pool, own=spec)
    return subsets(s, pool, spec, specs[spec], values, None, 0, False)


class Entry:
    """What is known of a search: the positions in the pool of sets, families and unions."""

    __slots__ = ("families", "family_steps", "memory", "sets", "steps", "unions")

    def __init__(self, sets: list[tuple[int, ...]], memory: Memory | None = None) -> None:
        self.sets = sets
        self.memory = memory
        # The work of the search, which counts also when what it found is remembered.
        self.steps = 0
        self.families: list[list[list[int]]] | None = None
        self.family_steps = 0
        self.unions: list[tuple[int, ...]] | None = None
        self.note(map(len, sets))

    def note(self, cards: Iterable[int]) -> None:
        """Note that so many cards in sets are remembered here."""
        if self.memory is not None:
            self.memory.cards += sum([1 + number for number in cards])


class Memory:
    """What searches have found, by the looks of what they searched; forgotten when it is much."""

    def __init__(self) -> None:
        self._entries: dict[Any, Entry] = {}
        self.cards = 0

    def get(self, key: Any) -> Entry | None:
        """What is known of a search."""
        return self._entries.get(key)

    def keep(self, key: Any, sets: list[tuple[int, ...]]) -> Entry:
        """Remember what a search has found."""
        if len(self._entries) >= _MOST_SEARCHES or self.cards > _MOST_CARDS:
            self._entries.clear()
            self.cards = 0
        made = self._entries[key] = Entry(sets, self)
        return made


@attrs.frozen(kw_only=True, slots=False)
class Bounds:
    """What a condition says about a subset, apart from its rest.

    `measures`: for each measure a value per card (1 for the size). `tests`: pairs of the measure
    and the comparison, whose other side is given at run time. `attribute values must not be
    negative` for pruning to be right; a measure with a negative value is tested at the end only.
    """

    measures: tuple[tuple[int, ...], ...]
    tests: tuple[tuple[int, str], ...]

    @cached_property
    def size(self) -> int | None:
        """The number of the measure that is the size, if there is one."""
        sizes = (index for index, values in enumerate(self.measures) if set(values) <= {1})
        return next(sizes, None)

    @cached_property
    def main(self) -> int | None:
        """The measure by which the search is pruned: one that only grows and has an upper bound.

        A sum of an attribute prunes better than the size.
        """
        bounded = {measure for measure, operator in self.tests if operator in _FROM_ABOVE}
        for index in sorted(bounded, key=lambda item: len(set(self.measures[item])) <= 1):
            if min(self.measures[index], default=0) >= 0:
                return index
        return None

    def most(self, values: Sequence[int]) -> int:
        """The upper bound of the main measure."""
        return min([values[index] - less for index, less in self._from_above])

    @cached_property
    def _from_above(self) -> list[tuple[int, bool]]:
        """The tests that are upper bounds of the main measure, and which leave out the bound."""
        return [
            (index, operator == "<")
            for index, (measure, operator) in enumerate(self.tests)
            if measure == self.main and operator in _FROM_ABOVE
        ]


_FROM_ABOVE = ("=", "<=", "<")


def _limits(bounds: Bounds, values: Sequence[int]) -> tuple[list[int | None], list[int | None]]:
    """Per measure the least and greatest value that fulfils the tests."""
    low: list[int | None] = [None] * len(bounds.measures)
    high: list[int | None] = [None] * len(bounds.measures)
    for (measure, operator), value in zip(bounds.tests, values, strict=True):
        least = {"=": value, ">=": value, ">": value + 1}.get(operator)
        most = {"=": value, "<=": value, "<": value - 1}.get(operator)
        if least is not None:
            before = low[measure]
            low[measure] = least if before is None else max(before, least)
        if most is not None:
            before = high[measure]
            high[measure] = most if before is None else min(before, most)
    return low, high


def _counted(bounds: Bounds, values: Sequence[int], cards: int) -> Limits:
    """What a condition that is all bounds says, for sets that are counted and not made."""
    low, high = _limits(bounds, values)
    size = bounds.size
    least, most = (low[size], high[size]) if size is not None else (None, None)
    others = [index for index in range(len(bounds.measures)) if index != size]
    return Limits(
        least=max(0, least or 0),
        most=cards if most is None else most,
        measures=tuple([bounds.measures[index] for index in others]),
        bounds=tuple([(low[index], high[index]) for index in others]),
    )


def in_kinds(cards: Iterable[int], kind: Sequence[int]) -> Cards:
    """Cards with those of one kind beside each other, which stay in the order of their places.

    The first of them are taken, so that nothing hangs on the numbers of cards.
    """
    return tuple(sorted(cards, key=kind.__getitem__))


def _by_kind(cards: Cards, kind: Sequence[int]) -> list[list[int]]:
    """Cards in groups that look the same: cards of one kind are neighbours."""
    groups: list[list[int]] = []
    last = -1
    for card in cards:
        if kind[card] != last:
            last = kind[card]
            groups.append([])
        groups[-1].append(card)
    return groups


def search(
    cards: Cards,
    kind: Sequence[int],
    bounds: Bounds,
    values: Sequence[int],
    rest: Callable[[Cards], bool] | None,
) -> list[Cards]:
    """All subsets of a few cards that fit, one for each way it can look, smaller ones first."""
    low, high = _limits(bounds, values)
    measures = bounds.measures
    main = bounds.main
    if main is None:
        weight, most, least = (0,) * len(kind), 0, 0
    else:
        weight, most = measures[main], high[main] or 0
        least = low[main] or 0
    others = [index for index in range(len(measures)) if index != main]
    groups = [group for group in _by_kind(cards, kind) if weight[group[0]] <= most]
    # What the groups from here on can still add to the main measure.
    reach = [0] * (len(groups) + 1)
    for position in range(len(groups) - 1, -1, -1):
        group = groups[position]
        reach[position] = reach[position + 1] + weight[group[0]] * len(group)
    found: list[Cards] = []

    def fits(chosen: Cards) -> bool:
        for index in others:
            measure = measures[index]
            total = sum([measure[card] for card in chosen])
            floor, ceiling = low[index], high[index]
            if (floor is not None and total < floor) or (ceiling is not None and total > ceiling):
                return False
        return rest is None or rest(chosen)

    def extend(position: int, total: int, chosen: Cards) -> None:
        if total + reach[position] < least:
            return
        if position == len(groups):
            cards = tuple(sorted(chosen))
            if fits(cards):
                found.append(cards)
            return
        extend(position + 1, total, chosen)
        group = groups[position]
        step = weight[group[0]]
        for size in range(1, len(group) + 1):
            total += step
            if total > most:
                break
            extend(position + 1, total, chosen + tuple(group[:size]))

    if most >= 0:
        extend(0, 0, ())
    found.sort(key=lambda item: (len(item), [kind[card] for card in item]))
    return found


def _fitting(
    bounds: Bounds, values: Sequence[int], rest: Callable[[Cards], bool]
) -> Callable[[Cards], bool]:
    """Whether a set lies within the bounds, and the rest of the condition holds."""
    ends = list(zip(bounds.measures, *_limits(bounds, values), strict=True))

    def fits(chosen: Cards) -> bool:
        for measure, low, high in ends:
            total = sum([measure[card] for card in chosen])
            if (low is not None and total < low) or (high is not None and total > high):
                return False
        return rest(chosen)

    return fits


def _maximal(s: Working, sets: list[Cards], cards: Cards, kind: Sequence[int]) -> list[Cards]:
    """The sets which are none of these any more when a further card is added."""
    spend(s, len(sets) * (1 + len({kind[card] for card in cards})) * SET_STEPS)
    looks = {tuple(sorted(kind[card] for card in item)) for item in sets}
    kept = []
    for item in sets:
        held = set(item)
        own = [kind[card] for card in item]
        others = {kind[card] for card in cards if card not in held}
        if not any(tuple(sorted([*own, other])) in looks for other in others):
            kept.append(item)
    return kept


def make_subsets(kind: Sequence[int]) -> Callable[..., Sequence[Cards]]:
    """The function that generated code calls: `subsets(s, cards, spec, bounds, values, ...)`.

    It raises `TooManyError` if more sets than can be gone through lie within the bounds and would
    have to be made: because there is a `rest` of the condition (with so many steps for `each`), or
    because only the maximal ones are wanted. Where `grows` tells which sets can still become such
    that fit, no others are made.
    """
    memory = Memory()

    def counted(cards: Cards, bounds: Bounds, values: tuple[int, ...], spec: int) -> Combinations:
        pool = in_kinds(cards, kind)
        limits = _counted(bounds, values, len(pool))
        return Combinations(_by_kind(pool, kind), limits, source=(spec, values))

    def found(
        s: Working,
        cards: Cards,
        spec: int,
        bounds: Bounds,
        values: tuple[int, ...],
        rest: Callable[[Cards], bool] | None,
        each: int,
        grows: Grows | None,
    ) -> list[Cards]:
        """The sets that fit, made one by one, or card by card where that is less work."""
        if rest is not None and grows is not None:
            most = _most_tried(cards, spec, bounds, values)
            made = grown(cards, kind, _fitting(bounds, values, rest), grows, most)
            spend(s, (most if made is None else made[1]) * (SET_STEPS + each))
            if made is not None:
                return made[0]
        if len(cards) <= _FEW:
            spend(s, (1 << len(cards)) * (_FEW_STEPS + each))
            return search(cards, kind, bounds, values, rest)
        within = counted(cards, bounds, values, spec)
        if within.total > MOST_VALUES:
            raise TooManyError("sets", MOST_VALUES)
        spend(s, within.cells * _CELL_STEPS + within.total * (SET_STEPS + each))
        return list(within) if rest is None else [one for one in within if rest(one)]

    def _most_tried(cards: Cards, spec: int, bounds: Bounds, values: tuple[int, ...]) -> int:
        """How often a card may be added before it is less work to try all sets."""
        if len(cards) <= _FEW:
            return 1 << len(cards)
        return min(MOST_VALUES, counted(cards, bounds, values, spec).total)

    def subsets(
        s: Working,
        cards: Cards,
        spec: int,
        bounds: Bounds,
        values: tuple[int, ...],
        rest: Callable[[Cards], bool] | None,
        each: int,
        maximal: bool,
        grows: Grows | None = None,
    ) -> Sequence[Cards]:
        if (
            rest is None
            and not maximal
            and (len(bounds.measures) <= (bounds.size is not None) or len(cards) > _FEW)
        ):
            made = counted(cards, bounds, values, spec)
            spend(s, made.cells * _CELL_STEPS)
            return made
        main = bounds.main
        if main is not None:
            # A card that by itself is too much is in no subset.
            weight, most = bounds.measures[main], bounds.most(values)
            cards = tuple([card for card in cards if weight[card] <= most])
        if len(cards) > 1:
            cards = in_kinds(cards, kind)
        if rest is not None:
            sets = found(s, cards, spec, bounds, values, rest, each, grows)
            return KindSets.of(_maximal(s, sets, cards, kind) if maximal else sets, cards)
        key = (spec, maximal, values, tuple([kind[card] for card in cards]))
        entry = memory.get(key)
        if entry is None:
            before = s.work
            sets = found(s, cards, spec, bounds, values, None, 0, None)
            if maximal:
                sets = _maximal(s, sets, cards, kind)
            where = {card: index for index, card in enumerate(cards)}
            entry = memory.keep(key, [tuple([where[card] for card in item]) for item in sets])
            entry.steps = s.work - before
        else:
            spend(s, entry.steps)
        sets = [tuple(sorted([cards[index] for index in item])) for item in entry.sets]
        return KindSets.of(sets, cards, entry)

    return subsets
