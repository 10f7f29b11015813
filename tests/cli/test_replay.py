"""`replay`: records checked and told, by their own rules and by others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardrules.rulesets import bundled
from cardrules.sim.record import SeatEntry
from cardrules.sim.record_files import write_record
from cardrules.sim.run import Playthrough
from tests.bundled import bundled_named
from tests.cli.calls import call


@pytest.fixture(name="record")
def _record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    assert call("run", "snarkas", "--seed", "4", "--record", path).exit_code == 0
    return path


@pytest.mark.parametrize("view", ["referee", "spectator", "2"])
def test_a_replay_tells_what_was_told_at_the_game(record: Path, view: str) -> None:
    told = call("run", "snarkas", "--seed", "4", "--view", view).stdout
    result = call("replay", record, "--view", view)
    assert result.exit_code == 0
    # What everybody was told by --seed, a replay tells at the end.
    head, *rest = told.splitlines()
    assert head == "Snarkas (2 players, seed 4)"
    assert result.stdout.splitlines() == ["Snarkas (2 players)", *rest, "Seed: 4"]
    assert result.stderr == "note: 48 steps, all as recorded.\n"


def test_json_is_that_of_the_game(record: Path) -> None:
    told = json.loads(call("run", "snarkas", "--seed", "4", "--json").stdout)
    assert json.loads(call("replay", record, "--json").stdout) == told


def test_without_the_log_the_result_is_left(record: Path) -> None:
    assert len(call("replay", record, "--no-log").stdout.splitlines()) == 8


@pytest.mark.parametrize("name", ["\x1b[2Jx", "a\nb", "\u202ea"])
def test_a_name_that_a_terminal_would_obey_is_refused(tmp_path: Path, name: str) -> None:
    seats = [SeatEntry(name="Ann", player="human"), SeatEntry(name=name, player="human")]
    game = bundled_named("snarkas")[0].game()
    path = tmp_path / "game.json"
    write_record(Playthrough(game, seed=1, seats=seats).record(), path)
    for command in ("replay", "run"):
        result = call(command, path)
        assert result.exit_code == 1 and result.stdout == ""
        assert result.stderr.endswith("the name of seat 2 has letters that cannot be shown.\n")


def test_an_edited_record_is_refused_at_its_step(record: Path) -> None:
    data = json.loads(record.read_text(encoding="utf-8"))
    data["steps"][10]["seat"] = 3 - data["steps"][10]["seat"]
    record.write_text(json.dumps(data), encoding="utf-8")
    for command in ("replay", "run"):
        result = call(command, record)
        assert result.exit_code == 1
        assert "was changed after it was written: at step 11." in result.stderr
        assert result.stdout == ""


def test_of_a_game_that_goes_on_no_seed_is_told_to_players(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    call("run", "snarkas", "--seed", "987654321", "--limit", "9", "--record", path)
    for view in ("referee", "spectator", "1"):
        told = call("replay", path, "--view", view)
        assert "987654321" not in told.output
        data = json.loads(call("replay", path, "--view", view, "--json").stdout)
        assert data["seed"] == (987654321 if view == "referee" else None)


def test_a_record_of_the_first_format_is_read_with_a_remark(record: Path) -> None:
    data = json.loads(record.read_text(encoding="utf-8"))
    del data["digest"], data["cardrules"], data["opening"]["digest"]
    for step in data["steps"]:
        del step["digest"]
    data["ruleset"] = data.pop("sources")[0]
    data["cardrules_record"] = 1
    record.write_text(json.dumps(data), encoding="utf-8")
    result = call("replay", record)
    assert result.exit_code == 0
    assert f"note: {record} is a record of format 1, which has no digest" in result.stderr
    # It leads to no other folder.
    data["ruleset"]["name"] = "../snarkas"
    record.write_text(json.dumps(data), encoding="utf-8")
    assert call("replay", record).exit_code == 2


@pytest.mark.parametrize(
    ("content", "reason"), [("{", "cut off"), ("{}", "not a record"), ("", "is empty")]
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: str, reason: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(content, encoding="utf-8")
    result = call("replay", path)
    assert result.exit_code == 1
    assert reason in result.stderr and result.stdout == ""


def test_other_rules_are_compared_step_by_step(record: Path, tmp_path: Path) -> None:
    text = bundled()["snarkas"].read_text(encoding="utf-8")
    same, other = tmp_path / "same.rules", tmp_path / "other.rules"
    same.write_text(text.replace("One card a turn", "A card a turn") + "\n# a note\n", "utf-8")
    changed = text.replace("give 1 snarkas_gem", "give 2 snarkas_gem")
    assert changed != text
    other.write_text(changed, "utf-8")
    fine = call("replay", record, "--rules", same, "--no-log")
    assert fine.exit_code == 0
    assert "not the rules" in fine.stderr
    result = call("replay", record, "--rules", other, "--no-log")
    assert result.exit_code == 1
    assert "cards or counters after it are not as the record says" in result.stderr


def test_the_rules_beside_the_record_are_found(tmp_path: Path) -> None:
    text = bundled()["snarkas"].read_text(encoding="utf-8")
    rules = tmp_path / "mine.rules"
    rules.write_text(text, encoding="utf-8")
    path = tmp_path / "game.json"
    assert call("run", rules, "--record", path).exit_code == 0
    assert call("replay", path).exit_code == 0
    rules.unlink()
    result = call("replay", path)
    assert result.exit_code == 2 and "There is no mine.rules" in result.stderr
