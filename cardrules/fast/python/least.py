"""What numbers in plain Python are at least, as far as that is known.

A number is at least something, or else so far below 0 that no list is that long, as none is: what
looks in a list for that stops with an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from cardrules.fast.python.statements import Part
from cardrules.kernel.numbers import NONE

# What is larger is not told apart, and what is smaller may be anything.
_MOST, _LEAST = 1, -1


class Bound(NamedTuple):
    """It is at least this; or, if it may be, far below 0."""

    least: float
    may_be_far: bool = False


ANY = Bound(-inf)
LARGE = Bound(_MOST)


def of_number(number: int) -> Bound:
    """What a number is."""
    return Bound(_MOST, may_be_far=True) if number == NONE else cut(number)


def of_numbers(numbers: Iterable[int]) -> Bound:
    """What each of some numbers is."""
    found = LARGE
    for number in {*numbers}:
        found = either(found, of_number(number))
    return found


def cut(least: float, *, may_be_far: bool = False) -> Bound:
    """At least this, or what is told apart of it."""
    return ANY if least < _LEAST else Bound(min(least, _MOST), may_be_far)


def either(one: Bound, other: Bound) -> Bound:
    """What one of two is, whichever it is."""
    if one == other:
        return one
    return Bound(min(one.least, other.least), one.may_be_far or other.may_be_far)


def both(one: Bound, other: Bound) -> Bound:
    """What something is of which two things are known."""
    return Bound(max(one.least, other.least), one.may_be_far and other.may_be_far)


def worked_out(form: str, given: Sequence[Bound], parts: Sequence[Part]) -> Bound:
    """What is worked out of such numbers."""
    exact = [-inf if one.may_be_far else one.least for one in given]
    found = -inf
    match form:
        case "{}":
            return given[0]
        case "{} + {}":
            for one, literal in ((0, parts[1]), (1, parts[0])):
                if isinstance(literal, str) and literal.isdigit():
                    least, may_be_far = given[one]
                    return cut(least + int(literal), may_be_far=may_be_far)
            found = sum(exact)
        case "{} - {}" if isinstance(parts[1], str) and parts[1].isdigit():
            return cut(given[0].least - int(parts[1]), may_be_far=given[0].may_be_far)
        case "{} & {}" if max(exact) >= 0:
            found = 0
        case "{} | {}" if min(exact) >= 0:
            found = max(exact)
        case "{} % {}" if exact[1] >= 0:
            found = 0
        case "{}.pop() * {}" if exact[1] >= 0:
            # What is drawn is not below 0.
            found = 0
        case "{} * {}" | "{} // {}" if min(exact) >= 0:
            found = 0
        case "{} >> {}" | "{} & {} - 1" if exact[0] >= 0:
            found = 0
        case "({} & -{}).bit_length() - 1":
            # The first card of a set that is not empty.
            found = 0 if exact[0] >= 1 else -1
    return cut(found)
