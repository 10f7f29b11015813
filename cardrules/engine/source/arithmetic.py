"""Whole numbers have 64 bits: what would leave them stops the game, at its place in the text.

Numbers run from `-MOST_NUMBER` to `MOST_NUMBER`. Every operation is checked, a sum after each of
its parts (`cardrules/kernel/arithmetic.py`); generated source leaves the check out where nothing
can be too large (`cardrules.machine.ranges.values`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.sets.counted import count_of
from cardrules.kernel import arithmetic
from cardrules.model.types import MOST_NUMBER, NONE
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


def _refuse(start: int, end: int) -> NoReturn:
    raise OutOfRangeError(start, end)


def plus(left: int, right: int, start: int, end: int) -> int:
    """The sum of two numbers: a fast form of the operation, since Python's numbers have no end."""
    value = left + right
    return value if -MOST_NUMBER <= value <= MOST_NUMBER else _refuse(start, end)


def minus(left: int, right: int, start: int, end: int) -> int:
    """The difference of two numbers, a fast form, too."""
    value = left - right
    return value if -MOST_NUMBER <= value <= MOST_NUMBER else _refuse(start, end)


def times(left: int, right: int, start: int, end: int) -> int:
    """The product of two numbers."""
    value = arithmetic.times(left, right)
    return value if value != NONE else _refuse(start, end)


def total(values: Sequence[int], start: int, end: int) -> int:
    """The sum of several numbers, added one after the other."""
    value = arithmetic.total(values, len(values))
    return value if value != NONE else _refuse(start, end)


def number_of(values: Sequence[object], start: int, end: int) -> int:
    """How many there are, of sets of cards also beyond what can be gone through."""
    found = count_of(values)
    return found if found <= MOST_NUMBER else _refuse(start, end)


FUNCTIONS = {"plus": plus, "minus": minus, "times": times, "total": total, "number_of": number_of}
