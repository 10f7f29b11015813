"""Whether a condition can tell cards from each other that look alike: by where they lie, or by a
name or a variable that one of them has.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.model import ir
from cardrules.model.ruleset import Definition

_OF_PLACES = (
    ir.ZoneOf, ir.AllContents, ir.CardsOfStacks, ir.Everyone, ir.Possible, ir.ScoreOf,
    ir.VariableValue,
)  # fmt: skip
# What is made of parts, each of which has a value of its own.
_APART = (ir.Logic, ir.Negation, ir.Arithmetic, ir.IfElse)


def tells_apart(definitions: Mapping[str, Definition], x: ir.Expr) -> bool:
    """Whether a condition on what goes through a collection may do so; what does not look at that
    is the same for all cards.
    """
    if not any(isinstance(part, ir.Bound) for part in ir.walk(x)):
        return False
    if not _looks_at_places(definitions, x):
        return False
    is_apart = (
        isinstance(x, _APART)
        or (isinstance(x, ir.Operation) and not any(one.type.has_cards for one in x.arguments))
        or (isinstance(x, ir.Compare) and not x.left.type.has_cards)
    )
    return not is_apart or any(tells_apart(definitions, part) for part in ir.parts(x))


def _looks_at_places(definitions: Mapping[str, Definition], x: ir.Expr) -> bool:
    for part in ir.walk(x):
        if isinstance(part, _OF_PLACES) or (isinstance(part, ir.Local) and part.type.has_cards):
            return True
        if isinstance(part, ir.CallDefinition):
            definition = definitions.get(part.definition)
            if definition is None or _looks_at_places(definitions, definition.value):
                return True
    return False
