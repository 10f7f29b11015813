"""Who or what is first: extremes, stable sorting, and ranking by several criteria.

A sign is 1 where the highest value is first, and -1 where the lowest is.
"""

from __future__ import annotations

from cardrules.kernel.types import Numbers, Store


def highest(values: Numbers, size: int) -> int:
    """The highest of the first values; 0 if there is none."""
    found = values[0] if size > 0 else 0
    for at in range(1, size):
        found = values[at] if values[at] > found else found
    return found


def lowest(values: Numbers, size: int) -> int:
    """The lowest of the first values; 0 if there is none."""
    found = values[0] if size > 0 else 0
    for at in range(1, size):
        found = values[at] if values[at] < found else found
    return found


def keep_extreme(things: Store, values: Numbers, size: int, sign: int) -> int:
    """Keep of some things those with the best value, in their order; gives how many those are.

    `values` has the value of each of them, side by side as they lie.
    """
    best = highest(values, size) if sign > 0 else lowest(values, size)
    kept = 0
    for at in range(size):
        if values[at] == best:
            things[kept] = things[at]
            kept += 1
    return kept


def sort_by(order: Store, start: int, size: int, keys: Numbers, spare: Store) -> None:
    """Sort things by their keys (`keys[thing]`), the smallest first; equal ones stay as they come.

    `spare` is as long as there are things.
    """
    width = 1
    # So often a width can be doubled.
    for _ in range(62):
        if width >= size:
            return
        for low in range(size):
            # Only where two runs begin.
            if low & (width * 2 - 1) == 0:
                _merge(order, start, low, width, size, keys, spare)
        for at in range(size):
            order[start + at] = spare[at]
        width = width * 2


def _merge(
    order: Store, start: int, low: int, width: int, size: int, keys: Numbers, spare: Store
) -> None:
    """Two sorted runs side by side, the first from `low` on, as one into `spare`."""
    middle = low + width if low + width < size else size
    high = middle + width if middle + width < size else size
    left = low
    right = middle
    for to in range(low, high):
        takes_left = right >= high
        if left < middle and right < high:
            takes_left = keys[order[start + left]] <= keys[order[start + right]]
        if takes_left:
            spare[to] = order[start + left]
            left += 1
        else:
            spare[to] = order[start + right]
            right += 1


def is_ahead(
    values: Numbers, sides: int, signs: Numbers, criteria: int, side: int, other: int
) -> bool:
    """Whether a side comes before another by the first criterion in which they differ.

    `values` has a row of the values of all sides for each criterion.
    """
    for criterion in range(criteria):
        mine = values[criterion * sides + side]
        theirs = values[criterion * sides + other]
        if mine != theirs:
            return mine > theirs if signs[criterion] > 0 else mine < theirs
    return False


def put_places(places: Store, values: Numbers, sides: int, signs: Numbers, criteria: int) -> None:
    """The place of each side, from 1: one more than there are sides that come before it."""
    for side in range(sides):
        place = 1
        for other in range(sides):
            if is_ahead(values, sides, signs, criteria, other, side):
                place += 1
        places[side] = place
