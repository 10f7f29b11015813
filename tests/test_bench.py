"""`python -m tests.bench` measures what it says, in a moment."""

from __future__ import annotations

import json
import sys

import pytest

from tests import bench


def test_whole_games_are_played() -> None:
    found = bench.decisions("snarkas", 2, 1, rounds=1, seconds=0.05)
    assert found.name == "snarkas, 2 players"
    assert found.met and found.median > 100


def test_targets_are_compared_the_right_way_round() -> None:
    more = bench.measured("a", "decisions/s", 10, [9, 11, 12], more_is_better=True)
    less = bench.measured("b", "seconds", 10, [9, 11, 12], more_is_better=False)
    assert (more.median, more.lowest, more.highest) == (11, 9, 12)
    assert more.met and not less.met
    assert "target >= 10: met" in bench.row(more)
    assert "target <= 10.00: NOT MET" in bench.row(less)


def test_figures_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "GAMES", (("snatch_it", 3, 1),))
    monkeypatch.setattr(bench, "BOMBS", {"definitions": bench.BOMBS["definitions"]})
    nothing = (sys.executable, "-c", "pass")
    monkeypatch.setattr(bench, "_HELP", nothing)
    monkeypatch.setattr(bench, "_FIRST_DECISION", nothing)
    assert bench.main(["--json", "--rounds", "1", "--seconds", "0.05"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"machine", "python", "measures"} <= set(data)
    guarded = ["seconds", "megabytes"] if sys.platform == "linux" else []
    assert [item["unit"] for item in data["measures"]] == [
        "decisions/s", "microseconds", "seconds", "seconds", *guarded,
    ]  # fmt: skip


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--seconds", "0"]])
def test_no_round_is_no_measure(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(arguments)
