"""What the slots of a procedure are called in the rules."""

from __future__ import annotations

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def slot_names(ruleset: Ruleset, procedure: ir.Procedure) -> dict[int, str]:
    """The names of parameters, choices, and of what is named on the way."""
    found = dict(enumerate(procedure.parameters))
    declared = (*ruleset.actions.values(), *ruleset.interrupts.values())
    for action in declared:
        if action.procedure is procedure:
            found |= _named(action.premises)
    for statement in ir.statements(procedure.body):
        match statement:
            case ir.Let() | ir.Pick() | ir.EachIn():
                found[statement.slot] = statement.name
            case ir.Choose(choice=choice):
                found[choice.slot] = choice.name
            case ir.Together(premises=premises):
                found |= _named(premises)
    return found


def _named(premises: tuple[ir.Premise, ...]) -> dict[int, str]:
    return {item.slot: item.name for item in premises if not isinstance(item, ir.Requirement)}
