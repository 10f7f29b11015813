"""`cardrules test`: which scenarios it runs, what it says, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardrules.cli.test import command
from cardrules.scenario.against import Comparison, compare
from cardrules.scenario.model import Scenario
from cardrules.scenario.run import Games
from tests.cli.calls import call

PASSES = "  - {name: Six cards, rules: [SN-S1], expect: {hand each: 6}}\n"
FAILS = "  - {name: Seven cards, rules: [SN-S1], expect: {hand 1: 7}}\n"
EXAMPLES = Path(__file__).parents[2] / "examples" / "house_rules"
BARE = """---
title: Bare
players: 2
cards:
  red: {count: 9}
---
zone deck shared pile, seen by nobody, starts with cards
zone pot shared pile, seen by all
setup
    draw 3 from deck to pot
play
    end game
score
    points: 1
winner highest score
"""
HEADER = "game: snarkas\nplayers: 2\nscenarios:\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file that passes and one that fails."""
    (tmp_path / "good.yaml").write_text(HEADER + PASSES)
    (tmp_path / "bad.yaml").write_text(HEADER + PASSES + FAILS)
    return tmp_path


def run(*arguments: object) -> Result:
    """Run the command."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_a_file_that_passes(folder: Path) -> None:
    result = run(folder / "good.yaml")
    assert result.exit_code == 0
    assert result.stdout == f"{folder / 'good.yaml'}  1 passed\n1 scenario passed.\n"


def test_a_folder_with_a_failure(folder: Path) -> None:
    result = run(folder)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[:2] == [
        f"{folder / 'bad.yaml'}  1 passed, 1 failed",
        f"{folder / 'good.yaml'}  1 passed",
    ]
    assert f"FAILED  {folder / 'bad.yaml'}:5  Seven cards  [SN-S1]" in lines
    assert f"  again: cardrules test {folder / 'bad.yaml'} -k 'Seven cards'" in lines
    assert lines[-1] == "1 of 3 scenarios failed."


@pytest.mark.parametrize(
    ("text", "names"), [("seven", ["Seven cards"]), ("six", ["Six cards"] * 2)]
)
def test_scenarios_are_chosen_by_name(folder: Path, text: str, names: list[str]) -> None:
    data = json.loads(run(folder, "-k", text, "--json").stdout)
    assert [item["name"] for item in data["scenarios"]] == names


def test_scenarios_are_chosen_by_a_whole_rule_id(folder: Path) -> None:
    assert json.loads(run(folder, "-k", "sn-s1", "--json").stdout)["passed"] == 2
    assert run(folder, "-k", "SN-S").exit_code == 2


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("hearts", "The game hearts comes without scenarios. Name a file of your own"),
        ("herts", "There is no file or folder herts, and no game of this name."),
        (
            "own.rules",
            "own.rules is a ruleset. Name the file of its scenarios, which ends in .yaml",
        ),
    ],
)
def test_what_has_no_scenarios_is_told_for_what_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, named: str, said: str
) -> None:
    monkeypatch.chdir(folder)
    (folder / "own.rules").write_text("---\n---\n")
    result = run(named)
    assert result.exit_code == 2
    assert said in result.stderr


def test_house_rules_with_a_mistake_are_told_once(tmp_path: Path) -> None:
    rules = tmp_path / "sly.rules"
    rules.write_text("---\ntitle: Sly\nextends: snarkas\n---\nin nowhere\n    remove all\n")
    for option in ("--against", "--with"):
        told = call("test", "snarkas", option, rules)
        assert told.exit_code == 1
        assert told.stdout.count("error[CR603]") == 1
        assert "`snarkas.rules` with `sly.rules` has errors" in told.stdout


def test_scenarios_of_a_game_without_ids_name_no_rules(tmp_path: Path) -> None:
    (tmp_path / "bare.rules").write_text(BARE)
    scenarios = tmp_path / "bare.yaml"
    scenarios.write_text("game: bare\nscenarios:\n  - {name: a, expect: {pot: 3}}\n")
    assert run(scenarios).exit_code == 0
    scenarios.write_text("game: bare\nscenarios:\n  - {name: a, expect: {pot: 4}}\n")
    assert f"FAILED  {scenarios}:3  a\n" in run(scenarios).stdout
    (tmp_path / "bare.rules").write_text(BARE.replace("deck to pot", "deck to pot  [B-1]"))
    told = run(scenarios).stdout
    assert "error[CR606] This scenario does not say which rules it tests." in told
    assert "such as `rules: [B-1]`" in told


def test_the_outcomes_as_data(folder: Path) -> None:
    result = run(folder / "bad.yaml", "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (data["passed"], data["failed"], data["mistakes"]) == (1, 1, [])
    assert data["scenarios"][1]["differences"][0]["expected"] == "7 cards"


def test_verbose_shows_where_everything_lay(folder: Path) -> None:
    assert "  in the end:" in run(folder / "bad.yaml", "-v").stdout


def test_a_bundled_game_by_its_name() -> None:
    result = run("snarkas", "-k", "SN-Z4")
    assert result.exit_code == 0
    assert "zap.yaml  " in result.stdout


@pytest.mark.parametrize(
    "text",
    [
        "nothing: here\n",
        "game: nothing\nscenarios:\n" + PASSES,
        HEADER + PASSES.replace("hand each", "hnad each"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text)
    result = run(file)
    assert result.exit_code == 1
    assert f"--> {file}:" in result.stdout


def test_a_file_that_cannot_be_used_beside_one_that_passes(folder: Path) -> None:
    (folder / "bad.yaml").write_text("nothing: here\n")
    assert run(folder).exit_code == 1
    assert run(folder, "-k", "eight").exit_code == 1


def test_a_file_that_is_not_there_is_wrong_usage() -> None:
    assert run("nowhere.yaml").exit_code == 2


def test_that_no_scenario_is_meant_is_wrong_usage(folder: Path) -> None:
    result = run(folder, "-k", "eight")
    assert result.exit_code == 2
    assert result.stdout == "There is no such scenario.\n"


@pytest.mark.parametrize("head", ["players: 9", "options: {nope: 1}", "starter: 5"])
def test_a_mistake_in_the_head_is_told_once(tmp_path: Path, head: str) -> None:
    file = tmp_path / "head.yaml"
    file.write_text(f"game: snarkas\n{head}\nscenarios:\n{PASSES}{FAILS}")
    result = run(file)
    assert result.exit_code == 1
    assert result.stdout.count("error[") == 1
    assert f"{file}:2:" in result.stdout
    assert result.stdout.splitlines()[-1] == "2 of 2 scenarios failed."


def test_of_the_mistakes_of_a_file_a_hundred_are_told(tmp_path: Path) -> None:
    """Also of those that are found only when its scenarios are carried out."""
    file = tmp_path / "many.yaml"
    wrong = "".join(
        f"  - {{name: Number {n}, rules: [SN-S1], expect: {{tabel: 4}}}}\n" for n in range(103)
    )
    file.write_text(HEADER + wrong)
    lines = run(file).stdout.splitlines()
    assert sum(line.startswith("error[CR604]") for line in lines) == 100
    assert "error[CR006] There are 3 more; the first 100 are listed." in lines
    assert lines[-1] == "103 of 103 scenarios failed."


def test_coverage_names_what_no_scenario_reaches(folder: Path) -> None:
    result = run(folder / "good.yaml", "--coverage")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[3].startswith("Snarkas: ") and "parts are reached" in lines[3]
    assert lines[4].endswith(
        "What stands in this block is never carried out. (1 more with it)  [SN-S3]"
    )
    assert lines[5].strip().startswith("while some c in table: c.face = zap")
    assert any("The action `play_card` is never taken. (" in line for line in lines)


def test_too_little_coverage_is_an_error(folder: Path) -> None:
    assert run(folder / "good.yaml", "--coverage", "--fail-under", "10").exit_code == 0
    result = run(folder / "good.yaml", "--coverage", "--fail-under", "90")
    assert result.exit_code == 1
    assert "%, and not 90 %" in result.stdout


def test_coverage_as_data(folder: Path) -> None:
    data = json.loads(run(folder / "good.yaml", "--coverage", "--json").stdout)
    (found,) = data["coverage"]
    assert found["title"] == "Snarkas" and found["enough"] is True
    assert found["reached"] + sum(item["parts"] for item in found["missed"]) == found["parts"]
    places = [(item["file"], item["line"]) for item in found["missed"]]
    assert places == sorted(places) and found["missed"][0]["sort"] == "statement"
    assert "coverage" not in json.loads(run(folder / "good.yaml", "--json").stdout)


def test_coverage_with_house_rules() -> None:
    result = run(EXAMPLES / "mulligan.yaml", "--coverage")
    assert "Snarkas (Mulligan): " in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [("--fail-under", "50"), ("--coverage", "--fail-under", "101"),
     ("--coverage", "--against", str(EXAMPLES / "mulligan.rules"))],
)  # fmt: skip
def test_coverage_that_makes_no_sense_is_wrong_usage(folder: Path, arguments: tuple[str]) -> None:
    assert run(folder / "good.yaml", *arguments).exit_code == 2


@pytest.mark.parametrize("as_json", [False, True])
def test_whoever_interrupts_it_gets_the_scenarios_so_far(
    folder: Path, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    two = PASSES + PASSES.replace("Six cards", "Six again")
    (folder / "good.yaml").write_text(HEADER + two)

    def stopped(scenario: Scenario, games: Games, others: Games) -> Comparison | None:
        if scenario.name == "Six again":
            raise KeyboardInterrupt
        return compare(scenario, games, others)

    monkeypatch.setattr("cardrules.cli.test.compare", stopped)
    words = ["--against", EXAMPLES / "mulligan.rules", *(["--json"] if as_json else [])]
    result = run(folder / "good.yaml", *words)
    assert result.exit_code == 130
    assert "Interrupted: the scenarios so far are told." in result.stderr
    if as_json:
        (found,) = json.loads(result.stdout)["scenarios"]
        assert found["name"] == "Six cards"
    else:
        assert "1 of 1 " in result.stdout
