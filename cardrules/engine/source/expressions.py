"""Expressions of one value as source: one function for each class."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardrules.engine.source.writer import Spelling, Writer
from cardrules.machine import code
from cardrules.machine.ranges.values import can_leave
from cardrules.model import ir
from cardrules.model.types import CARD, CARDS, NONE, SETS, Type
from cardrules.ops.registry import operations


def _const(e: Writer, x: ir.Const, p: Spelling) -> str:
    return repr(x.value)


def _local(e: Writer, x: ir.Local, p: Spelling) -> str:
    source = p.local(x.slot)
    # In a state sets lie as plain data.
    return (
        f"sets_from_data(s, {source}, subsets, SPECS)"
        if x.type.required() == SETS and source.startswith("f[")
        else source
    )


def _bound(e: Writer, x: ir.Bound, p: Spelling) -> str:
    return f"b{x.index}"


def _role(e: Writer, x: ir.Role, p: Spelling) -> str:
    return p.me if x.role == "me" else f"s.{x.role}"


def _everyone(e: Writer, x: ir.Everyone, p: Spelling) -> str:
    if x.group == "players":
        return repr(tuple(range(e.layout.players)))
    if x.group == "teams":
        return repr(tuple(range(len(e.layout.teams))))
    if x.group == "cards":
        e.names["CARDS"] = tuple(range(e.layout.cards))
        return "CARDS"
    if x.group == "leaders":
        return "leaders(s)"
    return f"{x.group.upper()}[{p.me}]"


def _counter(e: Writer, x: ir.Counter, p: Spelling) -> str:
    return f"s.{x.counter}"


def _index(base: int, holder: ir.Expr | None, e: Writer, p: Spelling) -> str:
    if holder is None:
        return str(base)
    source = e.emit(holder, p)
    return f"{base} + {source}" if base else source


def _variable(e: Writer, x: ir.VariableValue, p: Spelling) -> str:
    return f"s.vars[{_index(e.layout.variable_base[x.variable], x.holder, e, p)}]"


def _zone(e: Writer, x: ir.ZoneOf, p: Spelling) -> str:
    return f"({_index(e.layout.zone_base[x.zone], x.holder, e, p)})"


def _contents(e: Writer, x: ir.Contents, p: Spelling) -> str:
    return f"s.zones[{e.emit(x.zone, p)}]"


def _attribute(e: Writer, x: ir.Attribute, p: Spelling) -> str:
    index = list(e.layout.attribute).index(x.attribute)
    return f"ATTRIBUTE_{index}[{e.emit(x.card, p)}]"


def _is_line(e: Writer, x: ir.IsLine, p: Spelling) -> str:
    return f"(LINE[{e.emit(x.card, p)}] == {e.layout.lines.index(x.line)})"


def _team_of(e: Writer, x: ir.TeamOf, p: Spelling) -> str:
    return f"TEAM[{e.emit(x.player, p)}]"


def _score_of(e: Writer, x: ir.ScoreOf, p: Spelling) -> str:
    return f"score_of(s, {e.emit(x.player, p)})"


def _place_meant(e: Writer, base: str, source: str) -> str:
    """Of a card, the place where it lies is meant; a stack must be there."""
    if base == "card":
        return f"place_of(s, {source})"
    if base != "stack":
        return source
    if re.fullmatch(r"\w+(\[\d+\])?", source):  # a name, which costs nothing to look up twice
        return f"({source} if 0 <= {source} < {e.layout.nowhere} else there(s, {source}))"
    return f"there(s, {source})"


def _operation(e: Writer, x: ir.Operation, p: Spelling) -> str:
    arguments = [e.emit(item, p) for item in x.arguments]
    if x.op == "maximal families":
        return f"maximal_families(s, {arguments[0]}, KIND)"
    if x.op == "count" and isinstance(x.arguments[0], ir.Everyone):
        size = e.size(x.arguments[0])
        if size is not None and x.arguments[0].group in ("players", "teams", "cards"):
            return str(size)
    if x.op == "count" and x.arguments[0].type == SETS:
        return f"number_of({arguments[0]}, {x.span.start}, {x.span.end})"
    op = operations()[x.op]
    if op.takes_zones:
        bases = [item.type.base for item in x.arguments]
        arguments = [
            _place_meant(e, base, source) for base, source in zip(bases, arguments, strict=True)
        ]
        if bases == ["stack"] and op.emit_for_stack is not None:
            return op.emit_for_stack(arguments[0])
    e.names.update(op.helpers)
    return op.emit(arguments)


def _arithmetic(e: Writer, x: ir.Arithmetic, p: Spelling) -> str:
    left, right = e.emit(x.left, p), e.emit(x.right, p)
    if x.type == SETS:
        return f"{'joined_sets' if x.operator == '+' else 'sets_without'}(s, {left}, {right})"
    if x.type.base == "collection":
        left, right = _noted(e, x.left, left), _noted(e, x.right, right)
        return f"{'joined' if x.operator == '+' else 'without'}(s, {left}, {right})"
    if x.operator in ("/", "mod"):
        return f"{'quotient' if x.operator == '/' else 'remainder'}({left}, {right})"
    if can_leave(e.values.of_operation(x)):
        word = {"+": "plus", "-": "minus", "*": "times"}[x.operator]
        return f"{word}({left}, {right}, {x.span.start}, {x.span.end})"
    return f"({left} {x.operator} {right})"


def _noted(e: Writer, x: ir.Expr, source: str) -> str:
    """The source of something that is compared or looked for; cards are noted if they are to be."""
    if not e.noting:
        return source
    return {CARD: f"noted({source})", CARDS: f"all_noted({source})"}.get(x.type.required(), source)


def _compare(e: Writer, x: ir.Compare, p: Spelling) -> str:
    operator = {"=": "==", "!=": "!="}.get(x.operator, x.operator)
    if x.left.type.base == "collection" and not _is_constant(x.right, NONE):
        if _is_constant(x.right, ()):
            left = e.emit(x.left, p)
            return f"(not {left})" if x.operator == "=" else f"(not not {left})"
        depth = _depth(x.left.type)
        if depth > 1:
            word = "" if x.operator == "=" else "not "
            sides = f"{e.emit(x.left, p)}, {e.emit(x.right, p)}"
            name = "same_sets" if x.left.type.has_cards else "same_things"
            return f"({word}{name}(s, {sides}, {depth}))"
        if x.left.type.optional or x.right.type.optional:
            left, right = (_noted(e, side, e.emit(side, p)) for side in (x.left, x.right))
            return f"(contents_of(s, {left}) {operator} contents_of(s, {right}))"
        left, right = (_noted(e, side, e.elements(side, p, 1)) for side in (x.left, x.right))
        return f"(set({left}) {operator} set({right}))"
    left, right = e.emit(x.left, p), e.emit(x.right, p)
    if not _is_constant(x.right, NONE):
        left, right = _noted(e, x.left, left), _noted(e, x.right, right)
    return f"({left} {operator} {right})"


def _depth(of_type: Type) -> int:
    """How often a collection is one of collections of things: 2 of sets, 3 of families."""
    element = of_type.element
    if element is None:
        return 0
    return 1 + _depth(element) if element.base == "collection" else 1


def _is_constant(expr: ir.Expr, *values: object) -> bool:
    return isinstance(expr, ir.Const) and expr.value in values


def _contains(e: Writer, x: ir.Contains, p: Spelling) -> str:
    depth = _depth(x.collection.type)
    element = _noted(e, x.element, e.emit(x.element, p))
    if depth > 1:
        name = "in_sets" if x.collection.type.has_cards else "in_things"
        return f"{name}(s, {element}, {e.emit(x.collection, p)}, {depth})"
    return f"({element} in {_noted(e, x.collection, e.elements(x.collection, p, 1))})"


def _logic(e: Writer, x: ir.Logic, p: Spelling) -> str:
    return f"({e.emit(x.left, p)} {x.operator} {e.emit(x.right, p)})"


def _negation(e: Writer, x: ir.Negation, p: Spelling) -> str:
    return f"(not {e.emit(x.operand, p)})"


def _if_else(e: Writer, x: ir.IfElse, p: Spelling) -> str:
    (then, one), (otherwise, other) = e.apart(x.then, p), e.apart(x.otherwise, p)
    condition = e.emit(x.condition, p)
    e.steps += max(one, other)
    return f"({then} if {condition} else {otherwise})"


def _register_value(e: Writer, x: code.RegisterValue, p: Spelling) -> str:
    return p.me if x.register == "me" else f"s.{x.register}"


def _size(e: Writer, x: code.Size, p: Spelling) -> str:
    return f"len({p.local(x.slot)})"


def _running(e: Writer, x: code.Running, p: Spelling) -> str:
    return f"running(s, {x.procedures!r})"


def _element(e: Writer, x: code.Element, p: Spelling) -> str:
    return f"{p.local(x.slot)}[{e.emit(x.index, p)}]"


def _plus(e: Writer, x: code.Plus, p: Spelling) -> str:
    return f"({e.emit(x.value, p)} + {x.more})"


def _seat(e: Writer, x: code.Seat, p: Spelling) -> str:
    operator = "+" if x.direction > 0 else "-"
    return f"(({e.emit(x.start, p)} {operator} {e.emit(x.places, p)}) % PLAYERS)"


def _look_up(e: Writer, x: code.LookUp, p: Spelling) -> str:
    if e.noting:
        return e.emit(x.instead_of.value, p)
    return f"TABLE_{x.table}" + "".join([f"[{e.emit(item, p)}]" for item in x.arguments])


def _not_none(e: Writer, x: ir.NotNone, p: Spelling) -> str:
    return f"not_none(s, {e.emit(x.value, p)}, {x.span.start}, {x.span.end})"


def _call_definition(e: Writer, x: ir.CallDefinition, p: Spelling) -> str:
    value = e.declared.definitions[x.definition].value
    if not x.arguments and _is_short(value):
        e.steps += 1
        return e.emit(value, p)
    arguments = "".join(f", {e.emit(item, p)}" for item in x.arguments)
    return f"{e.definition(x.definition)}(s, {p.me}{arguments})"


# A definition that says no more than this is written out where it is used.
_SHORT = frozenset({
    ir.Compare, ir.Logic, ir.Negation, ir.Const, ir.VariableValue, ir.Counter,
    ir.Role, ir.Contents, ir.ZoneOf,
})  # fmt: skip
_MOST_SHORT = 6


def _is_short(value: ir.Expr) -> bool:
    pending, number = [value], 0
    while pending:
        item = pending.pop()
        number += 1
        if type(item) not in _SHORT or number > _MOST_SHORT:
            return False
        pending += ir.parts(item)
    return True


def _call_placement(e: Writer, x: ir.CallPlacement, p: Spelling) -> str:
    name = e.placement(x.placement)
    return f"{name}(s, {e.emit(x.card, p)}, {e.emit(x.target, p)})"


def _possible(e: Writer, x: ir.Possible, p: Spelling) -> str:
    given = "".join(f", {e.emit(value, p)}" for _, value in x.given)
    names = tuple(name for name, _ in x.given)
    calls = []
    for action in x.actions:
        index = e.possibilities.setdefault((action, names), len(e.possibilities))
        calls.append(f"possible_{index}(s, {p.me}{given})")
    return "(" + " or ".join(calls or ["False"]) + ")"


EMITTERS: dict[type[ir.Expr], Callable[..., str]] = {
    ir.Const: _const,
    ir.Local: _local,
    ir.Bound: _bound,
    ir.Role: _role,
    ir.Everyone: _everyone,
    ir.Counter: _counter,
    ir.VariableValue: _variable,
    ir.ZoneOf: _zone,
    ir.Contents: _contents,
    ir.Attribute: _attribute,
    ir.IsLine: _is_line,
    ir.TeamOf: _team_of,
    ir.ScoreOf: _score_of,
    ir.Operation: _operation,
    ir.Arithmetic: _arithmetic,
    ir.Compare: _compare,
    ir.Contains: _contains,
    ir.Logic: _logic,
    ir.Negation: _negation,
    ir.IfElse: _if_else,
    ir.NotNone: _not_none,
    ir.CallDefinition: _call_definition,
    ir.CallPlacement: _call_placement,
    ir.Possible: _possible,
    code.RegisterValue: _register_value,
    code.Size: _size,
    code.Running: _running,
    code.Element: _element,
    code.Plus: _plus,
    code.Seat: _seat,
    code.LookUp: _look_up,
}
