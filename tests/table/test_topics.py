"""What is said of the game, a card, an option, an action or a rule, in sentences."""

from __future__ import annotations

import pytest

from cardrules.table.topics import about
from tests.bundled import bundled_named
from tests.engine import harness

ANSWER = "When: as an answer to Throw one back, if you are asked for one"
FRONT = """goal: Have the most.
options:
  slow: {default: true, help: "nobody hurries [T-9]"}
"""
CARDS = """
fish: {name: "Fish {number}", number: [1, 2], count: 1, text: "It swims {number} {mile|miles}."}
whale: {count: 3}
"""
RULES = """
zone pot shared pile, seen by all "cards from the sea"
setup
    each player clockwise from starter [T-4] "everybody draws two cards"
        draw 2 from deck to my hand
play
    turns clockwise from starter once
        one of throw_back
action throw_back [T-1] "Throw one back"
    choose card from my hand where number > 0 [T-2] "no whales"
    do
        move card to pot [T-3] "and it swims off"
        open objection to opponents
window objection
interrupt whale_answer answers objection [T-5] "Whale"
    choose answer from my hand where it is whale
    do
        move answer to pot
"""
GAME = harness.game(harness.DECK + harness.HAND + RULES, 2, front=FRONT, cards=CARDS)


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("goal", ["Have the most."]),
        ("fish 2", ["Fish 2 (1 card)", "Number 2", "It swims 2 miles."]),
        ("Whale", ["Whale (3 cards)", "Whale  [T-5]", ANSWER]),
        ("whlae", ["Whale (3 cards)"]),
        ("slow", ["Slow  [T-9]", "Nobody hurries"]),
        ("T-2", ["Throw one back  [T-1]", "No whales  [T-2]"]),
        (
            "throw back",
            [
                "Throw one back  [T-1]",
                "No whales  [T-2]",
                "And it swims off  [T-3]",
                "When: on your turn",
            ],
        ),
        ("pot", ["Cards from the sea: a pile of cards, shared by all; everybody sees them"]),
        ("setup", ["Setting up", "Everybody draws two cards  [T-4]"]),
        (
            "cards",
            [
                "Fish 1 (1 card, number 1): It swims 1 mile.",
                "Fish 2 (1 card, number 2): It swims 2 miles.",
                "Whale (3 cards)",
            ],
        ),
        ("objection", ["Objection: what can be answered", "Whale  [T-5]"]),
        ("swim off", ["What can be done", "And it swims off  [T-3]"]),
        ("turn", []),
        ("xyzzy", []),
        ("", []),
    ],
)
def test_it_is_told_in_sentences(wanted: str, told: list[str]) -> None:
    assert [str(line) for line in about(GAME, wanted)] == told


TURN = """goal: Have the most.
turn: >
  Lay a card on the heap. Laying a fish is
  best! Or throw it away, or bury it.
"""
ACTIONS = """
zone heap shared pile, seen by all
placement fits(card on target)
    number: card.number >= target.number [T-1] "no lower"
define is_low(c: card) = c.number < 9 [T-2] "no nine"
setup
    draw 1 from deck to heap
play
    turns clockwise from starter until turn = 3
        one of lay, otherwise throw
    as starter
        one of bury
action lay "Lay one"
    choose card from my hand where is_low(it) and some c in heap: fits(card on c)
    do
        move card to heap
        open objection to opponents
action throw "Throw one away"
    choose card from my hand
    do
        move card to heap
        open objection to opponents
action bury "Bury one"
    choose card from my hand
    do
        move card to heap
        open objection to opponents
window objection
interrupt no answers objection "No"
    do
        stop
"""


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (
            "lay",
            ["Lay one", "Lay a card on the heap.", "Laying a fish is best!", "No lower  [T-1]",
             "No nine  [T-2]", "When: on your turn"],
        ),
        (
            "throw one",
            ["Throw one away", "Or throw it away, or bury it.",
             "When: on your turn, if nothing else is possible"],
        ),
        ("bury", ["Bury one", "Or throw it away, or bury it."]),
        ("no", ["No", "When: as an answer to Lay one, Throw one away or Bury one, if you are "
                      "asked for one"]),
    ],
)  # fmt: skip
def test_an_action_is_told_with_what_it_needs_and_when_it_is_done(
    wanted: str, told: list[str]
) -> None:
    game = harness.game(harness.DECK + harness.HAND + ACTIONS, 2, front=TURN)
    assert [str(line) for line in about(game, wanted)] == told


WITH_OPTIONS = """
zone pot shared pile, seen by all
define big = some c in pot: c.number > 5 [U-1] "a big fish"
define any_fish = pot is not empty [U-1] "any fish"
setup
    draw 2 from deck to pot
    if strict [U-2] "only the big ones count"
        draw 1 from deck to pot [U-3] "and one more is drawn"
    else [U-2] "all of them count"
        draw 1 from deck to pot
play
    rounds until big if strict else any_fish
        draw 1 from deck to pot
"""


@pytest.mark.parametrize(
    ("strict", "wanted", "told"),
    [
        (False, "U-1", ["Any fish  [U-1]", "Not in force: A big fish  [U-1]"]),
        (True, "U-1", ["A big fish  [U-1]", "Not in force: Any fish  [U-1]"]),
        (
            False,
            "U-2",
            ["Setup", "All of them count  [U-2]", "Not in force: Only the big ones count  [U-2]"],
        ),
        (False, "U-3", ["Setup", "Not in force: And one more is drawn  [U-3]"]),
        (True, "U-3", ["Setup", "And one more is drawn  [U-3]"]),
        (False, "strict", ["Strict (not in force)", "Small ones are thrown back"]),
        (True, "strict", ["Strict", "Small ones are thrown back"]),
    ],
)
def test_what_options_rule_out_is_told_as_that_and_last(
    strict: bool, wanted: str, told: list[str]
) -> None:
    front = 'options:\n  strict: {default: false, help: "small ones are thrown back"}\n'
    rules = harness.DECK + WITH_OPTIONS
    of = harness.game(rules, 2, front=front, options={"strict": strict})
    assert [str(line) for line in about(of, wanted)] == told


def test_a_line_of_the_card_table_means_all_its_cards() -> None:
    told = [str(line) for line in about(GAME, "fish")]
    assert [line for line in told if "(" in line] == ["Fish 1 (1 card)", "Fish 2 (1 card)"]


def test_tokens_are_found_as_several_too() -> None:
    game = bundled_named("snarkas")[0].game()
    assert about(game, "Snarkas gems") == about(game, "snarkas gem") != []
