"""Whole numbers have 64 bits: what would leave them stops the game, at its place in the text.

Numbers run from `-MOST_NUMBER` to `MOST_NUMBER`. Every operation is checked, a sum after each of
its parts; generated source leaves the check out where nothing can be too large
(`cardrules.engine.source.ranges`).
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.sets.counted import count_of
from cardrules.model.types import MOST_NUMBER
from cardrules.source import SourceFile, Span


class OutOfRangeError(Exception):
    """A number is too large, or too far below zero, for the language; `span` is where it arose."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start, end)
        self.span = Span(start, end)

    def diagnostic(self, source: SourceFile) -> Diagnostic:
        """What is said of it."""
        return Diagnostic(
            code="CR703",
            message=f"The result here is beyond {MOST_NUMBER:,}, or as far below zero.",
            span=self.span,
            source=source,
            help="Numbers go no further. Keep what grows within bounds, as by `min(1000, ...)`.",
        )


def checked(value: int, start: int, end: int) -> int:
    """The value, if it is a number of the language."""
    if -MOST_NUMBER <= value <= MOST_NUMBER:
        return value
    raise OutOfRangeError(start, end)


def plus(left: int, right: int, start: int, end: int) -> int:
    """The sum of two numbers."""
    value = left + right
    return value if -MOST_NUMBER <= value <= MOST_NUMBER else checked(value, start, end)


def minus(left: int, right: int, start: int, end: int) -> int:
    """The difference of two numbers."""
    value = left - right
    return value if -MOST_NUMBER <= value <= MOST_NUMBER else checked(value, start, end)


def times(left: int, right: int, start: int, end: int) -> int:
    """The product of two numbers."""
    return checked(left * right, start, end)


def total(values: Sequence[int], start: int, end: int) -> int:
    """The sum of several numbers, added one after the other."""
    found = 0
    for value in values:
        found = checked(found + value, start, end)
    return found


def number_of(values: Sequence[object], start: int, end: int) -> int:
    """How many there are, of sets of cards also beyond what can be gone through."""
    return checked(count_of(values), start, end)


FUNCTIONS = {"plus": plus, "minus": minus, "times": times, "total": total, "number_of": number_of}
