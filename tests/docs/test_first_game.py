"""The page of a first game: its ruleset is clean, it is played, and its scenarios pass."""

from __future__ import annotations

import re

import pytest

from cardrules.diagnostics.render import render_text
from cardrules.engine.game import Game
from cardrules.model.ruleset import Ruleset
from cardrules.rule_ids import cited_ids
from cardrules.scenario.citations import cited_rules, unknown_rules
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.report import report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import normalised
from tests.docs.page_examples import DOCS, analysed, examples_of, mistakes, shown

PAGE = DOCS / "first_game.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    """The game of the page."""
    (example,) = examples_of(PAGE)
    found = mistakes(example)
    assert not found, shown(found)
    ruleset, _ = analysed(example)
    assert ruleset is not None
    return ruleset


def test_each_rule_of_its_rulebook_is_cited(rules: Ruleset) -> None:
    told = set(re.findall(r"^- \*\*(FM-\d+)\*\*", TEXT, re.MULTILINE))
    assert told == cited_rules(rules) == set(cited_ids(rules.text.text))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_played_to_its_end(rules: Ruleset, players: int) -> None:
    game = Game(rules, players)
    state = game.start(players)
    for number in range(500):
        answers = game.answers(state)
        if not answers:
            break
        state = game.apply_answer(state, answers[number * 7 % len(answers)])
    assert state.over


def test_its_scenarios_pass(rules: Ruleset) -> None:
    (text,) = re.findall(r"^```yaml scenarios\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    file, diagnostics = load_scenarios(normalised("fishmonger.yaml", text))
    assert file is not None, "\n".join(map(render_text, diagnostics))
    assert not unknown_rules(file, rules)
    games = Games(rules)
    for scenario in file.scenarios:
        outcome = run_scenario(scenario, games)
        assert outcome.passed, report_text(outcome)


def test_it_stays_short() -> None:
    assert len(TEXT.splitlines()) <= 180
