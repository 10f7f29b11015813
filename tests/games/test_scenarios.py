"""The scenarios of the bundled games: each is a test of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardrules.diagnostics.render import render_text
from cardrules.scenario.citations import unknown_rules
from cardrules.scenario.find import Rulesets, bundled_scenarios, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Scenario, ScenarioFile
from cardrules.scenario.report import report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import read_source
from tests.engine.harness import conserve_always

FOLDER = bundled_scenarios()
FILES = list(scenario_files([FOLDER]))
_RULESETS = Rulesets()


@cache
def _file(path: Path) -> ScenarioFile | None:
    return load_scenarios(read_source(path))[0]


@cache
def _games(path: Path) -> Games:
    file = _file(path)
    assert file is not None
    ruleset, mistakes = _RULESETS.ruleset(file)
    assert ruleset is not None, "\n".join(map(render_text, mistakes))
    return Games(ruleset)


def _scenarios() -> Iterator[Any]:
    for path in FILES:
        file = _file(path)
        for scenario in file.scenarios if file is not None else ():
            place = path.relative_to(FOLDER).with_suffix("").as_posix()
            yield pytest.param(path, scenario, id=f"{place}: {scenario.name}")


@pytest.fixture(autouse=True)
def no_card_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    conserve_always(monkeypatch)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_a_file_of_scenarios_is_well_formed(path: Path) -> None:
    file, diagnostics = load_scenarios(read_source(path))
    assert file is not None, "\n".join(map(render_text, diagnostics))
    assert path.is_relative_to(FOLDER / file.game), "it belongs into the folder of its game"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_its_ruleset_cites_the_rules(path: Path) -> None:
    file = _file(path)
    assert file is not None
    mistakes = unknown_rules(file, _games(path).ruleset)
    assert not mistakes, "\n".join(map(render_text, mistakes))


@pytest.mark.parametrize(("path", "scenario"), list(_scenarios()))
def test_scenario(path: Path, scenario: Scenario) -> None:
    outcome = run_scenario(scenario, _games(path))
    assert outcome.passed, f"\n{report_text(outcome, verbose=True)}"
