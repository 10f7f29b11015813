"""Sentences: their values are expressions like any others, and may be none."""

from __future__ import annotations

from cardrules.analysis.expressions import elaborate
from cardrules.analysis.parts import take_slot
from cardrules.analysis.world import Scope
from cardrules.model import ir
from cardrules.model.types import CARDS, INTEGER, UNKNOWN, Type
from cardrules.plain import replaced
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


def told(node: nodes.Say | nodes.Ask, scope: Scope, of: ir.Origin | None = None) -> ir.Sentence:
    """What `say` says or `ask` asks; without IDs of its own it has those of what it tells."""
    ids = tuple(word.text for word in node.ids) or (of.ids if of is not None else ())
    return sentence(node.sentence, scope, ir.Origin(span=node.span, ids=ids))


def asked(node: nodes.Ask | None, scope: Scope) -> ir.Sentence | None:
    """How somebody is asked, if that is said."""
    return None if node is None else told(node, scope)


def telling_of(node: nodes.Premises, scope: Scope, of: ir.Origin) -> ir.Sentence | None:
    """What is said of an action in place of what is told by itself; none if that is told."""
    return None if node.telling is None else _telling(node.telling, scope, of)


def passing_of(node: nodes.Passing | None, scope: Scope, of: ir.Origin) -> ir.Sentence | None:
    """The same of somebody who gives no answer."""
    return None if node is None else _telling(node.telling, scope, of)


def _telling(node: nodes.Telling, scope: Scope, of: ir.Origin) -> ir.Sentence:
    if isinstance(node, nodes.Silence):
        return ir.Sentence(parts=(), origin=ir.Origin(span=node.span))
    return told(node, scope, of)


# ---- Of statements -------------------------------------------------------------------------------


def with_telling(made: ir.Statement, node: nodes.Statement, scope: Scope) -> ir.Statement:
    """A statement with what is said of it below, where `it` is what was moved, shown or changed."""
    below: nodes.Telling | None = getattr(node, "telling", None)
    if below is None or not isinstance(made, ir.Event):
        return made
    slots = (take_slot(scope), take_slot(scope))
    of_type = _it(made, scope)
    inner = scope if of_type is None else scope.within(ir.Local(type=of_type, slot=slots[0]))
    telling = ir.Telling(sentence=_telling(below, inner, made.origin), slots=slots)
    return replaced(made, telling=telling, origin=replaced(made.origin, is_told=True))


def _it(made: ir.Event, scope: Scope) -> Type | None:
    """The type of `it` below a statement; none where it has no meaning."""
    match made:
        case ir.Stop():
            return None
        case ir.Pick():
            return made.domain.type.element or UNKNOWN
        case ir.Tokens():
            return INTEGER
        case ir.SetVariable():
            return scope.world.variables[made.variable].type
    return CARDS
