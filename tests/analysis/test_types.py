"""The types of expressions, as messages name them."""

from __future__ import annotations

import pytest

from cardrules.model import ir
from tests.analysis.harness import codes, statements, value


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("3", "a whole number"),
        ("-3 * 2 + 7 / 2 - 7 mod 2", "a whole number"),
        ("count of my hand", "a whole number"),
        ("sum of number in my hand", "a whole number"),
        ("highest of number in table", "a whole number"),
        ("highest of fruit in table", "a value of `fruit`"),
        ("card.number", "a whole number"),
        ("my coin + target.tricks", "a whole number"),
        ("round + turn + game", "a whole number"),
        ("limit", "a whole number"),
        ("min(2, hand_size)", "a whole number"),
        ("my score", "a whole number"),
        ("true", "true or false"),
        ("card.ripe and not open_hands", "true or false"),
        ("card is worm or card is not worm", "true or false"),
        ("deck is empty", "true or false"),
        ("3 in card.months", "true or false"),
        ("card in my hand", "true or false"),
        ("some c in my hand: c.ripe", "true or false"),
        ("covers(card on card)", "true or false"),
        ("big(card)", "true or false"),
        ("possible wait", "true or false"),
        ("target = me", "true or false"),
        ("card.fruit < plum", "true or false"),
        ("card", "a card"),
        ("top of stack", "a card"),
        ("top of deck", "a card or none"),
        ("first of my hand", "a card or none"),
        ("first of players", "a player"),
        ("marked", "a card or none"),
        ("left of right of me", "a player"),
        ("lead", "a player"),
        ("owner of stack", "a player"),
        ("card.fruit", "a value of `fruit`"),
        ("length", "a value of `length`"),
        ("bait", "a value of `fruit` or none"),
        ("my team", "a team"),
        ("stack", "a stack"),
        ("first of my patch", "a stack or none"),
        ("my hand", "a zone (spread)"),
        ("deck", "a zone (pile)"),
        ("my won", "a zone (pile)"),
        ("my hand where ripe", "cards"),
        ("mine", "cards"),
        ("my hand with highest number", "cards"),
        ("my hand + table", "cards"),
        ("my hand - only(card)", "cards"),
        ("players.hand", "cards"),
        ("cards where ripe", "cards"),
        ("my patch where top of it = card", "stacks"),
        ("opponents.patch", "stacks"),
        ("opponents where hand is empty", "players"),
        ("players - only(me)", "players"),
        ("leaders", "players"),
        ("teams where won is empty", "teams"),
        ("card.months", "numbers"),
        ("{1, 2}", "numbers"),
        ("{apple, pear}", "values of `fruit`"),
        ("subsets of my hand", "sets of cards"),
        ("maximal subsets of my hand where count of it < 3", "sets of cards"),
        ("maximal families of subsets of table", "families of sets"),
        ("unions of maximal families of subsets of table", "sets of cards"),
        ("union of subsets of table", "cards"),
        ("3 if open_hands else 4", "a whole number"),
        ("card if open_hands else none", "a card or none"),
        ("marked if open_hands else card", "a card or none"),
        ("my hand if my hand is not empty else my hoard", "a zone (spread)"),
        ("my hand if open_hands else table where ripe", "cards"),
        ("(my hand where ripe) if open_hands else my hand", "cards"),
        ("only(deck) + only(my hand)", "zones of cards"),
        ("only(my patch) + only(target.patch)", "zones of stacks"),
        ("first of (only(deck) + only(discard))", "a zone (pile)"),
        ("first of (only(deck) + only(my hand))", "a zone (spread)"),
        ("deck if open_hands else table", "a zone (spread)"),
    ],
)
def test_type(expression: str, wanted: str) -> None:
    assert str(value(expression).type) == wanted


def test_a_zone_is_the_cards_in_it_where_cards_are_wanted() -> None:
    (statement,) = statements("move deck to discard")
    assert isinstance(statement, ir.MoveCards)
    assert isinstance(statement.cards, ir.Contents)


def test_stacks_are_their_cards_where_cards_are_wanted() -> None:
    (statement,) = statements("move my patch to discard")
    assert isinstance(statement, ir.MoveCards)
    assert isinstance(statement.cards, ir.CardsOfStacks)


def test_stacks_stay_stacks_in_a_zone_of_stacks() -> None:
    (statement,) = statements("move target.patch to my patch")
    assert isinstance(statement, ir.MoveStacks)


@pytest.mark.parametrize(
    "lines",
    [
        "choose z from only(table) + only(my patch)\nmove card to z",
        "choose z from only(my patch) + only(table)\nmove my hand to z",
        "let z = deck if open_hands else my patch\nmove my hand to z",
        "each z in only(deck) + only(my patch)\n    move my hand to z",
        "choose z from only(deck) + only(table)\ndraw 1 from z to my hand",
        "let z = deck if open_hands else table\nmove top of z to discard",
    ],
)
def test_zones_that_are_not_alike_do_not_pass_for_each_other(lines: str) -> None:
    assert codes(lines) == ["CR401"]


def test_one_player_is_asked_as_a_group_of_one() -> None:
    (statement,) = statements("reveal card to target")
    assert isinstance(statement, ir.Reveal)
    assert statement.to is not None
    assert str(statement.to.type) == "players"


def test_what_belongs_to_a_team_belongs_to_its_players() -> None:
    zone = value("my won")
    assert isinstance(zone, ir.ZoneOf)
    assert isinstance(zone.holder, ir.TeamOf)


@pytest.mark.parametrize(
    "lines",
    [
        "let x = nothing\nlet y = x + 1\nlet z = x.number\nmove z to x\nmove x to z",
        "let x = (3 where fruit = apple) with highest number",
        "let x = sum of number in nothing",
        "each c in nothing\n    move c to discard\n    let n = c.number",
        "choose c from nothing where number > 3 and it is worm",
    ],
)
def test_one_mistake_is_reported_once(lines: str) -> None:
    assert len(codes(lines)) == 1
