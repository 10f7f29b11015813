"""What is known of a set of cards of which only some are at hand: its first card, and what can be
worked out of them.
"""

from __future__ import annotations

from typing import Any

from cardrules.engine.specialise.rewriting import Rewriting
from cardrules.machine.code import LookUp
from cardrules.model import ir
from cardrules.plain import replaced


class FirstCard(Rewriting):
    """The first card of a set looks like the first one at hand: others come behind it."""

    changing = frozenset({ir.Operation, ir.NotNone})

    def __init__(self, it: int, least: ir.Expr) -> None:
        super().__init__()
        self._it, self._least = it, least

    def made(self, x: Any) -> Any:
        inner = x.value if isinstance(x, ir.NotNone) else x
        match inner:
            case ir.Operation(op="first", arguments=(items,)) if is_bound(items, self._it):
                return replaced(inner, arguments=(self._least,))
        return self.within(x)


# What can be worked out whatever holds besides. A condition is read off in parts, and one part may
# have seen to it that another one is there.
_THERE = (
    ir.Bound, ir.Const, ir.Compare, ir.Contains, ir.Logic, ir.Negation, ir.Quantified, ir.Filter,
)  # fmt: skip


def is_there(x: ir.Expr, least: ir.Expr) -> bool:
    """Whether a value can be worked out for sure; `least` are the cards at hand."""
    match x:
        case ir.Attribute() | ir.IsLine():
            return _has_face(x.card, least)
        case LookUp():
            return all(_has_face(card, least) for card in x.arguments)
        case ir.Operation(op="count"):
            return is_there(x.arguments[0], least)
        case ir.Local():
            return True
    return isinstance(x, _THERE) and all(is_there(part, least) for part in ir.parts(x))


def _has_face(x: ir.Expr, least: ir.Expr) -> bool:
    """Whether it is a card for sure; of the first card at hand only the face is known."""
    is_first = isinstance(x, ir.Operation) and x.op == "first" and x.arguments == (least,)
    return is_first or (not x.type.optional and is_there(x, least))


def is_bound(x: ir.Expr, bound: int) -> bool:
    """Whether it is a name that is bound."""
    return isinstance(x, ir.Bound) and x.index == bound
