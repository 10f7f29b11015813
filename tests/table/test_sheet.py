"""The rules of a game as a sheet: in the order of a rulebook, without what is not in force."""

from __future__ import annotations

import pytest

from cardrules.engine.game import Game
from cardrules.table.rulebook import all_lines
from cardrules.table.search import said_of
from cardrules.table.sheet import Sheet
from tests.bundled import Bundled, at_all_numbers
from tests.engine import harness

FRONT = """goal: Have the most. Nothing else counts.
turn: Play a card.
end: The last card ends it.
options:
  polite: {default: true, help: "everybody is polite [S-9]"}
  wild: {default: false, help: "nets may be torn [S-8]"}
  draws: {default: 3, min: 1, max: 4, help: "how many cards are drawn [S-7]"}
  unused: {default: 7, min: 0, max: 9, help: "nothing depends on it"}
"""
CARDS = """
net: {count: 5, text: "Catches somebody."}
eel: {name: "Eel {number}", number: [1, 2], count: 4, text: "Slips away."}
"""
RULES = """
zone pot shared pile, seen by all "the pot"
variable torn: flag = false
define all_gone = pot is empty [S-3]
define never_used = count of deck > 3 "this is used by nothing at all"
define when_wild = deck is not empty "only the wild ones use this one"
setup
    each player clockwise from starter [S-1] "everybody draws some cards"
        draw draws from deck to my hand
    say "There are {draws} cards each, and the pot is empty"
play
    turns clockwise from starter until deck is empty
        if wild [S-8] "a torn net is mended first"
            set torn to true
        if all_gone if polite else when_wild
            say "{me} begins"
        one of throw, catch, tear
action throw [S-2] "Throw"
    choose card from my hand where it is not net [S-2] "no nets"
    require polite or count of my hand > 2 [S-9] "only the polite may throw"
    require deck is not empty [S-5] "there must be a card left"
    do
        move card to pot [S-4] "and it is gone for good"
action catch [S-6] "Catch"
    choose card from my hand where it is net [S-6] "you need a net for this"
    choose who from opponents [S-6] "one of the others"
    require deck is not empty [S-5] "there must be a card left"
    do
        move card to pot
action tear "Tear a net"
    require wild [S-8] "only where it is wild"
    do
        set torn to true
score
    left: count of hand "cards that are left"
    wildness: 3 if wild else 0 "being wild"
winner lowest torn "having torn nothing" then highest score "points" [S-10]
"""


def game(**options: object) -> Game:
    return harness.game(
        harness.DECK + harness.HAND + RULES, 2, front=FRONT, cards=CARDS, options=options
    )


def test_the_sheet_has_the_order_of_a_rulebook_and_leaves_out_what_is_not_in_force() -> None:
    assert [f"{'  ' * line.depth}{line}" for line in Sheet(game()).lines()] == [
        "Tiny for 2 players",
        "Goal",
        "  Have the most. Nothing else counts.",
        "Setting up",
        "  Everybody draws some cards  [S-1]",
        "  There are 3 cards each, and the pot is empty",
        "A turn",
        "  Play a card.",
        "What can be done",
        "  Throw  [S-2]",
        "    No nets  [S-2]",
        "    And it is gone for good  [S-4]",
        "Cards",
        "  Net (5 cards): Catches somebody.  [S-6]",
        "    One of the others  [S-6]",
        "  Eel 1, Eel 2 (4 cards of each): Slips away.",
        "  Throw, Catch: there must be a card left  [S-5]",
        "The end",
        "  The last card ends it.",
        "Score",
        "  Cards that are left",
        "  Most points win.  [S-10]",
        "Options",
        "  Everybody is polite  [S-9]",
        "  How many cards are drawn: 3  [S-7]",
        "  Not in force: wild",
    ]


def test_with_other_options_other_sentences_are_in_force() -> None:
    told = [str(line) for line in Sheet(game(wild=True, polite=False, draws=2)).lines()]
    assert "There are 2 cards each, and the pot is empty" in told
    assert "Only the polite may throw  [S-9]" in told
    assert "Tear a net" in told and "Being wild" in told
    assert "A torn net is mended first  [S-8]" in told
    assert "Only the wild ones use this one" in told
    assert "Having torn nothing wins; in a tie most points.  [S-10]" in told
    assert "Not in force: polite" in told


@pytest.mark.parametrize(
    ("condition", "is_told"),
    [
        ("draws > 3", False),
        ("draws + 1 > 3", True),
        ("count of players > 2", False),
        ("deck is empty and wild", False),
        ("deck is not empty and polite", True),
    ],
)
def test_what_numbers_and_players_rule_out_is_left_out_as_it_is_of_the_game(
    condition: str, is_told: bool
) -> None:
    rules = RULES.replace("require wild [S-8]", f"require {condition} [S-8]")
    played = harness.game(
        harness.DECK + harness.HAND + rules, 2, front=FRONT, cards=CARDS, options={}
    )
    told = [str(line) for line in Sheet(played).lines()]
    assert ("Tear a net" in told) is is_told


@pytest.mark.parametrize(("wild", "told"), [(True, "best of 3"), (False, "2 games")])
def test_of_several_matches_the_one_is_told_that_is_played(wild: bool, told: str) -> None:
    matches = "match best of 3 when wild\nmatch of 2 games\n"
    played = harness.game(
        harness.DECK + harness.HAND + RULES + matches,
        2,
        front=FRONT,
        cards=CARDS,
        options={"wild": wild},
    )
    for lines in (Sheet(played).lines(), all_lines(played)):
        assert [str(line) for line in lines if str(line).startswith("Match")] == [f"Match: {told}"]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("torn", ["Options that are not in force", "Wild: nets may be torn  [S-8]"]),
        ("tears", []),
        ("draw", ["Setting up", "Everybody draws some cards  [S-1]",
                     "Options", "How many cards are drawn: 3  [S-7]"]),
        ("count", ["Goal", "Nothing else counts."]),
        ("begin", ["What is told in the game", "Somebody begins"]),
        ("card left", ["Cards", "Throw, Catch: there must be a card left  [S-5]",
                       "Score", "Cards that are left"]),
        ("of", []),
        ("xyzzy", []),
    ],
)  # fmt: skip
def test_of_a_word_all_sentences_are_told_in_which_it_stands(word: str, told: list[str]) -> None:
    assert [str(line) for line in said_of(game(), word)] == told


@pytest.mark.parametrize("use", ["sum of worth(it) in hand", "highest of worth(it) + 1 in hand"])
def test_a_definition_of_which_a_sum_is_made_is_in_force(use: str) -> None:
    worth = 'define worth(card: card) = card.number [S-11] "each is worth its number"\n'
    rules = RULES.replace("left: count of hand", f"left: {use}")
    played = harness.game(
        harness.DECK + harness.HAND + worth + rules, 2, front=FRONT, cards=CARDS, options={}
    )
    assert "Each is worth its number  [S-11]" in [str(line) for line in Sheet(played).lines()]


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_sheet_of_every_bundled_game_says_each_thing_once(item: Bundled) -> None:
    of = item.game()
    lines = [str(line) for line in Sheet(of).lines()]
    assert len(lines) == len(set(lines))
    assert "Goal" in lines and ("Options" in lines) == bool(of.ruleset.options)
    assert not any("you need a" in line or "{" in line or "_" in line for line in lines)
