"""Zones that are remembered by nobody: no face in them is shown before they are opened."""

from __future__ import annotations

import re

import pytest

from cardrules.model.action import Action
from cardrules.table.closed import Opened, Opening
from tests.bundled import bundled_named
from tests.cli.play_harness import Sat, against_bots, people
from tests.engine import harness

# Seat 1 has 9 and 8, seat 2 has 7 and 6; 5 and 4 lie open.
RULES = (
    harness.DECK
    + harness.HAND
    + """
zone market shared spread, seen by all
zone belly  per player pile, seen by nobody, remembered by nobody
setup
    each player clockwise from starter
        draw 2 from deck to my hand
    draw 2 from deck to market
play
    turns clockwise from starter until turn = 8
        one of swallow, tuck, lend, show, peek, stir
action swallow "Swallow"
    choose prey from market
    do
        move prey to my belly
action tuck "Tuck"
    choose card from my hand
    do
        move card to deck at bottom
action lend "Lend"
    choose card from my hand
    do
        move card to (left of me).hand
action show "Show"
    do
        reveal my belly
action peek "Peek"
    do
        reveal my belly to me
action stir "Stir"
    do
        shuffle my belly
"""
)
HIDDEN = "  from the top: 1 card face down\n"
UNSEEN = "  (nobody sees them)\n"
CLOSED = "  (nobody sees them, and nobody may look there before the end)\n"


def sat(*typed: str, memory: bool = True, rules: str = RULES) -> Sat:
    """After what two persons have typed, each of whom first says to be there."""
    found = Sat(harness.game(rules), people(2), names=("Ann", "Bob"), memory=memory)
    found.type("")
    for line in typed:
        found.type(line, "")
    return found


@pytest.mark.parametrize("memory", [True, False])
def test_what_was_seen_to_go_where_nobody_looks_is_shown_by_number_alone(memory: bool) -> None:
    at_table = sat("swallow 4", "swallow 5", memory=memory)
    assert "(known)" not in at_table.type("table")
    told = at_table.type("look belly")
    assert told == f"Ann's belly (1):\n{CLOSED}{HIDDEN}Bob's belly (1):\n{CLOSED}{HIDDEN}"
    assert "4 goes from the market to your belly" in at_table.type("log"), "the log tells it still"


def test_what_one_has_put_oneself_where_nobody_looks_is_shown_unless_the_rules_forbid_it() -> None:
    remembered = "  from the top: 3 cards face down, 8 (known), 1 card face down\n"
    assert sat("tuck 8", "tuck 7").type("look deck") == f"deck (5):\n{UNSEEN}{remembered}"
    hidden = "  from the top: 5 cards face down\n"
    told = sat("tuck 8", "tuck 7", memory=False).type("look deck")
    assert told == f"deck (5):\n{UNSEEN}{hidden}"
    forgotten = RULES.replace("pile, seen by nobody, starts", "pile, seen by nobody, remembered by "
                              "nobody, starts")  # fmt: skip
    at_table = sat("tuck 8", "tuck 7", rules=forgotten)
    assert at_table.type("look deck") == f"deck (5):\n{CLOSED}{hidden}"
    assert "Face down: deck 5" in at_table.type("table")


@pytest.mark.parametrize(
    ("memory", "told"), [(True, "  9 (known), 2 face down"), (False, "  3 face down")]
)
def test_where_somebody_sees_the_cards_memory_helps_as_it_is_wished(
    memory: bool, told: str
) -> None:
    at_table = sat("lend 9", "swallow 4", memory=memory)
    assert at_table.type("look Bob's hand").splitlines()[2] == told


def test_cards_that_were_shown_to_everybody_lie_open_until_they_are_shuffled() -> None:
    at_table = sat("swallow 4", "swallow 5", "show", "tuck 7")
    assert at_table.type("look Ann's belly").endswith("from the top: 4 (known)\n")
    assert at_table.type("look Bob's belly").endswith(HIDDEN)
    assert "1: top 4 (known)" in at_table.type("table")
    at_table.type("stir", "", "tuck 6", "")
    assert at_table.type("look Ann's belly").endswith(HIDDEN)


def test_what_comes_to_opened_cards_does_not_lie_open() -> None:
    at_table = sat("swallow 4", "tuck 7", "show", "tuck 6", "swallow 5", "stir")
    told = at_table.type("look Ann's belly")
    assert told.endswith("from the top: 1 card face down, 4 (known)\n")


def test_what_one_player_looks_at_is_not_opened() -> None:
    at_table = sat("swallow 4", "swallow 5", "peek", "tuck 7")
    assert "Your belly shows 4" in at_table.type("log")
    assert at_table.type("look Ann's belly").endswith(HIDDEN)


def test_taking_back_closes_what_was_opened() -> None:
    at_table = sat("swallow 4", "swallow 5", "show", "tuck 7")
    assert "4 (known)" in at_table.type("look Ann's belly")
    at_table.session._course._history.go_back_to(3)
    assert at_table.type("look Ann's belly").endswith(HIDDEN)


