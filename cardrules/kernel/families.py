"""Maximal families of disjoint sets of cards.

A group is a set of cards, as numbers for each thing (a kind of cards, or one card) that it needs:
`needs` has a row of them for each group, and of each thing there are so many `available`. A family
takes groups, some of them perhaps several times, so that no further one fits in.

Groups that are still to be tried are sets of words, `size` words each (`words_of(groups)`). What
is in hand lies in two arrays of the caller: `cells` for numbers, of which `family_cells` says how
many, and `words`, of which `family_words` does.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import plus, times
from cardrules.kernel.bits import count_in, has, intersect, next_in, put_in, remove, unite
from cardrules.kernel.numbers import DONE, FULL, NONE, TOO_MUCH
from cardrules.kernel.types import Numbers, Store, WordStore

# The steps of work for each group that is looked at when another one is taken, and for each group
# that is taken, besides one for each thing.
STEPS_OF_GROUP = 4
STEPS_OF_TAKING = 100


def words_of(groups: int) -> int:
    """How many words a set of groups has."""
    return (groups + 63) >> 6


def most_taken(available: Numbers, things: int) -> int:
    """How many groups a family has at most: each takes a thing."""
    found = 0
    for thing in range(things):
        found += available[thing]
    return found


def family_cells(available: Numbers, things: int) -> int:
    """How many cells are in hand: on each level what is left of each thing, and a group taken."""
    return (most_taken(available, things) + 1) * (things + 1)


def family_words(groups: int, available: Numbers, things: int) -> int:
    """How many words are in hand; `NONE` if 64 bits do not hold it.

    For each number of each thing which groups need more, for each group which share a thing with
    it, and on each level which are open, out and to be tried.
    """
    most = most_taken(available, things)
    return times(words_of(groups), plus(plus(most + things, groups), 3 * (most + 1) + 2))


def put_families(
    needs: Numbers,
    groups: int,
    available: Numbers,
    things: int,
    cells: Store,
    words: WordStore,
    families: Store,
    room: int,
    steps: Store,
    most_steps: int,
) -> int:
    """All maximal families, in no order; gives `DONE`, `FULL` or `TOO_MUCH`.

    `families[0]` is how many there are, and behind it each has a row: how many groups it takes, and
    which, the smaller numbers first, in `1 + most_taken` places. `room` is for how many there is
    place. The steps of work are added to `steps[0]`; more than `most_steps` are `TOO_MUCH`. Groups
    that need nothing are in no family.
    """
    size = words_of(groups)
    depth = most_taken(available, things)
    width = 1 + depth
    needing = 0
    sharing = needing + (depth + things) * size
    levels = sharing + groups * size
    scratch = levels + 3 * (depth + 1) * size
    families[0] = 0
    _note_needs(needs, groups, available, things, words, needing, sharing, size)
    _begin(needs, groups, available, things, cells, words, levels, size)
    if not _choose(words, levels, size, sharing, scratch, steps, most_steps):
        return TOO_MUCH
    if count_in(words, levels, size) == 0:
        if room < 1:
            return FULL
        families[0] = 1
        families[1] = 0
        return DONE
    level = 0
    taken = (depth + 1) * things
    for _ in range(most_steps):
        here = levels + 3 * level * size
        group = next_in(words, here + 2 * size, size, 0)
        if group == NONE:
            if level == 0:
                return DONE
            level -= 1
            continue
        there = here + 3 * size
        _take_group(needs, group, things, cells, level, words, needing, scratch, size, available)
        # On the next level the same group may be taken again.
        _put_level(words, here, there, scratch, size)
        _turn(words, here, group, size)
        cells[taken + level] = group
        if count_in(words, there, size) > 0:
            if not _choose(words, there, size, sharing, scratch, steps, most_steps):
                return TOO_MUCH
            level += 1
        elif count_in(words, there + size, size) == 0:
            if families[0] >= room:
                return FULL
            _note_family(families, width, cells, taken, level + 1)
        steps[0] = steps[0] + STEPS_OF_TAKING + things
        if steps[0] > most_steps:
            return TOO_MUCH
    return TOO_MUCH


def _begin(
    needs: Numbers,
    groups: int,
    available: Numbers,
    things: int,
    cells: Store,
    words: WordStore,
    levels: int,
    size: int,
) -> None:
    """The first level: nothing is taken, and all groups that fit in are open."""
    for place in range(size):
        words[levels + place] = 0
        words[levels + size + place] = 0
    for group in range(groups):
        if _fits_in(needs, group, available, things):
            put_in(words, levels, group)
    for thing in range(things):
        cells[thing] = available[thing]


def _fits_in(needs: Numbers, group: int, available: Numbers, things: int) -> bool:
    """Whether a group needs something, and nothing more than there is."""
    needs_some = False
    for thing in range(things):
        need = needs[group * things + thing]
        if need > available[thing]:
            return False
        if need > 0:
            needs_some = True
    return needs_some


def _note_needs(
    needs: Numbers,
    groups: int,
    available: Numbers,
    things: int,
    words: WordStore,
    needing: int,
    sharing: int,
    size: int,
) -> None:
    """For each thing and number of it the groups that need more; for each group who shares."""
    at = needing
    for thing in range(things):
        for number in range(available[thing] + 1):
            for place in range(size):
                words[at + place] = 0
            for group in range(groups):
                if needs[group * things + thing] > number:
                    put_in(words, at, group)
            at += size
    for group in range(groups):
        own = sharing + group * size
        for place in range(size):
            words[own + place] = 0
        first = needing
        for thing in range(things):
            if needs[group * things + thing] > 0:
                unite(words, own, words, first, size)
            first += (available[thing] + 1) * size


def _take_group(
    needs: Numbers,
    group: int,
    things: int,
    cells: Store,
    level: int,
    words: WordStore,
    needing: int,
    too_much: int,
    size: int,
    available: Numbers,
) -> None:
    """What is left of each thing on the next level, and the groups that need more than that."""
    for place in range(size):
        words[too_much + place] = 0
    first = needing
    for thing in range(things):
        need = needs[group * things + thing]
        left = cells[level * things + thing] - need
        cells[(level + 1) * things + thing] = left
        if need > 0:
            unite(words, too_much, words, first + left * size, size)
        first += (available[thing] + 1) * size


def _put_level(words: WordStore, here: int, there: int, too_much: int, size: int) -> None:
    """What is open and out on the next level: what needs no more than is left."""
    for place in range(2 * size):
        words[there + place] = words[here + place]
    remove(words, there, words, too_much, size)
    remove(words, there + size, words, too_much, size)


def _turn(words: WordStore, here: int, group: int, size: int) -> None:
    """A group that was tried on a level is no more open there, but out."""
    word = group >> 6
    bit = 1 << (group & 63)
    words[here + word] = words[here + word] ^ bit
    words[here + size + word] = words[here + size + word] | bit
    words[here + 2 * size + word] = words[here + 2 * size + word] ^ bit


def _choose(
    words: WordStore,
    here: int,
    size: int,
    sharing: int,
    scratch: int,
    steps: Store,
    most_steps: int,
) -> bool:
    """Put down which open groups must be tried on a level; whether that is not too much work.

    A group that fits in is added in the end, or others take something of it: so only those that
    share something with it need be tried, and of all such groups the one with the fewest is taken.
    """
    pending = count_in(words, here, size) + count_in(words, here + size, size)
    steps[0] = steps[0] + STEPS_OF_GROUP * pending
    if steps[0] > most_steps:
        return False
    to = here + 2 * size
    for place in range(size):
        words[to + place] = words[here + place]
    fewest = count_in(words, here, size) + 1
    for group in range(size * 64):
        if has(words, here, group) or has(words, here + size, group):
            number = _put_shared(words, scratch + size, sharing + group * size, here, size)
            if number < fewest:
                fewest = number
                for place in range(size):
                    words[to + place] = words[scratch + size + place]
                if number <= 1:
                    break
    return True


def _put_shared(words: WordStore, to: int, sharing: int, here: int, size: int) -> int:
    """The open groups that share something with one; gives how many."""
    for place in range(size):
        words[to + place] = words[sharing + place]
    intersect(words, to, words, here, size)
    return count_in(words, to, size)


def _note_family(families: Store, width: int, cells: Numbers, taken: int, number: int) -> None:
    """A family more, its groups sorted."""
    at = 1 + families[0] * width
    families[at] = 0
    for level in range(number):
        group = cells[taken + level]
        place = families[at]
        for before in range(families[at]):
            if families[at + 1 + before] > group:
                place = before
                break
        for last in range(at + families[at], at + place, -1):
            families[last + 1] = families[last]
        families[at + 1 + place] = group
        families[at] = families[at] + 1
    families[0] = families[0] + 1
