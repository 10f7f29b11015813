"""What is known of names and variables where a condition holds, or does not."""

from __future__ import annotations

from cardrules.machine import code
from cardrules.machine.ranges.bounds import (
    Bound,
    Interval,
    Several,
    number,
)
from cardrules.machine.ranges.names import Names, holder_of, joined_names
from cardrules.machine.ranges.values import Values
from cardrules.model import ir
from cardrules.model.types import MOST_NUMBER, NONE

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
# So many parts of a condition are looked at; what is left tells nothing.
_MOST_PARTS = 200


class Guards:
    """Narrows what is known by conditions."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._left = 0

    def where(self, names: Names | None, x: ir.Expr, *, holds: bool = True) -> Names | None:
        """What is known where a condition holds (or does not); None if that cannot be."""
        self._left = _MOST_PARTS
        return self._where(names, x, holds)

    def _where(self, names: Names | None, x: ir.Expr, holds: bool) -> Names | None:
        self._left -= 1
        if names is None or self._left < 0:
            return names
        self._values.known.names = names
        truth = self._values.truth(x)
        if truth is not None and truth != holds:
            return None
        match x:
            case ir.Negation():
                return self._where(names, x.operand, not holds)
            case ir.Logic():
                return self._logic(names, x, holds)
            case ir.Compare():
                return self._compared(names, x, holds)
            case ir.Contains() if holds:
                return self._closer(names, x.element, self._values.elements(x.collection))
            case ir.CallDefinition() if not x.arguments:
                return self._where(names, self._values.meaning(x.definition), holds)
            case ir.Local() | ir.VariableValue():
                return self._closer(names, x, number(holds))
        return names

    def _logic(self, names: Names, x: ir.Logic, holds: bool) -> Names | None:
        if (x.operator == "and") == holds:
            return self._where(self._where(names, x.left, holds), x.right, holds)
        # One of both settles it: the left side, or the right one where the left does not.
        settled = self._where(names, x.left, holds)
        other = self._where(names, x.left, not holds)
        return joined_names(settled, self._where(other, x.right, holds))

    def _compared(self, names: Names, x: ir.Compare, holds: bool) -> Names | None:
        operator = x.operator if holds else _OPPOSITE[x.operator]
        one, other = self._values.of(x.left), self._values.of(x.right)
        if isinstance(one, Several) and isinstance(other, Several):
            return _by_size(names, x.left, operator, other)
        if not isinstance(one, Interval) or not isinstance(other, Interval):
            return names
        found = self._closer(names, x.left, _allowed(operator, one, other))
        if found is None:
            return None
        return self._closer(found, x.right, _allowed(_MIRRORED[operator], other, one))

    def _closer(self, names: Names, x: ir.Expr, allowed: Bound | None) -> Names | None:
        """What is known where a value lies within a bound; None if it cannot."""
        if not isinstance(allowed, Interval):
            return names
        self._values.known.names = names
        found = self._values.of(x)
        met = found.met(allowed) if isinstance(found, Interval) else None
        if met is None:
            return None if isinstance(found, Interval) else names
        match x:
            case ir.Local() if x.type.base != "stack":
                return names.with_closer_slot(x.slot, met)
            case ir.VariableValue():
                holder = holder_of(x.holder)
                return names if holder is None else names.with_variable((x.variable, holder), met)
            case ir.NotNone():
                return self._closer(names, x.value, met.without_none())
            case code.Plus():
                return self._closer(names, x.value, _moved(met, -x.more))
            case ir.Arithmetic():
                return self._before(names, x, met)
        return names

    def _before(self, names: Names, x: ir.Arithmetic, met: Interval) -> Names | None:
        """What a sum or difference tells of the part of it that is no fixed number."""
        left, right = self._values.number(x.left), self._values.number(x.right)
        if x.operator == "+" and right.is_one:
            return self._closer(names, x.left, _moved(met, -right.least))
        if x.operator == "+" and left.is_one:
            return self._closer(names, x.right, _moved(met, -left.least))
        if x.operator == "-" and right.is_one:
            return self._closer(names, x.left, _moved(met, right.least))
        if x.operator == "-" and left.is_one:
            mirrored = Interval(left.least - met.most, left.least - met.least)
            return self._closer(names, x.right, mirrored)
        return names


def _by_size(names: Names, x: ir.Expr, operator: str, other: Several) -> Names | None:
    """What is known of a named collection that is empty, or is not."""
    found = names.slots.get(x.slot) if isinstance(x, ir.Local) else None
    if other.most or not isinstance(x, ir.Local) or not isinstance(found, Several):
        return names
    if operator == "=":
        return names.with_closer_slot(x.slot, found._replace(least=0, most=0))
    least = max(1, found.least)
    if least > found.most:
        return None
    return names.with_closer_slot(x.slot, found._replace(least=least))


def _allowed(operator: str, one: Interval, other: Interval) -> Interval:
    """What the left side may still be, where it stands so to the right one.

    None lies below all numbers, as engines hold it. That the left side is none is left open where
    they are compared by order.
    """
    highest = other.most if other.is_number else NONE
    match operator:
        case "=":
            return other
        case "!=":
            return _other_than(one, other)
        case "<":
            return Interval(-MOST_NUMBER, highest - 1, none=True)
        case "<=":
            return Interval(-MOST_NUMBER, highest, none=True)
        case ">":
            return Interval(max(-MOST_NUMBER, other.lowest + 1), MOST_NUMBER, none=True)
    return Interval(max(-MOST_NUMBER, other.lowest), MOST_NUMBER, none=True)


def _other_than(one: Interval, other: Interval) -> Interval:
    """What is left if the right side is one value alone."""
    if other.none and not other.is_number:
        return one._replace(none=False)
    if not other.is_one:
        return one
    least = one.least + (one.least == other.least)
    most = one.most - (one.most == other.most)
    return Interval(least, most, one.none)


def _moved(found: Interval, by: int) -> Interval:
    least, most = found.least + by, found.most + by
    return Interval(max(least, -MOST_NUMBER), min(most, MOST_NUMBER))
