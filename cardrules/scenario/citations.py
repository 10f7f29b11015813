"""Whether the rules that scenarios cite are those of their game."""

from __future__ import annotations

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.model.ruleset import Ruleset
from cardrules.rule_ids import cited_ids
from cardrules.scenario.model import ScenarioFile


def cited_rules(ruleset: Ruleset) -> frozenset[str]:
    """The IDs that a ruleset cites anywhere in its text, comments and front matter included."""
    return frozenset(cited_ids(ruleset.text.text))


def unknown_rules(file: ScenarioFile, ruleset: Ruleset) -> list[Diagnostic]:
    """A mistake for each ID that a scenario cites and the ruleset does not."""
    known = cited_rules(ruleset)
    diagnostics = Diagnostics(file.source)
    for scenario in file.scenarios:
        for name in scenario.rules:
            if name not in known:
                diagnostics.report(
                    "CR606",
                    scenario.parts.get("rules", scenario.span),
                    f"The ruleset `{file.game}.rules` cites no rule `{name}`.",
                    help=did_you_mean(name, known)
                    or "Cite it in the ruleset, at the lines that implement it: "
                    f"`move card to discard [{name}]`.",
                )
    return list(diagnostics)
