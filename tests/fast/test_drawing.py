"""Cards that are drawn go together, as in the reference engine: where from and to is asked once."""

from __future__ import annotations

import pytest

from cardrules.fast import playing
from tests.engine.harness import NUMBERS, game

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

# What comes of a draw is told by the scores: which card lies where, and how many.
RULES = """
zone hand per player spread, seen by owner
zone hoard per player pile, seen by all
zone a shared pile, seen by nobody
zone b shared pile, seen by nobody
zone box shared pile, seen by all
variable points per player: integer = 0
setup
    shuffle deck
    draw 3 from deck to a
    draw 3 from deck to b
play
    turns clockwise from starter until turn >= 6
        one of go
action go
    choose n from {1, 2, 5}
    do
        DRAW
        add n * ((top of a).number if a is not empty else 0) to my points
        add 20 * ((bottom of a).number if a is not empty else 0) to my points
        add 100 * ((top of b).number if b is not empty else 0) to my points
        add 1000 * (count of my hand + 3 * count of my hoard) to my points
score
    all: my points
winner highest my points
"""
CARDS = f"{NUMBERS}\njoker: {{count: 3}}"
DRAWS = (
    "draw n from a to my hand",
    "draw n from a to a at bottom",
    "draw n from a to a",
    "draw n from a to a below 1 cards",
    "draw n from (a if a is not empty else b) to my hand",
    "draw n from (a if count of a >= count of b else b) to my hoard",
    "draw n from a to (my hoard if my hoard is empty else b)",
    "draw n from a to (my hoard if my hoard is empty else b) at bottom",
    "draw 2 from (a if count of a > count of b else b) to my hoard below n cards",
)
# What acts before cards that are drawn, so that those before and behind it do not go together.
TRIGGERS = """
when joker comes up from b
    move it to box
when joker comes up from a
    move top of deck to a at bottom
when b runs dry
    draw 4 from deck to b
"""


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("triggers", ["", TRIGGERS])
def test_draws(draw: str, triggers: str) -> None:
    of = game(RULES.replace("DRAW", draw) + triggers, cards=CARDS)
    wanted = playing.playouts(of, 40, engine="reference").checksum
    for engine in ("native", "python"):
        found = playing.playouts(of, 40, engine=engine)
        assert (found.checksum, found.replayed) == (wanted, 0)
