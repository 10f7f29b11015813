"""Chance: the generator `splitmix64-1`, numbers below a bound, and orders.

A stream of chance is an array of two words: its key, and the number of its next draw. Draws do not
depend on each other: draw number i is a mix of key and i. `docs/design/chance.md` has values to
check by.
"""

from __future__ import annotations

from cardrules.kernel.numbers import MOST_NUMBER, WORD
from cardrules.kernel.types import Store, Word, WordStore

KEY = 0
NEXT = 1

GAMMA = 0x9E3779B97F4A7C15
# So many draws in succession are never refused: each is taken with one half at least.
_MOST_REFUSED = 1000


def mixed(value: Word) -> Word:
    """The finaliser of splitmix64: a bijection of words that looks random."""
    once = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    twice = ((once ^ (once >> 27)) * 0x94D049BB133111EB) & WORD
    return twice ^ (twice >> 31)


def key_of(seed: Word, stream: Word) -> Word:
    """The key of a stream: 0 is the table, 1 + seat the bot that sits there."""
    return mixed((mixed((seed + GAMMA) & WORD) + (stream + 1) * GAMMA) & WORD)


def drawn(key: Word, index: Word) -> Word:
    """Draw number `index` under a key."""
    return mixed((key + index * GAMMA) & WORD)


def next_word(stream: WordStore) -> Word:
    """The next draw."""
    index = stream[NEXT]
    stream[NEXT] = (index + 1) & WORD
    return drawn(stream[KEY], index)


def below(stream: WordStore, bound: Word) -> Word:
    """The next number from 0 to `bound` - 1, each as likely as another; 0 if the bound is 0.

    It is the upper half of the product of a draw and the bound. A draw is refused, and the next one
    taken, if the lower half is below 2^64 modulo the bound.
    """
    return below_with(stream, bound, mixed((stream[KEY] + stream[NEXT] * GAMMA) & WORD))


def below_with(stream: WordStore, bound: Word, word: Word) -> Word:
    """The same, where the next draw is known already."""
    stream[NEXT] = (stream[NEXT] + 1) & WORD
    # What is refused is less than the bound, so that it is hardly ever worked out.
    if (word * bound) & WORD >= bound:
        return (word * bound) >> 64
    return _below_with_refusals(stream, bound, word)


def _below_with_refusals(stream: WordStore, bound: Word, first: Word) -> Word:
    """The same, with a draw that may have to be refused."""
    if bound == 0:
        return 0
    refused = ((0 - bound) & WORD) % bound
    word = first
    for _ in range(_MOST_REFUSED):
        if (word * bound) & WORD >= refused:
            break
        word = next_word(stream)
    return (word * bound) >> 64


def shuffle(stream: WordStore, things: Store, start: int, size: int) -> None:
    """Bring things that lie side by side into a new order: Fisher and Yates from the last on."""
    draw_distinct(stream, things, start, size, size)


def draw_distinct(stream: WordStore, things: Store, start: int, size: int, number: int) -> None:
    """Exchange things so that the last `number` of them are drawn at random, the last one first.

    It is a shuffle that stops there; at most as many are drawn as there are.
    """
    # The last thing that is left is not drawn by chance.
    least = start + (size - number if number < size else 1)
    for last in range(start + size - 1, least - 1, -1):
        other = start + (below(stream, (last - start + 1) & WORD) & MOST_NUMBER)
        thing = things[last]
        things[last] = things[other]
        things[other] = thing
