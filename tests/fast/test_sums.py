"""Unions of families of sets with a sum in compiled games, beside the reference engine."""

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
title: Sums
goal: Win.
turn: Take.
players: 2
attributes:
  number: integer
  colour: [red, blue]
cards:
  red: {{name: "Red {{number}}", number: {numbers}, colour: red, count: {count}}}
  blue: {{name: "Blue {{number}}", number: {numbers}, colour: blue, count: 1}}
---
zone deck shared pile, seen by nobody, starts with cards
zone table shared spread, seen by all
zone hand per player spread, seen by all
zone won per player pile, seen by all

define groups(total: integer) = subsets of {pool} where sum of number in it = total

action take
    choose card from my hand
    choose taken from unions of maximal families of groups({target})
    do
        move taken to my won
        move card to table

setup
    shuffle deck
    each player clockwise from starter
        draw 4 from deck to my hand
    draw 6 from deck to table

play
    turns clockwise from starter until turn >= 10
        one of take
        draw 1 from deck to my hand

score
    all: count of won
winner highest score
"""


@pytest.mark.parametrize(
    ("numbers", "target", "pool", "count"),
    [
        ("1 to 10", "card.number", "table", 1),
        ("1 to 4", "2 * card.number", "table", 3),
        # There are cards that are worth nothing, and sums that none can have.
        ("0 to 5", "card.number - 1", "(table where number != 3)", 2),
        # Many cards are of one class.
        ("1 to 2", "card.number + 8", "table", 12),
        # Sums and cards are beyond what is looked at as bits.
        ("[3, 20, 40, 61, 63, 64, 100]", "card.number + 20", "table", 2),
        # There are more numbers than places in a word, and three words of cards.
        ("1 to 20", "card.number + 4", "table", 6),
    ],
)
def test_what_sums_take(numbers: str, target: str, pool: str, count: int) -> None:
    text = RULES.format(numbers=numbers, target=target, pool=pool, count=count)
    ruleset, diagnostics = analyse_source(SourceFile("sums.rules", text))
    assert ruleset is not None, [one.message for one in diagnostics]
    game = Game(ruleset, 2)
    found = playouts(game, 20)
    assert found.replayed == 0
    for engine in ("python", "reference"):
        assert found.checksum == playouts(game, 20, engine=engine).checksum
