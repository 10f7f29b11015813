"""A rule that is broken in the text of its ruleset makes a scenario fail that cites the rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.render import render_text
from cardrules.resources import games_dir
from cardrules.scenario.find import bundled_scenarios, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Scenario
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import normalised, read_source

DATA = Path(__file__).parents[1] / "data"
RULES: dict[str, dict[str, str]] = yaml.safe_load((DATA / "rule_ids.yaml").read_text("utf-8"))
FILES = sorted((DATA / "broken").glob("*.yaml"))


def _ways() -> Iterator[Any]:
    for path in FILES:
        for rule, ways in yaml.safe_load(path.read_text("utf-8")).items():
            for number, (old, new) in enumerate(ways, 1):
                # One way of each rule is tried always; to analyse a ruleset takes its time.
                marks = [pytest.mark.slow] if number > 1 else []
                yield pytest.param(path.stem, rule, old, new, id=f"{rule}-{number}", marks=marks)


@cache
def _scenarios(game: str) -> tuple[Scenario, ...]:
    files = scenario_files([bundled_scenarios() / game])
    loaded = [load_scenarios(read_source(path))[0] for path in files]
    return tuple(item for file in loaded if file is not None for item in file.scenarios)


@cache
def _text(game: str) -> str:
    return (games_dir() / f"{game}.rules").read_text("utf-8")


@pytest.mark.parametrize(("game", "rule", "old", "new"), list(_ways()))
def test_a_scenario_notices(game: str, rule: str, old: str, new: str) -> None:
    assert _text(game).count(old) >= 1, "the text that is to be broken is no longer there"
    source = normalised(f"{game}.rules", _text(game).replace(old, new, 1))
    ruleset, diagnostics = analyse_source(source)
    assert ruleset is not None, "\n".join(map(render_text, diagnostics))
    games = Games(ruleset)
    citing = [scenario for scenario in _scenarios(game) if rule in scenario.rules]
    assert not all(run_scenario(scenario, games).passed for scenario in citing)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_rule_of_the_game_is_broken_once(path: Path) -> None:
    broken = yaml.safe_load(path.read_text("utf-8"))
    assert list(broken) == list(RULES[path.stem])


def test_no_game_is_left_out() -> None:
    assert {path.stem for path in FILES} == set(RULES)
