"""The scenarios of the bundled games: each file is sound, and all that is in it passes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cardrules.diagnostics.render import render_text
from cardrules.scenario.citations import unknown_rules
from cardrules.scenario.find import Rulesets, bundled_scenarios, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import ScenarioFile
from cardrules.scenario.report import report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import read_source
from tests.engine.harness import conserve_always

FOLDER = bundled_scenarios()
FILES = list(scenario_files([FOLDER]))
_RULESETS = Rulesets()


@cache
def _file(path: Path) -> ScenarioFile:
    file, diagnostics = load_scenarios(read_source(path))
    assert file is not None, "\n".join(map(render_text, diagnostics))
    return file


@cache
def _games(path: Path) -> Games:
    ruleset, mistakes = _RULESETS.ruleset(_file(path))
    assert ruleset is not None, "\n".join(map(render_text, mistakes))
    return Games(ruleset)


@pytest.fixture(autouse=True)
def no_card_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    conserve_always(monkeypatch)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_scenarios(path: Path) -> None:
    """The files are not read before: each worker would read them all."""
    file, games = _file(path), _games(path)
    assert path.is_relative_to(FOLDER / file.game), "it belongs into the folder of its game"
    mistakes = unknown_rules(file, games.ruleset)
    assert not mistakes, "\n".join(map(render_text, mistakes))
    outcomes = [run_scenario(scenario, games) for scenario in file.scenarios]
    failed = [outcome for outcome in outcomes if not outcome.passed]
    assert not failed, "".join(f"\n{report_text(outcome, verbose=True)}" for outcome in failed)
