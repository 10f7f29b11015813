"""In what order the values of a choice come, read off what it chooses from."""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.machine import code
from cardrules.machine.layout import Layout
from cardrules.machine.search import Order
from cardrules.model import ir
from cardrules.model.ruleset import Definition
from cardrules.model.types import SETS

_OF_SHAPES: dict[str, Order] = {
    "spread": "cards of a spread",
    "pile": "cards of a pile",
    "row": "cards of a pile",
    "stacks": "stacks",
}
_OF_OPERATIONS: dict[str, Order] = {
    "clockwise_from": "players",
    "maximal families": "families",
    "unions": "unions",
}


class Orders:
    """Tells in what order values come; `names` are those of earlier steps by their slots."""

    def __init__(self, layout: Layout, definitions: Mapping[str, Definition]) -> None:
        self._layout = layout
        self._definitions = definitions

    def of(self, x: ir.Expr, names: Mapping[int, ir.Expr]) -> tuple[Order, ...]:
        """The order, or those of which one counts; nothing where the text does not tell it."""
        match x:
            case ir.Filter() | ir.Extremes():
                return self.of(x.collection, names)
            case ir.NotNone():
                return self.of(x.value, names)
            case ir.IfElse():
                both = (*self.of(x.then, names), *self.of(x.otherwise, names))
                return tuple(dict.fromkeys(both))
            case ir.Local() if x.slot in names:
                return self.of(names[x.slot], names)
            case code.LookUp():
                return self.of(x.instead_of.value, names)
            case ir.CallDefinition():
                return self.of(self._definitions[x.definition].value, {})
        found = self._itself(x)
        return () if found is None else (found,)

    def _itself(self, x: ir.Expr) -> Order | None:
        match x:
            case ir.Const():
                return "values in braces"
            case ir.Everyone(group="cards"):
                return "cards of a spread"
            case ir.Everyone():
                return "teams" if _of(x) == "team" else "players"
            case ir.Contents(zone=ir.ZoneOf(zone=name)):
                return _OF_SHAPES[self._layout.zones[name].shape]
            case ir.Contents(zone=zone):
                return _OF_SHAPES.get(zone.type.name, "cards of a pile")
            case ir.AllContents():
                is_stacks = self._layout.zones[x.zone].shape == "stacks"
                return "stacks" if is_stacks else "zones of several players"
            case ir.CardsOfStacks():
                return "cards of a pile"
            case ir.Attribute():
                return "numbers of a card"
            case ir.Subsets():
                return "sets of cards"
            case ir.Arithmetic() if _of(x) == "zone":
                return "zones"
            case ir.Arithmetic():
                return "sets put together" if x.type.required() == SETS else "a + b"
            case ir.Operation():
                return _OF_OPERATIONS.get(x.op)
        return None


def _of(x: ir.Expr) -> str:
    """What the things are of which a collection is one."""
    return x.type.element.base if x.type.element is not None else ""
