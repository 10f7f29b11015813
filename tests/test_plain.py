"""Plain frozen data: made by its fields alone, compared and shown by them, changed by nobody."""

from __future__ import annotations

import copy
import pickle
from types import ModuleType
from typing import Any

import pytest

from cardrules.machine import code, ending, program, shapes
from cardrules.model import ir, ruleset
from cardrules.plain import Plain, PlainInOrder, fields, replaced, uncompared
from cardrules.syntax import nodes


class Point(Plain):
    """A point for these tests."""

    x: int
    y: int = 0


class Named(Point):
    """A point with a name, which makes no difference."""

    name: str = uncompared(default="")

    @property
    def far(self) -> bool:
        """Whether it is far away."""
        return self.x > 100


class InOrder(PlainInOrder):
    """Two values."""

    first: int
    second: int = 2


def test_it_is_made_of_its_fields_by_their_names() -> None:
    made = Named(x=101, name="A")
    assert (made.x, made.y, made.name, made.far) == (101, 0, "A", True)
    assert fields(Named) == ("x", "y", "name") and fields(Plain) == ()


@pytest.mark.parametrize(
    "make",
    [
        lambda of: of(),
        lambda of: of(y=1),
        lambda of: of(x=1, z=1),
        lambda of: of(1),
        lambda of: of(1, x=1),
    ],
)
def test_what_is_missing_unknown_or_without_a_name_is_an_error(make: Any) -> None:
    with pytest.raises(TypeError):
        make(Point)


def test_in_order_names_may_be_left_out() -> None:
    assert InOrder(1) == InOrder(first=1, second=2) == InOrder(1, second=2)
    for values in ((), (1, 2, 3)):
        with pytest.raises(TypeError):
            InOrder(*values)
    with pytest.raises(TypeError):
        InOrder(1, **{"first": 1})


def test_it_is_frozen_and_has_nothing_else() -> None:
    made: Any = Point(x=1)
    for change in (
        lambda: setattr(made, "x", 2),
        lambda: setattr(made, "z", 2),
        lambda: delattr(made, "x"),
    ):
        with pytest.raises(AttributeError, match="Point is frozen"):
            change()
    assert made.x == 1 and not hasattr(made, "__dict__")


def test_it_is_compared_hashed_and_shown_by_its_fields() -> None:
    assert Point(x=1) == Point(x=1, y=0) != Point(x=1, y=1)
    assert len({Point(x=1), Point(x=1), Point(x=2), Named(x=1)}) == 3
    assert Named(x=1, name="A") == Named(x=1, name="B")
    assert hash(Named(x=1, name="A")) == hash(Named(x=1, name="B"))
    assert repr(Named(x=1, name="A")) == "Named(x=1, y=0, name='A')"


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda of: pickle.loads(pickle.dumps(of))]
)
def test_it_goes_elsewhere(again: Any) -> None:
    for made in (Named(x=1, name="A"), InOrder(1, 3)):
        other = again(made)
        assert other == made and repr(other) == repr(made)


def test_a_field_is_replaced_in_another_one() -> None:
    made = Named(x=1, name="A")
    assert repr(replaced(made, y=2)) == "Named(x=1, y=2, name='A')"
    assert made.y == 0
    with pytest.raises(TypeError):
        replaced(made, z=1)


@pytest.mark.parametrize("module", [ir, ruleset, code, ending, program, shapes, nodes])
def test_no_class_has_a_field_twice(module: ModuleType) -> None:
    """It would have two places, of which one is never looked at."""
    found = [item for item in vars(module).values() if isinstance(item, type)]
    kinds = [item for item in found if issubclass(item, Plain)]
    assert kinds
    for kind in kinds:
        assert sum(len(base.__dict__.get("__slots__", ())) for base in kind.__mro__) == len(
            fields(kind)
        ), kind
