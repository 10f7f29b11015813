"""What happened, above the board: where there is little room, what concerns the reader is kept."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from cardrules.cli.table.news import News
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.unbroken import Unbroken
from cardrules.table.model import Level, Told
from tests.cli.play_harness import Sat, against_bots, people
from tests.engine import harness


def told(text: str) -> Told:
    """A line with its marks before it: a detail (-), in the course of the game (=), own (+).

    It is about the reader if it says so, and is not own.
    """
    marks, _, rest = text.partition(" ") if text[0] in "-=+" else ("", "", text)
    level: Level = "detail" if "-" in marks else "course" if "=" in marks else "told"
    is_own = "+" in marks
    return Told(
        text=rest, ids=(), is_head=level == "told", level=level, is_own=is_own,
        is_about_you="you" in rest and not is_own,
    )  # fmt: skip


def screen_of(width: int = 40) -> Screen:
    return Screen(Console(file=io.StringIO(), width=width, height=24, color_system=None))


def shown(*lines: str, room: int, width: int = 40) -> list[str]:
    """What is shown of these lines."""
    screen = screen_of(width)
    screen.show(*News(screen, [told(line) for line in lines], Unbroken(())).within(room))
    assert isinstance(screen._console.file, io.StringIO)
    return [line.strip() for line in screen._console.file.getvalue().splitlines()]


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


def test_what_came_of_the_own_action_is_kept_behind_what_others_did() -> None:
    lines = ("+ hit", "+- draw", "a", "- b", "takes from you", "c", "d")
    assert shown(*lines, room=4) == [
        "hit",
        "(4 lines left out: log all)",
        "takes from you",
        "d",
    ]


def test_what_the_rules_say_has_come_of_it_is_kept_before_what_others_do() -> None:
    lines = ("a", "= the storks take", "b", "c", "d")
    assert shown(*lines, room=3) == ["(3 lines left out: log all)", "the storks take", "d"]


@pytest.mark.parametrize(
    ("lines", "room", "loses"),
    [
        (("a", "b", "c", "d"), 3, False),
        (("hits you", "b", "c", "d"), 3, False),
        (("hits you", "b", "strikes you", "d"), 3, True),
        (("hits you", "b", "strikes you", "d"), 4, False),
        (("hits you", "- you draw", "c", "d"), 3, False),
        (("hits you", "= the bait", "c", "d"), 3, True),
        (("hits you", "+ take", "c", "d"), 3, True),
    ],
)
def test_what_must_not_be_missed_is_lost_where_there_is_no_room(
    lines: tuple[str, ...], room: int, loses: bool
) -> None:
    found = News(screen_of(), [told(line) for line in lines], Unbroken(()))
    assert found.loses_within(room) == loses


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


MANY = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone heap shared spread, seen by all
setup
    each player clockwise from starter
        draw 3 from deck to my hand
play
    rounds until round = 3
        turns clockwise from starter once
            one of lay
        each p in players
            say "{p} has no luck"
            say "{p} sighs"
            say "{p} goes on"
action lay
    choose card from my hand
    do
        move card to heap
"""


def test_what_must_not_be_missed_comes_before_the_table_where_it_has_no_room() -> None:
    sat = Sat(harness.game(MANY), against_bots(2), is_kept=True, height=14)
    told = sat.type("1")
    assert "You have no luck" in told and "You go on" in told and "Tiny, " not in told
    assert sat.session.prompt == "Enter shows the table: "
    told = sat.type("")
    assert "left out: log all" in told and "Tiny, " in told
    # What is typed for the game before that is taken.
    sat.type("1")
    sat.type("1")
    assert len(sat.playthrough.steps) == 6


def test_where_there_is_room_for_it_nothing_comes_before_the_table() -> None:
    sat = Sat(harness.game(MANY), against_bots(2), is_kept=True, height=24)
    told = sat.type("1")
    assert "You have no luck" in told and "Tiny, " in told


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


def test_what_is_said_of_the_readers_cards_is_about_the_reader_too() -> None:
    rules = STRIKING.replace("{target} loses {it}", "that hurts")
    sat = Sat(harness.game(rules, 3), people(3), is_kept=True)
    for line in ("strike Player 2", "pass"):
        sat.type("", line)
    log = {seat: sat.session._course.log(seat) for seat in range(3)}
    told = {
        seat: [line for line in lines if line.text.lower() == "that hurts"]
        for seat, lines in log.items()
    }
    assert [told[seat][0].is_about_you for seat in range(3)] == [False, True, False]
    assert [told[seat][0].is_own for seat in range(3)] == [True, False, False]


def test_what_is_said_outside_actions_is_the_course_of_the_game() -> None:
    sat = Sat(harness.game(MANY), against_bots(2))
    sat.type("1")
    levels = {line.text: line.level for line in sat.session._course.log(0)}
    assert levels["You sigh"] == "course"
    assert levels["== round 1 =="] == "told"
