"""Arithmetic of 64 bits: what is out of range is told, at its very border."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardrules.engine.source import arithmetic as in_engine
from cardrules.model.types import MOST_NUMBER, NONE
from tests.kernel.watched import operation

EDGES = [0, 1, -1, 2, MOST_NUMBER, -MOST_NUMBER, 1 << 31, (1 << 31) - 1, -(1 << 31), 3037000499]
numbers = st.one_of(
    st.sampled_from([edge + by for edge in EDGES for by in (-1, 0, 1)]).filter(
        lambda value: abs(value) <= MOST_NUMBER
    ),
    st.integers(-MOST_NUMBER, MOST_NUMBER),
    st.integers(-100, 100),
)


def in_range(value: int) -> int:
    """The value, if it is a number of the language."""
    return value if abs(value) <= MOST_NUMBER else NONE


@given(numbers, numbers)
@example(MOST_NUMBER, 1)
@example(-MOST_NUMBER, -1)
@example(MOST_NUMBER, MOST_NUMBER)
@example(MOST_NUMBER, -1)
@example(3037000499, 3037000500)
def test_sums_differences_and_products(left: int, right: int) -> None:
    pairs: list[tuple[str, Callable[[int, int], int]]] = [
        ("plus", operator.add), ("minus", operator.sub), ("times", operator.mul),
    ]  # fmt: skip
    for name, meant in pairs:
        assert operation(name)(left, right) == in_range(meant(left, right)), name
        with_place = getattr(in_engine, name)
        if in_range(meant(left, right)) == NONE:
            with pytest.raises(in_engine.OutOfRangeError):
                with_place(left, right, 1, 2)
        else:
            assert with_place(left, right, 1, 2) == meant(left, right)
    nearest = max(-MOST_NUMBER, min(MOST_NUMBER, left + right))
    assert operation("plus_within")(left, right) == nearest


@given(numbers, numbers)
@example(-MOST_NUMBER, -1)
@example(-7, 2)
@example(7, -2)
def test_division_is_rounded_down_and_by_zero_gives_zero(left: int, right: int) -> None:
    quotient, remainder = operation("quotient")(left, right), operation("remainder")(left, right)
    if right == 0:
        assert (quotient, remainder) == (0, 0)
    else:
        assert (quotient, remainder) == divmod(left, right)
        assert abs(quotient) <= MOST_NUMBER


def test_none_is_no_number_but_breaks_nothing() -> None:
    """A compiler has no other place to put what is less than the least number."""
    for other in (NONE, -MOST_NUMBER, -1, 0, 1, MOST_NUMBER):
        for name in ("plus", "minus", "times", "quotient", "remainder", "smaller", "larger"):
            operation(name)(NONE, other)
            operation(name)(other, NONE)
    assert operation("quotient")(NONE, -1) == NONE


@given(st.lists(numbers, max_size=6))
@example([MOST_NUMBER, 1, -1])
@example([MOST_NUMBER, -1, 1])
def test_a_total_is_checked_after_each_of_its_parts(values: list[int]) -> None:
    found = 0
    for value in values:
        found = NONE if found == NONE else in_range(found + value)
    assert operation("total")(values, len(values)) == found


@given(numbers, numbers)
def test_the_smaller_and_the_larger(left: int, right: int) -> None:
    assert operation("smaller")(left, right) == min(left, right)
    assert operation("larger")(left, right) == max(left, right)
