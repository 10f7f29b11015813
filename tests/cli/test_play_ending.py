"""The end of a game on the screen: in columns where there is room, else in a line for each side."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from cardrules.cli.table.ending import render_ending
from cardrules.cli.table.screen import Screen
from cardrules.table.model import Ending, Row, Side
from tests.cli.play_harness import Sat, people
from tests.engine import harness

ENDING = Ending(
    sentence="Bob wins.",
    games=1,
    match_label="Match",
    score_label="Points",
    sides=(
        Side(seats=(1,), name="Bob", place=1, match=None, score=12, has_won=True),
        Side(seats=(0,), name="[/]", place=2, match=None, score=3, has_won=False),
    ),
    parts=(Row(label="gems", texts=("10", "3")), Row(label="bonus", texts=("2", "0"))),
    criteria=(Row(label="Cards left", texts=("1", "[b]")),),
)


def drawn(width: int, *, is_plain: bool = False) -> list[str]:
    """The lines of the end."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    Screen(console).show(*render_ending(ENDING, width=width, is_plain=is_plain))
    assert isinstance(console.file, io.StringIO)
    return [line for line in console.file.getvalue().splitlines() if line]


def test_sides_stand_beside_each_other() -> None:
    assert [line.split() for line in drawn(40)] == [
        ["Bob", "[/]"],
        ["\u2500" * 22],
        ["Place", "1", "2"],
        ["Points", "12", "3"],
        ["gems", "10", "3"],
        ["bonus", "2", "0"],
        ["Cards", "left", "1", "[b]"],
        ["Bob", "wins."],
    ]


LINES = [
    "1. Bob: Points 12 (gems 10, bonus 2); Cards left 1",
    "2. [/]: Points 3 (gems 3, bonus 0); Cards left [b]",
    "Bob wins.",
]


def test_where_lines_are_read_out_each_side_has_one() -> None:
    assert drawn(80, is_plain=True) == LINES


@pytest.mark.parametrize("width", [20, 21])
def test_where_there_is_no_room_for_columns_each_side_has_a_line(width: int) -> None:
    assert " ".join(line.strip() for line in drawn(width)) == " ".join(LINES)


def test_players_who_have_nothing_are_left_out_at_the_end() -> None:
    rules = f"{harness.DECK}play\n    end game\n"
    sat = Sat(harness.game(rules), people(2), names=("Ann", "Bob"), is_kept=True)
    board = sat.on_screen.partition("the game is over")[2].partition("Place")[0]
    assert "Face down: deck 9" in board and "  Ann\n" not in board and " -\n" not in board


def test_why_the_game_is_over_is_read_first_where_it_has_no_room() -> None:
    reasons = [f"reason number {at}" for at in range(1, 12)]
    said = "".join(f'    say "{reason}"\n' for reason in reasons)
    for height, is_first in ((40, False), (18, True)):
        game = harness.game(f"{harness.DECK}play\n{said}    end game\n")
        sat = Sat(game, people(2), names=("Ann", "Bob"), is_kept=True, height=height)
        assert all(f"{reason}\n" in sat.shown.lower() for reason in reasons)
        assert ("the game is over" in sat.shown) != is_first
        if is_first:
            assert sat.session.prompt == "Enter shows the table: "
            sat.type("")
        assert sat.session.is_over and "Place" in sat.shown


def test_at_the_end_of_input_the_end_is_shown_and_nothing_is_kept(saved: Path) -> None:
    said = "".join(f'    say "reason number {at}"\n' for at in range(30))
    sat = Sat(harness.game(f"{harness.DECK}play\n{said}    end game\n"), people(2), is_kept=True)
    assert sat.session.prompt.startswith("Enter shows more")
    sat.session.end_of_input()
    assert sat.session.is_over and "Place" in sat.shown and not saved.exists()
