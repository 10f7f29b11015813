"""The rules that scenarios cite must be cited by their ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cardrules.analysis.load import analyse_source
from cardrules.cli import main
from cardrules.diagnostics.model import Diagnostic
from cardrules.model.ruleset import Ruleset
from cardrules.scenario.citations import cited_rules, unknown_rules
from cardrules.source import normalised
from tests.scenario.harness import loaded

TEXT = """\
---
title: Little game # [LG-T1]
players: 2
options:
  quick: {default: false, help: "a short game [LG-O1]"}
cards:
  red: {count: 9}
---
# [LG-C1,
# LG-C2] The cards come back.
zone deck shared pile, seen by nobody, starts with cards
setup [LG-S1, LG-S2]
    shuffle deck
play
    end game
score
    points: 1 if quick else 0
winner highest score
"""


def _ruleset() -> Ruleset:
    ruleset, mistakes = analyse_source(normalised("little.rules", TEXT))
    assert ruleset is not None, list(mistakes)
    return ruleset


def _unknown(rules: str) -> list[Diagnostic]:
    text = f"game: little\nscenarios: [{{name: a, rules: {rules}, expect: {{over: true}}}}]\n"
    file, mistakes = loaded(text)
    assert file is not None, mistakes
    return unknown_rules(file, _ruleset())


def test_ids_stand_anywhere_in_the_ruleset() -> None:
    names = {"LG-T1", "LG-O1", "LG-C1", "LG-C2", "LG-S1", "LG-S2"}
    assert cited_rules(_ruleset()) == names


def test_known_ids_are_no_mistake() -> None:
    assert not _unknown("[LG-S1, LG-O1, LG-C2]")


@pytest.mark.parametrize(
    ("rules", "message", "help"),
    [
        ("[LG-S11]", "cites no rule `LG-S11`", "`LG-S1`"),
        ("[LG-S1, XX-9]", "cites no rule `XX-9`", "Known here: `LG-C1`"),
    ],
)
def test_an_unknown_id_is_a_mistake(rules: str, message: str, help: str) -> None:
    (found,) = _unknown(rules)
    assert found.code == "CR606"
    assert message in found.message
    assert help in found.help


def test_the_command_tells_it(tmp_path: Path) -> None:
    (tmp_path / "little.rules").write_text(TEXT, encoding="utf-8")
    scenarios = tmp_path / "little.yaml"
    scenarios.write_text(
        "game: little\nscenarios: [{name: a, rules: [XX-9], expect: {over: true}}]\n",
        encoding="utf-8",
    )
    result = CliRunner().invoke(main, ["test", str(scenarios)])
    assert result.exit_code != 0
    assert "CR606" in result.output
