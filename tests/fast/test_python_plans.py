"""Sets by plans that are remembered, beside the operations of the kernel."""

from __future__ import annotations

from cardrules.fast.python.plans import Plans
from cardrules.kernel import combinations
from cardrules.kernel.numbers import DONE, FULL, NONE
from cardrules.kernel.plans import AHEAD, OF_MEASURE
from cardrules.kernel.ways import fill_ways

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
        assert plans.fill_ways(plan, ways, ROOM) == fill_ways(own, ways, ROOM) == DONE
        number = plans.count_sets(plan, [0] * ROOM)
        assert number == combinations.count_sets(own, ways)
        for index in range(number + 1):
            wanted = [0] * 5
            size = combinations.nth_set(own, ways, index, wanted)
            assert plans.nth_set(plan, [0] * ROOM, index, taken) == size
            assert size == NONE or taken[:3] == wanted[:3]
        assert plan[:5] == before[:5]


def test_which_groups_are_in_some_set() -> None:
    plans, ways = Plans(), [0] * ROOM
    for total in (1, 3, 20, 3):
        plan = plan_of(1, 3, [2, 0, 3], [1, 2, 3], total)
        used, wanted = [7] * 4, [7] * 4
        assert plans.put_used(plan, [], ROOM, used) == DONE
        assert combinations.put_used(plan, ways, ROOM, wanted) == DONE
        assert used == wanted


def test_too_many_sums_cannot_be_counted() -> None:
    weights = [1 << at for at in range(18)]
    plan = plan_of(0, 18, [1] * 18, weights, sum(weights))
    plans = Plans()
    assert plans.count_sets(plan, []) == NONE
    assert plans.nth_set(plan, [], 0, [0] * 18) == NONE
    assert plans.put_used(plan, [], ROOM, [0] * 18) == FULL
    # Here there are as many sets as there is no number for.
    plan = [64, 0, 0, 64, 0, *[1] * 64]
    assert plans.count_sets(plan, []) == NONE
