"""Subsets of cards and families of disjoint sets, without repeating what looks the same.

Cards of one kind cannot be told apart, so a subset is a number of cards for each kind. A condition is
taken apart into bounds on the size and on sums of attributes, by which the search is pruned, and a
rest that is tested on what is found. Results depend on kinds alone and are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

Cards = tuple[int, ...]
_MEMO_SIZE = 20_000


class KindSets(tuple[Cards, ...]):
    """Sets of cards of which each stands for all that look the same, taken from `pool`."""

    pool: Cards

    @staticmethod
    def of(sets: Sequence[Cards], pool: Cards) -> KindSets:
        """The sets with their pool."""
        made = KindSets(sets)
        made.pool = pool
        return made


@attrs.frozen(kw_only=True)
class Bounds:
    """What a condition says about a subset, apart from its rest.

    `measures`: for each measure a value per card (1 for the size). `tests`: pairs of the measure and
    the comparison, whose other side is given at run time. `attribute values must not be negative` for
    pruning to be right; a measure with a negative value is tested at the end only.
    """

    measures: tuple[tuple[int, ...], ...]
    tests: tuple[tuple[int, str], ...]


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


def _by_kind(cards: Cards, kind: Sequence[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for card in cards:
        groups.setdefault(kind[card], []).append(card)
    return [sorted(groups[key]) for key in sorted(groups)]


def search(
    cards: Cards,
    kind: Sequence[int],
    bounds: Bounds,
    values: Sequence[int],
    rest: Callable[[Cards], bool] | None,
) -> list[Cards]:
    """All subsets that fit, one for each way it can look, smaller ones first."""
    groups = _by_kind(cards, kind)
    low, high = _limits(bounds, values)
    measures = bounds.measures
    prunable = [
        index
        for index, measure in enumerate(measures)
        if high[index] is not None and all(measure[card] >= 0 for card in cards)
    ]
    found: list[Cards] = []
    chosen: list[int] = []
    sums = [0] * len(measures)

    def fits() -> bool:
        for index, total in enumerate(sums):
            least, most = low[index], high[index]
            if (least is not None and total < least) or (most is not None and total > most):
                return False
        return rest is None or rest(tuple(chosen))

    def extend(position: int) -> None:
        if position == len(groups):
            if fits():
                found.append(tuple(chosen))
            return
        extend(position + 1)
        taken = 0
        for card in groups[position]:
            for index, measure in enumerate(measures):
                sums[index] += measure[card]
            chosen.append(card)
            taken += 1
            if any(sums[index] > high[index] for index in prunable):  # type: ignore[operator]
                break
            extend(position + 1)
        for _ in range(taken):
            card = chosen.pop()
            for index, measure in enumerate(measures):
                sums[index] -= measure[card]

    extend(0)
    found.sort(key=lambda item: (len(item), item))
    return found


def _maximal(sets: list[Cards], cards: Cards, kind: Sequence[int]) -> list[Cards]:
    """The sets into which no further card of the collection fits so that the result is one of them."""
    looks = {tuple(sorted(kind[card] for card in item)) for item in sets}
    kept = []
    for item in sets:
        held = set(item)
        own = [kind[card] for card in item]
        others = {kind[card] for card in cards if card not in held}
        if not any(tuple(sorted([*own, other])) in looks for other in others):
            kept.append(item)
    return kept


def make_subsets(kind: Sequence[int]) -> Callable[..., KindSets]:
    """The function that generated code calls: `subsets(cards, spec, values, rest, maximal)`."""
    memo: dict[Any, list[tuple[int, ...]]] = {}

    def subsets(
        cards: Cards,
        spec: int,
        bounds: Bounds,
        values: tuple[int, ...],
        rest: Callable[[Cards], bool] | None,
        maximal: bool,
    ) -> KindSets:
        ordered = tuple(sorted(cards))
        if rest is not None:
            sets = search(ordered, kind, bounds, values, rest)
            return KindSets.of(_maximal(sets, ordered, kind) if maximal else sets, ordered)
        key = (spec, values, tuple([kind[card] for card in ordered]))
        positions = memo.get(key)
        if positions is None:
            sets = search(ordered, kind, bounds, values, None)
            if maximal:
                sets = _maximal(sets, ordered, kind)
            where = {card: index for index, card in enumerate(ordered)}
            positions = [tuple(where[card] for card in item) for item in sets]
            if len(memo) >= _MEMO_SIZE:
                memo.clear()
            memo[key] = positions
        return KindSets.of(
            [tuple([ordered[index] for index in item]) for item in positions], ordered
        )

    return subsets


# ---- Families ------------------------------------------------------------------------------------

Vector = tuple[int, ...]


def maximal_vectors(groups: Sequence[Vector], available: Vector) -> list[tuple[int, ...]]:
    """All maximal families: how often each group is taken so that no further group fits in.

    A group and what is available are numbers of cards for each kind.
    """
    found: list[tuple[int, ...]] = []
    counts = [0] * len(groups)

    def fits(group: Vector, left: list[int]) -> bool:
        return all(need <= have for need, have in zip(group, left, strict=True))

    def extend(position: int, left: list[int]) -> None:
        if position == len(groups):
            if not any(fits(group, left) for group in groups):
                found.append(tuple(counts))
            return
        group = groups[position]
        here = left
        while True:
            extend(position + 1, here)
            if not fits(group, here):
                break
            here = [have - need for need, have in zip(group, here, strict=True)]
            counts[position] += 1
        counts[position] = 0

    extend(0, list(available))
    return found


class KindFamilies(tuple[tuple[Cards, ...], ...]):
    """Families of disjoint sets in which cards of one kind stand for each other."""


_family_memo: dict[Any, list[list[list[int]]]] = {}


def maximal_families(sets: Sequence[Cards], kind: Sequence[int]) -> KindFamilies:
    """The maximal families of disjoint sets among these; the empty family if there is no set."""
    if not isinstance(sets, KindSets):
        return KindFamilies(_physical_families([item for item in sets if item]))
    if not sets:
        return KindFamilies(((),))
    pool = sets.pool
    pool_kinds = tuple([kind[card] for card in pool])
    key = (pool_kinds, tuple([tuple([kind[card] for card in item]) for item in sets]))
    positions = _family_memo.get(key)
    if positions is None:
        positions = _kind_families(key[1], pool_kinds)
        if len(_family_memo) >= _MEMO_SIZE:
            _family_memo.clear()
        _family_memo[key] = positions
    return KindFamilies(
        tuple(tuple(pool[index] for index in group) for group in family) for family in positions
    )


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
    if isinstance(sets, KindSets):
        kinds = {kind[card] for item in sets for card in item}
        return tuple([card for card in sets.pool if kind[card] in kinds])
    return tuple(sorted({card for item in sets for card in item}))


def unions_of(families: Sequence[Sequence[Cards]], kind: Sequence[int]) -> tuple[Cards, ...]:
    """For each family the cards of all its sets; what looks the same comes once."""
    found: dict[tuple[int, ...], Cards] = {}
    for family in families:
        cards = tuple(sorted({card for item in family for card in item}))
        found.setdefault(tuple([kind[card] for card in cards]), cards)
    return tuple(found[key] for key in sorted(found, key=lambda item: (len(item), item)))
