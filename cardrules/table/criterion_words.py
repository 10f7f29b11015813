"""What a criterion of the winner is called where the ruleset gives it no heading.

What is counted is told in general words, never as the rules write it.
"""

from __future__ import annotations

from cardrules.engine.showing.naming import with_article, zone_words
from cardrules.model import ir
from cardrules.model.ruleset import Criterion, Ruleset
from cardrules.prose import plural
from cardrules.table.wording import capital, words

_COUNTED = {"card": "cards", "stack": "stacks"}


def heading_of(ruleset: Ruleset, criterion: Criterion) -> str:
    """The heading of a criterion, or words for it: "Cards in the belly (most)"."""
    if criterion.heading:
        return criterion.heading
    if criterion.value.type.base == "flag":
        return capital(_called(ruleset, criterion.value) or "Tie-break")
    is_amount = isinstance(criterion.value, ir.Operation)
    highest, lowest = ("most", "fewest") if is_amount else ("highest", "lowest")
    which = highest if criterion.extreme == "highest" else lowest
    return f"{capital(_called(ruleset, criterion.value) or 'Tie-break')} ({which})"


def _called(ruleset: Ruleset, value: ir.Expr) -> str:
    """What a value is called; empty if there are no words for it."""
    match value:
        case ir.ScoreOf():
            return "score"
        case ir.VariableValue():
            variable = ruleset.variables[value.variable]
            name = words(variable.name)
            return variable.origin.sentence or (plural(name) if variable.supply else name)
        case ir.CallDefinition():
            return words(value.definition)
        case ir.Operation(op="count", arguments=(counted,)):
            return _counted(ruleset, counted)
        case _:
            return ""


def _counted(ruleset: Ruleset, counted: ir.Expr) -> str:
    """What is counted in a zone: all of it, or some."""
    some = ""
    while isinstance(counted, ir.Filter):
        counted, some = counted.collection, "certain "
    element = counted.type.element
    if not isinstance(counted, ir.Contents) or not isinstance(counted.zone, ir.ZoneOf):
        return ""
    what = _COUNTED.get(element.base, "") if element is not None else ""
    zone = with_article(zone_words(ruleset.zones[counted.zone.zone]))
    return f"{some}{what} in {zone}" if what else ""
