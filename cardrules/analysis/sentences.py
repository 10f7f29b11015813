"""Sentences: their values are expressions like any others, and may be none."""

from __future__ import annotations

from cardrules.analysis.expressions import elaborate
from cardrules.analysis.world import Scope
from cardrules.model import ir
from cardrules.syntax import nodes


def sentence(node: nodes.Sentence, scope: Scope, made: ir.Origin) -> ir.Sentence:
    """A sentence with its values."""
    return ir.Sentence(parts=tuple(_part(part, scope) for part in node.parts), origin=made)


def _part(node: nodes.Words | nodes.Expr | nodes.Agree, scope: Scope) -> str | ir.Expr | ir.Agree:
    if isinstance(node, nodes.Words):
        return node.text
    if isinstance(node, nodes.Agree):
        return ir.Agree(one=node.one, several=node.several, you=node.you)
    return elaborate(node, scope)


def told(node: nodes.Say, scope: Scope) -> ir.Sentence:
    """What `say` says."""
    made = ir.Origin(node.span, tuple(word.text for word in node.ids))
    return sentence(node.sentence, scope, made)


def telling_of(node: nodes.Premises, scope: Scope) -> ir.Sentence | None:
    """What is said of an action in place of what is told by itself; none if that is told."""
    match node.telling:
        case None:
            return None
        case nodes.Silence(span=span):
            return ir.Sentence(parts=(), origin=ir.Origin(span))
        case _:
            return told(node.telling, scope)
