"""Which sums cards can have, and in how many ways: for all sums from 0 to 63 at once, as bits.

Cards of one weight, from 0 to 63, are a class. `classes` has for each its weight, how many cards it
has, and its place in a word; `reach` has ahead of each class the sums of sets of the classes before
it, and behind them the sums of all sets. Where cards are looked at one by one, it is noted which
sums more than one set of them has.

How many cards of each class there are can be said by a word, in which each has four bits.
"""

from __future__ import annotations

from cardrules.kernel.numbers import MOST_NUMBER, NONE, WORD
from cardrules.kernel.types import Numbers, Store, Word, Words, WordStore

WEIGHT = 0
CARDS = 1
PLACE = 2
OF_CLASS = 3

MOST_SUM = 63
# In a word a class has so many bits, of which the highest says whether there are enough.
BITS = 4
MOST_CLASSES = 16
MOST_CARDS = 7
LOWER = 15
ENOUGH = 0x8888888888888888
# What words cannot say.
TOO_MANY = 0xFFFFFFFFFFFFFFFF
# So many sets, and so many families that can be begun, are looked at.
MOST_SETS = 32
MOST_BEGUN = 64
# What is remembered: of what cards and what sum, and what so many families take at most.
OF_CARDS = 0
OF_SUM = 1
HOW_MANY = 2
FAMILIES = 3
MOST_REMEMBERED = 5
REMEMBERED = 8
MIXER = 0x9E3779B97F4A7C15


def sums_with(some: Word, weight: int, cards: int) -> Word:
    """The sums of all sets with a class more, which may have no card, or with one card."""
    is_there = 1 if cards > 0 else 0
    found = some | ((some << (weight & 63)) & WORD & ((0 - is_there) & WORD))
    for _ in range(1, cards):
        found = found | ((found << (weight & 63)) & WORD)
    return found


def several_with(some: Word, several: Word, weight: int, is_there: bool) -> Word:
    """The sums of more than one set with a card more, if it is there, of the sums without it."""
    step = (some << (weight & 63)) & WORD if is_there else 0
    again = (several << (weight & 63)) & WORD if is_there else 0
    return several | again | (some & step)


def has_sum(sums: Word, target: int) -> bool:
    """Whether a sum is among those of a word; a number that is no bit of it is not."""
    return target >= 0 and target <= MOST_SUM and (sums >> (target & 63)) & 1 != 0


def may_be_several(several: Word, target: int) -> bool:
    """Whether more than one set may have a sum: beyond what is a bit that is not known."""
    return target > MOST_SUM or has_sum(several, target)


def is_needed(ahead: Word, left: int) -> bool:
    """Whether those before do not have what is left of a sum, so that one more is needed."""
    return (ahead >> (left & 63)) & 1 == 0


def word_of_sum(target: int) -> Word:
    """The word in which a sum is the only one; 0 for a number that is no bit of it."""
    return 1 << (target & 63) if target >= 0 and target <= MOST_SUM else 0


def left_with(left: Word, weight: int, is_there: bool) -> Word:
    """What can be left of a sum with a card more, if it is there, of what was left without it."""
    return left | (left >> (weight & 63)) if is_there else left


def is_in_some(left: Word, ahead: Word, weight: int, is_there: bool) -> bool:
    """Whether a card is in some set: with it something can be left that those ahead of it have."""
    return is_there and (left >> (weight & 63)) & ahead != 0


def number_of_class(word: Word, place: int) -> int:
    """How many cards of the class with a place a word says."""
    return (word >> (BITS * place & 63)) & LOWER


def word_of_fitting(classes: Numbers, number: int, target: int) -> Word:
    """How many cards those classes have whose weight is no more than a sum; `TOO_MANY` if a word
    cannot say it.
    """
    found: Word = 0
    for at in range(number):
        if classes[OF_CLASS * at + WEIGHT] <= target:
            cards = classes[OF_CLASS * at + CARDS]
            place = classes[OF_CLASS * at + PLACE]
            if cards > MOST_CARDS or place >= MOST_CLASSES:
                return TOO_MANY
            found = found | (((cards & WORD) << (BITS * place & 63)) & WORD)
    return found


def put_sets_to(
    reach: Words, classes: Numbers, number: int, target: int, sets: WordStore, left: Store
) -> int:
    """All sets of so many classes with a sum that is a bit; gives how many, or `NONE` if too many.

    `left` is for what is missing of the sum; it has `MOST_SETS` places, as `sets` does.
    """
    if is_needed(reach[number], target):
        return 0
    sets[0] = 0
    left[0] = target
    found = 1
    for back in range(number):
        at = number - 1 - back
        weight = classes[OF_CLASS * at + WEIGHT]
        ahead = reach[at]
        one = 1 << (BITS * classes[OF_CLASS * at + PLACE] & 63)
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


def with_class(word: Word, place: int, fits: bool) -> Word:
    """A word with a card more of the class with a place, which had none, if it fits."""
    return word | (1 << (BITS * place & 63)) if fits else word


def remembered_at(every: Word, target: int, rooms: int) -> int:
    """Where it is remembered what families of some cards take for a sum, in so many rooms."""
    mixed = ((every ^ (target & WORD)) * MIXER) & WORD
    return 0 if rooms < 1 else REMEMBERED * (((mixed >> 40) & MOST_NUMBER) & (rooms - 1))


def remembered(memory: Words, at: int, every: Word, target: int) -> int:
    """How many families are remembered there; `NONE` if it is something else."""
    if memory[at + OF_CARDS] != every or memory[at + OF_SUM] != (target + 1) & WORD:
        return NONE
    return memory[at + HOW_MANY] & MOST_NUMBER


def put_takes_to(
    reach: Words,
    classes: Numbers,
    number: int,
    target: int,
    takes: WordStore,
    words: WordStore,
    left: Store,
    memory: WordStore,
    rooms: int,
) -> int:
    """What maximal families of the sets with a sum take, each once, as words in no order.

    Gives how many there are, or `NONE` where it does not end soon. `words` has
    `MOST_SETS + MOST_BEGUN` places, `left` `MOST_SETS`, and `takes` `MOST_BEGUN`. What is found is
    remembered in one of so many rooms, a power of two or none, of `REMEMBERED` places: it depends
    on nothing but the sum and these cards, if a weight has the same place always.
    """
    every = word_of_fitting(classes, number, target)
    if every == TOO_MANY or target < 0 or target > MOST_SUM:
        return NONE
    at = remembered_at(every, target, rooms)
    if rooms > 0:
        known = remembered(memory, at, every, target)
        if known >= 0:
            for family in range(known):
                takes[family] = memory[at + FAMILIES + family]
            return known
    sets = put_sets_to(reach, classes, number, target, words, left)
    found = NONE if sets < 0 else _put_families_of(words, sets, every, takes)
    if rooms > 0 and found >= 0 and found <= MOST_REMEMBERED:
        memory[at + OF_CARDS] = every
        memory[at + OF_SUM] = (target + 1) & WORD
        memory[at + HOW_MANY] = found & WORD
        for family in range(found):
            memory[at + FAMILIES + family] = takes[family]
    return found


def _put_families_of(words: WordStore, sets: int, every: Word, takes: WordStore) -> int:
    """What maximal families of so many sets take of all cards: all ways are gone, each once."""
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
            takes[found] = (every - words[MOST_SETS + place]) & WORD
            found += 1
    return found


def _is_among(words: Words, start: int, number: int, word: Word) -> bool:
    for at in range(start, start + number):
        if words[at] == word:
            return True
    return False
