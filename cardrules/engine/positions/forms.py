"""Forms: what may stand at a place of a state that comes from outside.

A form is a function that looks at a value within a scene and gives the path to the first part that
may not be there, or None if all may. Everything in a state is made of whole numbers, truth values
and tuples; a form says which of them, and in which range.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from cardrules.engine.sets.bounds import Bounds
from cardrules.engine.tables import Tables
from cardrules.machine.shapes import (
    Acting,
    Many,
    Number,
    OneOf,
    OrNone,
    Row,
    Shape,
    Value,
)
from cardrules.model.types import CARDS, FAMILIES, NONE, SETS, Type

Path = tuple[int, ...]
LEAST, MOST = -(1 << 63), (1 << 63) - 1


@attrs.define
class Scene:
    """Where a value stands: in which game, with which stacks, in which procedure."""

    tables: Tables
    specs: Mapping[int, Bounds]
    # Per place for a stack the zone that holds it, or -1.
    holder: Sequence[int] = ()
    # Whether somebody acts in the procedure that called this one.
    caller_acts: bool = False


Form = Callable[[Scene, Any], Path | None]
HERE: Path = ()


def fits(holds: Callable[[Scene, Any], bool]) -> Form:
    """What fulfils a condition."""
    return lambda scene, value: None if holds(scene, value) else HERE


def number(least: int = 0, most: int = MOST) -> Form:
    """A whole number."""
    return fits(lambda scene, value: type(value) is int and least <= value <= most)


def below(limit: Callable[[Tables], int]) -> Form:
    """A whole number from 0 that is less than one of the game."""
    return fits(lambda scene, value: type(value) is int and 0 <= value < limit(scene.tables))


def or_none(form: Form) -> Form:
    """The same, or nothing."""
    return lambda scene, value: None if _is_none(value) else form(scene, value)


def listed(form: Form, length: Callable[[Tables], int] | None = None) -> Form:
    """A tuple of such things, of some length or of any."""

    def found(scene: Scene, value: Any) -> Path | None:
        if not isinstance(value, tuple) or (length and len(value) != length(scene.tables)):
            return HERE
        return _first(scene, value, [form] * len(value))

    return found


def packed(*forms: Form) -> Form:
    """A tuple with one thing of each form."""

    def found(scene: Scene, value: Any) -> Path | None:
        if not isinstance(value, tuple) or len(value) != len(forms):
            return HERE
        return _first(scene, value, forms)

    return found


def one_of(*forms: Form) -> Form:
    """What has one of these forms."""
    return fits(lambda scene, value: any(form(scene, value) is None for form in forms))


def distinct(form: Form) -> Form:
    """The same, without repetition; but several stacks may be gone."""

    def found(scene: Scene, value: Any) -> Path | None:
        wrong = form(scene, value)
        if wrong is not None:
            return wrong
        gone = value.count(scene.tables.nowhere) if scene.tables.has_stacks else 0
        return HERE if len(set(value)) + max(0, gone - 1) != len(value) else None

    return found


def _first(scene: Scene, values: Sequence[Any], forms: Sequence[Form]) -> Path | None:
    for index, (form, value) in enumerate(zip(forms, values, strict=True)):
        path = form(scene, value)
        if path is not None:
            return (index, *path)
    return None


def _is_none(value: Any) -> bool:
    return type(value) is int and value == NONE


FLAG = fits(lambda scene, value: type(value) is bool)
PLAYER = below(lambda tables: tables.players)
CARD = below(lambda tables: tables.cards)
# Somebody acts; nobody; or somebody, and nobody only if nobody does in the procedure that called.
_ACTING: Mapping[str, Form] = {
    "player": PLAYER,
    "nobody": fits(lambda scene, value: _is_none(value)),
    "inherited": fits(
        lambda scene, value: (
            PLAYER(scene, value) is None or (not scene.caller_acts and _is_none(value))
        )
    ),
}


def _is_stack(scene: Scene, value: Any) -> bool:
    """A stack that is there, or a reference to one that is gone."""
    tables = scene.tables
    if type(value) is not int or not tables.has_stacks:
        return False
    index = value - tables.static_zones
    return value == tables.nowhere or (0 <= index < len(scene.holder) and scene.holder[index] >= 0)


STACK = fits(_is_stack)
_SET = distinct(listed(CARD))


def _is_sets(scene: Scene, value: Any) -> bool:
    """Sets as `cardrules.engine.sets.subsets.sets_as_data` writes them."""
    sets = listed(_SET)
    match value:
        case (alone,):
            return sets(scene, alone) is None
        case (pool, int(spec), values):
            bounds = scene.specs.get(spec)
            bound = number(LEAST, MOST)
            return (
                type(spec) is int
                and bounds is not None
                and _SET(scene, pool) is None
                and packed(*[bound] * len(bounds.tests))(scene, values) is None
            )
        case (pool, *own, members) if len(own) <= 1:
            pools = [pool, *(own[0] if own and isinstance(own[0], tuple) else own)]
            return (
                all(_SET(scene, item) is None for item in pools)
                and sets(scene, members) is None
                and (not own or len(own[0]) == len(members))
                and all(set(one) <= set(pool) for one in members)
            )
    return False


def typed(of_type: Type) -> Form:
    """A value of a type of the language, as it lies in a state."""
    form = _required(of_type)
    return or_none(form) if of_type.optional else form


def _required(of_type: Type) -> Form:
    if of_type.required() == SETS:
        return fits(_is_sets)
    if of_type.required() == FAMILIES:
        return distinct(listed(distinct(listed(_SET))))
    if of_type.base == "collection":
        assert of_type.element is not None
        return _SET if of_type.required() == CARDS else distinct(listed(typed(of_type.element)))
    if of_type.base == "enum":
        return below(lambda tables: len(tables.ruleset.values_of(of_type.name)))
    return _BY_BASE[of_type.base]


_BY_BASE: Mapping[str, Form] = {
    "integer": number(-MOST, MOST),
    "flag": FLAG,
    "card": CARD,
    "player": PLAYER,
    "team": below(lambda tables: len(tables.teams)),
    "stack": STACK,
    "zone": below(lambda tables: tables.static_zones),
    # The collection without elements is of such; nothing else is.
    "unknown": fits(lambda scene, value: False),
}


@cache
def form_of(shape: Shape) -> Form:
    """What may lie in a slot of a shape."""
    match shape:
        case Value():
            return typed(shape.type)
        case Number():
            return number(shape.least, shape.most)
        case Acting():
            return _ACTING[shape.who]
        case OrNone():
            return or_none(form_of(shape.of))
        case Many():
            return listed(form_of(shape.of))
        case Row():
            return packed(*map(form_of, shape.parts))
        case OneOf():
            return one_of(*map(form_of, shape.shapes))
    raise TypeError(shape)
