"""The generator of chance, version `splitmix64-1`.

Draw number i under a key is a mix of key and i (the finaliser of splitmix64), so that a game is the
same on every platform, draws can be made in any order, and nothing but two whole numbers is state.
A number below a bound comes from the upper half of a 64 by 64 bit product; products in the biased
part are rejected and the next draw is taken. `docs/design/chance.md` says what is drawn when.
"""

from __future__ import annotations

from cardrules.errors import OptionError
from cardrules.shown import shown

GENERATOR = "splitmix64-1"
# The key of a game whose chance outcomes are all supplied.
NO_GENERATOR = -1
MOST_SEED = (1 << 63) - 1

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def mix(value: int) -> int:
    """The finaliser of splitmix64: a bijection of 64-bit numbers that looks random."""
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
    return value ^ (value >> 31)


def key_from_seed(seed: int, stream: int = 0) -> int:
    """The key of a stream: 0 is the table, 1 + seat the bot that sits there."""
    return mix(mix(seed + _GAMMA & _MASK) + (stream + 1) * _GAMMA & _MASK)


def checked_seed(seed: object) -> int:
    """A seed as it was given; raises `OptionError` if it is none."""
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise OptionError(f"A seed is a whole number from 0 to {MOST_SEED}, not {shown(seed)}.")
    return seed


def draw(key: int, index: int) -> int:
    """Draw number `index` under a key: 64 random bits."""
    return mix(key + index * _GAMMA & _MASK)


def below(key: int, index: int, bound: int) -> tuple[int, int]:
    """A number from 0 to `bound` - 1, each as likely as another, and the index of the next draw."""
    while True:
        product = mix(key + index * _GAMMA & _MASK) * bound
        index += 1
        low = product & _MASK
        # The biased part is smaller than the bound, so the division is hardly ever needed.
        if low >= bound or low >= (1 << 64) % bound:
            return product >> 64, index


def permutation(key: int, index: int, size: int) -> tuple[list[int], int]:
    """A permutation of 0 to `size` - 1 (Fisher and Yates from the end), and the next index."""
    items = list(range(size))
    for last in range(size - 1, 0, -1):
        other, index = below(key, index, last + 1)
        items[last], items[other] = items[other], items[last]
    return items, index


class Stream:
    """A stream of draws for one consumer, such as a bot; not part of any state."""

    def __init__(self, seed: int, stream: int) -> None:
        self._key = key_from_seed(seed, stream)
        self._index = 0

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, which may be beyond what one draw has."""
        if bound <= _MASK:
            value, self._index = below(self._key, self._index, bound)
            return value
        words = -(-bound.bit_length() // 64)
        # Below this border all numbers are equally likely to come out.
        border = (1 << 64 * words) // bound * bound
        while True:
            number = 0
            for _ in range(words):
                number = number << 64 | draw(self._key, self._index)
                self._index += 1
            if number < border:
                return number % bound

    def shuffled(self, items: list[int]) -> list[int]:
        """The items in a new order."""
        order, self._index = permutation(self._key, self._index, len(items))
        return [items[i] for i in order]
