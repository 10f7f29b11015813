"""Values of a program as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.machine import code
from cardrules.model import ir
from cardrules.model.types import NONE
from cardrules.plain import fields


def word(name: str) -> str:
    """`SetRegister` as `set register`."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def value(x: ir.Expr) -> str:
    """A value in one line."""
    made = _VALUES.get(type(x))
    if made is not None:
        return made(x)
    inside = [part(getattr(x, name)) for name in fields(type(x)) if name not in ("type", "span")]
    return f"{word(type(x).__name__)}({', '.join(inside)})"


def part(found: Any) -> str:
    """A part of a value."""
    if isinstance(found, ir.Expr):
        return value(found)
    if isinstance(found, tuple):
        return f"[{', '.join(map(part, found))}]"
    if isinstance(found, ir.PlayersInOrder):
        where = (
            "" if found.condition is None else f" where b{found.bound}: {value(found.condition)}"
        )
        return f"{found.direction} from {value(found.start)}{where}"
    return str(found)


def _constant(x: ir.Const) -> str:
    if x.value == NONE and not isinstance(x.value, bool):
        return "none"
    return str(x.value).lower() if isinstance(x.value, bool) else str(x.value)


def _zone(x: ir.ZoneOf) -> str:
    return x.zone if x.holder is None else f"{value(x.holder)}.{x.zone}"


def _variable(x: ir.VariableValue) -> str:
    return x.variable if x.holder is None else f"{value(x.holder)}.{x.variable}"


def _binary(x: ir.Arithmetic | ir.Compare | ir.Logic) -> str:
    return f"({value(x.left)} {x.operator} {value(x.right)})"


def _over(word: str) -> Callable[[Any], str]:
    return lambda x: f"{word} b{x.bound} in {value(x.collection)}: {value(x.condition)}"


_VALUES: dict[type[ir.Expr], Callable[[Any], str]] = {
    ir.Const: _constant,
    ir.Local: lambda x: f"f{x.slot}",
    ir.Bound: lambda x: f"b{x.index}",
    ir.Role: lambda x: x.role,
    ir.Everyone: lambda x: x.group,
    ir.Counter: lambda x: x.counter,
    ir.OptionValue: lambda x: f"option {x.name}",
    ir.VariableValue: _variable,
    ir.ZoneOf: _zone,
    ir.Contents: lambda x: f"cards of {value(x.zone)}",
    ir.Attribute: lambda x: f"{value(x.card)}.{x.attribute}",
    ir.IsLine: lambda x: f"({value(x.card)} is {x.line})",
    ir.Operation: lambda x: f"{x.op}({', '.join(map(value, x.arguments))})",
    ir.Arithmetic: _binary,
    ir.Compare: _binary,
    ir.Logic: _binary,
    ir.Negation: lambda x: f"not {value(x.operand)}",
    ir.NotNone: lambda x: f"{value(x.value)}!",
    ir.Filter: lambda x: f"[b{x.bound} in {value(x.collection)} where {value(x.condition)}]",
    ir.Quantified: lambda x: _over(x.quantifier)(x),
    ir.CallDefinition: lambda x: f"{x.definition}({', '.join(map(value, x.arguments))})",
    ir.CallPlacement: lambda x: f"{x.placement}({value(x.card)}, {value(x.target)})",
    code.RegisterValue: lambda x: x.register,
    code.LookUp: lambda x: f"table {x.table}[{', '.join(map(value, x.arguments))}]",
    code.Size: lambda x: f"size of f{x.slot}",
    code.Element: lambda x: f"f{x.slot}[{value(x.index)}]",
    code.Running: lambda x: f"frames of {', '.join(map(str, x.procedures))}",
    code.Plus: lambda x: f"({value(x.value)} + {x.more})",
    code.Seat: lambda x: f"seat({value(x.start)}, {x.direction} * {value(x.places)})",
}
