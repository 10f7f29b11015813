"""The bounds of what lies in a slot, by its shape alone."""

from __future__ import annotations

from cardrules.machine.ranges.bounds import NOTHING, Bound, Interval, Row, Several, joined
from cardrules.machine.ranges.values import COUNTED, MOST_COUNTED, Values
from cardrules.machine.shapes import Acting, Many, Number, OneOf, OrNone, Shape, Value
from cardrules.machine.shapes import Row as RowShape
from cardrules.model.types import NONE, PLAYER


def bound_of_shape(shape: Shape, values: Values) -> Bound | None:
    """All that a value of this shape may be."""
    match shape:
        case Value():
            return values.of_type(shape.type)
        case Number() if shape.counts:
            return COUNTED
        case Number():
            # The least number stands for none where any number may lie.
            least = shape.least if shape.least > NONE else NONE + 1
            return Interval(least, shape.most, none=shape.least == NONE)
        case Acting():
            player = values.of_type(PLAYER.or_none() if shape.who != "player" else PLAYER)
            return NOTHING if shape.who == "nobody" else player
        case OrNone():
            return joined(bound_of_shape(shape.of, values), NOTHING)
        case Many():
            return Several(0, _most_of(shape.of, values), bound_of_shape(shape.of, values))
        case RowShape():
            return Row(tuple([bound_of_shape(part, values) for part in shape.parts]))
        case OneOf():
            found = [bound_of_shape(one, values) for one in shape.shapes]
            first, *others = found
            for other in others:
                first = joined(first, other)
            return first
    return None


def _most_of(shape: Shape, values: Values) -> int:
    return values.most_of(shape.type) if isinstance(shape, Value) else MOST_COUNTED


def met(one: Bound | None, other: Bound | None) -> Bound | None:
    """What is known if two things are known of a value; the first if they do not fit each other."""
    match one, other:
        case None, _:
            return other
        case Interval(), Interval():
            return one.met(other) or one
        case Several(), Several():
            return one._replace(
                least=max(one.least, other.least),
                most=min(one.most, other.most),
                of=met(one.of, other.of),
            )
        case (Row(), Row()) if len(one.parts) == len(other.parts):
            return Row(tuple(map(met, one.parts, other.parts)))
    return one
