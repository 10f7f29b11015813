"""`cardrules record`: the steps of a record, and one of them as a scenario that passes."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.calls import call

EXAMPLES = Path(__file__).parents[2] / "examples" / "house_rules"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game with three players."""
    return _recorded(tmp_path_factory.mktemp("records") / "cat.json", "snatch_the_cat")


def _recorded(path: Path, *arguments: str | Path) -> Path:
    made = call(
        "run", *arguments, "--auto", "--seed", "5", "--no-log", "--record", str(path)
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    return path


def test_the_steps_are_listed_by_number(record: Path) -> None:
    steps = json.loads(record.read_text())["steps"]
    lines = call("record", str(record)).stdout.splitlines()
    assert len(lines) == len(steps)
    assert lines[0].startswith("    1  seat 1: ")
    assert lines[11].split()[:4] == ["12", "seat", f"{steps[11]['seat']}:", steps[11]["action"]]


def test_a_step_becomes_a_scenario_that_passes(record: Path) -> None:
    path = record.parent / "step.yaml"
    made = call("record", str(record), "--to-scenario", "--step", "12", "--output", str(path))
    assert (made.exit_code, made.output) == (0, "")
    tested = call("test", str(path))
    assert tested.exit_code == 0, tested.output
    assert path.read_text() == call("record", str(record), "--to-scenario", "--step", "12").stdout
    # What is there is not replaced.
    again = call("record", str(record), "--to-scenario", "--step", "13", "--output", str(path))
    assert again.exit_code == 1 and str(path) in again.output


def test_without_a_step_it_is_the_last(record: Path) -> None:
    number = len(json.loads(record.read_text())["steps"])
    text = call("record", str(record), "--to-scenario").stdout
    assert f"Step {number}, seat" in text and "over: true" in text


def test_a_game_with_house_rules_names_them(tmp_path: Path) -> None:
    rules = tmp_path / "mulligan.rules"
    rules.write_text((EXAMPLES / "mulligan.rules").read_text())
    record = _recorded(tmp_path / "game.json", "snarkas", "--with", str(rules))
    path = tmp_path / "step.yaml"
    made = call("record", str(record), "--to-scenario", "--step", "3", "--output", str(path))
    assert made.exit_code == 0, made.output
    assert "game: snarkas\nwith: [mulligan]\n" in path.read_text()
    tested = call("test", str(path))
    assert tested.exit_code == 0, tested.output


def test_house_rules_elsewhere_are_named_as_seen_from_the_scenario(tmp_path: Path) -> None:
    record = _recorded(tmp_path / "game.json", "snarkas", "--with", _mulligan(tmp_path / "mine"))
    (tmp_path / "out").mkdir()
    path = tmp_path / "out" / "step.yaml"
    by_rules = ("--rules", "snarkas", "--with", "mine/mulligan.rules")
    step = ("record", record, "--to-scenario", "--step", "3", *by_rules)
    made = call(*step, "--output", path)
    assert made.exit_code == 0, made.output
    assert "game: snarkas\nwith: [../mine/mulligan]\n" in path.read_text()
    tested = call("test", path)
    assert tested.exit_code == 0, tested.output
    assert "with: [mine/mulligan]\n" in call(*step).stdout


@pytest.mark.parametrize(
    "words", [("replay",), ("record", "--to-scenario", "--step", "3"), ("explain", "--step", "3")]
)
def test_the_command_that_would_find_the_rules_is_told(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    record = _recorded(tmp_path / "game.json", "snarkas", "--with", _mulligan(tmp_path / "mine"))
    name, *options = words
    failed = call(name, "game.json", *options)
    assert failed.exit_code == 2 and "There is no mulligan.rules beside the record" in failed.stderr
    told = shlex.split(failed.stderr.split("`")[1])
    rules = ["--rules", "snarkas", "--with", "FOLDER/mulligan.rules"]
    assert told == ["cardrules", name, "game.json", *options, *rules]
    done = call(*[word.replace("FOLDER", "mine") for word in told[1:]])
    assert done.exit_code == 0, done.output
    # The game is found by itself.
    assert call(name, record, *options, "--with", "mine/mulligan.rules").exit_code == 0


def test_a_game_with_house_rules_elsewhere_goes_on_as_is_told(tmp_path: Path) -> None:
    words = ("--with", _mulligan(tmp_path / "mine"), "--auto", "--no-log", "--seed", "5")
    stopped = call("run", "snarkas", *words, "--limit", "10", "--record", "game.json")
    assert stopped.exit_code == 3
    (line,) = [line for line in stopped.stderr.splitlines() if "can go on: " in line]
    told = shlex.split(line.split("can go on: ")[1])
    failed = call("run", "--resume", "game.json")
    assert failed.exit_code == 2
    again = shlex.split(failed.stderr.split("`")[1])
    assert " ".join(again[1:]) == ("run snarkas --resume game.json --with FOLDER/mulligan.rules")
    for typed in (told, [word.replace("FOLDER", "mine") for word in again]):
        done = call(*typed[1:], "--limit", "20")
        assert done.exit_code == 3 and "There is no" not in done.stderr, done.output


def _mulligan(folder: Path) -> Path:
    folder.mkdir()
    return Path(shutil.copy(EXAMPLES / "mulligan.rules", folder))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--step", "3"), "need --to-scenario"),
        (("--to-scenario", "--step", "9999"), "there is no step 9999"),
        (("--to-scenario", "--step", "0"), "not in the range"),
    ],
)
def test_wrong_usage(record: Path, arguments: tuple[str, ...], told: str) -> None:
    result = call("record", str(record), *arguments)
    assert result.exit_code == 2 and told in result.output


def test_a_record_that_there_is_not(tmp_path: Path) -> None:
    assert call("record", str(tmp_path / "nothing.json")).exit_code == 2
