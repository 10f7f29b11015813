"""Numbers of the language: what is out of range gives `NONE`.

Whoever calls looks for it where `NONE` can come, and says where in the rules it arose. Numbers that
are given are numbers of the language.
"""

from __future__ import annotations

from cardrules.kernel.numbers import MOST_NUMBER, NONE
from cardrules.kernel.types import Numbers

# Products of numbers up to here are numbers.
_SMALL = 0x7FFFFFFF


def plus(left: int, right: int) -> int:
    """The sum, or `NONE`."""
    if right >= 0:
        return left + right if left <= MOST_NUMBER - right else NONE
    return left + right if left >= -MOST_NUMBER - right else NONE


def plus_within(left: int, right: int) -> int:
    """The sum, or the number of the language that is nearest to it."""
    found = plus(left, right)
    if found != NONE:
        return found
    return MOST_NUMBER if left > 0 else -MOST_NUMBER


def minus(left: int, right: int) -> int:
    """The difference, or `NONE`."""
    if right >= 0:
        return left - right if left >= -MOST_NUMBER + right else NONE
    return left - right if left <= MOST_NUMBER + right else NONE


def times(left: int, right: int) -> int:
    """The product, or `NONE`."""
    if -_SMALL <= left <= _SMALL and -_SMALL <= right <= _SMALL:
        return left * right
    if left < -MOST_NUMBER or right < -MOST_NUMBER:
        return NONE
    size = left if left >= 0 else -left
    other = right if right >= 0 else -right
    if other <= 0:
        return 0
    return left * right if size <= MOST_NUMBER // other else NONE


def total(values: Numbers, size: int) -> int:
    """The sum of the first values, added one after the other; `NONE` if a part of it is."""
    found = 0
    for at in range(size):
        found = plus(found, values[at])
        if found == NONE:
            return NONE
    return found


def quotient(left: int, right: int) -> int:
    """Division rounded down; by zero gives 0. `NONE` stays what it is."""
    if right == 0:
        return 0
    if right == -1:
        return -left if left != NONE else NONE
    return left // right


def remainder(left: int, right: int) -> int:
    """What division rounded down leaves, with the sign of the divisor; by zero gives 0."""
    if right == 0:
        return 0
    if right == -1:
        return 0
    return left % right


def smaller(left: int, right: int) -> int:
    """The smaller of two numbers."""
    return left if left <= right else right


def larger(left: int, right: int) -> int:
    """The larger of two numbers."""
    return left if left >= right else right
