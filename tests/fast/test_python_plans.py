"""Sets by plans that are remembered, beside the operations of the kernel."""

from __future__ import annotations

from cardrules.fast.python.plans import Plans
from cardrules.kernel import combinations
from cardrules.kernel.numbers import NONE
from cardrules.kernel.plans import AHEAD, OF_MEASURE

ROOM = 1024


def plan_of(least: int, most: int, groups: list[int], weights: list[int], total: int) -> list[int]:
    """A plan of sets with a sum."""
    measure = [total, total, 0, 0, 0]
    assert len(measure) == OF_MEASURE
    found = [len(groups), 1, least, most, 0, *measure, *groups, *weights]
    assert len(found) == AHEAD + OF_MEASURE + 2 * len(groups)
    # Behind it is what was there before.
    return [*found, 7, 7]


def test_sets_are_counted_and_numbered() -> None:
    plans, ways, taken = Plans(), [0] * ROOM, [9] * 5
    for total in (3, 4, 3, 20, 4):
        plan = plan_of(1, 3, [2, 1, 3], [1, 2, 3], total)
        before = list(plan)
        own = plan_of(1, 3, [2, 1, 3], [1, 2, 3], total)
        assert plans.fill_ways(plan, ways, ROOM) == combinations.fill_ways(own, ways, ROOM) == 0
        number = plans.count_sets(plan, [0] * ROOM)
        assert number == combinations.count_sets(own, ways)
        for index in range(number + 1):
            wanted = [0] * 5
            size = combinations.nth_set(own, ways, index, wanted)
            assert plans.nth_set(plan, [0] * ROOM, index, taken) == size
            assert size == NONE or taken[:3] == wanted[:3]
        assert plan[:5] == before[:5]


def test_too_many_ways_cannot_be_counted() -> None:
    plans, plan = Plans(), plan_of(0, 6, [2, 1, 3], [1, 2, 3], 5)
    plans.fill_ways(plan, [0] * ROOM, 2)
    assert combinations.fill_ways(list(plan), [0] * ROOM, 2) != 0
    assert plans.count_sets(plan, [0] * ROOM) == NONE
