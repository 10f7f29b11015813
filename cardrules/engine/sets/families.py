"""Maximal families of disjoint sets of cards, and the cards of sets together.

Sets that were searched for stand for all that look the same, so a family takes a number of sets of
each look; sets that were collected otherwise are taken as they are. Families come in the order of
the cards that they take. How many sets there may be, and how many families, is limited by their
number alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.counted import TooManyError
from cardrules.engine.sets.kind_sets import Cards, KindSets
from cardrules.engine.sets.remembered import Entry
from cardrules.engine.work import STATEMENT, Working, counted, spend

# So many different sets may be put together to families, and so many families may come of it.
MOST_SETS = 500
MOST_FAMILIES = 20_000
# The steps for each set that is looked at when another one is taken.
_SET_STEPS = 4

# Numbers for some of many things, the others being 0: pairs of thing and number.
Sparse = tuple[tuple[int, int], ...]


class KindFamilies(tuple[tuple[Cards, ...], ...]):
    """Families of disjoint sets in which cards of one kind stand for each other."""

    pool: Cards
    entry: Entry


def maximal_families(
    s: Working, sets: Sequence[Cards], kind: Sequence[int]
) -> Sequence[Sequence[Cards]]:
    """The maximal families of disjoint sets among these; the empty family if there is no set.

    Raises `TooManyError` if there are too many sets, or families.
    """
    if isinstance(sets, Combinations):
        if sets.total > MOST_SETS + 1:
            raise TooManyError("groups", MOST_SETS)
        sets = KindSets.of(tuple(sets), sets.pool)
    if not isinstance(sets, KindSets) or sets.own is not None:
        return _physical_families(s, [item for item in sets if item])
    if not sets:
        return ((),)
    pool = sets.pool
    entry = sets.entry or Entry([])
    if entry.families is None:
        before = s.work
        looks = [tuple([kind[card] for card in item]) for item in sets]
        entry.families = _kind_families(s, looks, tuple([kind[card] for card in pool]))
        entry.note(sum(map(len, family)) for family in entry.families)
        entry.family_steps = s.work - before
    else:
        spend(s, entry.family_steps)
    made = KindFamilies(
        [
            tuple([tuple(sorted([pool[index] for index in group])) for group in family])
            for family in entry.families
        ]
    )
    made.pool, made.entry = pool, entry
    return made


def _kind_families(
    s: Working, sets: Sequence[tuple[int, ...]], pool_kinds: tuple[int, ...]
) -> list[list[list[int]]]:
    """The maximal families, each set as positions in the pool, by the cards they take."""
    kinds = sorted(set(pool_kinds))
    number = {k: at for at, k in enumerate(kinds)}
    positions: list[list[int]] = [[] for _ in kinds]
    for index, k in enumerate(pool_kinds):
        positions[number[k]].append(index)
    # In this order one set is before another if it takes fewer cards of the first kind, and so on.
    groups = sorted({_counted([number[k] for k in item]) for item in sets if item}, key=dense_order)
    found: list[tuple[Sparse, Sparse, list[list[int]]]] = []
    for taken in maximal_packings(s, groups, [len(cards) for cards in positions]):
        used = [0] * len(kinds)
        family: list[list[int]] = []
        for group in taken:
            cards: list[int] = []
            for at, need in groups[group]:
                cards += positions[at][used[at] : used[at] + need]
                used[at] += need
            family.append(cards)
        takes = tuple([(at, n) for at, n in enumerate(used) if n])
        found.append((dense_order(takes), dense_order(_counted(taken)), family))
    return [family for _, _, family in sorted(found)]


def _physical_families(s: Working, sets: Sequence[Cards]) -> list[tuple[Cards, ...]]:
    """Maximal families of sets that are taken as they are; two that are equal are not disjoint."""
    number = {card: at for at, card in enumerate(dict.fromkeys(c for item in sets for c in item))}
    groups = [_counted([number[card] for card in item]) for item in sets]
    found = maximal_packings(s, groups, [1] * len(number))
    found.sort(key=lambda taken: dense_order(_counted(taken)))
    return [tuple([sets[index] for index in taken]) for taken in found]


def _counted(things: Sequence[int]) -> Sparse:
    return tuple([(thing, things.count(thing)) for thing in sorted(set(things))])


def dense_order(numbers: Sparse) -> Sparse:
    """A key that sorts as the numbers of all things, one after the other, would."""
    return tuple([(-thing, number) for thing, number in numbers])


@attrs.define
class _Level:
    """A family that is being put together, before one of `todo` is added to it.

    Of the sets that fit in, `open` may be added and `out` may not, since they were tried before.
    Sets of sets are numbers with a bit for each.
    """

    left: list[int]
    open: int
    out: int
    todo: int


def maximal_packings(
    s: Working, groups: Sequence[Sparse], available: Sequence[int]
) -> list[tuple[int, ...]]:
    """All ways to take groups, some of them perhaps twice, so that no further one fits in.

    A group needs numbers of things, of which there are as many as `available`. A group that fits in
    is added in the end, or things of it are taken by others: so at each step only groups that share
    something with one of them need be tried, and the fewer these are the better.
    """
    if len(groups) > MOST_SETS:
        raise TooManyError("groups", MOST_SETS)
    found: list[tuple[int, ...]] = []
    more_than = _needing_more(groups, available)
    sharing = [_all(more_than[at][0] for at, _ in group) for group in groups]
    every = _all(1 << at for at, group in enumerate(groups)
                 if all(n <= available[at] for at, n in group))  # fmt: skip
    taken: list[int] = []
    levels = [_Level(list(available), every, 0, _fewest(s, every, 0, sharing))]
    if not every:
        return [()]
    while levels:
        level = levels[-1]
        if not level.todo:
            levels.pop()
            if taken:
                taken.pop()
            continue
        bit = level.todo & -level.todo
        group = bit.bit_length() - 1
        left = level.left[:]
        too_much = 0
        for at, n in groups[group]:
            left[at] -= n
            too_much |= more_than[at][left[at]]
        child = _Level(left, level.open & ~too_much, level.out & ~too_much, 0)
        level.todo ^= bit
        level.open ^= bit
        level.out |= bit
        if child.open:
            child.todo = _fewest(s, child.open, child.out, sharing)
            taken.append(group)
            levels.append(child)
        elif not child.out:
            found.append(tuple(sorted((*taken, group))))
            if len(found) > MOST_FAMILIES:
                raise TooManyError("families", MOST_FAMILIES)
        spend(s, STATEMENT + len(left))
    return found


def _needing_more(groups: Sequence[Sparse], available: Sequence[int]) -> list[list[int]]:
    """`[at][n]`: the groups that need more than `n` of a thing."""
    found = [[0] * (many + 1) for many in available]
    for index, group in enumerate(groups):
        for at, need in group:
            for n in range(min(need, len(found[at]))):
                found[at][n] |= 1 << index
    return found


def _all(bits: Iterator[int]) -> int:
    together = 0
    for some in bits:
        together |= some
    return together


def _fewest(s: Working, open_: int, out: int, sharing: Sequence[int]) -> int:
    """Those of the open groups that must be tried, as few as can be."""
    best, fewest, pending = open_, open_.bit_count() + 1, open_ | out
    spend(s, _SET_STEPS * pending.bit_count())
    while pending:
        bit = pending & -pending
        pending ^= bit
        some = sharing[bit.bit_length() - 1] & open_
        number = some.bit_count()
        if number < fewest:
            best, fewest = some, number
            if number <= 1:
                break
    return best


# ---- The cards of sets ---------------------------------------------------------------------------


def union_of(s: Working, sets: Sequence[Cards], kind: Sequence[int]) -> Cards:
    """All cards that are in one of the sets, or that look like one in them and could be there."""
    if isinstance(sets, Combinations):
        some = [index for index, group in enumerate(sets.groups) if group]
        spend(s, sets.cells * _SET_STEPS * len(some))
        return tuple(sorted([c for i in some if sets.take(i).total for c in sets.groups[i]]))
    counted(s, sets, STATEMENT // 10)
    if isinstance(sets, KindSets) and sets.own is not None:
        parts = zip(sets, sets.own, strict=True)
        found = (union_of(s, KindSets.of([item], pool), kind) for item, pool in parts)
        return tuple(sorted({card for cards in found for card in cards}))
    if isinstance(sets, KindSets):
        kinds = {kind[card] for item in sets for card in item}
        return tuple(sorted([card for card in sets.pool if kind[card] in kinds]))
    return tuple(sorted({card for item in sets for card in item}))


def unions_of(
    s: Working, families: Sequence[Sequence[Cards]], kind: Sequence[int]
) -> Sequence[Cards]:
    """For each family the cards of all its sets; what looks the same comes once."""
    counted(s, families, STATEMENT)
    if len(families) == 1 and not families[0]:
        return ((),)
    if not isinstance(families, KindFamilies):
        return tuple(_distinct_unions(families, kind))
    entry, pool = families.entry, families.pool
    if entry.unions is None:
        where = {card: index for index, card in enumerate(pool)}
        entry.unions = [
            tuple([where[card] for card in union]) for union in _distinct_unions(families, kind)
        ]
        entry.note(map(len, entry.unions))
    return tuple([tuple(sorted([pool[index] for index in union])) for union in entry.unions])


def _distinct_unions(families: Sequence[Sequence[Cards]], kind: Sequence[int]) -> Iterator[Cards]:
    found: dict[tuple[int, ...], Cards] = {}
    for family in families:
        cards = tuple(sorted({card for item in family for card in item}))
        found.setdefault(tuple([kind[card] for card in cards]), cards)
    for key in sorted(found, key=lambda item: (len(item), item)):
        yield found[key]
