"""Subsets of cards, without repeating what looks the same.

Cards of one kind cannot be told apart, so a subset is a number of cards for each kind. A condition
is taken apart into bounds on the size and on sums of attributes, by which the search is pruned, and
a rest that is tested on what is found. How many sets lie within the bounds is counted before any of
them is made. Results depend on kinds alone and are remembered; work is counted as if they were not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardrules.engine.sets.answers import MOST_VALUES, SET_STEPS
from cardrules.engine.sets.bounds import Bounds, counted_limits
from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.counted import TooManyError
from cardrules.engine.sets.grown import grown
from cardrules.engine.sets.kind_sets import Cards, KindSets, by_kind, in_kinds
from cardrules.engine.sets.remembered import Memory
from cardrules.engine.sets.trying import fitting, only_maximal, search
from cardrules.engine.work import Working, spend
from cardrules.model.types import NONE

# Whether some set fits that has all of some cards, and none but some other ones.
Grows = Callable[[Cards, Cards], bool]
# Of so few cards the sets with a certain sum are found, and remembered; of more they are counted.
_FEW = 12
# The steps of work in a number of the tables by which sets are counted, and in trying a set.
_CELL_STEPS = 8
_FEW_STEPS = 8


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
        limits = counted_limits(bounds, values, len(pool))
        return Combinations(by_kind(pool, kind), limits, source=(spec, values))

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
            made = grown(cards, kind, fitting(bounds, values, rest), grows, most)
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
            return KindSets.of(only_maximal(s, sets, cards, kind) if maximal else sets, cards)
        key = (spec, maximal, values, tuple([kind[card] for card in cards]))
        entry = memory.get(key)
        if entry is None:
            before = s.work
            sets = found(s, cards, spec, bounds, values, None, 0, None)
            if maximal:
                sets = only_maximal(s, sets, cards, kind)
            where = {card: index for index, card in enumerate(cards)}
            entry = memory.keep(key, [tuple([where[card] for card in item]) for item in sets])
            entry.steps = s.work - before
        else:
            spend(s, entry.steps)
        sets = [tuple(sorted([cards[index] for index in item])) for item in entry.sets]
        return KindSets.of(sets, cards, entry)

    return subsets
