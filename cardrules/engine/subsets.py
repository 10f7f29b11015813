"""Subsets of cards and families of disjoint sets, without repeating what looks the same.

Cards of one kind cannot be told apart, so a subset is a number of cards for each kind. A condition
is taken apart into bounds on the size and on sums of attributes, by which the search is pruned, and
a rest that is tested on what is found. Results depend on kinds alone and are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from cardrules.engine.combinations import Combinations, Limits
from cardrules.engine.options import MOST_VALUES, TooManyError, looked_through

Cards = tuple[int, ...]
_MEMO_SIZE = 20_000
# Of so few cards the sets with a certain sum are found, and remembered; of more they are counted.
_FEW = 12
# So many sets are tried against a condition that is no bound.
_MOST_TRIED = 500_000


class KindSets(tuple[Cards, ...]):
    """Sets of cards of which each stands for all that look the same, taken from `pool`."""

    pool: Cards
    # What is remembered of all sets that look like these, if anything.
    entry: _Entry | None
    # For each set the part of the pool from which it is taken, if that is not all of it.
    own: tuple[Cards, ...] | None

    @staticmethod
    def of(
        sets: Sequence[Cards],
        pool: Cards,
        entry: _Entry | None = None,
        own: tuple[Cards, ...] | None = None,
    ) -> KindSets:
        """The sets with their pool."""
        made = KindSets(sets)
        made.pool = pool
        made.entry = entry
        made.own = own
        return made


def closed(sets: Sequence[Cards]) -> tuple[Any, ...]:
    """Sets as plain data in a state: a pool with the condition on them, or with the sets.

    The condition is a number, under which `specs` knows it, and its values. Between pool and sets
    stand pools of their own, if they have some. Sets that were not taken from a pool stand alone.
    """
    if isinstance(sets, Combinations):
        return (sets.pool, *sets.source)
    if isinstance(sets, KindSets):
        return sets.pool, *(() if sets.own is None else (sets.own,)), tuple(sets)
    return (tuple(sets),)


def opened(
    data: tuple[Any, ...], subsets: Callable[..., Sequence[Cards]], specs: Mapping[int, Bounds]
) -> Sequence[Cards]:
    """The sets that `closed` has made data of."""
    if len(data) == 1:
        alone: Sequence[Cards] = data[0]
        return alone
    pool, *rest = data
    if len(rest) == 1:
        return KindSets.of(rest[0], pool)
    spec, values = rest
    if isinstance(spec, tuple):
        return KindSets.of(values, pool, own=spec)
    return subsets(pool, spec, specs[spec], values, None, False)


class _Entry:
    """What is known of a search: the positions in the pool of sets, families and unions."""

    __slots__ = ("families", "sets", "unions")

    def __init__(self, sets: list[tuple[int, ...]]) -> None:
        self.sets = sets
        self.families: list[list[list[int]]] | None = None
        self.unions: list[tuple[int, ...]] | None = None


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
        return min(
            value - (operator == "<")
            for (measure, operator), value in zip(self.tests, values, strict=True)
            if measure == self.main and operator in _FROM_ABOVE
        )


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


def _by_kind(cards: Cards, kind: Sequence[int]) -> list[list[int]]:
    """Sorted cards in groups that look the same: cards of one kind are neighbours."""
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
    """All subsets that fit, one for each way it can look, smaller ones first.

    Raises `TooManyError` if too many would have to be tried.
    """
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
    tried = 0

    def fits(chosen: Cards) -> bool:
        for index in others:
            measure = measures[index]
            total = sum([measure[card] for card in chosen])
            floor, ceiling = low[index], high[index]
            if (floor is not None and total < floor) or (ceiling is not None and total > ceiling):
                return False
        return rest is None or rest(chosen)

    def extend(position: int, total: int, chosen: Cards) -> None:
        nonlocal tried
        if total + reach[position] < least:
            return
        if position == len(groups):
            tried += 1
            if tried > _MOST_TRIED:
                raise TooManyError
            if fits(chosen):
                found.append(chosen)
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
    found.sort(key=lambda item: (len(item), item))
    return found


def _maximal(sets: list[Cards], cards: Cards, kind: Sequence[int]) -> list[Cards]:
    """The sets which are none of these any more when a further card is added."""
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
    """The function that generated code calls: `subsets(cards, spec, values, rest, maximal)`."""
    memo: dict[Any, _Entry] = {}

    def subsets(
        cards: Cards,
        spec: int,
        bounds: Bounds,
        values: tuple[int, ...],
        rest: Callable[[Cards], bool] | None,
        maximal: bool,
    ) -> Sequence[Cards]:
        if (
            rest is None
            and not maximal
            and (len(bounds.measures) <= (bounds.size is not None) or len(cards) > _FEW)
        ):
            pool = tuple(sorted(cards))
            limits = _counted(bounds, values, len(pool))
            return Combinations(_by_kind(pool, kind), limits, source=(spec, values))
        main = bounds.main
        if main is not None:
            # A card that by itself is too much is in no subset.
            weight, most = bounds.measures[main], bounds.most(values)
            cards = tuple([card for card in cards if weight[card] <= most])
        if len(cards) > 1:
            cards = tuple(sorted(cards))
        if rest is not None:
            sets = search(cards, kind, bounds, values, rest)
            return KindSets.of(_maximal(sets, cards, kind) if maximal else sets, cards)
        key = (spec, maximal, values, tuple([kind[card] for card in cards]))
        entry = memo.get(key)
        if entry is None:
            sets = search(cards, kind, bounds, values, None)
            if maximal:
                sets = _maximal(sets, cards, kind)
            where = {card: index for index, card in enumerate(cards)}
            entry = _Entry([tuple([where[card] for card in item]) for item in sets])
            if len(memo) >= _MEMO_SIZE:
                memo.clear()
            memo[key] = entry
        found = [tuple([cards[index] for index in item]) for item in entry.sets]
        return KindSets.of(found, cards, entry)

    return subsets


# ---- Families ------------------------------------------------------------------------------------

Vector = tuple[int, ...]


def maximal_vectors(groups: Sequence[Vector], available: Vector) -> list[tuple[int, ...]]:
    """All maximal families: how often each group is taken so that no further group fits in.

    A group and what is available are numbers of cards for each kind.
    """
    needs = [[(at, n) for at, n in enumerate(group) if n] for group in groups]
    sharing = [
        frozenset(
            other for other, theirs in enumerate(groups) if any([theirs[at] for at, _ in need])
        )
        for need in needs
    ]
    found: list[tuple[int, ...]] = []
    counts = [0] * len(groups)

    def fit_in(candidates: Iterable[int], left: Sequence[int]) -> list[int]:
        return [g for g in candidates if all([left[at] >= n for at, n in needs[g]])]

    def extend(left: list[int], open_: list[int], left_out: list[int]) -> None:
        """Add to a family. All these groups fit in; those that were left out stay so.

        A group that fits in is added, or its cards are taken by others: so of the open groups only
        those that share a card with it need be tried, and the fewer they are the better.
        """
        if not open_:
            if not left_out:
                found.append(tuple(counts))
            if len(found) > MOST_VALUES:
                raise TooManyError
            return
        pivot = min((*open_, *left_out), key=lambda g: len(sharing[g].intersection(open_)))
        open_, left_out = open_[:], left_out[:]
        for group in [g for g in open_ if g in sharing[pivot]]:
            smaller = left[:]
            for at, n in needs[group]:
                smaller[at] -= n
            counts[group] += 1
            extend(smaller, fit_in(open_, smaller), fit_in(left_out, smaller))
            counts[group] -= 1
            open_.remove(group)
            left_out.append(group)

    extend(list(available), fit_in(range(len(groups)), available), [])
    return found


class KindFamilies(tuple[tuple[Cards, ...], ...]):
    """Families of disjoint sets in which cards of one kind stand for each other."""

    pool: Cards
    entry: _Entry


def maximal_families(sets: Sequence[Cards], kind: Sequence[int]) -> Sequence[Sequence[Cards]]:
    """The maximal families of disjoint sets among these; the empty family if there is no set."""
    if isinstance(sets, Combinations):
        sets = KindSets.of(tuple(looked_through(sets)), sets.pool)
    if not isinstance(sets, KindSets) or sets.own is not None:
        return _physical_families([item for item in sets if item])
    if not sets:
        return ((),)
    pool = sets.pool
    entry = sets.entry or _Entry([])
    if entry.families is None:
        looks = [tuple([kind[card] for card in item]) for item in sets]
        entry.families = _kind_families(looks, tuple([kind[card] for card in pool]))
    made = KindFamilies(
        [
            tuple([tuple([pool[index] for index in group]) for group in family])
            for family in entry.families
        ]
    )
    made.pool, made.entry = pool, entry
    return made


def _kind_families(
    sets: Sequence[tuple[int, ...]], pool_kinds: tuple[int, ...]
) -> list[list[list[int]]]:
    """The maximal families, each group as positions in the pool, by the cards they take."""
    kinds = sorted(set(pool_kinds))
    groups = sorted({tuple(item.count(k) for k in kinds) for item in map(list, sets) if item})
    available = tuple(pool_kinds.count(k) for k in kinds)
    positions = {k: [i for i, other in enumerate(pool_kinds) if other == k] for k in kinds}
    found: list[tuple[Vector, Vector, list[list[int]]]] = []
    for counts in maximal_vectors(groups, available):
        used = [0] * len(kinds)
        family: list[list[int]] = []
        for group, times in zip(groups, counts, strict=True):
            for _ in range(times):
                cards: list[int] = []
                for index, need in enumerate(group):
                    cards += positions[kinds[index]][used[index] : used[index] + need]
                    used[index] += need
                family.append(cards)
        found.append((tuple(used), counts, family))
    return [family for _, _, family in sorted(found)]


def _physical_families(sets: Sequence[Cards]) -> list[tuple[Cards, ...]]:
    """Maximal families of sets that are taken as they are."""
    found: list[tuple[Cards, ...]] = []
    family: list[Cards] = []
    used: set[int] = set()

    def extend(position: int) -> None:
        if position == len(sets):
            if not any(used.isdisjoint(item) for item in sets):
                found.append(tuple(family))
            return
        extend(position + 1)
        item = sets[position]
        if used.isdisjoint(item):
            family.append(item)
            used.update(item)
            extend(position + 1)
            family.pop()
            used.difference_update(item)

    extend(0)
    return found or [()]


def union_of(sets: Sequence[Cards], kind: Sequence[int]) -> Cards:
    """All cards that are in one of the sets, or that look like one in them and could be there."""
    if isinstance(sets, Combinations):
        some = [index for index, group in enumerate(sets.groups) if group]
        return tuple([c for i in some if sets.take(i).total for c in sets.groups[i]])
    if isinstance(sets, KindSets) and sets.own is not None:
        parts = zip(sets, sets.own, strict=True)
        found = (union_of(KindSets.of([item], pool), kind) for item, pool in parts)
        return tuple(sorted({card for cards in found for card in cards}))
    if isinstance(sets, KindSets):
        kinds = {kind[card] for item in sets for card in item}
        return tuple([card for card in sets.pool if kind[card] in kinds])
    return tuple(sorted({card for item in sets for card in item}))


def unions_of(families: Sequence[Sequence[Cards]], kind: Sequence[int]) -> Sequence[Cards]:
    """For each family the cards of all its sets; what looks the same comes once."""
    if not isinstance(families, KindFamilies):
        return tuple(_distinct_unions(families, kind))
    entry, pool = families.entry, families.pool
    if entry.unions is None:
        where = {card: index for index, card in enumerate(pool)}
        entry.unions = [
            tuple([where[card] for card in union]) for union in _distinct_unions(families, kind)
        ]
    return tuple([tuple([pool[index] for index in union]) for union in entry.unions])


def _distinct_unions(families: Sequence[Sequence[Cards]], kind: Sequence[int]) -> Iterator[Cards]:
    found: dict[tuple[int, ...], Cards] = {}
    for family in families:
        cards = tuple(sorted({card for item in family for card in item}))
        found.setdefault(tuple([kind[card] for card in cards]), cards)
    for key in sorted(found, key=lambda item: (len(item), item)):
        yield found[key]
