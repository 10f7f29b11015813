"""Cards and stacks in what is being resolved.

A state is plain numbers. Whoever gives cards other faces, or takes back a stack that is gone, must
know which of them are cards or stacks; the shapes of slots say it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal

from cardrules.engine.frames import FRAME_HEAD
from cardrules.machine.layout import Layout
from cardrules.machine.program import Procedure
from cardrules.machine.shapes import Many, OneOf, OrNone, Row, Shape, Value
from cardrules.model.state import State
from cardrules.model.types import FAMILIES, SETS, Type

Thing = Literal["card", "stack"]
Rename = Callable[[int], int]
# What gives a value with other things in it.
Renaming = Callable[[Any, Rename], Any]


@cache
def renaming(shape: Shape, thing: Thing) -> Renaming | None:
    """What puts other things in the place of those in a value; None if there can be none in it."""
    match shape:
        case Value():
            return _of_type(shape.type.required(), thing)
        case OrNone():
            return renaming(shape.of, thing)
        case Many():
            inner = renaming(shape.of, thing)
            return None if inner is None else _each(inner)
        case Row():
            parts = [renaming(part, thing) for part in shape.parts]
            return None if not any(parts) else _one_by_one(parts)
        case OneOf():
            return _first_that_fits(shape.shapes, thing)
    return None


def _first_that_fits(shapes: Sequence[Shape], thing: Thing) -> Renaming | None:
    """Of what may have several shapes, those that are tuples are told apart by their length."""
    rows = {len(shape.parts): renaming(shape, thing) for shape in reversed(shapes)
            if isinstance(shape, Row)}  # fmt: skip
    if rows:
        return (
            None
            if not any(rows.values())
            else lambda value, rename: _as(rows.get(len(value)), value, rename)
        )
    return next(filter(None, (renaming(shape, thing) for shape in shapes)), None)


def _as(change: Renaming | None, value: Any, rename: Rename) -> Any:
    return value if change is None else change(value, rename)


def _of_type(of_type: Type, thing: Thing) -> Renaming | None:
    if of_type.base == thing:
        # Neither none nor the card that is not there is a thing.
        return lambda value, rename: rename(value) if value >= 0 else value
    if of_type == SETS and thing == "card":
        return _sets_as_data
    if of_type == FAMILIES and thing == "card":
        return _each(_each(_set))
    if of_type.base == "collection" and of_type.element is not None:
        inner = _of_type(of_type.element.required(), thing)
        return None if inner is None else _each(inner)
    return None


def _each(change: Renaming) -> Renaming:
    def changed(value: Any, rename: Rename) -> Any:
        if not isinstance(value, tuple):
            return value
        return tuple([change(item, rename) for item in value])

    return changed


def _one_by_one(changes: Sequence[Renaming | None]) -> Renaming:
    def changed(value: Any, rename: Rename) -> Any:
        if not isinstance(value, tuple):
            return value
        return tuple(
            [_as(change, item, rename) for change, item in zip(changes, value, strict=True)]
        )

    return changed


def _set(cards: tuple[int, ...], rename: Rename) -> tuple[int, ...]:
    """A set of cards: its cards in order again."""
    return tuple(sorted([rename(card) for card in cards]))


def _sets_as_data(value: Any, rename: Rename) -> Any:
    """Sets as plain data: see `cardrules.engine.sets.subsets.sets_as_data`."""
    if not isinstance(value, tuple):
        return value
    match value:
        case (pool, int() as spec, values):
            return _pool(pool, rename), spec, values
        case (pool, own, sets):
            kept = tuple([_pool(one, rename) for one in own])
            return _pool(pool, rename), kept, tuple([_set(one, rename) for one in sets])
        case (*pools, sets):
            inner = tuple([_set(one, rename) for one in sets])
            return (*[_pool(pool, rename) for pool in pools], inner)
    return value


def _pool(cards: tuple[int, ...], rename: Rename) -> tuple[int, ...]:
    """The cards from which sets are taken: they stay in the order of their places."""
    return tuple([rename(card) for card in cards])


def things_in(value: Any, change: Renaming) -> list[int]:
    """The things in a value, each as often as it stands there, in the order of its parts."""
    found: list[int] = []

    def note(thing: int) -> int:
        found.append(thing)
        return thing

    change(value, note)
    return found


def changing_slots(
    procedures: Sequence[Procedure], thing: Thing
) -> list[list[tuple[int, Renaming]]]:
    """Per procedure the places in its frames at which there can be such things."""
    found = []
    for item in procedures:
        changes = [(number, renaming(slot.shape, thing)) for number, slot in enumerate(item.slots)
                   if slot.shape is not None]  # fmt: skip
        found.append([(number + FRAME_HEAD, change) for number, change in changes if change])
    return found


def changing_variables(layout: Layout, thing: Thing) -> list[tuple[int, Renaming]]:
    """The numbers of the variables in which there can be such things."""
    found = []
    for item in layout.variables.values():
        change, base = renaming(Value(type=item.type), thing), item.base
        if change is not None:
            found += [(number, change) for number in range(base, base + item.holders)]
    return found


Forget = Callable[[State, int], None]


def forgetting_stacks(layout: Layout, procedures: Sequence[Procedure]) -> Forget:
    """What makes all that points at a stack point at a stack that is gone.

    Its place may be given to a new stack then, and nothing old means that one.
    """
    nowhere = layout.nowhere
    variables = changing_variables(layout, "stack")
    slots = changing_slots(procedures, "stack")

    def forget(s: State, stack: int) -> None:
        def rename(old: int) -> int:
            return nowhere if old == stack else old

        for number, change in variables:
            s.vars[number] = change(s.vars[number], rename)
        for frame in s.frames:
            for slot, change in slots[frame[0]]:
                frame[slot] = change(frame[slot], rename)

    return forget
