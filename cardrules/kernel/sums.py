"""Which sums cards can have, and in how many ways: for all sums from 0 to 63 at once, as bits.

Cards of one weight, from 0 to 63, are a class. `classes` has for each its weight, how many cards it
has, and whether it is mixed, so that it matters which of them are taken. `reach` has the sums of
some set of cards, those of more than one set, and ahead of each class the sums of sets of the
classes before it. The sum of a set with a part of a mixed class counts as that of more than one.

Families of sets are found with a word for a set, in which each class has a few bits.
"""

from __future__ import annotations

from cardrules.kernel.arithmetic import quotient
from cardrules.kernel.numbers import NONE, WORD
from cardrules.kernel.types import Numbers, Store, Word, Words, WordStore

SOME = 0
SEVERAL = 1
AHEAD = 2

WEIGHT = 0
CARDS = 1
MIXED = 2
OF_CLASS = 3

MOST_SUM = 63
# In a word a class has so many bits, of which the highest says whether there are enough.
BITS = 4
MOST_CLASSES = 16
MOST_CARDS = 7
ENOUGH = 0x8888888888888888
# So many sets, and so many families that can be begun, are looked at.
MOST_SETS = 32
MOST_BEGUN = 64


def begin_classes(reach: WordStore) -> None:
    """There is no class yet: the sum of no card is 0."""
    reach[SOME] = 1
    reach[SEVERAL] = 0


def add_class(
    reach: WordStore, classes: Store, number: int, weight: int, cards: int, is_mixed: bool
) -> None:
    """A class more, behind so many."""
    classes[OF_CLASS * number + WEIGHT] = weight
    classes[OF_CLASS * number + CARDS] = cards
    classes[OF_CLASS * number + MIXED] = 1 if is_mixed else 0
    some = reach[SOME]
    several = reach[SEVERAL]
    reach[AHEAD + number] = some
    # Nearly always a class has one card.
    step = (some << (weight & 63)) & WORD
    again = (several << (weight & 63)) & WORD
    several = several | again | (some & step)
    if is_mixed and cards > 1:
        several = several | step
    some = some | step
    for taken in range(2, cards + 1):
        step = (step << (weight & 63)) & WORD
        again = (again << (weight & 63)) & WORD
        several = several | again | (some & step)
        if is_mixed and taken < cards:
            several = several | step
        some = some | step
    reach[SOME] = some
    reach[SEVERAL] = several


def ways_to(reach: Words, target: int) -> int:
    """How many sets have a sum: 0, 1, or 2 for more than one, and for sums that are no bits."""
    if target < 0:
        return 0
    if target > MOST_SUM:
        return 2
    some = (reach[SOME] >> (target & 63)) & 1
    several = (reach[SEVERAL] >> (target & 63)) & 1
    return some + several


def put_only_family(reach: Words, classes: Numbers, number: int, target: int, takes: Store) -> None:
    """Of a sum of one set: how many cards of each class this set takes, as often as it can."""
    left = target
    often = 0
    for back in range(number):
        at = number - 1 - back
        cards = classes[OF_CLASS * at + CARDS]
        taken = 0
        for _ in range(cards):
            if (reach[AHEAD + at] >> (left & 63)) & 1 != 0:
                break
            left -= classes[OF_CLASS * at + WEIGHT]
            taken += 1
        takes[at] = taken
        if taken > 0:
            times = 1 if taken == cards else quotient(cards, taken)
            often = times if often == 0 or times < often else often
    if often > 1:
        for at in range(number):
            takes[at] = takes[at] * often


def put_sets_to(
    reach: Words, classes: Numbers, number: int, target: int, sets: WordStore, left: Store
) -> int:
    """All sets of so many classes with a sum that is a bit; gives how many, or `NONE` if too many.

    `left` is for what is missing of the sum; it has `MOST_SETS` places, as `sets` does.
    """
    if (reach[SOME] >> (target & 63)) & 1 == 0:
        return 0
    sets[0] = 0
    left[0] = target
    found = 1
    for back in range(number):
        at = number - 1 - back
        weight = classes[OF_CLASS * at + WEIGHT]
        ahead = reach[AHEAD + at]
        one = 1 << (BITS * at & 63)
        for place in range(found):
            more = sets[place]
            rest = left[place]
            is_first = True
            for taken in range(classes[OF_CLASS * at + CARDS] + 1):
                if taken > 0:
                    more = (more + one) & WORD
                    rest -= weight
                if rest < 0:
                    break
                if (ahead >> (rest & 63)) & 1 != 0:
                    to = place if is_first else found
                    if to >= MOST_SETS:
                        return NONE
                    sets[to] = more
                    left[to] = rest
                    if is_first:
                        is_first = False
                    else:
                        found += 1
    return found


def put_unions_to(
    reach: Words,
    classes: Numbers,
    number: int,
    target: int,
    takes: Store,
    words: WordStore,
    left: Store,
) -> int:
    """How many cards of each class maximal families of the sets with a sum take, in no order.

    Each has a row of so many places as there are classes, and different families may take the
    same. Gives how many there are; `NONE` where it does not end soon, or where it matters which
    cards of a class are taken. `words` has `MOST_SETS + MOST_BEGUN` places, `left` `MOST_SETS`, and
    `takes` is for `MOST_BEGUN` rows.
    """
    if number > MOST_CLASSES or target < 0 or target > MOST_SUM:
        return NONE
    every: Word = 0
    for at in range(number):
        cards = classes[OF_CLASS * at + CARDS]
        if cards > MOST_CARDS:
            return NONE
        every = every | (((cards & WORD) << (BITS * at & 63)) & WORD)
    sets = put_sets_to(reach, classes, number, target, words, left)
    if sets < 0:
        return NONE
    words[MOST_SETS] = every
    enough: Word = ENOUGH
    begun = 1
    found = 0
    for place in range(MOST_BEGUN):
        if place >= begun:
            break
        is_full = True
        for one in range(sets):
            rest = ((words[MOST_SETS + place] | enough) - words[one]) & WORD
            if words[one] != 0 and rest & enough == enough:
                is_full = False
                rest = rest ^ enough
                if not _is_among(words, MOST_SETS, begun, rest):
                    if begun >= MOST_BEGUN:
                        return NONE
                    words[MOST_SETS + begun] = rest
                    begun += 1
        if is_full:
            rest = (every - words[MOST_SETS + place]) & WORD
            if not _put_takes_of(classes, number, takes, found * number, rest):
                return NONE
            found += 1
    return found


def _is_among(words: Words, start: int, number: int, word: Word) -> bool:
    for at in range(start, start + number):
        if words[at] == word:
            return True
    return False


def _put_takes_of(classes: Numbers, number: int, takes: Store, start: int, word: Word) -> bool:
    """How many cards of each class a word says; whether it does not matter which those are."""
    for at in range(number):
        taken = (word >> (BITS * at & 63)) & 15
        is_mixed = classes[OF_CLASS * at + MIXED] > 0
        if is_mixed and taken > 0 and taken < classes[OF_CLASS * at + CARDS]:
            return False
        takes[start + at] = taken
    return True
