"""Whether the rules that scenarios cite are those of their game."""

from __future__ import annotations

import re

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.model.ruleset import Ruleset
from cardrules.scenario.model import ScenarioFile

_LIST = re.compile(r"\[([^\[\]]*)\]")
_ID = re.compile(r"[^\s,#]+")


def cited_rules(ruleset: Ruleset) -> frozenset[str]:
    """The IDs in brackets anywhere in the text of a ruleset, comments and front matter included."""
    lists = _LIST.findall(ruleset.text.text)
    return frozenset(name for listed in lists for name in _ID.findall(listed))


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
