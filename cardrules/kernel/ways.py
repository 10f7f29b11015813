"""In how many ways cards come from the last groups of a plan, by their number and sums: a table.

For each position among the groups, and each number of cards, a row has the sums that cards from
that position on can have, the smaller ones first, and in how many ways; only those with which cards
of the groups before it can still come to a set. So the table is as large as there are different
sums, whatever the numbers are. Sums of several measures are one number, in which each is a digit.

    place SIZES     how many cards are added at most; -1 if there is no set
    place SUMS      where sums begin: each has two places, itself and its ways
    from HEADS on   where reading stands in the rows of which another one is made
    then            where each row begins, as the number of its first sum: of each position all
                    numbers of cards, and where the last of them ends
    then            for each measure and position what the groups before it add at least and at most

What is more than `MOST_NUMBER` ways counts as that.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import minus, plus_within, smaller, times
from cardrules.kernel.numbers import DONE, FULL, NONE
from cardrules.kernel.plans import (
    AHEAD,
    BASE,
    GROUPS,
    HIGH,
    LOW,
    MEASURES,
    OF_MEASURE,
    SPAN,
    SPENT,
    fewest_added,
    fits_bounds,
    is_too_much,
    most_added,
    place_of_group,
    place_of_weight,
    usable_cards,
)
from cardrules.kernel.types import Numbers, Store

SIZES = 0
SUMS = 1
HEADS = 2
# All sums together are no more than this, so that what is added to one is a number.
_MOST_SUMS = 0x3FFFFFFFFFFFFFFF


def fill_ways(plan: Store, ways: Store, room: int) -> int:
    """Work out the table of ways; `DONE`, or `FULL` if it has no room."""
    if room < HEADS or not _set_spans(plan):
        return FULL
    groups = plan[GROUPS]
    most = most_added(plan)
    rows = times(1 + groups, most + 2)
    sums = plus_within(HEADS + 1 + most + rows, 2 * plan[MEASURES] * (1 + groups))
    if rows == NONE or plus_within(sums, 2) > room:
        return FULL
    ways[SIZES] = most
    ways[SUMS] = sums
    if most < 0:
        return DONE
    usable = _note_reach(plan, ways)
    fewest = fewest_added(plan)
    ways[sums] = _nothing(plan)
    ways[sums + 1] = 1
    found = 1
    for size in range(most + 2):
        ways[place_of_row(plan, ways, groups, size)] = 0 if size == 0 else 1
    for back in range(groups):
        position = groups - 1 - back
        usable -= usable_cards(plan, position)
        step = step_of(plan, position)
        for size in range(most + 1):
            ways[place_of_row(plan, ways, position, size)] = found
            if size + usable >= fewest:
                found = _add_row(plan, ways, room, position, size, step, found)
                if found == NONE:
                    return FULL
        ways[place_of_row(plan, ways, position, most + 1)] = found
    return DONE


def place_of_row(plan: Numbers, ways: Numbers, position: int, size: int) -> int:
    """Where the table says at which sum the row of a position and number of cards begins; the next
    place says where it ends.
    """
    most = ways[SIZES]
    return HEADS + 1 + most + position * (most + 2) + size


def _place_of_reach(plan: Numbers, ways: Numbers, measure: int, position: int) -> int:
    groups = plan[GROUPS]
    rows = HEADS + 1 + ways[SIZES] + (1 + groups) * (ways[SIZES] + 2)
    return rows + 2 * (measure * (1 + groups) + position)


def _set_spans(plan: Store) -> bool:
    """Work out which sums there can be; whether they are numbers all together."""
    sums = 1
    for measure in range(plan[MEASURES]):
        at = AHEAD + OF_MEASURE * measure
        plan[at + BASE] = 0
        for group in range(plan[GROUPS]):
            falls = plan[place_of_weight(plan, measure, group)] < 0
            if falls and plan[place_of_group(plan, group)] > 0:
                plan[at + BASE] = -1
        least = 0
        most = 0
        for group in range(plan[GROUPS]):
            weight = plan[place_of_weight(plan, measure, group)]
            if is_too_much(plan, measure, weight):
                continue
            all_of_it = times(weight, plan[place_of_group(plan, group)])
            if all_of_it == NONE:
                return False
            if all_of_it < 0:
                least = plus_within(least, all_of_it)
            else:
                most = plus_within(most, all_of_it)
        # Where a number was too large for more, it is too large here, too.
        span = minus(most, least)
        if span < 0 or span >= _MOST_SUMS:
            return False
        plan[at + BASE] = least
        plan[at + SPAN] = span + 1
        sums = times(sums, span + 1)
        if sums < 0 or sums > _MOST_SUMS:
            return False
    return True


def _note_reach(plan: Numbers, ways: Store) -> int:
    """Note what the groups before each can add to sums; gives how many cards can be in sets."""
    found = 0
    for group in range(plan[GROUPS] + 1):
        for measure in range(plan[MEASURES]):
            at = _place_of_reach(plan, ways, measure, group)
            if group == 0:
                ways[at] = 0
                ways[at + 1] = 0
            else:
                cards = usable_cards(plan, group - 1)
                weight = plan[place_of_weight(plan, measure, group - 1)] if cards > 0 else 0
                ways[at] = ways[at - 2] + (weight * cards if weight < 0 else 0)
                ways[at + 1] = ways[at - 1] + (weight * cards if weight > 0 else 0)
        if group > 0:
            found += usable_cards(plan, group - 1)
    return found


def _nothing(plan: Numbers) -> int:
    """The number of the sums of no card at all."""
    found = 0
    stride = 1
    for measure in range(plan[MEASURES]):
        at = AHEAD + OF_MEASURE * measure
        found -= plan[at + BASE] * stride
        stride = stride * plan[at + SPAN]
    return found


def step_of(plan: Numbers, group: int) -> int:
    """What a card of a group adds to the number of sums."""
    found = 0
    stride = 1
    if usable_cards(plan, group) > 0:
        for measure in range(plan[MEASURES]):
            found += plan[place_of_weight(plan, measure, group)] * stride
            stride = stride * plan[AHEAD + OF_MEASURE * measure + SPAN]
    return found


def sum_of(plan: Numbers, sums: int, measure: int) -> int:
    """The sum of a measure, of sums as one number."""
    rest = sums
    for at in range(measure):
        span = plan[AHEAD + OF_MEASURE * at + SPAN]
        if span <= 0:
            return 0
        rest = rest // span
    base = plan[AHEAD + OF_MEASURE * measure + BASE]
    if measure == plan[MEASURES] - 1:
        return rest + base
    last = plan[AHEAD + OF_MEASURE * measure + SPAN]
    if last <= 0:
        return 0
    return rest % last + base


def _add_row(
    plan: Numbers,
    ways: Store,
    room: int,
    position: int,
    size: int,
    step: int,
    start: int,
) -> int:
    """Put down a row, of those behind it, from a sum on; gives where it ends, or `NONE`."""
    number = 1 + smaller(usable_cards(plan, position), size)
    begin = ways[SUMS]
    found = start
    passes = 0
    for taken in range(number):
        at = place_of_row(plan, ways, position + 1, size - taken)
        ways[HEADS + taken] = ways[at]
        passes += ways[at + 1] - ways[at]
    for _ in range(passes):
        is_first = True
        sums = 0
        for taken in range(number):
            head = ways[HEADS + taken]
            if head < ways[place_of_row(plan, ways, position + 1, size - taken) + 1]:
                here = ways[begin + 2 * head] + taken * step
                if is_first or here < sums:
                    sums = here
                    is_first = False
        if is_first:
            break
        many = 0
        for taken in range(number):
            head = ways[HEADS + taken]
            end = ways[place_of_row(plan, ways, position + 1, size - taken) + 1]
            if head < end and ways[begin + 2 * head] + taken * step == sums:
                many = plus_within(many, ways[begin + 2 * head + 1])
                ways[HEADS + taken] = head + 1
        if _can_fit(plan, ways, position, sums):
            to = begin + 2 * found
            if to + 1 >= room:
                return NONE
            ways[to] = sums
            ways[to + 1] = many
            found += 1
    return found


def _can_fit(plan: Numbers, ways: Numbers, position: int, sums: int) -> bool:
    """Whether some cards of the groups before a position can bring sums within their bounds."""
    for measure in range(plan[MEASURES]):
        at = AHEAD + OF_MEASURE * measure
        reach = _place_of_reach(plan, ways, measure, position)
        here = plus_within(plan[at + SPENT], sum_of(plan, sums, measure))
        low = plan[at + LOW]
        high = plan[at + HIGH]
        if low != NONE and plus_within(here, ways[reach + 1]) < low:
            return False
        if high != NONE and plus_within(here, ways[reach]) > high:
            return False
    return True


def count_from(plan: Numbers, ways: Numbers, position: int, left: int) -> int:
    """In how many ways so many cards come from the groups from a position on, and fit."""
    if left < 0 or left > ways[SIZES]:
        return 0
    at = place_of_row(plan, ways, position, left)
    begin = ways[SUMS]
    found = 0
    for one in range(ways[at], ways[at + 1]):
        if do_fit(plan, ways[begin + 2 * one]):
            found = plus_within(found, ways[begin + 2 * one + 1])
    return found


def do_fit(plan: Numbers, sums: int) -> bool:
    """Whether sums are within their bounds if they are added to what is spent."""
    for measure in range(plan[MEASURES]):
        if not fits_bounds(plan, measure, sum_of(plan, sums, measure)):
            return False
    return True
