"""Sets of cards of a certain size and with certain sums: counted and numbered.

Cards that look the same are a group; a set takes a number of cards of each group. Sets come in the
order of their size, and those of a size in the order of their groups: whatever takes more of the
first group comes first.

Ways are a table: for each position among the groups, number of cards and sums, in how many ways
they come from the groups from that position on. What is more than `MOST_NUMBER` counts as that.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import plus_within, smaller, times
from cardrules.kernel.numbers import DONE, FULL, MISSING, MOST_NUMBER, NONE
from cardrules.kernel.plans import (
    AHEAD,
    BASE,
    GROUPS,
    HELD,
    HIGH,
    MEASURES,
    OF_MEASURE,
    SPAN,
    SPENT,
    fewest_added,
    fits_bounds,
    hold,
    is_set,
    most_added,
    place_of_group,
    place_of_weight,
    spend_cards,
    usable_cards,
)
from cardrules.kernel.types import Numbers, Store


def fill_ways(plan: Store, ways: Store, room: int) -> int:
    """Work out the table of ways; `DONE`, or `FULL` if it has no room."""
    sums = _set_spans(plan, room)
    if sums == NONE:
        return FULL
    groups = plan[GROUPS]
    layer = times(sums, 1 + most_added(plan))
    size = times(layer, 1 + groups)
    if layer < 0 or size < 0 or size > room:
        return FULL
    for at in range(size):
        ways[at] = 0
    if layer == 0:
        return DONE
    ways[groups * layer + _nothing(plan)] = 1
    for back in range(groups):
        _add_group(plan, ways, groups - 1 - back, layer, sums)
    return DONE


def _set_spans(plan: Store, room: int) -> int:
    """Work out which sums there can be; gives how many together, or `NONE` if that is too much."""
    sums = 1
    for measure in range(plan[MEASURES]):
        at = AHEAD + OF_MEASURE * measure
        least = 0
        most = 0
        for group in range(plan[GROUPS]):
            weight = plan[place_of_weight(plan, measure, group)]
            all_of_it = times(weight, plan[place_of_group(plan, group)])
            if all_of_it == NONE:
                all_of_it = MOST_NUMBER if weight > 0 else -MOST_NUMBER
            if all_of_it < 0:
                least = plus_within(least, all_of_it)
            else:
                most = plus_within(most, all_of_it)
        high = plan[at + HIGH]
        if least == 0 and high != NONE:
            # What is too much can never become less again.
            left = plus_within(high, -plan[at + SPENT])
            most = smaller(most, left if left > 0 else 0)
        if least < -room or most > room:
            return NONE
        plan[at + BASE] = least
        plan[at + SPAN] = most - least + 1
        sums = times(sums, most - least + 1)
        if sums == NONE or sums > room:
            return NONE
    return sums


def _nothing(plan: Numbers) -> int:
    """Where the sums of no card at all are among the sums."""
    found = 0
    stride = 1
    for measure in range(plan[MEASURES]):
        at = AHEAD + OF_MEASURE * measure
        found -= plan[at + BASE] * stride
        stride = stride * plan[at + SPAN]
    return found


def _add_group(plan: Numbers, ways: Store, group: int, layer: int, sums: int) -> None:
    """Work out the ways from a group on, from those behind it."""
    here = group * layer
    cards = plan[place_of_group(plan, group)]
    most = most_added(plan)
    for left in range(most + 1):
        for total in range(sums):
            number = ways[here + layer + left * sums + total]
            if number == 0:
                continue
            to = total
            for taken in range(smaller(cards, most - left) + 1):
                if taken > 0:
                    to = _moved(plan, to, group)
                if to < 0:
                    break
                at = here + (left + taken) * sums + to
                ways[at] = plus_within(ways[at], number)


def _moved(plan: Numbers, total: int, group: int) -> int:
    """Where the sums are with a card of a group more; -1 if they are beyond what can fit."""
    found = total
    rest = total
    stride = 1
    for measure in range(plan[MEASURES]):
        span = plan[AHEAD + OF_MEASURE * measure + SPAN]
        if span <= 0:
            return -1
        weight = plan[place_of_weight(plan, measure, group)]
        digit = rest % span
        if weight > span - 1 - digit or weight < -digit:
            return -1
        found += weight * stride
        rest = rest // span
        stride = stride * span
    return found


def _added_of(plan: Numbers, total: int, measure: int) -> int:
    """The sum of a measure where the sums are at a place."""
    rest = total
    for at in range(measure + 1):
        span = plan[AHEAD + OF_MEASURE * at + SPAN]
        if span <= 0:
            return 0
        if at == measure:
            return rest % span + plan[AHEAD + OF_MEASURE * at + BASE]
        rest = rest // span
    return 0


def _sums_of(plan: Numbers) -> int:
    found = 1
    for measure in range(plan[MEASURES]):
        found = found * plan[AHEAD + OF_MEASURE * measure + SPAN]
    return found


def _count_from(plan: Numbers, ways: Numbers, position: int, left: int) -> int:
    """In how many ways so many cards come from the groups from a position on, and fit."""
    sums = _sums_of(plan)
    first = (position * (1 + most_added(plan)) + left) * sums
    found = 0
    for total in range(sums):
        number = ways[first + total]
        if number != 0:
            fits = True
            for measure in range(plan[MEASURES]):
                if not fits_bounds(plan, measure, _added_of(plan, total, measure)):
                    fits = False
                    break
            if fits:
                found = plus_within(found, number)
    return found


def count_sets(plan: Numbers, ways: Numbers) -> int:
    """How many sets there are; `NONE` from `MOST_NUMBER` on."""
    found = 0
    for size in range(fewest_added(plan), most_added(plan) + 1):
        found = plus_within(found, _count_from(plan, ways, 0, size))
    return found if found < MOST_NUMBER else NONE


def nth_set(plan: Store, ways: Numbers, index: int, taken: Store) -> int:
    """How many cards of each group set number `index` takes; gives how many together, or `NONE`.

    What is spent changes in the plan meanwhile, and is as it was at the end.
    """
    before = index
    if index < 0:
        return NONE
    for size in range(fewest_added(plan), most_added(plan) + 1):
        number = _count_from(plan, ways, 0, size)
        if before < number:
            _take_apart(plan, ways, before, size, taken)
            return size
        before -= number
    return NONE


def _take_apart(plan: Store, ways: Numbers, index: int, size: int, taken: Store) -> None:
    before = index
    left = size
    for group in range(plan[GROUPS]):
        taken[group] = 0
        cards = smaller(usable_cards(plan, group), left)
        for less in range(cards + 1):
            number = cards - less
            spend_cards(plan, group, number)
            behind = _count_from(plan, ways, group + 1, left - number)
            if before < behind:
                taken[group] = number
                left -= number
                break
            before -= behind
            spend_cards(plan, group, -number)
    for group in range(plan[GROUPS]):
        spend_cards(plan, group, -taken[group])


def index_of_set(plan: Store, ways: Numbers, taken: Numbers) -> int:
    """The number of a set that takes so many cards of each group; `NONE` if it is none of them."""
    if not is_set(plan, taken):
        return NONE
    size = 0
    for group in range(plan[GROUPS]):
        size += taken[group]
    found = 0
    for less in range(fewest_added(plan), size):
        found = plus_within(found, _count_from(plan, ways, 0, less))
    left = size
    for group in range(plan[GROUPS]):
        cards = smaller(usable_cards(plan, group), left)
        for number in range(taken[group] + 1, cards + 1):
            spend_cards(plan, group, number)
            found = plus_within(found, _count_from(plan, ways, group + 1, left - number))
            spend_cards(plan, group, -number)
        spend_cards(plan, group, taken[group])
        left -= taken[group]
    for group in range(plan[GROUPS]):
        spend_cards(plan, group, -taken[group])
    return found if found < MOST_NUMBER else NONE


def is_in_some_set(plan: Store, ways: Store, room: int, group: int) -> int:
    """Whether a card of a group is in one of the sets (1) or in none (0); `NONE` without room.

    The table of ways is another one afterwards; the plan stays.
    """
    status = hold(plan, group)
    if status != DONE:
        return 0 if status == MISSING else NONE
    status = fill_ways(plan, ways, room)
    found = NONE
    if status == DONE:
        found = 0
        for size in range(fewest_added(plan), most_added(plan) + 1):
            if _count_from(plan, ways, 0, size) > 0:
                found = 1
    spend_cards(plan, group, -1)
    at = place_of_group(plan, group)
    plan[at] = plan[at] + 1
    plan[HELD] = plan[HELD] - 1
    return found
