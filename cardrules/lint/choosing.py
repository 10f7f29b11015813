"""Which cards a choice can take, as far as printed faces tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.lint.faces import Faces, Given, of_slot
from cardrules.model import ir
from cardrules.model.ruleset import Kind, Ruleset


class Choosing:
    """Tells it of the choices of one ruleset."""

    def __init__(self, ruleset: Ruleset, faces: Faces) -> None:
        self._ruleset = ruleset
        self._faces = faces

    def kinds(
        self, choice: ir.Choice, premises: Sequence[ir.Premise], given: Given
    ) -> tuple[Kind, ...]:
        """The kinds of a card that may be chosen; `premises` are all that stand with the choice."""
        return tuple(
            kind
            for kind in self._ruleset.kinds
            if self._may_be(choice, kind, given)
            and self.may_hold(premises, {**given, of_slot(choice.slot): kind})
        )

    def _may_be(self, choice: ir.Choice, kind: Kind, given: Given) -> bool:
        """Whether a choice may be of a kind, by its own condition and by what it is from."""
        inner = {**given, of_slot(choice.slot): kind}
        domain = choice.domain
        while isinstance(domain, ir.Filter):
            if self._faces.value(domain.condition, {**given, domain.bound: kind}) is False:
                return False
            domain = domain.collection
        return choice.condition is None or self._faces.value(choice.condition, inner) is not False

    def may_hold(self, premises: Sequence[ir.Premise], given: Given) -> bool:
        """Whether all that is required may be so."""
        needed = (item.condition for item in premises if isinstance(item, ir.Requirement))
        return all(self._faces.value(condition, given) is not False for condition in needed)


def choices_of(ruleset: Ruleset) -> Iterator[tuple[ir.Choice, tuple[ir.Premise, ...]]]:
    """All choices of a ruleset, each with the premises that stand with it."""
    for action in (*ruleset.actions.values(), *ruleset.interrupts.values()):
        yield from ((choice, action.premises) for choice in action.choices)
    for procedure in ruleset.procedures():
        for statement in ir.statements(procedure.body):
            if isinstance(statement, ir.Choose):
                yield statement.choice, (statement.choice,)
            elif isinstance(statement, ir.Together):
                premises = statement.premises
                yield from ((item, premises) for item in premises if isinstance(item, ir.Choice))
