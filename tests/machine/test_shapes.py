"""What lies in slots: every shape is known to whatever reads it."""

from __future__ import annotations

from typing import Any

import pytest

from cardrules.engine.playing.things import changing_slots, renaming, things_in
from cardrules.engine.positions.forms import Scene, form_of
from cardrules.machine import shapes
from cardrules.machine.printing import print_program
from cardrules.machine.shapes import (
    A_CARD,
    COUNT,
    NOBODY_ACTS,
    PLAYER_ACTS,
    SAME_ACTS,
    UNSET,
    Many,
    Number,
    OneOf,
    OrNone,
    Row,
    Shape,
    Value,
)
from cardrules.model.types import (
    CARD,
    CARDS,
    FAMILIES,
    INTEGER,
    NONE,
    SETS,
    STACK,
    STACKS,
    collection,
)
from tests.bundled import smallest_and_largest
from tests.engine.harness import game

RULES = """
zone pond shared stacks, seen by all
"""
ONE_OF_EACH: tuple[Shape, ...] = (
    Value(type=CARD), COUNT, PLAYER_ACTS, OrNone(of=A_CARD), Many(of=A_CARD), Row(parts=(A_CARD,)),
    OneOf(shapes=(UNSET, Many(of=A_CARD))),
)  # fmt: skip


def test_each_shape_is_looked_at_here() -> None:
    made = {item for item in vars(shapes).values() if isinstance(item, type)}
    wanted = {item for item in made if issubclass(item, Shape)} - {Shape}
    assert {type(item) for item in ONE_OF_EACH} == wanted


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (Value(type=CARD), [0, 5], [-1, NONE, True, 99, (1,)]),
        (Value(type=CARD.or_none()), [0, NONE], [-1]),
        (COUNT, [0, 2**62], [-1, NONE, True]),
        (Number(least=2, most=3), [2, 3], [1, 4]),
        (PLAYER_ACTS, [0, 1], [NONE, 2]),
        (NOBODY_ACTS, [NONE], [0]),
        (SAME_ACTS, [0, 1, NONE], [2]),
        (OrNone(of=COUNT), [3, NONE], [-3]),
        (Many(of=A_CARD), [(), (1, 1)], [1, (NONE,)]),
        (Row(parts=(A_CARD, COUNT)), [(1, 77)], [(1,), (77, 1), 1]),
        (OneOf(shapes=(UNSET, Many(of=A_CARD))), [0, (3,)], [1]),
    ],
)
def test_what_may_lie_in_a_slot(shape: Shape, good: list[Any], bad: list[Any]) -> None:
    of = game(RULES)
    form = form_of(shape)
    assert [form(Scene(of.tables, {}), value) for value in good] == [None] * len(good)
    assert all(form(Scene(of.tables, {}), value) is not None for value in bad)


SETS_AND_MORE: list[tuple[Shape, Any, Any, list[int]]] = [
    (Value(type=CARD), 3, 13, [3]),
    (Value(type=CARD.or_none()), NONE, NONE, []),
    (Value(type=CARDS), (4, 2), (14, 12), [4, 2]),
    (Value(type=SETS), (((1, 2), (3,)),), (((11, 12), (13,)),), [1, 2, 3]),
    # A condition by its number and the values of its tests: no cards.
    (Value(type=SETS), ((1, 2), 1, (7, 8)), ((11, 12), 1, (7, 8)), [1, 2]),
    (Value(type=SETS), ((1, 2), ((1,), (2,))), ((11, 12), ((11,), (12,))), [1, 2, 1, 2]),
    (Value(type=FAMILIES), (((1, 2), (3,)),), (((11, 12), (13,)),), [1, 2, 3]),
    (OneOf(shapes=(UNSET, Many(of=A_CARD))), (5,), (15,), [5]),
    # Answers under seal: one, one of somebody for whom nothing fitted, and of nobody.
    (
        Many(of=OneOf(shapes=(Row(parts=(A_CARD, COUNT)), Row(parts=(NOBODY_ACTS,) * 2),
                              Row(parts=())))),
        ((3, 4), (NONE, NONE), ()),
        ((13, 4), (NONE, NONE), ()),
        [3],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "before", "after", "cards"), SETS_AND_MORE)
def test_cards_are_found_and_renamed(
    shape: Shape, before: Any, after: Any, cards: list[int]
) -> None:
    change = renaming(shape, "card")
    assert change is not None
    assert change(before, lambda card: card + 10) == after
    assert things_in(before, change) == cards
    assert renaming(shape, "stack") is None


@pytest.mark.parametrize(
    "shape", [COUNT, PLAYER_ACTS, Value(type=INTEGER), Value(type=collection(INTEGER))]
)
def test_where_nothing_is_a_thing_nothing_is_renamed(shape: Shape) -> None:
    assert renaming(shape, "card") is None and renaming(shape, "stack") is None


def test_stacks_are_found_where_cards_are_not() -> None:
    for shape, before, after in (
        (Value(type=STACK), 7, 8),
        (Value(type=STACKS), (7, 9), (8, 9)),
        (Row(parts=(A_CARD, Value(type=STACK))), (7, 7), (7, 8)),
    ):
        change = renaming(shape, "stack")
        assert change is not None
        assert change(before, lambda stack: 8 if stack == 7 else stack) == after


def test_slots_of_the_games_say_what_lies_there() -> None:
    """A slot without a shape would be one that nobody lays anything into."""
    for item in smallest_and_largest():
        of = item.game()
        assert any(changing_slots(of.program.procedures, "card"))
        for procedure in of.program.procedures:
            for place in procedure.waits:
                assert set(place.shapes) <= {-1, *range(len(procedure.slots))}


def test_shapes_are_written_in_words() -> None:
    text = "\n".join(print_program(next(iter(smallest_and_largest())).game().program))
    assert "a number that counts" in text and "object at" not in text
