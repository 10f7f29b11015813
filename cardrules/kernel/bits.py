"""Sets of things as words: thing n is bit n of them, counted over all words of the set.

A set has `size` words from a place `at` of an array on, and holds numbers from 0 to 64 * size - 1.
Spreads are such sets of cards. Cards that nobody tells apart may be counted instead, a number for
each kind.
"""

from __future__ import annotations

from cardrules.kernel.numbers import NONE, WORD
from cardrules.kernel.types import Numbers, Word, Words, WordStore


def has(words: Words, at: int, thing: int) -> bool:
    """Whether a thing is in a set."""
    return words[at + (thing >> 6)] & (1 << (thing & 63)) != 0


def put_in(words: WordStore, at: int, thing: int) -> None:
    """Put a thing into a set, in which it may be already."""
    place = at + (thing >> 6)
    words[place] = words[place] | (1 << (thing & 63))


def take_out(words: WordStore, at: int, thing: int) -> None:
    """Take a thing out of a set, in which it need not be."""
    place = at + (thing >> 6)
    words[place] = words[place] & ((1 << (thing & 63)) ^ WORD)


def count_in(words: Words, at: int, size: int) -> int:
    """How many things are in a set."""
    found = 0
    for place in range(at, at + size):
        found += words[place].bit_count()
    return found


def nth_bit(word: Word, n: int) -> int:
    """The place of the set bit before which there are n others; `NONE` if there are not so many."""
    if n < 0 or n >= word.bit_count():
        return NONE
    left = n
    place = 0
    width = 32
    rest = word
    for _ in range(6):
        below = rest & (((1 << (width & 63)) - 1) & WORD)
        there = below.bit_count()
        if left < there:
            rest = below
        else:
            left -= there
            place += width
            rest = rest >> (width & 63)
        width = width >> 1
    return place


def nth_in(words: Words, at: int, size: int, n: int) -> int:
    """The thing in a set before which there are n smaller ones; `NONE` if there is none."""
    left = n
    for place in range(size):
        there = words[at + place].bit_count()
        if left < there:
            bit = nth_bit(words[at + place], left)
            return bit if bit == NONE else place * 64 + bit
        left -= there
    return NONE


def next_in(words: Words, at: int, size: int, least: int) -> int:
    """The first thing of a set from a number on; `NONE` if there is none."""
    first = least if least > 0 else 0
    for place in range(first >> 6, size):
        word = words[at + place]
        if place == first >> 6:
            word = word & ((((1 << (first & 63)) - 1) & WORD) ^ WORD)
        if word != 0:
            lowest = word & ((0 - word) & WORD)
            return place * 64 + lowest.bit_length() - 1
    return NONE


def unite(words: WordStore, at: int, other: Words, other_at: int, size: int) -> None:
    """Put all things of another set into one."""
    for place in range(size):
        words[at + place] = words[at + place] | other[other_at + place]


def remove(words: WordStore, at: int, other: Words, other_at: int, size: int) -> None:
    """Take all things of another set out of one."""
    for place in range(size):
        words[at + place] = words[at + place] & (other[other_at + place] ^ WORD)


def intersect(words: WordStore, at: int, other: Words, other_at: int, size: int) -> None:
    """Leave in a set what is in another one, too."""
    for place in range(size):
        words[at + place] = words[at + place] & other[other_at + place]


def are_disjoint(words: Words, at: int, other: Words, other_at: int, size: int) -> bool:
    """Whether two sets have nothing in common."""
    for place in range(size):
        if words[at + place] & other[other_at + place] != 0:
            return False
    return True


def holds_all(words: Words, at: int, other: Words, other_at: int, size: int) -> bool:
    """Whether all things of another set are in one."""
    for place in range(size):
        if other[other_at + place] & (words[at + place] ^ WORD) != 0:
            return False
    return True


def kind_of_nth(counts: Numbers, at: int, kinds: int, n: int) -> int:
    """The kind of card n (from 0) where so many lie of each kind; `NONE` if there is none."""
    left = n
    for kind in range(kinds):
        if left < counts[at + kind]:
            return kind if left >= 0 else NONE
        left -= counts[at + kind]
    return NONE
