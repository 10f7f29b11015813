"""Sets of cards of a certain size and with certain sums: counted and numbered.

Cards that look the same are a group; a set takes a number of cards of each group. Sets come in the
order of their size, and those of a size in the order of their groups: whatever takes more of the
first group comes first. All is read off the table of ways.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import plus_within, smaller
from cardrules.kernel.numbers import DONE, FULL, MOST_NUMBER, NONE
from cardrules.kernel.plans import GROUPS, fewest_added, is_set, spend_cards, usable_cards
from cardrules.kernel.types import Numbers, Store
from cardrules.kernel.ways import SIZES, SUMS, count_from, do_fit, fill_ways, place_of_row, step_of


def count_sets(plan: Numbers, ways: Numbers) -> int:
    """How many sets there are; `NONE` from `MOST_NUMBER` on."""
    found = 0
    for size in range(fewest_added(plan), ways[SIZES] + 1):
        found = plus_within(found, count_from(plan, ways, 0, size))
    return found if found < MOST_NUMBER else NONE


def nth_set(plan: Store, ways: Numbers, index: int, taken: Store) -> int:
    """How many cards of each group set number `index` takes; gives how many together, or `NONE`.

    What is spent changes in the plan meanwhile, and is as it was at the end.
    """
    before = index
    if index < 0:
        return NONE
    for size in range(fewest_added(plan), ways[SIZES] + 1):
        number = count_from(plan, ways, 0, size)
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
            behind = count_from(plan, ways, group + 1, left - number)
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
        found = plus_within(found, count_from(plan, ways, 0, less))
    left = size
    for group in range(plan[GROUPS]):
        cards = smaller(usable_cards(plan, group), left)
        for number in range(taken[group] + 1, cards + 1):
            spend_cards(plan, group, number)
            found = plus_within(found, count_from(plan, ways, group + 1, left - number))
            spend_cards(plan, group, -number)
        spend_cards(plan, group, taken[group])
        left -= taken[group]
    for group in range(plan[GROUPS]):
        spend_cards(plan, group, -taken[group])
    return found if found < MOST_NUMBER else NONE


def put_used(plan: Store, ways: Store, room: int, used: Store) -> int:
    """For each group whether a card of it is in some set (1) or in none (0); `DONE`, or `FULL` if
    the table of ways, which is worked out, has no room.

    Meanwhile the ways of sums from which a set can be made have a sign, from the first groups on.
    """
    if fill_ways(plan, ways, room) != DONE:
        return FULL
    begin = ways[SUMS]
    for size in range(fewest_added(plan), ways[SIZES] + 1):
        at = place_of_row(plan, ways, 0, size)
        for one in range(ways[at], ways[at + 1]):
            if do_fit(plan, ways[begin + 2 * one]):
                ways[begin + 2 * one + 1] = -ways[begin + 2 * one + 1]
    for group in range(plan[GROUPS]):
        used[group] = 0
        step = step_of(plan, group)
        for size in range(ways[SIZES] + 1):
            for taken in range(1 + smaller(usable_cards(plan, group), size)):
                goes_on = _goes_on(plan, ways, group, size, taken, taken * step)
                if goes_on and taken > 0:
                    used[group] = 1
            at = place_of_row(plan, ways, group, size)
            for one in range(ways[at], ways[at + 1]):
                number = ways[begin + 2 * one + 1]
                ways[begin + 2 * one + 1] = -number if number < 0 else number
    if ways[SIZES] >= 0:
        ways[begin + 1] = 1
    return DONE


def _goes_on(plan: Numbers, ways: Store, group: int, size: int, taken: int, less: int) -> bool:
    """Whether a set can be made of sums of a row if so many cards of the group are taken; what is
    left of them in the row behind has a sign then.
    """
    begin = ways[SUMS]
    at = place_of_row(plan, ways, group, size)
    to = place_of_row(plan, ways, group + 1, size - taken)
    other = ways[to]
    found = False
    for one in range(ways[at], ways[at + 1]):
        if ways[begin + 2 * one + 1] < 0:
            wanted = ways[begin + 2 * one] - less
            for _ in range(ways[to + 1] - other):
                if ways[begin + 2 * other] >= wanted:
                    break
                other += 1
            if other < ways[to + 1] and ways[begin + 2 * other] == wanted:
                found = True
                number = ways[begin + 2 * other + 1]
                ways[begin + 2 * other + 1] = number if number < 0 else -number
    return found
