"""`rules --format`: a rulebook on the output or in a file."""

from __future__ import annotations

from pathlib import Path

from tests.cli.calls import ROOT, call

EXAMPLES = ROOT / "examples" / "house_rules"


def test_a_rulebook_is_printed_for_all_numbers_of_players_or_for_one() -> None:
    every = call("rules", "snatch_it", "--format", "markdown").output
    assert every.startswith("# Snatch it!\n\n*3 to 6 players")
    assert every == call("rules", "snatch_it", "--format", "markdown", "--players", "all").output
    one = call("rules", "snatch_it", "--format", "markdown", "--players", "4").output
    assert one.startswith("# Snatch it!\n\n*4 players")


def test_it_is_written_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    result = call("rules", "war", "--format", "html", "--output", path)
    assert result.exit_code == 0 and result.output == ""
    assert path.read_text(encoding="utf-8") == call("rules", "war", "--format", "html").output
    missing = tmp_path / "nowhere" / "book.html"
    result = call("rules", "war", "--format", "html", "--output", missing)
    assert result.exit_code == 1 and "cannot be written" in result.output


def test_options_and_house_rules_are_in_it() -> None:
    given = ("--with", EXAMPLES / "to_the_left.rules", "--set", "sudden_death=true")
    text = call("rules", "snatch_the_cat", "--format", "markdown", *given).output
    assert "**(To the left)**" in text
    assert "**Sudden death** (usually: yes)" in text


def test_what_does_not_go_together_is_refused() -> None:
    assert call("rules", "war", "--format", "html", "--ids").exit_code == 2
    assert call("rules", "war", "--format", "html", "--json").exit_code == 2
    assert call("rules", "war", "--players", "all").exit_code == 2
    assert call("rules", "war", "--output", "war.txt").exit_code == 2
    assert call("rules", "war", "--players", "many").exit_code == 2
    assert call("rules", "war", "--format", "html", "--players", "9").exit_code == 2
    assert call("rules", "war", "--format", "html", "--set", "speed=3").exit_code == 2
