"""Scenarios in tests: a text in, outcomes or codes out. Without a header: Snarkas for two."""

from __future__ import annotations

from functools import cache

from cardrules.diagnostics.model import Diagnostic
from cardrules.diagnostics.render import render_text
from cardrules.model.ruleset import Ruleset
from cardrules.resources import games_dir
from cardrules.scenario.citations import unknown_rules
from cardrules.scenario.find import Rulesets
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Outcome, ScenarioFile
from cardrules.scenario.report import report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import SourceFile, normalised

HEADER = "game: snarkas\nplayers: 2\nscenarios:\n"
_RULESETS = Rulesets()


def source_of(text: str) -> SourceFile:
    """A file of scenarios; a text that begins with a list gets the header."""
    whole = text if text.lstrip().startswith("game:") else HEADER + text
    return normalised(str(games_dir() / "scenarios" / "test.yaml"), whole)


def loaded(text: str) -> tuple[ScenarioFile | None, list[Diagnostic]]:
    """The scenarios of a text, and what is wrong with it."""
    file, diagnostics = load_scenarios(source_of(text))
    return file, list(diagnostics)


@cache
def ruleset_named(name: str) -> Ruleset:
    """A bundled ruleset."""
    smallest = "scenarios: [{name: a, rules: [A-1], expect: {over: false}}]"
    file, _ = loaded(f"game: {name}\n{smallest}")
    assert file is not None
    ruleset, _ = _RULESETS.ruleset(file)
    assert ruleset is not None
    return ruleset


def outcomes(text: str, ruleset: Ruleset | None = None) -> list[Outcome]:
    """What came of the scenarios of a text, which must be well formed."""
    file, mistakes = loaded(text)
    assert file is not None, "\n".join(map(render_text, mistakes))
    games = Games(ruleset or ruleset_named(file.game))
    return [run_scenario(scenario, games) for scenario in file.scenarios]


def outcome(text: str) -> Outcome:
    """What came of the only scenario of a text."""
    (found,) = outcomes(text)
    return found


def passes(text: str) -> None:
    """Fail unless all scenarios of a text pass."""
    for found in outcomes(text):
        assert found.passed, report_text(found)


def codes_of(text: str) -> set[str]:
    """The codes of all mistakes in a text; fails if a scenario without mistake does not pass."""
    file, mistakes = loaded(text)
    found = {item.code for item in mistakes}
    if file is not None:
        found |= {item.code for item in unknown_rules(file, ruleset_named(file.game))}
        for made in outcomes(text):
            assert not made.differences, report_text(made)
            found |= {item.code for item in made.mistakes}
    return found
