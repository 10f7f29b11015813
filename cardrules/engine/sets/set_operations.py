"""Operations on collections of sets of cards, the same however the sets are kept.

Sets may be counted (`Combinations`), stand for all that look like them in a pool (`KindSets`), or
stand for themselves (a plain tuple). A set that differs from another only in cards of the same kind
out of the same pool is that set. Collections of sets are equal if they look the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cardrules.engine.sets.answers import all_of, counted_sets
from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.counted import Counted, count_of
from cardrules.engine.sets.kind_sets import Cards, KindSets, in_kinds
from cardrules.engine.work import STATEMENT, Working

Sets = Sequence[Cards]
# The depth of a collection of sets; one of families is deeper.
_OF_SETS = 2


class SetOperations:
    """The operations, for cards of these kinds."""

    def __init__(self, kind: Sequence[int]) -> None:
        self._kind = kind

    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions that generated source calls, by name."""
        return {
            "same_sets": self.same,
            "in_sets": self.has,
            "same_things": same_things,
            "in_things": in_things,
            "joined_sets": self.joined,
            "sets_without": self.without,
            "sets_where": sets_where,
            "extreme_sets": extreme_sets,
        }

    def same(self, s: Working, left: Sequence[Any], right: Sequence[Any], depth: int) -> bool:
        """Whether two collections look the same; of depth 2 are sets, of depth 3 families.

        Either may be none.
        """
        if isinstance(left, int) or isinstance(right, int):
            return isinstance(left, int) and isinstance(right, int)
        if isinstance(left, Counted) and isinstance(right, Counted) and left.total != right.total:
            return False
        sides = [all_of(s, side, STATEMENT) for side in (left, right)]
        return self._look(sides[0], depth) == self._look(sides[1], depth)

    def _look(self, value: Any, depth: int) -> list[Any]:
        if depth == 1:
            return sorted([self._kind[card] for card in value])
        return sorted([self._look(item, depth - 1) for item in value])

    def has(self, s: Working, item: Sequence[Any], items: Sequence[Any], depth: int) -> bool:
        """Whether something is one of a collection, which has the depth. None never is."""
        if isinstance(item, int):
            return False
        if not isinstance(items, Combinations):
            all_of(s, items, STATEMENT)
        if depth > _OF_SETS:
            # Of sets that are counted there may be far more than anybody could go through.
            alike = [one for one in items if count_of(one) == count_of(item)]
            if not alike:
                return False
            wanted = self._look(all_of(s, item, STATEMENT), depth - 1)
            return any(
                [self._look(all_of(s, one, STATEMENT), depth - 1) == wanted for one in alike]
            )
        return self._finder(items)(item)

    def _finder(self, sets: Sets) -> Callable[[Sequence[int]], bool]:
        """What tells whether cards are one of the sets."""
        if isinstance(sets, Combinations):
            pool = set(sets.pool)
            return lambda item: (
                pool.issuperset(item)
                and sets.that_looks_like(self._look(item, 1), self._kind) is not None
            )
        pools: dict[tuple[int, ...], list[Cards]] = {}
        for one, own in _with_pools(sets):
            pools.setdefault(tuple(self._look(one, 1)), []).append(own)
        return lambda item: any(
            [set(own).issuperset(item) for own in pools.get(tuple(self._look(item, 1)), ())]
        )

    def joined(self, s: Working, left: Sets, right: Sets) -> Sets:
        """The sets of both, each once."""
        if not len(left) or not len(right):
            return right if len(right) else left
        sides = [counted_sets(s, side, STATEMENT) for side in (left, right)]
        distinct: dict[tuple[Any, ...], tuple[Cards, Cards]] = {}
        for side in sides:
            for item, pool in _with_pools(side):
                distinct.setdefault(self._stands_for(item, pool), (item, pool))
        return self._of(list(distinct.values()))

    def without(self, s: Working, left: Sets, right: Sets) -> Sets:
        """The sets of the left that are not among those of the right."""
        if not len(right):
            return left
        if not isinstance(right, Combinations):
            counted_sets(s, right, STATEMENT)
        is_there = self._finder(right)
        return sets_where(counted_sets(s, left, STATEMENT), lambda item: not is_there(item))

    def _stands_for(self, item: Cards, pool: Cards) -> tuple[Any, ...]:
        """What a set stands for: its look, and the cards that could be in it, in no order."""
        kinds = {self._kind[card] for card in item}
        return tuple(self._look(item, 1)), frozenset([c for c in pool if self._kind[c] in kinds])

    def _of(self, sets: list[tuple[Cards, Cards]]) -> Sets:
        """Sets with their pools; one pool for all, if each stands for the same in it."""
        every = dict.fromkeys([card for _, own in sets for card in own])
        pool = in_kinds(every, self._kind)
        shared = all(self._stands_for(*one) == self._stands_for(one[0], pool) for one in sets)
        items = [item for item, _ in sets]
        return KindSets.of(items, pool, own=None if shared else tuple([own for _, own in sets]))


def same_things(s: Working, left: Any, right: Any, depth: int) -> bool:
    """The same of collections of collections of what is no card: these have the same things."""
    if isinstance(left, int) or isinstance(right, int):
        return isinstance(left, int) and isinstance(right, int)
    sides = [_things(all_of(s, side, STATEMENT), depth) for side in (left, right)]
    return sides[0] == sides[1]


def in_things(s: Working, item: Any, items: Sequence[Any], depth: int) -> bool:
    """Whether something is one of such a collection. None never is."""
    if isinstance(item, int):
        return False
    wanted = _things(item, depth - 1)
    return any([_things(one, depth - 1) == wanted for one in all_of(s, items, STATEMENT)])


def _things(value: Sequence[Any], depth: int) -> frozenset[Any]:
    return frozenset(value if depth == 1 else [_things(item, depth - 1) for item in value])


def _with_pools(sets: Sets) -> Iterator[tuple[Cards, Cards]]:
    """Each set with the cards from which it is taken: its own, if it stands for itself."""
    if isinstance(sets, KindSets) and sets.own is not None:
        yield from zip(sets, sets.own, strict=True)
    elif isinstance(sets, KindSets | Combinations):
        pool = sets.pool
        yield from ((item, pool) for item in sets)
    else:
        yield from ((item, item) for item in sets)


def sets_where(sets: Sets, fits: Callable[[Cards], bool]) -> Sets:
    """The sets that fit; each is taken from the cards from which it was taken before."""
    return _picked(sets, [bool(fits(item)) for item in sets])


def extreme_sets(sets: Sets, key: Callable[[Cards], int], sign: int) -> Sets:
    """The sets with the highest value (sign 1) or the lowest (sign -1)."""
    values = [key(item) * sign for item in sets]
    best = max(values, default=0)
    return _picked(sets, [value == best for value in values])


def _picked(sets: Sets, wanted: list[bool]) -> Sets:
    found = tuple([item for item, is_in in zip(sets, wanted, strict=True) if is_in])
    if not isinstance(sets, KindSets | Combinations):
        return found
    own = sets.own if isinstance(sets, KindSets) else None
    if own is not None:
        own = tuple([pool for pool, is_in in zip(own, wanted, strict=True) if is_in])
    return KindSets.of(found, sets.pool, own=own)
