"""Premises: the choices, conditions and names before `do`."""

from __future__ import annotations

from cardrules.analysis.expressions import condition, elaborate, some_things
from cardrules.analysis.known import facts_of, name_value
from cardrules.analysis.parts import name_slot, origin
from cardrules.analysis.reserved import reserved
from cardrules.analysis.sentences import asked
from cardrules.analysis.world import Scope
from cardrules.diagnostics.model import Label
from cardrules.model import ir
from cardrules.model.types import (
    UNKNOWN,
)
from cardrules.plain import replaced
from cardrules.source import Span
from cardrules.syntax import nodes

# So many choices may be made together, as in one action.
MOST_CHOICES = 100


def premises(lines: tuple[nodes.Statement, ...], scope: Scope) -> tuple[ir.Premise, ...]:
    """The choices, conditions and names before `do`; the scope knows their names afterwards."""
    found: list[ir.Premise] = []
    chosen: dict[str, Span] = {}
    _check_number([line for line in lines if isinstance(line, nodes.Choose)], scope)
    for line in lines:
        if isinstance(line, nodes.Choose):
            _check_choice_name(line.name, chosen, scope)
            found.append(choice(line, scope))
        elif isinstance(line, nodes.Require):
            test = condition(line.condition, scope)
            scope.facts = scope.facts | facts_of(test, True, scope.world)
            found.append(ir.Requirement(condition=test, origin=origin(line, line.note)))
        elif isinstance(line, nodes.Let):
            value = elaborate(line.value, scope)
            slot = name_slot(line.name, value, scope)
            name_value(ir.Local(type=value.type, slot=slot), value, scope)
            found.append(
                ir.Naming(
                    slot=slot, name=line.name.text, value=value, origin=origin(line, line.note)
                )
            )
    return tuple(found)


def _check_number(choices: list[nodes.Choose], scope: Scope) -> None:
    """Report the first choice that is one too many; those of traits count where they are used."""
    if len(choices) > MOST_CHOICES:
        scope.world.diagnostics.report(
            "CR005",
            choices[MOST_CHOICES].name.span,
            f"This has more than {MOST_CHOICES} choices, with those of its traits.",
            help="Let the others be chosen below `do`.",
        )


def _check_choice_name(word: nodes.Word, chosen: dict[str, Span], scope: Scope) -> None:
    """Report a second choice of one name: an action names its choices."""
    if word.text in chosen:
        scope.world.diagnostics.report(
            "CR302",
            word.span,
            f"There is a second choice `{word.text}`.",
            help="Give each choice a name of its own.",
            labels=(Label(span=chosen[word.text], text="the first one"),),
        )
    chosen.setdefault(word.text, word.span)


# What records and scenarios say of an action beside its choices.
_IN_RECORDS = ("action", "because", "by", "do", "seat", "which")


def _check_free_of_records(word: nodes.Word, scope: Scope) -> None:
    """Report a choice whose name means something else where an action is written down."""
    if word.text in _IN_RECORDS and word.text not in reserved():
        scope.world.diagnostics.report(
            "CR303",
            word.span,
            f"A choice cannot be called `{word.text}`.",
            help="In records and scenarios this word says something else about an action: "
            "choose another name.",
        )


def choice(node: nodes.Choose, scope: Scope) -> ir.Choice:
    """A choice; in its own condition the chosen thing is `it` and has its name already."""
    _check_free_of_records(node.name, scope)
    domain_node, condition_node = node.domain, None
    if isinstance(node.domain, nodes.Where):
        domain_node, condition_node = node.domain.collection, node.domain.condition
    domain = some_things(domain_node, scope, "A choice is made from a collection")
    of_type = domain.type.element or UNKNOWN
    asking = asked(node.asking, scope)
    slot = name_slot(node.name, replaced(domain, type=of_type), scope)
    test = None
    if condition_node is not None:
        test = condition(condition_node, scope.within(ir.Local(type=of_type, slot=slot)))
    return ir.Choice(
        slot=slot,
        name=node.name.text,
        type=of_type,
        domain=domain,
        condition=test,
        unless_forced=node.unless_forced is not None,
        asking=asking,
        from_span=node.domain.span,
        origin=origin(node, node.note),
    )
