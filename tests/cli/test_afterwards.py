"""What may come after a game."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from cardrules.cli.afterwards import Afterwards, Another
from cardrules.cli.sitting import Sitting
from cardrules.cli.starting import another_game
from cardrules.cli.table.last_look import LastLook
from cardrules.cli.table.screen import Screen
from cardrules.engine.game import Game
from cardrules.sim.players import make_bot
from cardrules.sim.record import SeatEntry
from cardrules.sim.run import Playthrough
from tests.engine import harness

OPTIONS = """options:
  race_to: {default: 3, min: count of players, max: 9, help: "how many to win [T-1]"}
  quick: {default: false}
"""


class After:
    """What asks after a game of Ann against Bob, and what it shows."""

    def __init__(self, front: str = OPTIONS, **options: object) -> None:
        rules = harness.ruleset(harness.DECK, players="2 to 4", front=front)
        seats = [SeatEntry(name="Ann", player="human"), SeatEntry(name="Bob", player="greedy")]
        self.before = Playthrough(Game(rules, 2, options), seed=1, seats=seats)
        self._shown = io.StringIO()
        self.asked = Afterwards(self.before, Screen(Console(file=self._shown, width=80)))
        self.asked.begin()

    def type(self, *lines: str) -> str:
        """Feed lines; what was shown then."""
        before = len(self._shown.getvalue())
        for line in lines:
            assert not self.asked.is_over, f"nothing is asked before {line!r}"
            self.asked.feed(line)
        return self._shown.getvalue()[before:]

    @property
    def next(self) -> Another:
        """What is to be played."""
        assert self.asked.is_over and self.asked.another is not None
        return self.asked.another


@pytest.mark.parametrize("line", ["", "n", "quit", "Q"])
def test_nothing_more_is_played_unless_somebody_wants_it(line: str) -> None:
    after = After()
    assert (
        after.asked.prompt
        == "Enter leaves; 1: again, 2: other seats, 3: other options (or log, ?): "
    )
    assert after.type(line) == ""
    assert after.asked.is_over and after.asked.another is None


def test_at_the_end_of_input_nothing_more_is_played() -> None:
    after = After()
    after.asked.end_of_input()
    assert after.asked.is_over and after.asked.another is None


def test_what_was_chosen_for_the_next_game_is_not_thrown_away_by_enter() -> None:
    after = After()
    after.type("2", "3")
    assert after.asked.prompt == (
        "Enter plays this game; 2: other seats, 3: other options, n: leave (or log, ?): "
    )
    assert after.type("xyzzy") == "Type one of the numbers, or press Enter to play it.\n"
    after.type("")
    assert after.next.sitters == ("human", "greedy", "greedy")


def test_another_game_can_be_left_before_it_begins() -> None:
    after = After()
    after.type("2", "3", "n")
    assert after.asked.is_over and after.asked.another is None


def test_who_chooses_what_was_played_before_has_chosen_nothing() -> None:
    after = After()
    after.type("2", "3", "2", "you, greedy")
    assert after.asked.prompt.startswith("Enter leaves; ")


@pytest.mark.parametrize("line", ["1", "again", "A"])
def test_the_same_again_has_the_seats_and_options_that_were_set(line: str) -> None:
    after = After(quick=True)
    after.type(line)
    assert after.next == Another(sitters=("human", "greedy"), options={"quick": True})


def test_other_seats() -> None:
    after = After()
    assert after.type("2") == "Now play: you,greedy\n"
    assert after.asked.prompt.startswith("How many players (2 to 4)")
    assert after.type("3") == "Then play: you,greedy,greedy\n"
    after.type("1")
    assert after.next.sitters == ("human", "greedy", "greedy")


def test_who_may_sit_where_is_told_to_whoever_asks() -> None:
    after = After()
    told = after.type("2", "?")
    assert all(f"{who}: " in told for who in ("you or human", "greedy or bot", "random"))
    assert after.asked.prompt.startswith("How many players (2 to 4)")
    after.type("you,random", "1")
    assert after.next.sitters == ("human", "random")


def test_who_sits_where_is_said_as_on_the_command_line() -> None:
    after = After()
    after.type("2", "Random, you", "2", "", "1")
    assert after.next.sitters == ("random", "human")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("9", "Tiny is played by 2 to 4 players, not 9."),
        ("you", "Tiny is played by 2 to 4 players, not 1."),
        ("you,tom", "Nobody is called 'tom'; there are you,"),
        ("random,random", "Say you for the seat that you play."),
        ("4", "The option race_to is at least 4 with 4 players, not 3."),
        ("9" * 5000, "Nobody is called"),
    ],
)
def test_seats_that_cannot_be_are_asked_for_again(line: str, told: str) -> None:
    after = After()
    assert after.type("2", line).partition("\n")[2].startswith(told)
    after.type("", "1")
    assert after.next.sitters == ("human", "greedy")


def test_other_options() -> None:
    after = After()
    assert after.type("3") == ("  1) race to: 3 (2 to 9)   how many to win\n  2) quick: no\n")
    assert "  1) race to: 5 (2 to 9)   how" in after.type("1 5")
    assert "  2) quick: yes\n" in after.type("Quick = yes")
    after.type("", "1")
    assert after.next.options == {"race_to": "5", "quick": "true"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1", "Type the number of an option and its value, such as 1 3.\n"),
        ("speed 3", "Type the number of an option and its value, such as 1 3.\n"),
        ("race_to x", "The option race_to is a whole number, not 'x'.\n"),
        ("1 1", "The option race_to is at least 2 with 2 players, not 1.\n"),
        ("2 perhaps", "The option quick is true or false, not 'perhaps'.\n"),
    ],
)
def test_options_that_cannot_be_are_asked_for_again(line: str, told: str) -> None:
    after = After()
    after.type("3")
    assert after.type(line) == told
    after.type("", "1")
    assert after.next.options == {}


def test_a_game_without_options_offers_none() -> None:
    after = After(front="")
    assert after.asked.prompt == "Enter leaves; 1: again, 2: other seats (or log, ?): "
    assert after.type("3") == "Type one of the numbers, or press Enter to leave.\n"


def test_another_game_has_another_seed_and_the_names_of_those_who_stay() -> None:
    after = After()
    after.type("2", "3", "3", "1 5", "", "1")
    found = another_game(after.before, after.next, None)
    assert [entry.name for entry in found.seats] == ["Ann", "Bob", "Player 3"]
    assert found.game.options_in_force == {"race_to": 5, "quick": False}
    assert found.seed != after.before.seed


# ---- Looking back --------------------------------------------------------------------------------

DRAWN = (
    harness.DECK
    + """
