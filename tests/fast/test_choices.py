"""Choices of compiled games that are told from sets, numbers and what was counted before, beside
the reference engine.
"""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.fast.playing import playouts
from cardrules.source import SourceFile

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

RULES = """\
---
title: Choices
goal: Win.
turn: Take.
players: 3
attributes:
  number: integer
  colour: [red, blue]
cards:
  red: {name: "Red {number}", number: 1 to 4, colour: red, count: 5}
  blue: {name: "Blue {number}", number: [1, 3, 5], colour: blue, count: 4}
  black: {count: 40, number: 0, colour: blue}
---
zone deck shared pile, seen by nobody, starts with cards where it is not black
zone spare shared spread, seen by all, starts with cards where it is black
zone table shared spread, seen by all
zone away shared pile, seen by all
zone hand per player spread, seen by all
zone patch per player stacks, top seen by all, rest seen by owner

placement fits(card on target)
    higher: card.number >= target.number
    colour: card.colour = target.colour or card.number = 1

ACTIONS

setup
    shuffle deck
    each player clockwise from starter
        draw 6 from deck to my hand
        stack first of my hand to my patch
    draw 4 from deck to table

play
    turns clockwise from starter until turn >= 24
        one of NAMES, otherwise rest
        draw 1 from deck to my hand
        if count of deck < 3
            move away to deck
            shuffle deck

action rest
    do
        move table to away

score
    all: count of hand + 2 * count of patch
winner highest score
"""
STACKS = """\
action stay
    choose card from my hand
    choose prey from table where fits(card on prey)
    do
        stack card on prey to my patch

action take
    choose card from my hand
    choose pile from opponents.patch where fits(card on top of pile)
    let victim = owner of pile
    do
        move card to pile
        if count of victim.patch > 1
            move pile to my patch

action gulp
    choose pile from my patch
    choose prey from table where fits(prey on top of pile)
    do
        move pile to my hand
        move prey to away

action lay
    choose card from my hand where not possible stay(card) and not possible take(card)
    do
        move card to table

action dig
    choose pile from players.patch where (top of pile).colour = blue
    require some one in my patch: (top of one).number >= 2
    require count of (my patch where top of it is red) < 4
    do
        move bottom of pile to my hand

action lift
    choose pile from my patch where count of it > 2
    choose card from pile
    do
        move card to away at bottom
"""
SETS = """\
action two
    choose some_cards from subsets of my hand where count of it = min(2, count of my hand)
    do
        move some_cards to away

action some_of_them
    let reds = my hand where colour = red
    choose some_cards from subsets of reds where count of it >= 1 and count of it <= 2
    do
        move some_cards to table

action any
    choose some_cards from subsets of table where count of it <= 1
    do
        move some_cards to my hand at bottom
"""
PRODUCTS = """\
action give
    choose card from my hand where number > 1
    choose target from opponents where count of hand < 7
    choose wanted from {red, blue}
    let gift = first of (target.hand where colour = wanted)
    require target != left of me or count of table > 1
    do
        move card to target.hand
        if gift is not none
            move gift to my hand

action swap_with
    choose target from players where hand is not empty and it != me
    choose card from target.hand
    choose own from my hand where it is red
    do
        move card to my hand
        move own to target.hand
"""


@pytest.mark.parametrize(
    ("actions", "names"),
    [
        (STACKS, "stay, take, gulp, dig, lift, lay"),
        # What is counted before is not the same.
        (STACKS, "lay, stay, take, gulp, lift"),
        (SETS, "two, some_of_them, any"),
        (PRODUCTS, "give, swap_with"),
    ],
)
def test_choices(actions: str, names: str) -> None:
    text = RULES.replace("ACTIONS", actions).replace("NAMES", names)
    ruleset, diagnostics = analyse_source(SourceFile("choices.rules", text))
    assert ruleset is not None, [one.message for one in diagnostics]
    game = Game(ruleset, 3)
    found = playouts(game, 40)
    assert found.checksum == playouts(game, 40, engine="reference").checksum
    assert found.checksum == playouts(game, 40, engine="python").checksum
    assert found.replayed == 0
