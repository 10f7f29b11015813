"""CR523: what somebody may do depends on a variable that keeps a secret choice.

All choose in secret; below `do` a variable is set by what is on a card that was chosen, and the
card stays hidden. What the next question allows depends on this variable, so whoever is asked
learns of the cards. Where anything else happens in between, the cards may have been shown, and
nothing is said; nor is it where the players are told of the variable.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset, Zone


def find_told_by_variables(ruleset: Ruleset) -> Iterator[Finding]:
    """The premises that look at such a variable."""
    for procedure in ruleset.procedures():
        blocks = [procedure.body]
        for statement in ir.statements(procedure.body):
            blocks += ir.blocks(statement)
        for block in blocks:
            for at, item in enumerate(block):
                if isinstance(item, ir.Together):
                    secrets = dict(_secrets(ruleset, item))
                    yield from _in_next_question(ruleset, block[at + 1 :], secrets)


def _secrets(ruleset: Ruleset, x: ir.Together) -> Iterator[tuple[str, ir.Origin]]:
    """The variables that are set by what was chosen and stays hidden, and where."""
    chosen = {
        item.slot
        for item in x.premises
        if isinstance(item, ir.Choice) and _is_hidden_domain(ruleset, item.domain)
    }
    if any(_shows(ruleset, statement) for statement in ir.statements(x.body)):
        return
    for statement in ir.statements(x.body):
        if isinstance(statement, ir.SetVariable) and _is_untold(ruleset, statement):
            for node in ir.walk(statement.value):
                match node:
                    case ir.Attribute(card=ir.Local(slot=slot)) if slot in chosen:
                        yield statement.variable, statement.origin


def _is_hidden_domain(ruleset: Ruleset, domain: ir.Expr) -> bool:
    root = ir.root_of(domain)
    match root:
        case ir.Contents(zone=ir.ZoneOf(zone=name)):
            return not _is_open(ruleset.zones[name])
    return False


def _is_open(zone: Zone) -> bool:
    """Whether others may see some of its cards."""
    return any(
        viewer in ("all", "others")
        for item in zone.visibility
        for viewer in (*item.viewers, *item.otherwise)
    )


def _shows(ruleset: Ruleset, x: ir.Statement) -> bool:
    """Whether a line may show a card that was chosen, or does what is not followed here."""
    match x:
        case ir.MoveCards(to=ir.ZoneOf(zone=name)):
            return _is_open(ruleset.zones[name])
    return not isinstance(x, ir.SetVariable | ir.Say | ir.If)


def _is_untold(ruleset: Ruleset, x: ir.SetVariable) -> bool:
    """Whether nothing tells the players of a variable when it is set."""
    variable = ruleset.variables[x.variable]
    said = x.telling.sentence.parts if x.telling is not None else ()
    return x.origin.is_told and not said and not variable.origin.sentence


def _in_next_question(
    ruleset: Ruleset, behind: ir.Body, secrets: dict[str, ir.Origin]
) -> Iterator[Finding]:
    if not behind or not secrets:
        return
    asks = behind[0]
    actions: list[ir.DeclaredAction] = []
    if isinstance(asks, ir.OneOf):
        actions = [ruleset.actions[name] for name in asks.actions]
    elif isinstance(asks, ir.OpenWindow):
        actions = [item for item in ruleset.interrupts.values() if item.window == asks.window]
    for action in actions:
        for premise in action.premises:
            if isinstance(premise, ir.Naming):
                continue
            for node in ir.walk(premise):
                if isinstance(node, ir.VariableValue) and node.variable in secrets:
                    yield Finding(
                        span=premise.origin.span,
                        message=f"Whether `{action.name}` is possible depends on "
                        f"`{node.variable}`, which tells of cards that were chosen in secret.",
                        help="Show the cards before, or ask for what this player sees.",
                        labels=(
                            Label(span=secrets[node.variable].span, text="here it is set by them"),
                            Label(span=asks.origin.span, text="whoever is asked learns of it"),
                        ),
                    )
                    break


CHECK = Check(code="CR523", find=find_told_by_variables)
