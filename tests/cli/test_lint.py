"""`lint`: files and folders, three forms of output, and what the exit code says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardrules.rulesets import bundled
from tests.cli.calls import call


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    good = bundled()["war"].read_text(encoding="utf-8")
    (tmp_path / "below").mkdir()
    (tmp_path / "good.rules").write_text(good, encoding="utf-8")
    (tmp_path / "below" / "bad.rules").write_text(
        good.replace("shuffle deck", "shuffle dekc"), "utf-8"
    )
    (tmp_path / "notes.txt").write_text("no rules", encoding="utf-8")
    return tmp_path


def test_the_bundled_games_have_no_errors() -> None:
    result = call("lint", *bundled())
    assert result.exit_code == 0
    assert result.stderr.startswith(f"{len(bundled())} files checked, ")
    assert result.stderr.endswith(" settings: 0 errors, 0 warnings.\n")


def test_a_mistake_is_shown_with_its_place_and_code_1(folder: Path) -> None:
    result = call("lint", folder)
    assert result.exit_code == 1
    assert "error[CR301]" in result.stdout
    assert "^^^^" in result.stdout and "help: Did you mean `deck`?" in result.stdout
    # One that has an error is tried with nothing.
    assert result.stderr.startswith("2 files checked, 6 settings: 1 error")


def test_one_line_each_for_other_programs(folder: Path) -> None:
    result = call("lint", "--format", "line", folder)
    (line,) = [line for line in result.stdout.splitlines() if "CR301" in line]
    path, row, column, rest = line.split(":", 3)
    assert path.endswith("bad.rules") and row.isdecimal() and column.isdecimal()
    assert rest.startswith(" error CR301")


@pytest.mark.parametrize("arguments", [["--json"], ["--format", "json"]])
def test_json_is_a_list_of_diagnostics(folder: Path, arguments: list[str]) -> None:
    result = call("lint", *arguments, folder)
    data = json.loads(result.stdout)
    assert [item["code"] for item in data if item["severity"] == "error"] == ["CR301"]
    assert data[0]["file"].endswith("bad.rules")


def test_a_file_named_twice_is_checked_once(folder: Path) -> None:
    result = call("lint", folder / "good.rules", folder / "good.rules")
    assert result.stderr.startswith("1 file checked")


def test_a_folder_without_rulesets_is_wrong_usage(tmp_path: Path) -> None:
    result = call("lint", tmp_path)
    assert result.exit_code == 2 and "no .rules files" in result.stderr


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00\x01", b"---\n" * 1000, b"x" * 100_000])
def test_nothing_in_a_file_ends_in_a_traceback(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.rules"
    path.write_bytes(content)
    result = call("lint", path)
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)


def test_scenarios_are_no_rulesets(tmp_path: Path) -> None:
    scenarios = tmp_path / "own.yaml"
    scenarios.write_text("game: snarkas\n")
    result = call("lint", scenarios)
    assert result.exit_code == 2
    assert "own.yaml is no ruleset." in result.stderr
    assert "cardrules test" in result.stderr
