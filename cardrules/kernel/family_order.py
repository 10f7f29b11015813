"""The order of families, and the cards of each family together.

Families lie as `put_families` has put them, each in a row of `width` places.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import smaller
from cardrules.kernel.types import Numbers, Store


def put_takes(
    takes: Store, families: Numbers, width: int, number: int, needs: Numbers, things: int
) -> None:
    """How many of each thing each family takes: a row for each."""
    for family in range(number):
        for thing in range(things):
            takes[family * things + thing] = 0
        at = 1 + family * width
        for place in range(families[at]):
            group = families[at + 1 + place]
            for thing in range(things):
                to = family * things + thing
                takes[to] = takes[to] + needs[group * things + thing]


def is_family_before(
    takes: Numbers, families: Numbers, width: int, things: int, one: int, other: int
) -> bool:
    """Whether a family comes before another: it takes fewer of the first thing, or of the next.

    Of those that take the same, whichever takes the first group less often.
    """
    for thing in range(things):
        mine = takes[one * things + thing]
        theirs = takes[other * things + thing]
        if mine != theirs:
            return mine < theirs
    mine = families[1 + one * width]
    theirs = families[1 + other * width]
    for place in range(smaller(mine, theirs)):
        first = families[2 + one * width + place]
        second = families[2 + other * width + place]
        if first != second:
            return first > second
    return mine < theirs


def sort_families(
    order: Store, takes: Numbers, families: Numbers, width: int, things: int, spare: Store
) -> None:
    """The families in their order, as their numbers: `order` and `spare` have a place for each."""
    number = families[0]
    for family in range(number):
        order[family] = family
    run = 1
    # So often a run can be doubled.
    for _ in range(62):
        if run >= number:
            return
        for low in range(number):
            if low & (run * 2 - 1) == 0:
                _merge_families(order, takes, families, width, things, spare, low, run)
        for at in range(number):
            order[at] = spare[at]
        run = run * 2


def _merge_families(
    order: Numbers,
    takes: Numbers,
    families: Numbers,
    width: int,
    things: int,
    spare: Store,
    low: int,
    run: int,
) -> None:
    middle = smaller(low + run, families[0])
    high = smaller(middle + run, families[0])
    left = low
    right = middle
    for to in range(low, high):
        takes_left = right >= high
        if left < middle and right < high:
            takes_left = not is_family_before(
                takes, families, width, things, order[right], order[left]
            )
        if takes_left:
            spare[to] = order[left]
            left += 1
        else:
            spare[to] = order[right]
            right += 1


def put_unions(
    unions: Store, order: Numbers, takes: Numbers, number: int, things: int, most: int
) -> int:
    """Which families have different cards, smaller ones first, then by the first thing; how many.

    `order` has the families in their order, so that those of the same cards are neighbours. Of
    those the first is named. `most` is how many cards there are at most.
    """
    found = 0
    for size in range(most + 1):
        for back in range(number):
            at = number - 1 - back
            family = order[at]
            cards = 0
            is_new = True
            for thing in range(things):
                cards += takes[family * things + thing]
            if at > 0:
                is_new = False
                for thing in range(things):
                    if takes[order[at - 1] * things + thing] != takes[family * things + thing]:
                        is_new = True
                        break
            if cards == size and is_new:
                unions[found] = family
                found += 1
    return found
