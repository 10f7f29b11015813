"""What is known of a value, and how two such things come together."""

from __future__ import annotations

from cardrules.machine.ranges.bounds import (
    ANY_NUMBER,
    NOTHING,
    Interval,
    Several,
    contains,
    joined,
    widened,
)
from cardrules.model.types import MOST_NUMBER, NONE


def test_none_is_kept_apart_from_numbers() -> None:
    one = Interval(2, 5)
    assert one.joined(NOTHING) == Interval(2, 5, none=True)
    assert contains(Interval(2, 5, none=True), NONE) and not contains(one, NONE)
    assert NOTHING.met(one) is None and NOTHING.met(Interval(2, 5, none=True)) == NOTHING._replace(
        least=2, most=-1
    )


def test_what_grows_goes_on_to_the_next_number_of_the_rules() -> None:
    old = Interval(0, 3)
    assert widened(old, Interval(0, 4), (0, 5, 9)) == Interval(0, 5)
    assert widened(old, Interval(-1, 3), (0, 5, 9)) == Interval(-MOST_NUMBER, 3)
    assert widened(old, Interval(0, 10), (0, 5, 9)) == Interval(0, MOST_NUMBER)
    assert widened(old, Interval(1, 2), (0, 5, 9)) == old
    few = Several(7, 8, Interval(0, 3))
    assert widened(few, Several(6, 8, Interval(0, 1)), ()) == Several(0, 8, Interval(0, 3))


def test_different_values_have_nothing_in_common() -> None:
    assert joined(ANY_NUMBER, Several(0, 1, None)) is None
    assert joined(Several(0, 1, Interval(0, 0)), Several(2, 3, Interval(4, 4))) == Several(
        0, 3, Interval(0, 4)
    )
    empty = Several(0, 0, None)
    assert joined(empty, Several(2, 3, Interval(4, 4))) == Several(0, 3, Interval(4, 4))
    assert joined(Several(2, 3, Interval(4, 4)), empty) == Several(0, 3, Interval(4, 4))
    assert contains(Several(1, 2, Interval(0, 3)), (3, 0)) and contains(None, 7)
    assert not contains(Several(1, 2, Interval(0, 3)), (3, 0, 1))
    assert not contains(Several(1, 2, Interval(0, 3)), (4,))
