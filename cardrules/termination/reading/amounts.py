"""Which number an expression is, as a sum of unknowns, and how many things a collection has."""

from __future__ import annotations

from cardrules.machine import code
from cardrules.model import ir
from cardrules.model.types import NONE
from cardrules.termination.linear import Sum
from cardrules.termination.path import Many, Number, Path, Sealed
from cardrules.termination.reading.contents import Lying, total
from cardrules.termination.table import LARGE


class Amounts(Lying):
    """Reads numbers and sizes."""

    def number(self, path: Path, x: ir.Expr) -> Sum:
        """A number, or an unknown with what is known of it."""
        match x:
            case ir.Const(value=int(value)) if value != NONE:
                return Sum(int(value))
            case ir.Local():
                found = path.frame.slots.get(x.slot)
                if isinstance(found, Number):
                    return found.value
            case code.Plus():
                return self.number(path, x.value) + x.more
            case ir.Arithmetic():
                return self._worked_out(path, x)
            case (
                ir.Counter(counter="round" | "turn" as name)
                | code.RegisterValue(register="round" | "turn" | "changes" as name)
            ):
                return path.amounts["register", name]
            case code.Size():
                return self._size(path, x.slot)
            case ir.VariableValue(holder=None) if x.variable in self.table.numbers:
                return path.amounts["variable", x.variable]
            case ir.NotNone():
                return self.number(path, x.value)
            case ir.CallDefinition(arguments=()):
                return self.number(path, self.meaning(x))
            case ir.Operation():
                return self._by_operation(path, x)
        return self._within(path, x)

    def _by_operation(self, path: Path, x: ir.Operation) -> Sum:
        match x:
            case ir.Operation(op="count", arguments=(inner,)):
                return self._count(path, inner)
            case ir.Operation(op="min" | "max" as name, arguments=(one, other)):
                sides = self.number(path, one), self.number(path, other)
                return self._extreme(path, x, sides, 1 if name == "min" else -1)
        return self._within(path, x)

    def _within(self, path: Path, x: ir.Expr) -> Sum:
        """An unknown, with the bounds that hold wherever the expression stands."""
        found = self.table.values.number(x)
        unknown = self.table.unknowns.new()
        if not found.none and found.least >= -LARGE:
            path.know(unknown - found.least)
        if not found.none and found.most <= LARGE:
            path.know(Sum(found.most) - unknown)
        return unknown

    def _extreme(self, path: Path, x: ir.Expr, sides: tuple[Sum, Sum], sign: int) -> Sum:
        found = self._within(path, x)
        path.know(*[(side - found).scaled(sign) for side in sides])
        return found

    def _worked_out(self, path: Path, x: ir.Arithmetic) -> Sum:
        one, other = self.number(path, x.left), self.number(path, x.right)
        match x.operator:
            case "+":
                return one + other
            case "-":
                return one - other
            case "*" if other.is_number:
                return one.scaled(other.number)
            case "*" if one.is_number:
                return other.scaled(one.number)
            case "/" if other.is_number and other.number > 0:
                # It is rounded down.
                found, by = self.table.unknowns.new(), other.number
                path.know(one - found.scaled(by), found.scaled(by) + (by - 1) - one)
                return found
        return self._within(path, x)

    def _size(self, path: Path, slot: int) -> Sum:
        match path.frame.slots.get(slot):
            case Many(number):
                return number
            case Sealed(number, _):
                return number
        found = self.table.unknowns.new()
        path.know(found)
        return found

    def _count(self, path: Path, x: ir.Expr) -> Sum:
        if x.type.element is not None and x.type.element.base == "card":
            return total(self.cards(path, x).parts)
        return self.many(path, x).number

    def many(self, path: Path, x: ir.Expr) -> Many:
        """How many things a collection has, and whether they are all players."""
        layout = self.table.layout
        match x:
            case ir.Everyone(group="players"):
                return Many(Sum(layout.players), everybody=True)
            case code.InOrder() if x.order.condition is None:
                return Many(Sum(layout.players), everybody=True)
            case ir.Operation(op="clockwise_from"):
                return Many(Sum(layout.players), everybody=True)
            case ir.Local():
                found = path.frame.slots.get(x.slot)
                if isinstance(found, Many):
                    return found
        least, most = self.table.values.size(x)
        if least == most:
            return Many(Sum(least))
        found_number = self.table.unknowns.new()
        path.know(found_number - least)
        if most <= LARGE:
            path.know(Sum(most) - found_number)
        return Many(found_number)
