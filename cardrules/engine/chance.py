"""Chance from a seed, by the generator `splitmix64-1` (`cardrules/kernel/chance.py`).

A draw depends on a key and its own number, so that a game is the same on every platform and nothing
but two whole numbers is state. `docs/design/chance.md` says what is drawn when.
"""

from __future__ import annotations

from cardrules.errors import OptionError
from cardrules.kernel import chance
from cardrules.kernel.chance import key_of
from cardrules.kernel.numbers import WORD
from cardrules.shown import shown

GENERATOR = "splitmix64-1"
# The key of a game whose chance outcomes are all supplied.
NO_GENERATOR = -1
MOST_SEED = (1 << 63) - 1


def key_from_seed(seed: int, stream: int = 0) -> int:
    """The key of a stream: 0 is the table, 1 + seat the bot that sits there."""
    return key_of(seed, stream)


def checked_seed(seed: object) -> int:
    """A seed as it was given; raises `OptionError` if it is none."""
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise OptionError(f"A seed is a whole number from 0 to {MOST_SEED}, not {shown(seed)}.")
    return seed


def below(key: int, index: int, bound: int) -> tuple[int, int]:
    """A number from 0 to `bound` - 1, each as likely as another, and the index of the next draw."""
    stream = [key, index]
    return chance.below(stream, bound), stream[chance.NEXT]


def permutation(key: int, index: int, size: int) -> tuple[list[int], int]:
    """A permutation of 0 to `size` - 1 (Fisher and Yates from the end), and the next index."""
    stream, items = [key, index], list(range(size))
    chance.shuffle(stream, items, 0, size)
    return items, stream[chance.NEXT]


class Stream:
    """A stream of draws for one consumer, such as a bot; not part of any state."""

    def __init__(self, seed: int, stream: int) -> None:
        self._stream = [key_from_seed(seed, stream), 0]

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, which may be beyond what one draw has."""
        if bound <= WORD:
            return chance.below(self._stream, bound)
        words = -(-bound.bit_length() // 64)
        # Below this border all numbers are equally likely to come out.
        border = (1 << 64 * words) // bound * bound
        while True:
            number = 0
            for _ in range(words):
                number = number << 64 | chance.next_word(self._stream)
            if number < border:
                return number % bound

    def shuffled(self, items: list[int]) -> list[int]:
        """The items in a new order."""
        found = items[:]
        chance.shuffle(self._stream, found, 0, len(found))
        return found
