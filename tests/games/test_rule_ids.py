"""Every rule of the rulebooks is cited by its ruleset and by a scenario of its game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from cardrules.resources import games_dir

RULES: dict[str, dict[str, str]] = yaml.safe_load(
    (Path(__file__).parents[1] / "data" / "rule_ids.yaml").read_text(encoding="utf-8")
)
CASES = [(game, rule_id) for game, rules in RULES.items() for rule_id in rules]


def cited(text: str) -> set[str]:
    """The rule IDs in a text."""
    return set(re.findall(r"\b[A-Z]{2}-[A-Z]\d+\b", text))


@pytest.mark.parametrize(("game", "rule_id"), CASES)
def test_the_ruleset_cites_the_rule(game: str, rule_id: str) -> None:
    assert rule_id in cited((games_dir() / f"{game}.rules").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("game", "rule_id"), CASES)
def test_a_scenario_cites_the_rule(game: str, rule_id: str) -> None:
    files = (games_dir() / "scenarios" / game).glob("*.yaml")
    # A comment does not count: the ID must be in a list of rules.
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert rule_id in cited("\n".join(line for line in lines if "#" not in line))


@pytest.mark.parametrize("game", RULES)
def test_nothing_is_cited_that_is_no_rule(game: str) -> None:
    text = (games_dir() / f"{game}.rules").read_text(encoding="utf-8")
    prefix = next(iter(RULES[game]))[:2]
    assert {rule_id for rule_id in cited(text) if rule_id[:2] == prefix} <= set(RULES[game])
