"""The checksum of a game: what any engine that plays it must come to.

It is a word of 64 bits that begins with 0. For each decision three numbers are multiplied by odd
constants and added to it: the seat (from 0), how many answers there are, and the number of the one
that is taken (from 0). For the score of each side at the end it is one number and one constant.
After each such step it is mixed by the finaliser of splitmix64. All sums and products are cut to 64
bits.

The checksum of many games is the sum of the mixed sums of each one's checksum and its seed.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardrules.kernel.chance import mixed
from cardrules.kernel.numbers import WORD

SEAT = 0x9E3779B97F4A7C15
NUMBER = 0xC2B2AE3D27D4EB4F
INDEX = 0x165667B19E3779F9
SCORE = 0xD6E8FEB86659FD93


def after_decision(checksum: int, seat: int, number: int, index: int) -> int:
    """The checksum of a game after one more decision."""
    return mixed((checksum + seat * SEAT + number * NUMBER + index * INDEX) & WORD)


def after_end(checksum: int, scores: Iterable[int]) -> int:
    """The checksum of a whole game, with the score of each side."""
    for score in scores:
        checksum = mixed((checksum + score * SCORE) & WORD)
    return checksum


def of_games(found: Iterable[tuple[int, int]]) -> int:
    """The checksum of several games, in whatever order: each has its seed and its checksum."""
    return sum(of_each(found)) & WORD


def of_each(found: Iterable[tuple[int, int]]) -> list[int]:
    """What each game adds to the checksum of several."""
    return [mixed((seed + checksum) & WORD) for seed, checksum in found]
