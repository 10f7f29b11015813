"""What all statements have: where they come from, and slots for their names."""

from __future__ import annotations

import re

from cardrules.analysis.local_names import check_local_name
from cardrules.analysis.world import Scope, World
from cardrules.model import ir
from cardrules.model.types import (
    UNKNOWN,
)
from cardrules.plain import fields
from cardrules.source import Span
from cardrules.syntax import nodes


def origin(node: nodes.Node, note: nodes.Note | None) -> ir.Origin:
    """Where a statement comes from: its first line, the IDs and the sentence of its note."""
    ids = tuple(word.text for word in note.ids) if note is not None else ()
    name = getattr(node, "name", None)
    return ir.Origin(
        span=node.span,
        ids=ids,
        sentence=note.sentence if note is not None else "",
        named=name.span if isinstance(name, nodes.Word) else None,
    )


def head(node: nodes.Statement, world: World) -> Span:
    """The place of a statement without its note and its block."""
    end = node.span.start
    for name in fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, nodes.Node) and not isinstance(value, _TAIL):
            end = max(end, value.span.end)
    if end == node.span.start:  # nothing but words of the language
        text = world.diagnostics.source.text[node.span.start : node.span.end]
        end = node.span.start + len(re.split(r"\s*[\[\"#\n]", text, maxsplit=1)[0])
    return Span(node.span.start, end)


_TAIL = (
    nodes.Note
    | nodes.Block
    | nodes.Premises
    | nodes.ElseIf
    | nodes.Else
    | nodes.Say
    | nodes.Silence
    | nodes.Ask
)


def take_slot(scope: Scope) -> int:
    assert scope.frame is not None
    return scope.frame.take()


def name_slot(word: nodes.Word, value: ir.Expr, scope: Scope) -> int:
    """A slot for a local name, which from here on means it."""
    # What is meant by a name that has been refused nobody knows.
    of_type = value.type if check_local_name(word, scope) else UNKNOWN
    slot = take_slot(scope)
    scope.names[word.text] = ir.Local(type=of_type, slot=slot)
    return slot
