"""The bounds of values as text, as far as they say more than the type of a value."""

from __future__ import annotations

from cardrules.machine.ranges.bounds import Bound, Interval, Several
from cardrules.machine.shapes import Many, Number, OneOf, OrNone, Shape, Value
from cardrules.model.types import INTEGER, MOST_NUMBER, Type


def bounds_of_slot(bound: Bound | None, shape: Shape | None) -> str:
    """What lies in a slot, behind a comma; nothing if its shape says it all."""
    found = ""
    match shape:
        case Value():
            found = bounds_of(bound, shape.type)
        case Number() if not shape.counts and shape.least != shape.most:
            found = _ends(bound)
        case OrNone(of=Value() as inner):
            found = bounds_of(bound, inner.type)
        case Many():
            found = _size(bound)
        case OneOf(shapes=(Value() as inner, *_)):
            found = bounds_of(bound, inner.type)
    return found and f", {found}"


def bounds_of(bound: Bound | None, of_type: Type) -> str:
    """Between which ends a number lies, or how many things are in a collection."""
    if of_type.base == "integer":
        return _ends(bound)
    if of_type.base == "collection":
        inside = bound.of if isinstance(bound, Several) else None
        ends = _ends(inside) if of_type.element == INTEGER else ""
        return ", ".join(filter(None, (_size(bound), ends)))
    return ""


def _ends(bound: Bound | None) -> str:
    if not isinstance(bound, Interval) or (
        bound.least <= -MOST_NUMBER and bound.most >= MOST_NUMBER
    ):
        return ""
    if not bound.is_number:
        return "always none"
    if bound.least == bound.most:
        return f"always {bound.least}"
    if bound.most >= MOST_NUMBER:
        return f"{bound.least} or more"
    if bound.least <= -MOST_NUMBER:
        return f"{bound.most} or less"
    return f"{bound.least} to {bound.most}"


def _size(bound: Bound | None) -> str:
    if not isinstance(bound, Several) or bound.most >= MOST_NUMBER:
        return ""
    if bound.least == bound.most:
        return f"{bound.most} of them"
    return f"{bound.least} to {bound.most} of them"
