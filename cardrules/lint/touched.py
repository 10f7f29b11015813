"""At which zones and variables a part of the rules looks, and which it changes."""

from __future__ import annotations

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def looked_at(part_of: object, ruleset: Ruleset) -> frozenset[str]:
    """The names of zones and variables at which a part of the rules looks."""
    found: set[str] = set()
    for part in ir.walk(part_of):
        match part:
            case ir.ZoneOf(zone=name) | ir.AllContents(zone=name):
                found.add(name)
            case ir.VariableValue(variable=name):
                found.add(name)
            case ir.CallDefinition(definition=name):
                found |= looked_at(ruleset.definitions[name].value, ruleset)
    return frozenset(found)


def changed(body: ir.Body, ruleset: Ruleset) -> frozenset[str]:
    """The names of zones to and from which cards go, and of variables that are set."""
    found: set[str] = set()
    for part in ir.walk(body):
        match part:
            case ir.SetVariable(variable=name) | ir.Tokens(token=name):
                found.add(name)
            case ir.CallRoutine(routine=name):
                found |= changed(ruleset.routines[name].body, ruleset)
            case ir.MoveCards(cards=source, to=to) | ir.Draw(source=source, to=to):
                found |= looked_at(source, ruleset) | looked_at(to, ruleset)
            case ir.MoveStacks(stacks=source, to=to) | ir.Swap(left=source, right=to):
                found |= looked_at(source, ruleset) | looked_at(to, ruleset)
            case ir.NewStack(cards=sources, to=to):
                found |= looked_at(to, ruleset)
                found.update(*(looked_at(source, ruleset) for source in sources))
    return frozenset(found)
