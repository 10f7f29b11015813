"""Whether the rules that scenarios cite are those of their game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.model.ruleset import Ruleset
from cardrules.rule_ids import cited_ids
from cardrules.scenario.model import Expect, Fact, Scenario, ScenarioFile, Until
from cardrules.source import Span


def cited_rules(ruleset: Ruleset) -> frozenset[str]:
    """The IDs that a ruleset cites anywhere in its text, comments and front matter included."""
    return frozenset(cited_ids(ruleset.text.text))


def unknown_rules(file: ScenarioFile, ruleset: Ruleset) -> list[Diagnostic]:
    """A mistake for each ID that a scenario cites and the ruleset does not, and for one without.

    Where the ruleset cites none, a scenario has none to name.
    """
    known = cited_rules(ruleset)
    diagnostics = Diagnostics(file.source)
    for scenario in file.scenarios:
        if known and not scenario.rules:
            diagnostics.report(
                "CR606",
                scenario.span,
                "This scenario does not say which rules it tests.",
                help=f"The IDs stand in a list, such as `rules: [{min(known)}]`: those of the "
                f"lines of `{file.game}.rules` that it looks at.",
            )
        for name, span in _cited(scenario):
            if name not in known:
                diagnostics.report(
                    "CR606",
                    span,
                    f"The ruleset `{file.game}.rules` cites no rule `{name}`.",
                    help=did_you_mean(name, known)
                    or "Cite it in the ruleset, at the lines that implement it: "
                    f"`move card to discard [{name}]`.",
                )
    return list(diagnostics)


def _cited(scenario: Scenario) -> Iterator[tuple[str, Span]]:
    """The IDs in a scenario: the rules that it tests, that ask and that refuse."""
    for index, name in enumerate(scenario.rules):
        yield name, scenario.place("rules", index)
    for step in scenario.steps:
        for fact in step.facts if isinstance(step, Expect | Until) else ():
            if fact.key == "asked":
                yield from _in_list(fact, fact.value, (), "rules")
            elif fact.key == "refused" and isinstance(fact.value, list):
                for index, item in enumerate(fact.value):
                    yield from _in_list(fact, item, (index,), "by")


def _in_list(
    fact: Fact, item: object, path: tuple[int, ...], key: str
) -> Iterator[tuple[str, Span]]:
    names = item.get(key) if isinstance(item, Mapping) else None
    for number, name in enumerate(names if isinstance(names, list) else ()):
        yield str(name), fact.place((*path, key, number))
