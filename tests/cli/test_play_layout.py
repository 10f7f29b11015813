"""What is on the screen: the board stays, and what is longer comes page by page."""

from __future__ import annotations

import io
from itertools import islice

import pytest
from rich.console import Console
from rich.text import Text

from cardrules.cli.table.flow import Trailed
from tests.bundled import Bundled, at_all_numbers, bundled
from tests.cli.play_harness import Sat, against_bots, people
from tests.cli.screens import questions
from tests.cli.test_play_session import HANDS
from tests.engine import harness

# The tallest tables, and more possibilities than there are lines.
MOST = [item for item in bundled() if item.players == item.game().ruleset.players_max]


@pytest.mark.parametrize("item", MOST, ids=str)
def test_the_board_and_the_question_are_on_the_screen(item: Bundled) -> None:
    """Whole games at every number of players: `python -m tests.cli.screens`."""
    for seen in islice(questions(item), 10):
        assert not seen.is_table_lost and not seen.is_question_lost, str(seen)


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_they_are_to_the_end_of_every_game(item: Bundled) -> None:
    for seen in questions(item):
        assert not seen.is_table_lost and not seen.is_question_lost, str(seen)


@pytest.mark.parametrize("width", [30, 50])
def test_a_narrow_screen_can_still_be_read(width: int) -> None:
    for item in MOST:
        for seen in islice(questions(item, width=width, height=40), 5):
            assert all(len(line) <= width for line in seen.lines[:-1]), str(seen)


def test_a_screen_for_which_one_line_is_too_much_has_one_on_a_page() -> None:
    shown = Sat(harness.game(HANDS), against_bots(2), width=5, height=5).shown
    assert "of 4" in shown and "Hide" not in shown


def kept(rules: str = HANDS, height: int = 24, **more: object) -> Sat:
    return Sat(harness.game(rules), against_bots(2), is_kept=True, height=height, **more)  # type: ignore[arg-type]


WAITS = "Enter goes back to the table: "


def test_an_answer_waits_to_be_read_where_the_board_does_not_stay_on_the_screen() -> None:
    sat = kept(height=17)
    told, since = "", 0
    while sat.session.prompt != WAITS:
        told = sat.type("xyzzy")
        # Each prompt and each answer take a line.
        since += 2
        assert since <= 8
    assert since > 2
    assert told == "Nothing here reads like 'xyzzy'. Type a number, or ? for help.\n"
    told = sat.type("")
    assert "Player 2 draws" in told and "Tiny, " in told, "what has happened stands there again too"
    assert sat.session.prompt.startswith("Player 1, your choice")


@pytest.mark.parametrize("typed", ["log 9", "look hand", "hand", "save no/such/folder/x"])
def test_nothing_that_is_looked_up_scrolls_away_at_once(typed: str) -> None:
    sat = kept(height=12)
    while sat.session.prompt != WAITS:
        assert "Tiny, " not in sat.type(typed)


@pytest.mark.parametrize("is_plain", [True, False])
def test_nothing_waits_where_no_board_is_kept_on_the_screen(is_plain: bool) -> None:
    sat = Sat(
        harness.game(HANDS), against_bots(2), height=12, is_kept=is_plain, is_plain=is_plain
    )  # fmt: skip
    sat.type("log 9", "look")
    assert sat.session.prompt.startswith("Player 1, your choice")


def test_the_log_begins_with_its_newest_page_and_says_how_to_see_more() -> None:
    newest = "   You draw 8 and 9 from the deck\n   Player 2 draws 2 cards from the deck\n"
    sat = kept(height=4)
    assert sat.type("log all") == f"You go first\n{newest}"
    assert sat.type("log") == f"(1 line before this: log 4, or log all)\n{newest}"
    assert kept().type("log") == f"You go first\n{newest}"


def test_the_table_is_on_the_screen_in_the_middle_of_a_turn_too() -> None:
    rules = HANDS.replace(
        "        move card to heap\n",
        "        move card to heap\n        choose other from my hand\n        move other to pot\n",
    )
    assert "Tiny, Player 1's turn" in kept(rules).type("1")
    assert "Tiny, " not in Sat(harness.game(rules), against_bots(2)).type("1")


EIGHT = """
zone deck shared pile, seen by nobody, starts with cards
zone heap shared pile, seen by all
zone hand per player spread, seen by owner
setup
    draw 12 from deck to starter.hand
play
    turns clockwise from starter once
        one of lay
action lay "Lay a card whose name is long enough to fill a line of its own"
    require count of my hand > 0
    choose card from my hand
    do
        move card to heap
"""
CARDS = 'card: {name: "Number {number}", number: 1 to 12, count: 1}'


def low(height: int) -> Sat:
    """Twelve lines that are as wide as the screen, which is too low for them."""
    return Sat(harness.game(EIGHT, cards=CARDS), against_bots(2), is_kept=True, height=height)


def paged() -> Sat:
    """A screen that is too low for them step by step too."""
    return low(13)


def test_what_happened_stays_above_the_board_and_choices_come_step_by_step() -> None:
    sat = low(20)
    # With the prompt the last lines are on the screen.
    on_screen = sat.shown.splitlines()[1 - 20 :]
    assert "You go first" in on_screen
    assert "Which card? (12 possibilities)" in on_screen
    assert "Which card?" not in low(40).shown


def test_lines_for_which_there_is_no_room_come_page_by_page() -> None:
    sat = paged()
    pages = int(sat.shown.partition("  page 1 of ")[2].partition("; m shows the next one\n")[0])
    assert " 1) Number" in sat.shown and "12) Number" not in sat.shown
    told = sat.type(*["m"] * (pages - 1))
    assert "12) Number" in told and told.endswith(f"  page {pages} of {pages}; m: back to page 1\n")
    assert " 1) Number" in sat.type("m")
    # A line may be taken that is on another page.
    sat.type("12")
    assert sat.playthrough.steps[0].action.arguments == {"card": "Number 12"}


