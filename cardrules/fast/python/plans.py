"""Sets of cards by plans, counted by the tables of the reference engine, which are made of rows
that many sets have in common; what comes of a plan is remembered.
"""

from __future__ import annotations

from cardrules.engine.sets.combinations import Combinations, Limits
from cardrules.engine.sets.counted import TooManyError
from cardrules.kernel.numbers import DONE, FULL, MOST_NUMBER, NONE
from cardrules.kernel.plans import (
    AHEAD,
    GROUPS,
    HIGH,
    LEAST,
    LOW,
    MEASURES,
    MOST,
    OF_MEASURE,
    place_of_group,
    place_of_weight,
)
from cardrules.kernel.types import Numbers, Store

# So much is remembered.
_MOST = 1 << 14
_Key = tuple[int, ...]


class Plans:
    """What is known of plans of which nothing is held; the operations have the names that they have
    in `cardrules.kernel`, and do not look at the table of ways.
    """

    def __init__(self) -> None:
        self._counts: dict[_Key, int] = {}
        self._sets: dict[tuple[_Key, int], _Key] = {}
        self._used: dict[_Key, _Key] = {}

    def fill_ways(self, plan: Numbers, ways: Numbers, room: int) -> int:
        """Nothing is done before it is needed."""
        return DONE

    def count_sets(self, plan: Numbers, ways: Numbers) -> int:
        """How many sets there are; `NONE` where that cannot be said."""
        key = _key(plan)
        found = self._counts.get(key)
        if found is None:
            sets = _sets_of(plan)
            is_number = sets is not None and sets.total < MOST_NUMBER
            found = sets.total if sets is not None and is_number else NONE
            if len(self._counts) >= _MOST:
                self._counts.clear()
            self._counts[key] = found
        return found

    def nth_set(self, plan: Numbers, ways: Numbers, index: int, taken: Store) -> int:
        """How many cards of each group a set takes; gives how many together, or `NONE`."""
        key = _key(plan), index
        found = self._sets.get(key)
        if found is None:
            sets = _sets_of(plan)
            if sets is None or not 0 <= index < sets.total:
                return NONE
            cards = set(sets[index])
            found = tuple([len(cards.intersection(group)) for group in sets.groups])
            if len(self._sets) >= _MOST:
                self._sets.clear()
            self._sets[key] = found
        taken[: len(found)] = found
        return sum(found)

    def put_used(self, plan: Numbers, ways: Numbers, room: int, used: Store) -> int:
        """For each group whether a card of it is in some set; `DONE`, or `FULL`."""
        key = _key(plan)
        found = self._used.get(key)
        if found is None:
            sets = _sets_of(plan)
            if sets is None:
                return FULL
            found = tuple([int(bool(group) and sets.take(at).total > 0)
                           for at, group in enumerate(sets.groups)])  # fmt: skip
            if len(self._used) >= _MOST:
                self._used.clear()
            self._used[key] = found
        used[: len(found)] = found
        return DONE


def _key(plan: Numbers) -> _Key:
    """A plan without what lies behind it."""
    measures = plan[MEASURES]
    return tuple(plan[: AHEAD + OF_MEASURE * measures + plan[GROUPS] * (1 + measures)])


def _sets_of(plan: Numbers) -> Combinations | None:
    """The sets of a plan; none if there are too many different sums."""
    sizes = [plan[place_of_group(plan, group)] for group in range(plan[GROUPS])]
    # The cards of each group have numbers side by side.
    groups: list[range] = []
    for size in sizes:
        begin = groups[-1].stop if groups else 0
        groups.append(range(begin, begin + size))
    measures, bounds = [], []
    for measure in range(plan[MEASURES]):
        weights = [plan[place_of_weight(plan, measure, group)] for group in range(plan[GROUPS])]
        measures.append(tuple([one for one, size in zip(weights, sizes, strict=True)
                               for _ in range(size)]))  # fmt: skip
        at = AHEAD + OF_MEASURE * measure
        bounds.append((_end(plan[at + LOW]), _end(plan[at + HIGH])))
    limits = Limits(max(0, plan[LEAST]), plan[MOST], tuple(measures), tuple(bounds))
    try:
        return Combinations(groups, limits)
    except TooManyError:
        return None


def _end(bound: int) -> int | None:
    return None if bound == NONE else bound