zone heap shared pile, seen by all
setup
    draw 1 from deck to heap
play
    end game
"""
)


def over(height: int = 24) -> tuple[Afterwards, io.StringIO]:
    """A game that is over as soon as it has begun, and what is shown at a terminal afterwards."""
    seats = [SeatEntry(name="Ann", player="human"), SeatEntry(name="Bob", player="greedy")]
    playthrough = Playthrough(harness.game(DRAWN), seed=1, seats=seats)
    bots = (None, make_bot("greedy", 1, 1))
    shown = io.StringIO()
    screen = Screen(Console(file=shown, width=80, height=height), is_kept=True)
    look = LastLook(Sitting(playthrough=playthrough, bots=bots), screen)
    return Afterwards(playthrough, screen, look.answer), shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("log", "goes from the deck to the heap"),
        ("?", "You may type: a number, Enter, ? [WHAT], rules [WHAT], score, table,"),
        ("look heap", "heap (1):"),
        ("table", "Tiny, the game is over"),
        ("? xyzzy", "The rules say nothing of 'xyzzy'"),
        ("xyzzy", "Type one of the numbers, or press Enter to leave."),
    ],
)
def test_the_game_can_be_looked_back_at(typed: str, told: str) -> None:
    asked, shown = over()
    asked.feed(typed)
    assert told in shown.getvalue()
    starts = "Enter leaves; " if typed == "xyzzy" else "Enter goes back; "
    assert asked.prompt.startswith(starts) and not asked.is_over
    asked.feed("q" if typed == "log" else "")
    assert asked.prompt.startswith("Enter leaves; ") and asked.is_over == (typed == "xyzzy")


def test_what_is_longer_than_the_screen_is_read_page_by_page() -> None:
    asked, shown = over(height=3)
    asked.feed("table")
    assert asked.prompt == "Enter shows more, q goes back: "
    assert "heap" not in shown.getvalue()
    asked.feed("")
    assert "heap" in shown.getvalue()
    asked.feed("q")
    assert asked.prompt.startswith("Enter leaves; ")


def test_enter_after_a_look_does_not_leave() -> None:
    after = After()
    after.asked._looked_up = lambda line: ["the log"] if line == "log" else None
    assert after.type("log") == "the log\n"
    after.type("")
    assert not after.asked.is_over
    after.type("")
    assert after.asked.is_over
