"""The lines of a ruleset, each with what stands in it itself.

Of a statement that has blocks only its head is meant; the lines of the blocks come by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.plain import fields


@attrs.frozen(eq=False)
class Line:
    """A line that is carried out or asked for, and in what (an action, a routine, the play)."""

    of: ir.Statement | ir.Premise
    within: ir.Procedure

    @property
    def origin(self) -> ir.Origin:
        """Where it stands."""
        return self.of.origin

    def nodes(self) -> Iterator[object]:
        """All that stands in the line, outermost first."""
        yield from ir.walk(tuple(_heads(self.of)))


def _heads(x: ir.Statement | ir.Premise) -> Iterator[Any]:
    if isinstance(x, ir.If):
        yield from (test for test, _ in x.branches if test is not None)
        return
    for name in fields(type(x)):
        if name not in ("body", "premises", "origin"):
            yield getattr(x, name)


def lines(ruleset: Ruleset) -> Iterator[Line]:
    """All lines of procedures and all premises of actions."""
    for part in ruleset.carried_out():
        if isinstance(part, ir.DeclaredAction):
            yield from (Line(premise, part.procedure) for premise in part.premises)
            yield from lines_of(part.procedure)
        else:
            yield from lines_of(part)


def lines_of(procedure: ir.Procedure) -> Iterator[Line]:
    """The lines of one procedure."""
    for statement in ir.statements(procedure.body):
        yield Line(statement, procedure)
        if isinstance(statement, ir.Together):
            yield from (Line(premise, procedure) for premise in statement.premises)


def written_out(ruleset: Ruleset, nodes: Iterator[object]) -> Iterator[object]:
    """Nodes, and what is behind the definitions and placements that are called in them."""
    seen: set[tuple[str, str]] = set()
    pending = [nodes]
    while pending:
        for node in pending.pop():
            yield node
            if isinstance(node, ir.CallDefinition):
                key = ("define", node.definition)
                value: Any = ruleset.definitions[node.definition].value
            elif isinstance(node, ir.CallPlacement):
                key = ("placement", node.placement)
                value = ruleset.placements[node.placement].clauses
            else:
                continue
            if key not in seen:
                seen.add(key)
                pending.append(ir.walk(value))
