"""CR530: a choice among cards that were given a name, and whose faces the chooser cannot see.

It is what CR503 says of zones that a choice names itself. Names are looked through as far as they
are premises, or are given right before the choice: then no card has moved or been shown meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.lint.names import named, with_names
from cardrules.lint.sight import Known, Sight
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD, CARDS


def find_hidden_by_name(ruleset: Ruleset) -> Iterator[Finding]:
    """Choices from names or definitions for cards that are hidden from whoever chooses."""
    sight = Sight(ruleset)
    for action in (*ruleset.actions.values(), *ruleset.interrupts.values()):
        known = Known()
        for item in action.premises:
            if isinstance(item, ir.Naming):
                known = named(sight, item, known)
            elif isinstance(item, ir.Choice):
                yield from _hidden(ruleset, sight, item, known)
    for procedure in ruleset.procedures():
        for statement, known in with_names(sight, procedure.body):
            if isinstance(statement, ir.Choose):
                yield from _hidden(ruleset, sight, statement.choice, known)


def _hidden(ruleset: Ruleset, sight: Sight, choice: ir.Choice, known: Known) -> Iterator[Finding]:
    if choice.type not in (CARD, CARDS):
        return
    root = ir.root_of(choice.domain)
    if isinstance(root, ir.Contents):
        root = root.zone
    if not isinstance(root, ir.Local | ir.CallDefinition):
        return  # CR503 looks at zones
    sources = sight.sources(choice.domain, known)
    if not sources or not all(map(sight.is_hidden, sources)):
        return
    for source in sorted(sources, key=lambda one: one.zone):
        zone = ruleset.zones[source.zone]
        yield Finding(
            span=choice.origin.span,
            message=f"The cards that can be chosen here lie in `{zone.name}`, and whoever chooses "
            "does not see them.",
            help="Leave it to chance, by `pick`, or `reveal` them before. A game is stopped here.",
            labels=(Label(span=zone.origin.name_span, text="what lies here is hidden"),),
        )


CHECK = Check(code="CR530", find=find_hidden_by_name)
