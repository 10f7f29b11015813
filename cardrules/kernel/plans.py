"""Which sets of cards are wanted: a plan, as an array.

Cards that look the same are a group; a set takes a number of cards of each group. A plan says:

    place GROUPS    how many groups there are
    place MEASURES  of how many numbers of the cards the sums are bounded
    place LEAST     how many cards a set has at least, what is held among them
    place MOST      how many it has at most
    place HELD      how many cards are held: they are in every set, and not in the groups any more
    from AHEAD on   for each measure LOW and HIGH (the bounds of its sum; `NONE` where there is
                    none), SPENT (the sum of what is held), and BASE and SPAN, which `fill_ways`
                    works out: the least sum of cards in the groups, and through how many
                    numbers sums go
    then            how many cards each group has, and for each measure the number of each group

What is spent and all that is in the groups must be a number together.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import larger, plus, plus_within, smaller, times
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


def fewest_added(plan: Numbers) -> int:
    """How many cards are added to those that are held, at least."""
    return plan[LEAST] - plan[HELD] if plan[LEAST] > plan[HELD] else 0


def most_added(plan: Numbers) -> int:
    """How many cards are added to those that are held, at most; -1 if there is no set."""
    return larger(-1, smaller(plan[MOST] - plan[HELD], cards_left(plan)))


def is_too_much(plan: Numbers, measure: int, weight: int) -> bool:
    """Whether a card is in no set since its number is too much, where sums only grow."""
    at = AHEAD + OF_MEASURE * measure
    high = plan[at + HIGH]
    return plan[at + BASE] == 0 and high != NONE and weight > plus_within(high, -plan[at + SPENT])


def usable_cards(plan: Numbers, group: int) -> int:
    """How many cards of a group can be in a set: none, if one by itself is too much."""
    for measure in range(plan[MEASURES]):
        if is_too_much(plan, measure, plan[place_of_weight(plan, measure, group)]):
            return 0
    return plan[place_of_group(plan, group)]


def fits_bounds(plan: Numbers, measure: int, added: int) -> bool:
    """Whether a sum is within its bounds if so much is added to what is held."""
    at = AHEAD + OF_MEASURE * measure
    total = plus_within(plan[at + SPENT], added)
    low = plan[at + LOW]
    high = plan[at + HIGH]
    return (low == NONE or total >= low) and (high == NONE or total <= high)


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
            added = plus_within(added, more)
        if not fits_bounds(plan, measure, added):
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
    spend_cards(plan, group, 1)
    plan[at] = plan[at] - 1
    plan[HELD] = plan[HELD] + 1
    return DONE


def spend_cards(plan: Store, group: int, number: int) -> None:
    """So many cards of a group count as held, as far as sums go."""
    for measure in range(plan[MEASURES]):
        at = AHEAD + OF_MEASURE * measure + SPENT
        plan[at] = plan[at] + number * plan[place_of_weight(plan, measure, group)]
