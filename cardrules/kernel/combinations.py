"""Sets of cards of a certain size and with certain sums: counted, numbered, tested and narrowed.

Cards that look the same are a group; a set takes a number of cards of each group. Sets come in the
order of their size, and those of a size in the order of their groups: whatever takes more of the
first group comes first. A plan is an array that says what is wanted:

    place GROUPS    how many groups there are
    place MEASURES  of how many numbers of the cards the sums are bounded
    place LEAST     how many cards a set has at least, what is held among them
    place MOST      how many it has at most
    place HELD      how many cards are held: they are in every set, and not in the groups any more
    from AHEAD on   for each measure LOW and HIGH (the bounds of its sum; `NONE` where there is
                    none), SPENT (the sum of what is held), and BASE and SPAN, which `fill_ways`
                    works out: the least sum of cards in the groups, and how many sums there can be
    then            how many cards each group has, and for each measure the number of each group

Ways are a table: for each position among the groups, number of cards and sums, in how many ways
they come from the groups from that position on. What is more than `MOST_NUMBER` counts as that.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import larger, plus, smaller, times
from cardrules.kernel.numbers import DONE, FULL, MISSING, MOST_NUMBER, NONE
from cardrules.kernel.types import Numbers, Store

GROUPS = 0
MEASURES = 1
LEAST = 2
MOST = 3
HELD = 4
AHEAD = 5

LOW = 0
HIGH = 1
SPENT = 2
BASE = 3
SPAN = 4
OF_MEASURE = 5


# ---- What a plan says ----------------------------------------------------------------------------


def plan_size(groups: int, measures: int) -> int:
    """How many places a plan has."""
    return AHEAD + OF_MEASURE * measures + groups * (1 + measures)


def place_of_group(plan: Numbers, group: int) -> int:
    """Where a plan says how many cards a group has."""
    return AHEAD + OF_MEASURE * plan[MEASURES] + group


def place_of_weight(plan: Numbers, measure: int, group: int) -> int:
    """Where a plan says what a card of a group adds to a sum."""
    return AHEAD + OF_MEASURE * plan[MEASURES] + plan[GROUPS] * (1 + measure) + group


def cards_left(plan: Numbers) -> int:
    """How many cards the groups have."""
    found = 0
    for group in range(plan[GROUPS]):
        found += plan[place_of_group(plan, group)]
    return found


def _fewest(plan: Numbers) -> int:
    """How many cards are added to those that are held, at least."""
    return plan[LEAST] - plan[HELD] if plan[LEAST] > plan[HELD] else 0


def _most(plan: Numbers) -> int:
    """How many cards are added to those that are held, at most; -1 if there is no set."""
    return larger(-1, smaller(plan[MOST] - plan[HELD], cards_left(plan)))


def _usable(plan: Numbers, group: int) -> int:
    """How many cards of a group can be in a set: none, if one by itself is too much."""
    for measure in range(plan[MEASURES]):
        span = plan[AHEAD + OF_MEASURE * measure + SPAN]
        weight = plan[place_of_weight(plan, measure, group)]
        if weight >= span or weight <= -span:
            return 0
    return plan[place_of_group(plan, group)]


def _fits(plan: Numbers, measure: int, added: int) -> bool:
    """Whether a sum is within its bounds if so much is added to what is held."""
    at = AHEAD + OF_MEASURE * measure
    total = _added_up(plan[at + SPENT], added)
    low = plan[at + LOW]
    high = plan[at + HIGH]
    return (low == NONE or total >= low) and (high == NONE or total <= high)


def _added_up(left: int, right: int) -> int:
    """A sum that stays at the greatest number, or at the least."""
    total = plus(left, right)
    if total != NONE:
        return total
    return MOST_NUMBER if left > 0 else -MOST_NUMBER


# ---- The table of ways ---------------------------------------------------------------------------


def fill_ways(plan: Store, ways: Store, room: int) -> int:
    """Work out the table of ways; `DONE`, or `FULL` if it has no room."""
    sums = _set_spans(plan, room)
    if sums == NONE:
        return FULL
    groups = plan[GROUPS]
    layer = times(sums, 1 + _most(plan))
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
                least = _added_up(least, all_of_it)
            else:
                most = _added_up(most, all_of_it)
        high = plan[at + HIGH]
        if least == 0 and high != NONE:
            # What is too much can never become less again.
            left = _added_up(high, -plan[at + SPENT])
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
    most = _most(plan)
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
                ways[at] = _added_up(ways[at], number)


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


# ---- Counting and numbering ----------------------------------------------------------------------


def _sums_of(plan: Numbers) -> int:
    found = 1
    for measure in range(plan[MEASURES]):
        found = found * plan[AHEAD + OF_MEASURE * measure + SPAN]
    return found


def _count_from(plan: Numbers, ways: Numbers, position: int, left: int) -> int:
    """In how many ways so many cards come from the groups from a position on, and fit."""
    sums = _sums_of(plan)
    first = (position * (1 + _most(plan)) + left) * sums
    found = 0
    for total in range(sums):
        number = ways[first + total]
        if number != 0:
            fits = True
            for measure in range(plan[MEASURES]):
                if not _fits(plan, measure, _added_of(plan, total, measure)):
                    fits = False
                    break
            if fits:
                found = _added_up(found, number)
    return found


def count_sets(plan: Numbers, ways: Numbers) -> int:
    """How many sets there are; `NONE` from `MOST_NUMBER` on."""
    found = 0
    for size in range(_fewest(plan), _most(plan) + 1):
        found = _added_up(found, _count_from(plan, ways, 0, size))
    return found if found < MOST_NUMBER else NONE


def nth_set(plan: Store, ways: Numbers, index: int, taken: Store) -> int:
    """How many cards of each group set number `index` takes; gives how many together, or `NONE`.

    What is spent changes in the plan meanwhile, and is as it was at the end.
    """
    before = index
    if index < 0:
        return NONE
    for size in range(_fewest(plan), _most(plan) + 1):
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
        cards = smaller(_usable(plan, group), left)
        for less in range(cards + 1):
            number = cards - less
            _spend(plan, group, number)
            behind = _count_from(plan, ways, group + 1, left - number)
            if before < behind:
                taken[group] = number
                left -= number
                break
            before -= behind
            _spend(plan, group, -number)
    for group in range(plan[GROUPS]):
        _spend(plan, group, -taken[group])


def _spend(plan: Store, group: int, number: int) -> None:
    """So many cards of a group count as held, as far as sums go."""
    for measure in range(plan[MEASURES]):
        at = AHEAD + OF_MEASURE * measure + SPENT
        plan[at] = plan[at] + number * plan[place_of_weight(plan, measure, group)]


def index_of_set(plan: Store, ways: Numbers, taken: Numbers) -> int:
    """The number of a set that takes so many cards of each group; `NONE` if it is none of them."""
    if not is_set(plan, taken):
        return NONE
    size = 0
    for group in range(plan[GROUPS]):
        size += taken[group]
    found = 0
    for less in range(_fewest(plan), size):
        found = _added_up(found, _count_from(plan, ways, 0, less))
    left = size
    for group in range(plan[GROUPS]):
        cards = smaller(_usable(plan, group), left)
        for number in range(taken[group] + 1, cards + 1):
            _spend(plan, group, number)
            found = _added_up(found, _count_from(plan, ways, group + 1, left - number))
            _spend(plan, group, -number)
        _spend(plan, group, taken[group])
        left -= taken[group]
    for group in range(plan[GROUPS]):
        _spend(plan, group, -taken[group])
    return found if found < MOST_NUMBER else NONE


# ---- Testing and narrowing -----------------------------------------------------------------------


def is_set(plan: Numbers, taken: Numbers) -> bool:
    """Whether so many cards of each group, and those that are held, are one of the sets."""
    size = plan[HELD]
    for group in range(plan[GROUPS]):
        if taken[group] < 0 or taken[group] > plan[place_of_group(plan, group)]:
            return False
        size += taken[group]
    if size < plan[LEAST] or size > plan[MOST]:
        return False
    for measure in range(plan[MEASURES]):
        added = 0
        for group in range(plan[GROUPS]):
            weight = plan[place_of_weight(plan, measure, group)]
            more = times(weight, taken[group])
            if more == NONE:
                more = MOST_NUMBER if weight > 0 else -MOST_NUMBER
            added = _added_up(added, more)
        if not _fits(plan, measure, added):
            return False
    return True


def is_maximal_set(plan: Numbers, taken: Store) -> bool:
    """Whether a set is none of the sets any more as soon as any further card is added."""
    for group in range(plan[GROUPS]):
        taken[group] = taken[group] + 1
        can_grow = is_set(plan, taken)
        taken[group] = taken[group] - 1
        if can_grow:
            return False
    return True


def hold(plan: Store, group: int) -> int:
    """From here on only sets with a card of a group more; `DONE`, or `MISSING` if it has none.

    `FULL` if a sum of what is held would be no number. The table of ways must be worked out anew.
    """
    at = place_of_group(plan, group)
    if plan[at] <= 0:
        return MISSING
    for measure in range(plan[MEASURES]):
        spent = plan[AHEAD + OF_MEASURE * measure + SPENT]
        if plus(spent, plan[place_of_weight(plan, measure, group)]) == NONE:
            return FULL
    _spend(plan, group, 1)
    plan[at] = plan[at] - 1
    plan[HELD] = plan[HELD] + 1
    return DONE


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
        for size in range(_fewest(plan), _most(plan) + 1):
            if _count_from(plan, ways, 0, size) > 0:
                found = 1
    _spend(plan, group, -1)
    at = place_of_group(plan, group)
    plan[at] = plan[at] + 1
    plan[HELD] = plan[HELD] - 1
    return found
