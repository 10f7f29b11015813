"""How many elements a collection has, where that is known for the whole game."""

from __future__ import annotations

from cardrules.machine import code
from cardrules.machine.layout import Layout
from cardrules.model import ir


def size_of(x: ir.Expr, layout: Layout) -> int | None:
    """How many elements a collection has; None if that is not known."""
    match x:
        case ir.Everyone(group="cards"):
            return layout.cards
        case ir.Everyone(group=group):
            return len(layout.teams) if group == "teams" else layout.players
        case ir.Const(value=tuple() as value):
            return len(value)
        case ir.Attribute():
            return max(map(len, layout.attribute[x.attribute]), default=0)
        case ir.Operation(op="only"):
            return 1
        case ir.Operation(op="clockwise_from"):
            return layout.players
        case code.LookUp():
            return size_of(x.instead_of.value, layout)
    return None
