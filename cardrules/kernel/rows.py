"""Things that lie in an order: piles, rows, stacks, and any collection that is gone through.

A row lies in an array: at its place is how many things it has, and behind that they lie, the lowest
first. There is room for so many; what has no room is not put there, and `FULL` says so. The top of
a pile is its last thing. A spread is a row that is kept sorted.
"""

from __future__ import annotations

from cardrules.kernel.numbers import DONE, FULL, MISSING, NONE
from cardrules.kernel.types import Numbers, Store

# Where things are put: on top, below all others (each below the one before it), so many places
# above the lowest place, so many below the top.
TOP = 0
BOTTOM = 1
ABOVE = 2
BELOW = 3


def top_of(cells: Numbers, row: int) -> int:
    """The last thing of a row, or `NONE`."""
    return thing_at(cells, row, cells[row] - 1)


def bottom_of(cells: Numbers, row: int) -> int:
    """The first thing of a row, or `NONE`."""
    return thing_at(cells, row, 0)


def thing_at(cells: Numbers, row: int, place: int) -> int:
    """The thing at a place, from 0; `NONE` where there is none."""
    return cells[row + 1 + place] if 0 <= place < cells[row] else NONE


def find(cells: Numbers, row: int, thing: int) -> int:
    """The first place of a thing; `NONE` if it is not there."""
    for place in range(cells[row]):
        if cells[row + 1 + place] == thing:
            return place
    return NONE


# ---- Putting -------------------------------------------------------------------------------------


def put_on_top(cells: Store, row: int, room: int, thing: int) -> int:
    """Lay a thing on top; `DONE` or `FULL`."""
    return put_at(cells, row, room, cells[row], thing)


def put_at(cells: Store, row: int, room: int, place: int, thing: int) -> int:
    """Lay a thing at a place, or at the end that is nearest to it; `DONE` or `FULL`."""
    length = cells[row]
    if length >= room:
        return FULL
    at = _within(place, length)
    for last in range(row + length, row + at, -1):
        cells[last + 1] = cells[last]
    cells[row + 1 + at] = thing
    cells[row] = length + 1
    return DONE


def put_sorted(cells: Store, row: int, room: int, thing: int) -> int:
    """Lay a thing into a spread, behind those that are not larger; `DONE` or `FULL`."""
    for place in range(cells[row]):
        if cells[row + 1 + place] > thing:
            return put_at(cells, row, room, place, thing)
    return put_at(cells, row, room, cells[row], thing)


def _within(place: int, length: int) -> int:
    if place < 0:
        return 0
    return place if place < length else length


def put_group(
    cells: Store,
    row: int,
    room: int,
    where: int,
    depth: int,
    things: Numbers,
    start: int,
    number: int,
) -> int:
    """Lay things somewhere in a row, in their order; `DONE`, or `FULL`, and nothing is laid.

    At the bottom each comes to lie below the one before it. `depth` is how many things are below
    them (`ABOVE`) or on top of them (`BELOW`), as far as there are so many.
    """
    length = cells[row]
    if number > room - length:
        return FULL
    place = length
    if where == BOTTOM:
        place = 0
    elif where == ABOVE:
        place = _within(depth, length)
    elif where == BELOW:
        place = _within(length - depth, length)
    for last in range(row + length, row + place, -1):
        cells[last + number] = cells[last]
    for at in range(number):
        to = number - 1 - at if where == BOTTOM else at
        cells[row + 1 + place + to] = things[start + at]
    cells[row] = length + number
    return DONE


def join(cells: Store, row: int, room: int, things: Numbers, start: int, number: int) -> int:
    """Lay what is not in a row yet on top of it; `DONE`, or `FULL` as soon as there is no room.

    Of things that are not in it none is there twice.
    """
    length = cells[row]
    for at in range(start, start + number):
        is_new = True
        for place in range(length):
            if cells[row + 1 + place] == things[at]:
                is_new = False
                break
        if is_new and put_at(cells, row, room, cells[row], things[at]) == FULL:
            return FULL
    return DONE


# ---- Taking and moving ---------------------------------------------------------------------------


def take_at(cells: Store, row: int, place: int) -> int:
    """Take the thing at a place, and close the gap; `NONE` where there is none."""
    length = cells[row]
    if place < 0 or place >= length:
        return NONE
    taken = cells[row + 1 + place]
    for at in range(row + 1 + place, row + length):
        cells[at] = cells[at + 1]
    cells[row] = length - 1
    return taken


def take_top(cells: Store, row: int) -> int:
    """Take the last thing of a row; `NONE` if there is none."""
    return take_at(cells, row, cells[row] - 1)


def take(cells: Store, row: int, thing: int) -> int:
    """Take a thing, where it lies first; `DONE` or `MISSING`."""
    place = find(cells, row, thing)
    if place == NONE:
        return MISSING
    return DONE if take_at(cells, row, place) == thing else MISSING


def take_group(cells: Store, row: int, things: Numbers, start: int, number: int) -> int:
    """Take all of these things, as far as they are there; gives how many that were."""
    kept = 0
    length = cells[row]
    for place in range(length):
        thing = cells[row + 1 + place]
        is_taken = False
        for at in range(start, start + number):
            if things[at] == thing:
                is_taken = True
                break
        if not is_taken:
            cells[row + 1 + kept] = thing
            kept += 1
    cells[row] = kept
    return length - kept


def move_group(
    cells: Store,
    source: int,
    to: int,
    room: int,
    where: int,
    depth: int,
    things: Numbers,
    start: int,
    number: int,
) -> int:
    """Move different things from one row to another, or within one; `DONE`, `FULL` or `MISSING`.

    Unless it is done, all lies as it did.
    """
    for at in range(start, start + number):
        if find(cells, source, things[at]) == NONE:
            return MISSING
    if source != to and number > room - cells[to]:
        return FULL
    if take_group(cells, source, things, start, number) != number:
        return MISSING
    return put_group(cells, to, room, where, depth, things, start, number)


def exchange(cells: Store, left: int, left_room: int, right: int, right_room: int) -> int:
    """Two rows exchange all their things, which keep their order; `DONE`, or `FULL` and nothing."""
    first = cells[left]
    second = cells[right]
    if first > right_room or second > left_room:
        return FULL
    for at in range(first if first > second else second):
        thing = cells[left + 1 + at] if at < first else NONE
        if at < second:
            cells[left + 1 + at] = cells[right + 1 + at]
        if at < first:
            cells[right + 1 + at] = thing
    cells[left] = second
    cells[right] = first
    return DONE
