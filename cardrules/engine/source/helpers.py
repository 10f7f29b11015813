"""What generated source calls to work out values, besides operations on sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.engine.source import arithmetic
from cardrules.engine.work import TooMuchWorkError, Working, counted, spend
from cardrules.kernel.arithmetic import quotient, remainder
from cardrules.model.state import State
from cardrules.model.types import NONE


def joined(s: Working, left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """The elements of both, each once."""
    spend(s, len(left) + len(right))
    if not left:
        return right
    if not right:
        return left
    there = left if len(right) == 1 else set(left)
    return (*left, *[item for item in right if item not in there])


def without(s: Working, left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """The elements of the left that are not in the right."""
    spend(s, len(left) + len(right))
    gone = right if len(right) == 1 else set(right)
    return tuple([item for item in left if item not in gone])


def running(s: State, procedures: tuple[int, ...]) -> int:
    """How many frames there are of these procedures."""
    return sum([frame[0] in procedures for frame in s.frames])


def extremes(items: tuple[int, ...], key: Callable[[int], int], sign: int) -> tuple[int, ...]:
    """The elements with the highest value (sign 1) or the lowest (sign -1)."""
    return with_extreme(items, list(map(key, items)), sign)


def with_extreme(items: tuple[int, ...], values: list[int], sign: int) -> tuple[int, ...]:
    """The elements that have the highest of these values (sign 1) or the lowest (sign -1)."""
    if not items:
        return ()
    best = max(values) if sign > 0 else min(values)
    return tuple([item for item, value in zip(items, values, strict=True) if value == best])


def contents_of(s: Working, items: Any) -> Any:
    """What a collection holds, in no order; none stays none."""
    if items == NONE:
        return NONE
    spend(s, len(items))
    return set(items)


def not_none(s: object, value: Any, start: int, end: int) -> Any:
    """A value that was asked for in the same expression: without a state nothing comes between."""
    return value


HELPERS: dict[str, Any] = {
    "running": running,
    "counted": counted,
    "TooMuchWorkError": TooMuchWorkError,
    **arithmetic.FUNCTIONS,
    "contents_of": contents_of,
    "not_none": not_none,
    "joined": joined,
    "without": without,
    "quotient": quotient,
    "remainder": remainder,
    "extremes": extremes,
    "with_extreme": with_extreme,
}
