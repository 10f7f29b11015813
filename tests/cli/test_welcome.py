"""The first screen says what the game is about and where to read on, and no later one does."""

from __future__ import annotations

import pytest

from tests.bundled import Bundled, bundled
from tests.cli.play_harness import Sat, against_bots, people
from tests.engine import harness

MORE = "Type rules for all rules, ? for what you can do now"
# Each game with as many players as can be.
FULL = list({item.name: item for item in bundled()}.values())
RULES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter until turn = 5
        one of lay
action lay
    choose card from my hand
    do
        move card to deck
"""


def sat(goal: str, seats: list[str]) -> Sat:
    return Sat(harness.game(RULES, 2, front=f"goal: {goal}" if goal else ""), seats, is_kept=True)


@pytest.mark.parametrize("item", FULL, ids=str)
def test_the_goal_is_on_the_first_screen_with_the_whole_table(item: Bundled) -> None:
    first = Sat(item.game(), against_bots(item.players), is_kept=True)
    # Below them is the prompt.
    shown = first.shown.splitlines()[-23:]
    assert any(line.endswith(MORE) for line in shown)
    assert any(line.startswith("Goal: ") for line in shown)
    assert any(line.startswith(f"{item.game().ruleset.title}, ") for line in shown)


def test_it_is_told_once_to_each_person() -> None:
    at_table = sat("Get rid of them.", people(2))
    assert f"\nGoal: Get rid of them.\n{MORE}\n" in at_table.type("")
    assert "Goal: " in at_table.type("table")  # as long as the first question stands
    told = at_table.type("1", "")
    assert told.count("Goal: ") == 1
    assert "Goal: " not in at_table.type("1", "", "1", "")


def test_a_long_goal_is_left_to_those_who_ask() -> None:
    at_table = sat("Get rid of them. " * 11, against_bots(2))
    assert "Goal:" not in at_table.shown
    assert f"\n{MORE}, ? goal for the goal\n" in at_table.shown


def test_a_game_without_a_goal_says_where_the_rules_are() -> None:
    at_table = sat("", against_bots(2))
    assert f"\n{MORE}\n" in at_table.shown and "Goal" not in at_table.shown


def partners(typed: str = "") -> str:
    game = harness.game(RULES, 4, front="teams: {4: [[1, 3], [2, 4]]}")
    names = ["Ann", "Bob", "Cid", "Dan"]
    return Sat(game, against_bots(4), names=names, is_kept=True).type(typed)


def test_partners_are_told_on_the_first_screen_and_on_the_board() -> None:
    told = partners("table")
    assert f"Your partner is Cid. {MORE}\n" in told
    assert "  Cid (partner)  hand 2" in told and "Bob (partner)" not in told
    assert "partner" not in sat("", against_bots(2)).shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("? partner", "Your partner is Cid\nBob and Dan play together\n"),
        ("? cid", "Cid is your partner\n"),
        ("? Bob", "Bob plays against you, together with Dan\n"),
        ("? ann", "That is you. Your partner is Cid\n"),
    ],
)
def test_who_plays_with_whom_can_be_looked_up(typed: str, told: str) -> None:
    assert partners(typed) == told
