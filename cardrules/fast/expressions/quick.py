"""What is worked out so quickly that it costs less than a branch around it.

It looks at a few places of a state and at tables, goes through nothing, and no game can be given up
by it; so it may also be worked out where nobody needs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardrules.machine import code as machine
from cardrules.model import ir
from cardrules.model.ruleset import Definition

_SIMPLE = (
    ir.Const, ir.Local, ir.Bound, ir.Role, ir.Counter, ir.ZoneOf, ir.Logic, ir.Negation,
    ir.TeamOf, machine.RegisterValue, machine.Plus,
)  # fmt: skip
_MOST_PARTS = 24
# What may be worked out only where it is wanted: a game can be given up by it.
_CAN_STOP = (ir.NotNone, ir.Subsets, ir.Arithmetic, ir.Fold)


def is_quick(definitions: Mapping[str, Definition], expressions: Sequence[ir.Expr]) -> bool:
    """Whether all of some expressions are worked out so quickly."""
    return _cost(definitions, expressions) <= _MOST_PARTS


def _cost(definitions: Mapping[str, Definition], expressions: Sequence[ir.Expr]) -> int:
    return sum([1 + _cost(definitions, parts) if parts is not None else _MOST_PARTS + 1
                for parts in [_looked_at(definitions, x) for x in expressions]])  # fmt: skip


def _looked_at(definitions: Mapping[str, Definition], x: ir.Expr) -> Sequence[ir.Expr] | None:
    """What is worked out for an expression besides; None for what takes long."""
    match x:
        case ir.Compare(left=ir.Contents() as left, right=ir.Const(value=())):
            return [left]
        case ir.Compare() if x.left.type.base not in ("collection", "stack"):
            return [x.left, x.right]
        case ir.Operation(op="count", arguments=(ir.Contents() | ir.Everyone() as counted,)):
            return [counted]
        case ir.Attribute(card=ir.Local() | ir.Bound() as card) if not card.type.optional:
            return [card]
        case ir.Operation(op="left" | "right" | "next"):
            return x.arguments
        case ir.Contents(zone=ir.ZoneOf() as zone):
            return [zone]
        case ir.VariableValue() if x.type.base != "collection":
            return [] if x.holder is None else [x.holder]
        case ir.Everyone(group="players" | "opponents" | "others"):
            return []
        case ir.CallDefinition() if x.definition in definitions:
            return [definitions[x.definition].value, *x.arguments]
    return list(ir.parts(x)) if isinstance(x, _SIMPLE) else None


def can_stop(definitions: Mapping[str, Definition], x: ir.Expr) -> bool:
    """Whether a game may be given up where something is worked out, so that it must be wanted."""
    return any(
        isinstance(part, _CAN_STOP)
        or (
            isinstance(part, ir.CallDefinition)
            and part.definition in definitions
            and can_stop(definitions, definitions[part.definition].value)
        )
        for part in ir.walk(x)
    )
