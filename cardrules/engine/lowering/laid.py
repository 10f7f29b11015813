"""What statements lay into the slots of a procedure, and where it lies there.

A procedure stands where it asks, and where it waits for another one that it has called. For each
such place it is noted what lies in the slots then. This is how a state that comes from outside is
told from one in which the game could not go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cardrules.machine.shapes import (
    A_CARD,
    A_PLAYER,
    CARDS_OF_A_NAME,
    COUNT,
    NOBODY_ACTS,
    PLAYER_ACTS,
    PLAYERS_IN_ORDER,
    SAME_ACTS,
    UNSET,
    WHO_ACTS,
    Many,
    Number,
    OneOf,
    OrNone,
    Row,
    Shape,
    Shapes,
    Value,
)
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import NONE, SETS, Type

# What was left to do when it began may be any number of the rules.
ANY_NUMBER = Number(least=NONE)
PASSES = Number(counts="pass")

# What is given to routines and windows, by the class of the statement and their name.
Given = dict[tuple[type[ir.Statement], str], list[tuple[ir.Expr, ...]]]


def all_that_is_given(ruleset: Ruleset) -> Given:
    """The arguments with which each routine is carried out and each window opened, anywhere."""
    found: Given = {}
    for procedure in ruleset.procedures():
        for item in ir.statements(procedure.body):
            if isinstance(item, ir.CallRoutine):
                found.setdefault((ir.CallRoutine, item.routine), []).append(item.arguments)
            elif isinstance(item, ir.OpenWindow):
                found.setdefault((ir.OpenWindow, item.window), []).append(item.arguments)
    return found


def at_the_start(ruleset: Ruleset, procedure: ir.Procedure, given: Given) -> Shapes:
    """What lies in the slots of a procedure when it begins."""
    role, name = procedure.role, procedure.name
    if role == "action":
        return {WHO_ACTS: PLAYER_ACTS, **_of_premises(ruleset.actions[name].premises, ir.Choice)}
    if role == "interrupt":
        action = ruleset.interrupts[name]
        window = _parameters(given.get((ir.OpenWindow, str(action.window)), []))
        return {WHO_ACTS: PLAYER_ACTS, **window, **_of_premises(action.premises, ir.Choice)}
    if role == "routine":
        return {WHO_ACTS: SAME_ACTS, **_parameters(given.get((ir.CallRoutine, name), []))}
    if role == "trigger":
        return {WHO_ACTS: NOBODY_ACTS, 0: OrNone(of=A_CARD)}
    if name == "settle" and role == "standing":
        return {WHO_ACTS: SAME_ACTS, 0: PASSES}
    return {WHO_ACTS: SAME_ACTS if role == "standing" else NOBODY_ACTS}


def _of_premises(premises: tuple[ir.Premise, ...], cls: type[Any]) -> Shapes:
    return {item.slot: premise_shape(item) for item in premises if isinstance(item, cls)}


def premise_shape(item: ir.Choice | ir.Naming) -> Shape:
    """The shape of what is chosen or named."""
    return Value(type=item.type if isinstance(item, ir.Choice) else item.value.type)


def _parameters(calls: list[tuple[ir.Expr, ...]]) -> Shapes:
    """The shapes of parameters: those of all that is given for them."""
    return {
        slot: _one_of({item.type: Value(type=item.type) for item in column})
        for slot, column in enumerate(zip(*calls, strict=True))
    }


def _one_of(shapes: Mapping[Type, Shape]) -> Shape:
    found = tuple(shapes.values())
    return found[0] if len(found) == 1 else OneOf(shapes=found)


def kept_beside(slots: Iterable[int]) -> Shapes:
    """The shapes of what is kept beside names: two masks, and between them cards."""
    shapes = (COUNT, CARDS_OF_A_NAME, COUNT)
    return {slot + at: shape for slot in slots for at, shape in enumerate(shapes)}


def around(x: ir.Statement, outer: Shapes, players: int) -> Shapes:
    """What a statement lays into slots before it asks, calls, or carries out its blocks."""
    acting = outer[WHO_ACTS]
    match x:
        case ir.Draw():
            left, tried = x.slots
            tries = OneOf(shapes=(OrNone(of=A_CARD), Number(least=-2, most=-2)))
            return {left: ANY_NUMBER, tried: tries, **_drawn(x.telling)}
        case ir.OpenWindow():
            arguments = Row(parts=tuple([Value(type=item.type) for item in x.arguments]))
            return dict(zip(x.slots, (arguments, PLAYERS_IN_ORDER, COUNT), strict=True))
        case ir.Together():
            answer = Row(parts=tuple([premise_shape(item) for item in named(x)]))
            nothing = Row(parts=(NOBODY_ACTS,) * len(named(x)))
            given = OneOf(shapes=(answer, nothing, Row(parts=())))
            shapes = (PLAYERS_IN_ORDER, COUNT, Many(of=given), acting)
            return {WHO_ACTS: PLAYER_ACTS, **dict(zip(x.slots, shapes, strict=True))}
        case ir.EachPlayer():
            among = Number(most=players)
            return {
                WHO_ACTS: PLAYER_ACTS,
                **dict(zip(x.slots, (A_PLAYER, among, acting), strict=True)),
            }
        case ir.EachIn():
            of_type = x.collection.type
            assert of_type.element is not None
            # Sets that are gone through lie there one by one, and not as they lie in a name.
            elements = (
                Many(of=CARDS_OF_A_NAME) if of_type.required() == SETS else Value(type=of_type)
            )
            return {x.slot: Value(type=of_type.element), x.slots[0]: elements, x.slots[1]: COUNT}
        case ir.As():
            return {WHO_ACTS: PLAYER_ACTS, x.slot: acting}
        case ir.Turns():
            before = (acting, A_PLAYER, _DIRECTION, OrNone(of=A_PLAYER), Number(counts="turn"))
            # Where everybody has one turn, it is counted to end them.
            count = COUNT if x.once else PASSES
            return {
                WHO_ACTS: PLAYER_ACTS,
                **dict(zip(x.slots, (A_PLAYER, count, Row(parts=before)), strict=True)),
            }
        case ir.Rounds():
            return dict.fromkeys(x.slots, Number(counts="round"))
        case ir.Repeat():
            return dict.fromkeys(x.slots, ANY_NUMBER)
        case ir.While():
            return {x.slot: ANY_NUMBER}
    return {}


def _drawn(telling: ir.Telling | None) -> Shapes:
    """What was drawn before a trigger, of which something is said."""
    if telling is None:
        return {}
    cards, masks = telling.slots
    drawn, known = (OneOf(shapes=(UNSET, Many(of=of))) for of in (A_CARD, COUNT))
    return {cards: drawn, masks: known}


_DIRECTION = OneOf(shapes=(Number(least=-1, most=-1), Number(least=1, most=1)))


def behind(x: ir.Statement) -> Shapes:
    """What a statement has laid into slots when it is over."""
    match x:
        case ir.Let():
            return {x.slot: Value(type=x.value.type)}
        case ir.Pick():
            element = x.domain.type.element
            assert element is not None
            return {x.slot: _or_empty(element)}
        case ir.Choose():
            return {x.choice.slot: _or_empty(x.choice.type)}
    return {}


def named(x: ir.Together) -> list[ir.Choice | ir.Naming]:
    """The names of which an answer under seal has the values."""
    return [item for item in x.premises if isinstance(item, ir.Choice | ir.Naming)]


def within_answers(x: ir.Together) -> Shapes:
    """What lies in slots besides while the answers are carried out."""
    return {item.slot: premise_shape(item) for item in named(x)}


def _or_empty(of_type: Type) -> Shape:
    """A value, or what stands where nothing could be chosen or picked."""
    return OrNone(of=Value(type=of_type))
