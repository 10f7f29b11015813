"""Sets of cards by plans, as `cardrules.kernel.combinations` counts and numbers them; what comes of
a plan is remembered.
"""

from __future__ import annotations

from cardrules.kernel import combinations
from cardrules.kernel.numbers import DONE, NONE
from cardrules.kernel.plans import AHEAD, BASE, GROUPS, MEASURES, OF_MEASURE, SPAN
from cardrules.kernel.types import Numbers, Store

# So much is remembered.
_MOST = 1 << 14
_Key = tuple[int, ...]


class Plans:
    """What is known of plans; the operations have the names that they have there."""

    def __init__(self) -> None:
        self._counts: dict[_Key, int] = {}
        self._sets: dict[tuple[_Key, int], _Key] = {}
        self._room = 0

    def fill_ways(self, plan: Numbers, ways: Numbers, room: int) -> int:
        """Nothing is done before it is needed."""
        self._room = room
        return DONE

    def count_sets(self, plan: Store, ways: Store) -> int:
        """How many sets there are; `NONE` where that cannot be said."""
        key = _key(plan)
        found = self._counts.get(key)
        if found is None:
            found = NONE
            if combinations.fill_ways(plan, ways, self._room) == DONE:
                found = combinations.count_sets(plan, ways)
            if len(self._counts) >= _MOST:
                self._counts.clear()
            self._counts[key] = found
        return found

    def nth_set(self, plan: Store, ways: Store, index: int, taken: Store) -> int:
        """How many cards of each group a set takes; gives how many together, or `NONE`."""
        key = _key(plan), index
        found = self._sets.get(key)
        if found is None:
            combinations.fill_ways(plan, ways, self._room)
            size = combinations.nth_set(plan, ways, index, taken)
            found = (size, *taken[: plan[GROUPS]])
            if len(self._sets) >= _MOST:
                self._sets.clear()
            self._sets[key] = found
        taken[: len(found) - 1] = found[1:]
        return found[0]


def _key(plan: Numbers) -> _Key:
    """A plan without what is worked out from it."""
    measures = plan[MEASURES]
    found = plan[: AHEAD + OF_MEASURE * measures + plan[GROUPS] * (1 + measures)]
    if not measures:
        return tuple(found)
    key = list(found)
    for place in range(AHEAD, AHEAD + OF_MEASURE * measures, OF_MEASURE):
        key[place + BASE] = key[place + SPAN] = 0
    return tuple(key)
