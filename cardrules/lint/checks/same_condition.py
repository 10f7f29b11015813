"""CR505: two standing rules that act on one condition.

Standing rules are carried out in the order of the file. If the first of two that wait for the same
thing changes it, there is nothing left for the second, which then acts only where the first one
could not. Only conditions that read alike are compared, and only where the first rule moves cards
to or from a zone that its condition looks at, or sets a variable in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.lint.touched import changed, looked_at
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.plain import fields


@attrs.frozen
class _Guard:
    """A condition on which a standing rule acts, and the lines that it then carries out."""

    rule: ir.Procedure
    condition: ir.Expr
    body: ir.Body


def find_same_conditions(ruleset: Ruleset) -> Iterator[Finding]:
    """Standing rules whose condition an earlier one has undone."""
    earlier: dict[Any, _Guard] = {}
    for rule in ruleset.standing.values():
        for guard in _guards(rule):
            key = _shape(guard.condition, {})
            first = earlier.setdefault(key, guard)
            if first.rule is not rule and _undoes(first, ruleset):
                yield _finding(ruleset, first.rule, rule)


def _finding(ruleset: Ruleset, first: ir.Procedure, second: ir.Procedure) -> Finding:
    return Finding(
        span=second.origin.name_span,
        message=f"`{second.name}` acts on the same condition as `{first.name}`, "
        "which comes first and changes it.",
        help="Standing rules are carried out in the order of the file. Let the one that must not "
        "be missed stand first, or make one rule of both.",
        labels=(
            Label(
                span=first.origin.name_span,
                text=f"after this, `{second.name}` acts only if the condition still holds",
            ),
        ),
    )


def _guards(rule: ir.Procedure) -> Iterator[_Guard]:
    """The conditions on which the lines of a rule depend."""
    for item in rule.body:
        match item:
            case (
                ir.EachPlayer(order=ir.PlayersInOrder(condition=ir.Expr() as test))
                | ir.EachIn(collection=ir.Filter(condition=test))
                | ir.While(condition=test)
            ):
                yield _Guard(rule, test, item.body)
            case ir.If(branches=((ir.Expr() as test, body), *_)):
                yield _Guard(rule, test, body)


def _shape(node: object, bound: dict[int, int]) -> Any:
    """What is equal for expressions that read alike: their bound variables are numbered anew."""
    if isinstance(node, ir.Bound):
        return "bound", bound.setdefault(node.index, len(bound))
    if isinstance(node, tuple):
        return tuple(_shape(item, bound) for item in node)
    if not isinstance(node, ir.Expr):
        return node
    return type(node).__name__, *(
        _shape(getattr(node, name), bound)
        for name in fields(type(node))
        if name not in ("type", "bound")
    )


def _undoes(guard: _Guard, ruleset: Ruleset) -> bool:
    """Whether the lines change something at which the condition looks."""
    return bool(looked_at(guard.condition, ruleset) & changed(guard.body, ruleset))


CHECK = Check(code="CR505", find=find_same_conditions)
