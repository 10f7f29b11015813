"""What an expression lays into a slot, and what may be chosen from a collection."""

from __future__ import annotations

from cardrules.machine.ranges.bounds import Interval
from cardrules.model import ir
from cardrules.termination.linear import Sum
from cardrules.termination.path import Cards, Number, Path, Somebody, Stack, Value
from cardrules.termination.reading.amounts import Amounts
from cardrules.termination.reading.contents import as_kept
from cardrules.termination.table import LARGE


class Laid(Amounts):
    """Reads values as they lie in slots."""

    def value(self, path: Path, x: ir.Expr) -> Value:
        """A value, as it lies in a slot."""
        base = x.type.base
        if base == "integer":
            return Number(self.number(path, x))
        if base == "player":
            return Somebody(self.player(path, x))
        element = x.type.element
        if base == "card" or (element is not None and element.base == "card"):
            return as_kept(self.cards(path, x))
        if base == "stack":
            return self.stack(path, x)
        if base == "collection":
            return self.many(path, x)
        return None

    def element(self, path: Path, x: ir.Expr, *, is_certain: bool) -> Value:
        """One of the things of a collection: a value that is chosen from it."""
        element = x.type.element
        base = "" if element is None else element.base
        if base == "card":
            found = self.one_of(path, self.cards(path, x))
            if is_certain and len(found.parts) == 1:
                return Cards((found.parts[0]._replace(number=Sum(1)),))
            return found
        if base == "stack":
            zones = {part.zone for part in self.cards(path, x).parts}
            there = len(zones) == 1 and is_certain
            return self.placed(Stack(zones.pop() if there else None, there))
        if base == "player":
            return Somebody(self.table.somebody())
        if base == "integer":
            inside = self.table.values.elements(x)
            unknown = self.table.unknowns.new()
            if isinstance(inside, Interval) and -LARGE <= inside.least <= inside.most <= LARGE:
                path.know(unknown - inside.least, Sum(inside.most) - unknown)
            return Number(unknown)
        if base == "collection":
            return as_kept(self._set_of(path, x))
        return None

    def _set_of(self, path: Path, x: ir.Expr) -> Cards:
        """A set of cards out of sets: all of them come from the cards of which sets are made."""
        match x:
            case ir.Subsets():
                return self.some_of(path, self.cards(path, x.collection))
            case ir.NotNone():
                return self._set_of(path, x.value)
            case ir.Filter() | ir.Extremes():
                return self._set_of(path, x.collection)
            case ir.CallDefinition():
                return self._set_of(path, self.meaning(x))
            case ir.Operation(op="unions" | "maximal families", arguments=(inner,)):
                return self._set_of(path, inner)
            case ir.Operation(op="only", arguments=(inner,)):
                return self.some_of(path, self.cards(path, inner))
            case ir.IfElse():
                return self.either(
                    path, self._set_of(path, x.then), self._set_of(path, x.otherwise)
                )
        return self.unknown_cards(path, one=False)
