"""What happened, above the board: where there is little room, what concerns the reader is kept."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from cardrules.cli.table.news import news
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.unbroken import Unbroken
from cardrules.table.model import Level, Told
from tests.cli.play_harness import Sat, people
from tests.engine import harness


def told(text: str) -> Told:
    """A line that is about the reader if it says so; a detail begins with a dash."""
    level: Level = "detail" if text.startswith("- ") else "told"
    text, is_you = text.removeprefix("- "), "you" in text
    is_head = level == "told"
    return Told(text=text, ids=(), is_head=is_head, level=level, is_about_you=is_you)


def shown(*lines: str, room: int, width: int = 40) -> list[str]:
    """What is shown of these lines."""
    console = Console(file=io.StringIO(), width=width, height=24, color_system=None)
    screen = Screen(console)
    screen.show(*news(screen, [told(line) for line in lines], Unbroken(()), room))
    assert isinstance(console.file, io.StringIO)
    return [line.strip() for line in console.file.getvalue().splitlines()]


def test_all_lines_are_shown_where_there_is_room() -> None:
    assert shown("a", "b", "c", room=3) == ["a", "b", "c"]
    assert shown(room=3) == []


def test_the_newest_lines_stay_and_the_others_are_counted() -> None:
    assert shown("a", "b", "c", "d", room=3) == ["(2 lines left out: log all)", "c", "d"]


def test_what_others_did_to_the_reader_is_kept_in_its_place() -> None:
    lines = ("hits you", "a", "takes from you", "b", "c", "d")
    assert shown("x", *lines, room=4) == [
        "(4 lines left out: log all)",
        "hits you",
        "takes from you",
        "d",
    ]
    assert shown("x", *lines, room=3) == ["(5 lines left out: log all)", "takes from you", "d"]


def test_what_came_of_the_own_action_is_kept_before_what_others_did() -> None:
    lines = ("hits you", "- draws", "a", "- b", "takes from you", "c", "d")
    assert shown(*lines, room=4) == [
        "hits you",
        "draws",
        "(4 lines left out: log all)",
        "d",
    ]


def test_details_are_left_out_before_what_they_belong_to() -> None:
    assert shown("a", "- b", "c", "d", "e", room=4) == [
        "(2 lines left out: log all)",
        "c",
        "d",
        "e",
    ]
    assert shown("a", "b", "- c", "- d", "e", room=4) == [
        "a",
        "b",
        "(2 lines left out: log all)",
        "e",
    ]
    found = shown("a", "- hits you", "- b", "- c", "d", room=4)
    assert [line for line in found if "left out" not in line] == ["a", "hits you", "d"]


@pytest.mark.parametrize("room", [1, 2, 3])
def test_however_little_room_there_is_the_newest_line_is_shown(room: int) -> None:
    long = "a line that is so long that it takes more rows than there are on the screen"
    assert "".join(shown("a", "b", long, room=room, width=30)[1:]).startswith("a line that is so")


def test_lines_of_several_rows_count_as_such() -> None:
    long = "is so long that it needs another row to be told to you"
    assert len(shown("a", long, "b", "c", "d", room=4)) == 4


STRIKING = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone heap shared pile, seen by all
setup
    each player clockwise from starter
        draw 3 from deck to my hand
play
    turns clockwise from starter until turn = 9
        one of strike, wait
action strike
    choose target from opponents
    say "{me} strikes {target}"
    do
        open parry to target
        move target.hand to heap
            say "{target} loses {it}"
        draw 1 from deck to me.hand
            say "{me} draws {it}"
action wait
    say "{me} waits"
    do
        draw 1 from deck to heap
            say nothing
window parry
interrupt ward answers parry
    choose card from my hand
    do
        stop
"""


def test_what_others_do_to_the_reader_is_about_the_reader() -> None:
    sat = Sat(harness.game(STRIKING, 3), people(3), names=("Ann", "Bob", "Cid"), is_kept=True)
    for line in ("strike Bob", "pass", "strike Cid", "pass", "wait"):
        sat.type("", line)
    course = sat.session._course
    of = {seat: [line.text for line in course.log(seat) if line.is_about_you] for seat in range(3)}
    assert of[0] == ["You go first", "You draw 7, 8 and 9 from the deck"]
    assert of[1] == [
        "You draw 4, 5 and 6 from the deck",
        "Ann strikes you",
        "You lose 4, 5 and 6",
    ]
    assert [line.text for line in course.log("spectator") if line.is_about_you] == []
