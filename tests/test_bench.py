"""`python -m tests.bench` measures what it says, in a moment."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import cardrules
from cardrules.engine.game import Game
from cardrules.model.state import State
from tests import bench
from tests.measures import measured, row


def test_whole_games_are_played() -> None:
    found = bench.decisions("snarkas", 2, 1, rounds=1, seconds=0.05)
    assert found.name == "snarkas, 2 players"
    assert found.met and found.median > 100


def test_games_by_actions_are_compared_with_the_same_by_answers() -> None:
    game = Game(cardrules.load("snarkas"), 2)
    seen: list[list[State]] = []

    def walk(choices: Callable[[State], Sequence[Any]], apply: Callable[..., State]) -> None:
        seen.append([])

        def noted(s: State) -> Sequence[Any]:
            seen[-1].append(s)
            return choices(s)

        assert bench.walk(game, 5, noted, apply) > 0

    walk(game.answers, game.apply_answer)
    walk(game.legal_actions, game.apply)
    assert seen[0] == seen[1] and seen[0][-1].over
    found = bench.actions("snarkas", 2, rounds=1, seconds=0.01)
    assert (found.name, found.unit) == ("actions for answers, snarkas, 2 players", "times")


def test_a_state_takes_no_more_memory_than_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures are of one version of Python; a state of another one is about as large."""
    monkeypatch.setattr(bench, "_KEPT", 500)
    name, players, before = bench.STATE_BYTES[1]
    found = bench.memory(name, players, before)
    assert found.name == f"bytes of a state for {before:,}, snarkas" and found.unit == "times"
    assert 0.8 < found.median < 1.1


def test_targets_are_compared_the_right_way_round() -> None:
    more = measured("a", "decisions/s", 10, [9, 11, 12], more_is_better=True)
    less = measured("b", "seconds", 10, [9, 11, 12], more_is_better=False)
    assert (more.median, more.lowest, more.highest) == (11, 9, 12)
    assert more.met and not less.met
    assert "target >= 10: met" in row(more)
    assert "target <= 10.00: NOT MET" in row(less)


def test_figures_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "GAMES", (("snatch_it", 3, 1),))
    monkeypatch.setattr(bench, "STATE_BYTES", ())
    monkeypatch.setattr(bench, "BOMBS", {"definitions": bench.BOMBS["definitions"]})
    nothing = (sys.executable, "-c", "pass")
    monkeypatch.setattr(bench, "_HELP", nothing)
    monkeypatch.setattr(bench, "_FIRST_DECISION", nothing)
    monkeypatch.setattr(bench, "_FIRST_DECISION_ANEW", nothing)
    monkeypatch.setattr(bench, "_LIBRARIES", nothing)
    assert bench.main(["--json", "--rounds", "1", "--seconds", "0.05"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"machine", "python", "measures"} <= set(data)
    guarded = ["seconds", "megabytes"] if sys.platform == "linux" else []
    assert [item["unit"] for item in data["measures"]] == [
        "decisions/s", "times", "microseconds", "seconds", "seconds", "seconds", "times", "times",
        *guarded,
    ]  # fmt: skip


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--seconds", "0"]])
def test_no_round_is_no_measure(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(arguments)
