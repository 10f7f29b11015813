"""All sets of cards of a plan, one after the other: quick where there are few of them.

Other than `cardrules.kernel.combinations` it makes no table.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import plus_within
from cardrules.kernel.numbers import DONE, FULL, NONE, TOO_MUCH
from cardrules.kernel.order import sort_by
from cardrules.kernel.plans import (
    AHEAD,
    GROUPS,
    HIGH,
    LEAST,
    LOW,
    MEASURES,
    MOST,
    OF_MEASURE,
    SPENT,
    cards_left,
    fits_bounds,
    place_of_group,
    place_of_weight,
)
from cardrules.kernel.types import Numbers, Store


def listing_cells(groups: int, measures: int) -> int:
    """How many cells are in hand."""
    return groups + 1 + measures + (groups + 1) * measures + measures


def put_sets(
    plan: Numbers, sets: Store, room: int, spare: Store, most_steps: int, only_maximal: bool
) -> int:
    """All sets within the bounds of a plan of which nothing is held, or only those that are none of
    them any more with any further card; `DONE`, `FULL` or `TOO_MUCH`.

    `sets[0]` is how many there are, and behind it each has a row: how many cards of each group it
    takes, and what takes less of the first groups comes first. `room` is for how many there is
    place. In hand are `listing_cells` cells. No more than so
    many steps are made.
    """
    groups = plan[GROUPS]
    measures = plan[MEASURES]
    sets[0] = 0
    if cards_left(plan) < plan[LEAST] or plan[MOST] < 0:
        return DONE
    _begin_listing(plan, spare)
    totals = groups + 1
    if groups == 0:
        return _note_listed(plan, sets, room, spare, only_maximal)
    level = 0
    spare[level] = -1
    for _ in range(most_steps):
        fits = True
        if spare[level] < 0:
            spare[level] = 0
        elif spare[level] < plan[place_of_group(plan, level)]:
            spare[level] = spare[level] + 1
            spare[groups] = spare[groups] + 1
            for measure in range(measures):
                weight = plan[place_of_weight(plan, measure, level)]
                spare[totals + measure] = spare[totals + measure] + weight
            fits = not _is_too_much_listed(plan, spare)
        else:
            fits = False
        if not fits:
            _put_back_listed(plan, spare, level)
            if level == 0:
                return DONE
            level -= 1
        elif level == groups - 1:
            if _note_listed(plan, sets, room, spare, only_maximal) == FULL:
                return FULL
        elif _can_be_enough(plan, spare, level + 1):
            level += 1
            spare[level] = -1
    return TOO_MUCH


def _begin_listing(plan: Numbers, spare: Store) -> None:
    """Nothing is taken; what the groups from each on can add at most, and which sums only grow."""
    groups = plan[GROUPS]
    measures = plan[MEASURES]
    totals = groups + 1
    reach = totals + measures
    grows = reach + (groups + 1) * measures
    spare[groups] = 0
    for measure in range(measures):
        spare[totals + measure] = 0
        spare[reach + groups * measures + measure] = 0
        spare[grows + measure] = 1
        for back in range(groups):
            group = groups - 1 - back
            weight = plan[place_of_weight(plan, measure, group)]
            most = spare[reach + (group + 1) * measures + measure]
            if weight > 0:
                most += weight * plan[place_of_group(plan, group)]
            elif weight < 0:
                spare[grows + measure] = 0
            spare[reach + group * measures + measure] = most


def _is_too_much_listed(plan: Numbers, spare: Numbers) -> bool:
    """Whether no set can have what is taken."""
    groups = plan[GROUPS]
    measures = plan[MEASURES]
    totals = groups + 1
    grows = totals + measures + (groups + 1) * measures
    if spare[groups] > plan[MOST]:
        return True
    for measure in range(measures):
        at = AHEAD + OF_MEASURE * measure
        high = plan[at + HIGH]
        total = plan[at + SPENT] + spare[totals + measure]
        if spare[grows + measure] > 0 and high != NONE and total > high:
            return True
    return False


def _can_be_enough(plan: Numbers, spare: Numbers, group: int) -> bool:
    """Whether the groups from one on can add what is wanted at least."""
    measures = plan[MEASURES]
    totals = plan[GROUPS] + 1
    reach = totals + measures + group * measures
    for measure in range(measures):
        at = AHEAD + OF_MEASURE * measure
        low = plan[at + LOW]
        most = plan[at + SPENT] + spare[totals + measure] + spare[reach + measure]
        if low != NONE and most < low:
            return False
    return True


def _put_back_listed(plan: Numbers, spare: Store, group: int) -> None:
    """Nothing of a group is taken any more."""
    groups = plan[GROUPS]
    number = spare[group]
    spare[groups] = spare[groups] - number
    for measure in range(plan[MEASURES]):
        weight = plan[place_of_weight(plan, measure, group)]
        at = groups + 1 + measure
        spare[at] = spare[at] - number * weight


def sort_sets(order: Store, sets: Numbers, groups: int, sizes: Store, spare: Store) -> None:
    """The order of sets that are listed: by their size, and what takes more of the first groups
    first. All three arrays have a place for each set.
    """
    number = sets[0]
    for at in range(number):
        size = 0
        for group in range(groups):
            size += sets[1 + at * groups + group]
        sizes[at] = size
        order[number - 1 - at] = at
    sort_by(order, 0, number, sizes, spare)


def _can_grow(plan: Numbers, spare: Numbers) -> bool:
    """Whether what is taken is still one of the sets with some further card."""
    groups = plan[GROUPS]
    more = spare[groups] + 1
    if more < plan[LEAST] or more > plan[MOST]:
        return False
    for group in range(groups):
        fits = spare[group] < plan[place_of_group(plan, group)]
        for measure in range(plan[MEASURES]):
            weight = plan[place_of_weight(plan, measure, group)]
            if not fits_bounds(plan, measure, plus_within(spare[groups + 1 + measure], weight)):
                fits = False
        if fits:
            return True
    return False


def _note_listed(plan: Numbers, sets: Store, room: int, spare: Numbers, only_maximal: bool) -> int:
    """What is taken is a set more, if it is one; `DONE`, or `FULL` without room."""
    groups = plan[GROUPS]
    if spare[groups] < plan[LEAST] or spare[groups] > plan[MOST]:
        return DONE
    for measure in range(plan[MEASURES]):
        if not fits_bounds(plan, measure, spare[groups + 1 + measure]):
            return DONE
    if only_maximal and _can_grow(plan, spare):
        return DONE
    if sets[0] >= room:
        return FULL
    for group in range(groups):
        sets[1 + sets[0] * groups + group] = spare[group]
    sets[0] = sets[0] + 1
    return DONE
