"""Scenarios of a game by house rules: which come out as before, and what is different."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.rulesets import load
from cardrules.scenario.against import Comparison, compare
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.run import Games
from cardrules.source import SourceFile

_SCENARIOS = """\
game: war
scenarios:
  - name: The higher card wins
    rules: [WA-3]
    position: {packet 1: [King of clubs, 2 of clubs], packet 2: [3 of clubs, 4 of clubs]}
    steps:
      - {seat: 1, do: turn_up}
      - {seat: 2, do: turn_up}
    expect: {packet 1: {count: 3}}
"""


def _compared(tmp_path: Path, rules: str) -> Comparison | None:
    path = tmp_path / "mine.rules"
    path.write_text(f"---\ntitle: Mine\nextends: war\n{rules}")
    file, diagnostics = load_scenarios(SourceFile("war.yaml", _SCENARIOS))
    assert file is not None, list(diagnostics)
    (scenario,) = file.scenarios
    return compare(scenario, Games(load("war")), Games(load(path)))


@pytest.mark.parametrize(
    ("rules", "sort", "reason"),
    [
        ("---\nmatch best of 3\n", "same", ""),
        (
            '---\naction wink\n    do\n        say "{me} winks"\nin play\n    before first turns\n'
            "        each player clockwise from starter\n            one of wink, wink_twice\n"
            'action wink_twice\n    do\n        say "{me} winks"\n',
            "question",
            "",
        ),
        (
            "---\nreplace define strongest = players with lowest (highest of rank in front)\n",
            "changed",
            "packet 1: expected 3 cards, found 1 card",
        ),
        (
            "---\nreplace action turn_up\n    do\n        move my packet to stake\n",
            "changed",
            "packet 1: ",
        ),
        ("cards: {plain: {rank: 2 to 12}}\n---\n", "not applicable", "King of clubs"),
    ],
)
def test_what_becomes_of_a_scenario(tmp_path: Path, rules: str, sort: str, reason: str) -> None:
    found = _compared(tmp_path, rules)
    assert found is not None
    assert (found.sort, reason in found.reason) == (sort, True), found.reason


def test_a_scenario_that_does_not_hold_says_nothing(tmp_path: Path) -> None:
    file, _ = load_scenarios(SourceFile("war.yaml", _SCENARIOS.replace("3}}", "4}}")))
    assert file is not None
    games = Games(load("war"))
    assert compare(file.scenarios[0], games, games) is None


def test_an_action_that_is_possible_besides_is_told_in_short(tmp_path: Path) -> None:
    rules = tmp_path / "sly.rules"
    rules.write_text(
        "---\ntitle: Sly\nextends: snarkas\n---\naction be_sly\n    choose card from my hand\n"
        "    do\n        move card to table\nin play\n    offer be_sly beside play_card\n"
    )
    text = (
        "game: snarkas\nplayers: 2\nscenarios:\n  - name: a\n    rules: [SN-P1]\n"
        "    position: {hand 1: [5, 7], table: [3]}\n"
        "    expect: {only: [{do: play_card, card: 5}, {do: play_card, card: 7}]}\n"
    )
    file, _ = load_scenarios(SourceFile("sly.yaml", text))
    assert file is not None
    found = compare(file.scenarios[0], Games(load("snarkas")), Games(load(rules)))
    assert found is not None
    assert (found.sort, found.reason) == ("changed", "also possible: be_sly")
