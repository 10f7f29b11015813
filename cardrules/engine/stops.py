"""Stops: where a procedure can stand while somebody is asked, and what then lies in its slots.

A procedure stands where it asks, and where it waits for another one that it has called. The writer
of programs notes both, with the forms of the slots that have a value there. This is how a state
that comes from outside is told from one in which the game could not go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from cardrules.engine.forms import (
    ACTOR,
    CARD,
    INHERITED,
    LEAST,
    NOBODY,
    PLAYER,
    Form,
    below,
    listed,
    number,
    one_of,
    or_none,
    packed,
    typed,
)
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARDS, SETS, Type

# By slot; who acts stands before the first of them.
Forms = dict[int, Form]
WHO_ACTS = -1


@attrs.define
class Stop:
    """A place in a program: the forms of what lies in slots there, and what it is waiting for.

    `site`: the number of the site at which somebody is asked. `above`: the numbers of the
    procedures that can have been called here. `tests`: what holds for the frame besides.
    """

    forms: Forms
    site: int | None = None
    above: set[int] = attrs.field(factory=set)
    tests: tuple[Callable[[list[Any]], bool], ...] = ()


# What is given to routines and windows, by the kind of the statement and their name.
Given = dict[tuple[type[ir.Statement], str], list[tuple[ir.Expr, ...]]]


def all_that_is_given(ruleset: Ruleset) -> Given:
    """The arguments with which each routine is carried out and each window opened, anywhere."""
    found: Given = {}
    for procedure in _procedures(ruleset):
        for item in ir.statements(procedure.body):
            if isinstance(item, ir.CallRoutine):
                found.setdefault((ir.CallRoutine, item.routine), []).append(item.arguments)
            elif isinstance(item, ir.OpenWindow):
                found.setdefault((ir.OpenWindow, item.window), []).append(item.arguments)
    return found


def at_the_start(ruleset: Ruleset, procedure: ir.Procedure, given: Given) -> Forms:
    """What lies in the slots of a procedure when it begins."""
    role, name = procedure.role, procedure.name
    if role == "action":
        return {WHO_ACTS: ACTOR, **_of_premises(ruleset.actions[name].premises, ir.Choice)}
    if role == "interrupt":
        action = ruleset.interrupts[name]
        window = _parameters(given.get((ir.OpenWindow, str(action.window)), []))
        return {WHO_ACTS: ACTOR, **window, **_of_premises(action.premises, ir.Choice)}
    if role == "routine":
        return {WHO_ACTS: INHERITED, **_parameters(given.get((ir.CallRoutine, name), []))}
    if role == "trigger":
        return {WHO_ACTS: NOBODY, 0: or_none(CARD)}
    if name == "settle" and role == "standing":
        return {WHO_ACTS: INHERITED, 0: number()}
    return {WHO_ACTS: INHERITED if role == "standing" else NOBODY}


def _of_premises(premises: tuple[ir.Premise, ...], kind: type[Any]) -> Forms:
    return {item.slot: premise_form(item) for item in premises if isinstance(item, kind)}


def premise_form(item: ir.Choice | ir.Naming) -> Form:
    """The form of what is chosen or named."""
    return typed(item.type if isinstance(item, ir.Choice) else item.value.type)


def _parameters(calls: list[tuple[ir.Expr, ...]]) -> Forms:
    """The forms of parameters: those of all that is given for them."""
    return {
        slot: one_of(*{item.type: typed(item.type) for item in column}.values())
        for slot, column in enumerate(zip(*calls, strict=True))
    }


def kept_beside(slots: Iterable[int]) -> Forms:
    """The forms of what is kept beside names: two masks, and between them cards."""
    forms = (number(), typed(CARDS), number())
    return {slot + at: form for slot in slots for at, form in enumerate(forms)}


def _procedures(ruleset: Ruleset) -> list[ir.Procedure]:
    actions = [*ruleset.actions.values(), *ruleset.interrupts.values()]
    return [
        ruleset.setup,
        ruleset.play,
        *ruleset.standing.values(),
        *ruleset.routines.values(),
        *(item.procedure for item in actions),
        *(item.procedure for item in ruleset.triggers),
    ]


def around(x: ir.Statement, outer: Forms) -> Forms:
    """What a statement lays into slots before it asks, calls, or carries out its blocks."""
    acting = outer[WHO_ACTS]
    match x:
        case ir.Draw():
            left, tried = x.slots
            tries = one_of(or_none(CARD), number(-2, -2))
            return {left: number(LEAST), tried: tries, **_drawn(x.telling)}
        case ir.OpenWindow():
            arguments = packed(*[typed(item.type) for item in x.arguments])
            return dict(zip(x.slots, (arguments, listed(PLAYER), number()), strict=True))
        case ir.Together():
            answer = packed(*[premise_form(item) for item in named(x)])
            nothing = packed(*[NOBODY for _ in named(x)])
            forms = (listed(PLAYER), number(), listed(one_of(answer, nothing, packed())), acting)
            return {WHO_ACTS: ACTOR, **dict(zip(x.slots, forms, strict=True))}
        case ir.EachPlayer():
            among = below(lambda tables: tables.players + 1)
            return {WHO_ACTS: ACTOR, **dict(zip(x.slots, (PLAYER, among, acting), strict=True))}
        case ir.EachIn():
            kind = x.collection.type
            assert kind.element is not None
            # Sets that are gone through lie there one by one, and not as they lie in a name.
            elements = listed(typed(CARDS)) if kind.plain() == SETS else typed(kind)
            return {x.slot: typed(kind.element), x.slots[0]: elements, x.slots[1]: number()}
        case ir.As():
            return {WHO_ACTS: ACTOR, x.slot: acting}
        case ir.Turns():
            before = packed(acting, PLAYER, _DIRECTION, or_none(PLAYER), number())
            return {WHO_ACTS: ACTOR, **dict(zip(x.slots, (PLAYER, number(), before), strict=True))}
        case ir.Rounds():
            return dict.fromkeys(x.slots, number())
        case ir.Repeat():
            return dict.fromkeys(x.slots, number(LEAST))
        case ir.While():
            return {x.slot: number(LEAST)}
    return {}


def _drawn(telling: ir.Telling | None) -> Forms:
    """What was drawn before a trigger, of which something is said."""
    if telling is None:
        return {}
    cards, masks = telling.slots
    unset = number(0, 0)
    return {cards: one_of(unset, listed(CARD)), masks: one_of(unset, listed(number()))}


_DIRECTION = one_of(number(-1, -1), number(1, 1))


def behind(x: ir.Statement) -> Forms:
    """What a statement has laid into slots when it is over."""
    match x:
        case ir.Let():
            return {x.slot: typed(x.value.type)}
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


def within_answers(x: ir.Together) -> Forms:
    """What lies in slots besides while the answers are carried out."""
    return {item.slot: premise_form(item) for item in named(x)}


def _or_empty(kind: Type) -> Form:
    """A value, or what stands where nothing could be chosen or picked."""
    return or_none(typed(kind))
