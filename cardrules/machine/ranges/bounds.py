"""What is known of a value: a number and its bounds, a collection and how much is in it, or several
values side by side. None in place of it: nothing is known.

All things of the rules are numbers: of a card, a player, a zone, of a value of an enumeration; true
is 1. None of the language is one value for every type, and is kept apart from the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardrules.model.types import MOST_NUMBER, NONE


class Interval(NamedTuple):
    """The whole numbers from `least` to `most`, no number at all if least is above most; and with
    `none` perhaps none instead.
    """

    least: int
    most: int
    none: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it may be a number."""
        return self.least <= self.most

    @property
    def lowest(self) -> int:
        """The least that engines may hold: none lies below all numbers."""
        return NONE if self.none else self.least

    @property
    def is_one(self) -> bool:
        """Whether it can be one number alone."""
        return self.least == self.most and not self.none

    def joined(self, other: Interval) -> Interval:
        """What may be the one or the other."""
        none = self.none or other.none
        if not self.is_number:
            return other._replace(none=none)
        if not other.is_number:
            return self._replace(none=none)
        return Interval(min(self.least, other.least), max(self.most, other.most), none)

    def met(self, other: Interval) -> Interval | None:
        """What is the one and the other; None if nothing can be both."""
        least, most = max(self.least, other.least), min(self.most, other.most)
        none = self.none and other.none
        return Interval(least, most, none) if least <= most or none else None

    def without_none(self) -> Interval:
        """The same if it is no none; a value that is always none stops the game before."""
        return self._replace(none=False)


class Several(NamedTuple):
    """A collection of at least and at most so many things, each of which lies within `of`."""

    least: int
    most: int
    of: Bound | None
    none: bool = False


class Row(NamedTuple):
    """Several values side by side."""

    parts: tuple[Bound | None, ...]


Bound = Interval | Several | Row

ANY_NUMBER = Interval(-MOST_NUMBER, MOST_NUMBER)
NOTHING = Interval(0, -1, none=True)
FLAGS = Interval(0, 1)


def number(value: int) -> Interval:
    """One number, or none."""
    return NOTHING if value == NONE else Interval(int(value), int(value))


def joined(one: Bound | None, other: Bound | None) -> Bound | None:
    """What may be the one or the other."""
    if one == other:
        return one
    match one, other:
        case Interval(), Interval():
            return one.joined(other)
        case Several(), Several():
            least, most = min(one.least, other.least), max(one.most, other.most)
            return Several(least, most, _either(one, other), one.none or other.none)
        case (Several(), Interval()) if not other.is_number:
            return one._replace(none=True)
        case (Interval(), Several()) if not one.is_number:
            return other._replace(none=True)
        case (Row(), Row()) if len(one.parts) == len(other.parts):
            return Row(tuple(map(joined, one.parts, other.parts)))
    return None


def _either(one: Several, other: Several) -> Bound | None:
    """What is in the one or the other; nothing is in one that is always empty."""
    if 0 in (one.most, other.most):
        return other.of if one.most == 0 else one.of
    return joined(one.of, other.of)


def widened(old: Bound | None, new: Bound | None, steps: Sequence[int]) -> Bound | None:
    """What holds both, so much further where it has grown that it cannot grow often.

    `steps` are the numbers, in order, at which it may stop: a bound goes on to the next of them.
    """
    both = joined(old, new)
    match old, both:
        case Interval(), Interval():
            if not old.is_number:
                return both
            least = both.least if both.least >= old.least else _below(both.least, steps)
            most = both.most if both.most <= old.most else _above(both.most, steps)
            return Interval(least, most, both.none)
        case Several(), Several():
            least = both.least if both.least >= old.least else 0
            most = both.most if both.most <= old.most else _above(both.most, steps)
            return Several(least, most, widened(old.of, both.of, steps), both.none)
        case (Row(), Row()):
            parts = zip(old.parts, both.parts, strict=True)
            return Row(tuple([widened(a, b, steps) for a, b in parts]))
    return both


def _below(value: int, steps: Sequence[int]) -> int:
    return max((step for step in steps if step <= value), default=-MOST_NUMBER)


def _above(value: int, steps: Sequence[int]) -> int:
    return min((step for step in steps if step >= value), default=MOST_NUMBER)


def contains(bound: Bound | None, value: Any) -> bool:
    """Whether a value, as it lies in a state, lies within a bound."""
    match bound:
        case Interval():
            if isinstance(value, tuple):
                return False
            return bound.none if value == NONE else bound.least <= value <= bound.most
        case Several():
            if not isinstance(value, tuple):
                return bound.none and value == NONE
            size = len(value)
            return bound.least <= size <= bound.most and all(
                contains(bound.of, item) for item in value
            )
        case Row():
            return (
                isinstance(value, tuple)
                and len(value) == len(bound.parts)
                and all(map(contains, bound.parts, value))
            )
    return True
