"""Many words of 64 bits side by side in one number: all of them are mixed at once.

Each word has 128 bits of the number to itself, so that products of two words do not touch the next
one. What CPython does with numbers of thousands of digits it does in C.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from struct import Struct

from cardrules.fast.checksums import INDEX, NUMBER, SCORE, SEAT
from cardrules.kernel.chance import GAMMA
from cardrules.kernel.numbers import WORD

_BITS = 128
_BYTES = _BITS // 8
# So many constants are kept, of which the second sort may be large.
_MOST_KEPT, _MOST_STEPS = 128, 8


@lru_cache(_MOST_KEPT)
def _form(words: int) -> Struct:
    return Struct("<" + f"Q{_BYTES - 8}x" * words)


@lru_cache(_MOST_KEPT)
def _half(words: int) -> Struct:
    return Struct("<" + f"I{_BYTES - 4}x" * words)


@lru_cache(_MOST_KEPT)
def _ones(words: int) -> int:
    """A one in each place."""
    return int.from_bytes((1).to_bytes(_BYTES, "little") * words, "little")


def packed(words: Sequence[int]) -> int:
    """Words side by side, the first one lowest."""
    return int.from_bytes(_form(len(words)).pack(*words), "little")


def unpacked(lanes: int, words: int) -> tuple[int, ...]:
    """So many words that are side by side."""
    return _form(words).unpack(lanes.to_bytes(words * _BYTES, "little"))


def mixed(lanes: int, words: int) -> int:
    """What `cardrules.kernel.chance.mixed` makes of each of the words, cut to 64 bits before."""
    low = _ones(words) * WORD
    lanes &= low
    lanes = (lanes ^ (lanes >> 30 & low)) * 0xBF58476D1CE4E5B9 & low
    lanes = (lanes ^ (lanes >> 27 & low)) * 0x94D049BB133111EB & low
    return lanes ^ (lanes >> 31 & low)


def drawn(keys: Sequence[int], number: int) -> tuple[int, ...]:
    """The first draws under each key: of all of them the first one, then the next ones."""
    return unpacked(_all_drawn(keys, number), len(keys) * number)


def upper_drawn(keys: Sequence[int], number: int, bits: int) -> tuple[int, ...]:
    """The same, but of each of them some upper bits alone, less than 32, plus one."""
    words = len(keys) * number
    lanes = (_all_drawn(keys, number) >> 64 - bits) + _ones(words)
    # What comes from the next word lies further up.
    return _half(words).unpack(lanes.to_bytes(words * _BYTES, "little"))


def _all_drawn(keys: Sequence[int], number: int) -> int:
    lanes = int.from_bytes(_form(len(keys)).pack(*keys) * number, "little")
    return mixed(lanes + _steps(len(keys), number), len(keys) * number)


@lru_cache(_MOST_STEPS)
def _steps(keys: int, number: int) -> int:
    """What is added to keys before they are mixed."""
    return packed([at * GAMMA & WORD for at in range(number) for _ in range(keys)])


def keys_of(seeds: Sequence[int], streams: int) -> tuple[int, ...]:
    """The keys of so many streams of each seed: of all seeds the first one, then the next ones."""
    words = len(seeds)
    begun = unpacked(mixed(packed(seeds) + GAMMA * _ones(words), words), words)
    return drawn([key + GAMMA & WORD for key in begun], streams)


def checksums(logs: Sequence[Sequence[int]], scores: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The checksums of games: of each decision a log has seat, number of answers and index."""
    order = sorted(range(len(logs)), key=lambda game: -len(logs[game]))
    lengths = [len(logs[game]) // 3 for game in order]
    columns = list(zip_longest(*[logs[game] for game in order]))
    going, lanes = len(order), 0
    found: list[int] = [0] * len(order)
    for step in range(len(columns) // 3):
        still = going
        while lengths[still - 1] <= step:
            still -= 1
        if still < going:
            _take_out(found, lanes, still, going)
            lanes &= (1 << still * _BITS) - 1
            going = still
        for column, by in zip(columns[3 * step :], (SEAT, NUMBER, INDEX), strict=False):
            lanes += packed(column[:going]) * by
        lanes = mixed(lanes, going)
    _take_out(found, lanes, 0, going)
    lanes = packed(found)
    for column in zip(*[scores[game] for game in order], strict=True):
        lanes = mixed(lanes + packed([score & WORD for score in column]) * SCORE, len(order))
    by_game = dict(zip(order, unpacked(lanes, len(order)), strict=True))
    return tuple([by_game[game] for game in range(len(order))])


def _take_out(found: list[int], lanes: int, first: int, behind: int) -> None:
    """Note the words of games that are over."""
    found[first:behind] = unpacked(lanes >> first * _BITS, behind - first)
