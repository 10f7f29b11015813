"""`lint --fix` and `--diff`, `--select` and `--ignore`, and the configuration file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calls import call
from tests.lint.harness import TEXT, text_with

USELESS = "define one = 1  # lint: ignore CR507, no"


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    path = tmp_path / "below" / "game.rules"
    path.parent.mkdir()
    path.write_text(text_with(USELESS), encoding="utf-8")
    return path


def test_what_can_be_mended_is_told(path: Path) -> None:
    result = call("lint", path)
    assert result.exit_code == 0
    assert result.stderr.endswith("2 warnings. 1 can be mended by `--fix`.\n")
    assert path.read_text(encoding="utf-8") == text_with(USELESS)


def test_fix_mends_what_is_safe_and_tells_the_rest(path: Path) -> None:
    result = call("lint", "--fix", path)
    assert result.stderr.splitlines()[0] == "1 file changed."
    assert "CR502" in result.stdout and "CR901" not in result.stdout
    assert path.read_text(encoding="utf-8") == text_with("define one = 1")
    result = call("lint", "--fix", path)
    assert result.stderr.splitlines()[0] == "No file changed."


def test_fix_goes_on_with_what_shows_afterwards(path: Path) -> None:
    tabs = TEXT.replace("    ", "\t").replace("setup\n", "setup “Shuffle.”\n")
    path.write_text(tabs, encoding="utf-8")
    result = call("lint", "--fix", path)
    assert result.exit_code == 0
    want = TEXT.replace("setup\n", 'setup "Shuffle."\n')
    assert path.read_text(encoding="utf-8") == want


def test_unsafe_fixes_have_to_be_wanted(path: Path) -> None:
    call("lint", "--fix", "--unsafe-fixes", path)
    assert path.read_text(encoding="utf-8") == TEXT


def test_diff_shows_it_and_changes_nothing(path: Path) -> None:
    result = call("lint", "--diff", path)
    assert result.exit_code == 1
    assert "-define one = 1  # lint: ignore CR507, no\n+define one = 1\n" in result.stdout
    assert result.stderr.endswith("1 file would change.\n")
    assert path.read_text(encoding="utf-8") == text_with(USELESS)
    call("lint", "--fix", path)
    result = call("lint", "--diff", path)
    assert (result.exit_code, result.stdout) == (0, "")


def test_only_files_that_are_named_are_changed(path: Path) -> None:
    patch = path.with_name("patch.rules")
    head = "---\ntitle: More\nextends: game\n---\n"
    patch.write_text(f"{head}define two = 2  # lint: ignore CR507, no\n", encoding="utf-8")
    call("lint", "--fix", patch)
    assert path.read_text(encoding="utf-8") == text_with(USELESS)
    assert "CR507" not in patch.read_text(encoding="utf-8")


def test_codes_are_selected_and_ignored_by_the_call(path: Path) -> None:
    assert "0 warnings" in call("lint", "--select", "CR2", path).stderr
    assert "1 warning" in call("lint", "--ignore", "unused", path).stderr
    assert "0 warnings" in call("lint", "--ignore", "unused, CR9", path).stderr
    assert "0 warnings" in call("lint", "--ignore", "unused", "--ignore", "CR9", path).stderr
    result = call("lint", "--ignore", "CR599", path)
    assert result.exit_code == 2 and "There is no diagnostic 'CR599'." in result.stderr
    result = call("lint", "--ignore", "CR301", path)
    assert result.exit_code == 2 and "errors cannot be ignored" in result.stderr


def test_the_nearest_configuration_file_counts_alone(path: Path, tmp_path: Path) -> None:
    above = tmp_path / "cardrules.toml"
    above.write_text('[lint]\nignore = ["CR901"]\n', encoding="utf-8")
    assert "1 warning" in call("lint", path).stderr
    assert "2 warnings" in call("lint", "--ignore", "CR505", path).stderr
    beside = path.with_name("cardrules.toml")
    beside.write_text('[lint]\nselect = ["CR2"]\n', encoding="utf-8")
    assert "0 warnings" in call("lint", path).stderr
    assert "1 warning" in call("lint", "--config", above, path).stderr
    beside.write_text("[lint]\nignore = 3\n", encoding="utf-8")
    result = call("lint", path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {beside}: `lint.ignore` is a list of codes")


@pytest.mark.parametrize(
    ("severity", "lines", "code"),
    [
        ("error", [USELESS], 0),
        ("warning", [USELESS], 1),
        ("hint", [USELESS], 1),
        ("warning", ["define one = unknown"], 1),
        ("hint", [], 0),
    ],
)
def test_the_exit_code_says_whether_something_is_as_bad(
    path: Path, severity: str, lines: list[str], code: int
) -> None:
    path.write_text(text_with(*lines), encoding="utf-8")
    assert call("lint", "--fail-on", severity, path).exit_code == code


@pytest.mark.parametrize("flags", [["--fix", "--diff"], ["--unsafe-fixes"]])
def test_flags_that_do_not_go_together_are_wrong_usage(path: Path, flags: list[str]) -> None:
    assert call("lint", *flags, path).exit_code == 2
    assert path.read_text(encoding="utf-8") == text_with(USELESS)


def test_tabs_of_house_rules_are_mended_too(path: Path) -> None:
    patch = path.with_name("patch.rules")
    head = "---\ntitle: More\nextends: game\n---\n"
    patch.write_text(f"{head}in score\n\tadd more: one\n", encoding="utf-8")
    call("lint", "--fix", patch)
    assert patch.read_text(encoding="utf-8") == f"{head}in score\n    add more: one\n"