def test_a_zone_that_is_open_under_a_condition_is_closed_without_it() -> None:
    seen = "seen by all when turn > 2 else nobody"
    at_table = sat("swallow 4", rules=RULES.replace("pile, seen by nobody", f"pile, {seen}"))
    assert at_table.type("look Ann's belly").endswith(HIDDEN)
    at_table.type("swallow 5", "")
    assert at_table.type("look Ann's belly").endswith("from the top: 4\n")


@pytest.mark.parametrize(
    ("shape", "closed", "opened"),
    [
        ("spread", "  2 face down\n", "  4 (known), 8 (known)\n"),
        ("row", "from the first: 2 cards face down\n", "from the first: 4 (known), 8 (known)\n"),
        ("pile", "from the top: 2 cards face down\n", "from the top: 8 (known), 4 (known)\n"),
        ("stacks", "from the top: 2 cards face down\n", "from the top: 8 (known), 4 (known)\n"),
    ],
)
def test_every_shape_is_closed(shape: str, closed: str, opened: str) -> None:
    verb = "stack card on prey" if shape == "stacks" else "move only(prey) + only(card)"
    eat = f"choose prey from market\n    choose card from my hand\n    do\n        {verb}"
    rules = RULES.replace("choose prey from market\n    do\n        move prey", eat)
    rules = rules.replace("belly  per player pile", f"belly  per player {shape}")
    rules = rules.replace("shuffle my belly", "shuffle deck").replace("reveal card\n", "")
    at_table = sat("swallow 4 8", "tuck 7", rules=rules)
    assert at_table.type("look Ann's belly").endswith(closed)
    at_table.type("show", "", "tuck 6", "")
    assert at_table.type("look Ann's belly").endswith(opened)


def test_cards_known_to_be_somewhere_in_a_closed_pile_are_not_told_either() -> None:
    at_table = sat("swallow 4", "swallow 5", "stir", "tuck 7")
    assert at_table.type("look Ann's belly").endswith(HIDDEN)


def test_at_the_end_everything_may_be_looked_up() -> None:
    at_table = sat("swallow 4", "tuck 7", "swallow 5", "tuck 6", "tuck 9", "stir", "show")
    told = at_table.type("show")
    assert "Tiny, the game is over" in told
    assert "2: top 5" in told and "(known)" not in told


def test_in_the_next_game_of_a_match_nothing_lies_open() -> None:
    game = harness.game(RULES.replace("turn = 8", "turn = 3") + "match best of 3\n")
    opening, opened, s = Opening(game), Opened(), game.start(0, 0)
    for action in (Action("swallow", {"prey": "4"}), Action("tuck", {"card": "7"}), Action("show")):
        s = game.apply(s, action)
        opened = opening.after(opened, s.events)
    assert (s.game, opened) == (2, frozenset())


def test_no_belly_of_a_bundled_game_is_looked_into_before_it_is_opened() -> None:
    item = bundled_named("snatch_it")[0]
    at_table = Sat(item.game(), against_bots(item.players), seed=4, first=None)
    filled = 0
    while not at_table.session.is_over:
        told = at_table.type("look belly")
        filled += "face down" in told
        assert "known" not in told and "Crawler" not in told
        at_table.type("table")
        at_table.type(at_table.first_line)
    assert filled
    end = at_table.shown.rpartition("Snatch it!, the game is over")[2]
    assert "Crawler" in end.partition("belly")[2]
    assert "known" not in end and ": top " not in end


def test_what_was_tucked_into_a_hoard_is_known_to_who_tucked_it() -> None:  # SC-T6
    item = bundled_named("snatch_the_cat")[0]
    at_table = Sat(item.game(), against_bots(item.players), seed=4, first=None)
    known = 0
    while not known and not at_table.session.is_over:
        known += "(known)" in at_table.type("look hoard").partition("Player 2")[0]
        at_table.type("table")
        at_table.type(at_table.first_line)
    assert known


STICKING_OUT = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone table shared spread, seen by all
setup
    draw 1 from deck to table
    move table to deck above 2 cards
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter until deck is empty
        one of take, tuck
action take
    do
        draw 1 from deck to my hand
action tuck
    choose card from my hand
    do
        move card to deck at bottom
"""


def test_what_everybody_knows_of_a_shared_zone_is_shown() -> None:
    game = harness.game(STICKING_OUT, 2)
    at_table = Sat(game, people(2))
    told = at_table.type("")
    deck = re.search(r"deck +(\d+) +(\d+) \(known\) under (\d+) cards?", told)
    assert deck is not None and int(deck[1]) - int(deck[3]) == 3
    # What only another one knows, such as a card that this player tucks, is not.
    at_table.type("tuck", "1", "")
    assert at_table.type("look deck").count("known") == 1


def test_a_stack_of_a_shared_zone_shows_what_everybody_knows() -> None:
    """5 lay open in the market, the lowest card of the deck did not."""
    rules = RULES + "zone heap shared stacks, seen by nobody\n"
    dealt = "    draw 2 from deck to market\n"
    stacked = "    each c in market where number = 5\n        stack c on first of cards to heap\n"
    rules = rules.replace(dealt, dealt + stacked)
    at_table = sat(rules=rules)
    assert at_table.type("look heap") == (
        f"heap (2):\n{UNSEEN}  stack 1 from the top: 5 (known), 1 card face down\n"
    )