def test_later_steps_come_step_by_step_too_where_there_is_no_room() -> None:
    rules = EIGHT.replace("    choose card", "    choose other from my hand\n    choose card")
    sat = Sat(harness.game(rules, cards=CARDS), against_bots(2), is_kept=True, height=22)
    told = sat.type("1")
    assert "Which card? (12 possibilities; b goes back)" in told and "page" not in told


def test_where_all_lines_are_shown_there_are_no_more() -> None:
    assert kept().type("m") == "All lines are shown.\n"


def test_what_is_longer_than_the_screen_is_read_page_by_page() -> None:
    sat = paged()
    first = sat.type("? commands")
    assert sat.session.prompt == "Enter shows more, q goes back to the game: "
    assert len(first.splitlines()) <= 16 and "quit" not in first
    told = sat.type("")
    assert "leave; asks first, and whether to save" in told
    # It can be read before the table is there again.
    assert "Tiny, " not in told and sat.session.prompt == WAITS
    assert "Tiny, " in sat.type("") and sat.session.prompt.startswith("Player 1, your choice")


@pytest.mark.parametrize(("typed", "steps"), [("q", 0), ("3", 1), ("undo", 0)])
def test_reading_ends_with_q_or_with_what_is_typed_for_the_game(typed: str, steps: int) -> None:
    sat = paged()
    sat.type("? commands")
    told = sat.type(typed)
    assert "Tiny, " in told or "nothing to take back" in told
    people = [step for step in sat.playthrough.steps if step.seat == 0]
    assert len(people) == steps


def test_the_score_tells_who_is_ahead_what_counts_and_what_ends_the_game() -> None:
    rules = HANDS + 'score\n    laid: count of heap if me = starter else 0 [T-8] "cards laid"\n'
    front = "end: The game ends when nobody has a card."
    sat = Sat(harness.game(rules, front=front), against_bots(2))
    told = sat.type("score")
    assert told == (
        "Scores so far, counted as things lie now; they may still change:\n"
        "  Player 1: 0\n  Player 2: 0\nAll are level.\nWhat counts:\n"
        "  Cards laid  [T-8]\nThe highest score wins.\nThe game ends when nobody has a card.\n"
    )
    sat.type("lay 9")
    assert "You are ahead." in sat.type("score")


def test_a_score_that_hangs_on_hidden_cards_of_others_is_not_told() -> None:
    rules = HANDS + "score\n    kept: sum of number in my hand\nwinner lowest score\n"
    told = Sat(harness.game(rules), against_bots(2)).type("score")
    assert "How the others stand depends on cards that you do not see (hand).\n" in told
    assert "The lowest score wins.\n" in told


def test_reading_can_be_left_for_good() -> None:
    sat = paged()
    sat.type("? commands")
    sat.session.end_of_input()
    assert sat.session.is_over


def test_without_a_terminal_nothing_waits_to_be_read() -> None:
    sat = Sat(harness.game(EIGHT, cards=CARDS), against_bots(2), height=8)
    assert "leave; asks first, and whether to save" in sat.type("? commands")
    assert sat.session.prompt.startswith("Player 1, your choice")


def test_help_is_a_screen_at_most_and_all_of_it_for_those_who_ask() -> None:
    item = next(item for item in bundled() if item.name == "snatch_the_cat")
    sat = Sat(item.game(), against_bots(item.players), first=0, is_kept=True, height=11)
    told = sat.type("?").partition("Snatch the Cat!, ")[0]
    assert len(told.splitlines()) <= 10
    assert " line more: ? all)\n" in told and "You may type: a number" in told
    assert " more: " not in sat.type("? all")


# ---- Whole lines ---------------------------------------------------------------------------------


def test_plain_are_whole_lines_without_columns_and_drawn_lines() -> None:
    long = "Lay a card whose name is long enough to fill a line of its own and more than that line"
    rules = EIGHT.replace("Lay a card whose name is long enough to fill a line of its own", long)
    sat = Sat(harness.game(rules, cards=CARDS), against_bots(2), is_plain=True, width=60)
    assert f"\n   1) {long}: Number 1\n" in sat.shown
    assert "\nPlayer 1 (you): hand 12; score 0\nPlayer 2: hand 0; score 0\n" in sat.shown
    assert not set(sat.shown) & set("\u2500\u2502\u2501")
    told = sat.type("xyzzy" * 4, "xyzzy", "xyzzy")
    assert "Tiny, " not in told


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (40, "Which card do you play?  [X-1, X-2]\n"),
        (33, "Which card do you play?\n  [X-1, X-2]\n"),
        (20, "Which card do you\nplay?  [X-1, X-2]\n"),
    ],
)
def test_what_stands_behind_a_question_is_kept_in_one_piece(width: int, told: str) -> None:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(Trailed(Text("Which card do you play?"), [Text("[X-1, X-2]")]))
    assert isinstance(console.file, io.StringIO) and console.file.getvalue() == told


NO_ANSWER = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone heap shared pile, seen by all
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter once
        one of go
action go
    do
        open pause to left of me
window pause
interrupt low answers pause
    choose card from my hand where number < 5
    do
        move card to heap
"""


@pytest.mark.parametrize("height", [4, 6, 8, 24])
def test_who_has_no_answer_is_asked_on_a_screen_however_low(height: int) -> None:
    sat = Sat(harness.game(NO_ANSWER), people(2), is_kept=True, height=height)
    assert "No card of yours fits; Enter goes on." in sat.type("", "1", "")
    sat.type("")
    assert len(sat.playthrough.steps) == 2
