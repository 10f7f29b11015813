"""Piles at whose order nobody looks."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.fast.playing import playouts
from cardrules.fast.procedures.unordered import without_needless_order
from cardrules.rulesets import load
from cardrules.source import SourceFile

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

RULES = """\
---
title: Piles
goal: Win.
turn: Lay.
players: 2
cards:
  plain: {{name: "Plain {{number}}", number: 1 to 9, count: 2}}
attributes:
  number: integer
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by all
zone laid shared pile, {seen}
variable points per player: integer = 0

setup
    shuffle deck
    each player clockwise from starter
        draw 4 from deck to my hand

action lay
    choose card from my hand
    do
        move card to laid
        {does}

play
    turns clockwise from starter until players.hand is empty
        one of lay

score
    all: my points
winner highest score
"""
SEEN = "seen by all"


def test_a_pile_of_which_a_card_is_chosen_has_an_order() -> None:
    text = RULES.format(seen=SEEN, does="add 1 to my points")
    text = text.replace("one of lay", "one of lay, take").replace(
        "players.hand is empty", "turn > 9"
    )
    take = "action take\n    choose card from laid\n    do\n        add card.number to my points"
    ruleset, found = analyse_source(SourceFile("take.rules", f"{text}\n{take}\n"))
    assert ruleset is not None, [one.message for one in found]
    game = Game(ruleset, 2)
    assert without_needless_order(game.program).layout.zones["laid"].shape == "pile"
    wanted = playouts(game, 20, engine="reference")
    for engine in ("native", "python"):
        assert playouts(game, 20, engine=engine).checksum == wanted.checksum


@pytest.mark.parametrize(
    ("does", "seen", "is_needed"),
    [
        ("add count of (laid where number > 4) to my points", SEEN, False),
        ("add sum of number in laid to my points", SEEN, False),
        ("if some c in laid: c.number > card.number\n            add 1 to my points", SEEN, False),
        ("if laid is empty\n            add 1 to my points", SEEN, False),
        ("draw 1 from deck to laid", SEEN, False),
        ("add count of laid to my points", "top seen by all, rest seen by nobody", True),
        ("if top of laid = card\n            add 1 to my points", SEEN, True),
        ("move laid to deck", SEEN, True),
        ("shuffle laid", SEEN, True),
        ("each c in laid\n            add c.number * my points to my points", SEEN, True),
        (
            "pick c at random from laid\n        if c is not none\n            move c to deck",
            SEEN,
            True,
        ),
        (f"if sum of {1 << 59} + number in laid > 9\n            add 1 to my points", SEEN, True),
    ],
)
def test_only_what_is_looked_at_has_an_order(does: str, seen: str, is_needed: bool) -> None:
    ruleset, diagnostics = analyse_source(
        SourceFile("piles.rules", RULES.format(does=does, seen=seen))
    )
    assert ruleset is not None, [one.message for one in diagnostics]
    game = Game(ruleset, 2)
    program = without_needless_order(game.program)
    assert (program.layout.zones["laid"].shape == "pile") == is_needed
    assert program.layout.zones["deck"].shape == "pile"
    wanted = playouts(game, 20, engine="reference").checksum
    assert playouts(game, 20, engine="python").checksum == wanted


def test_what_was_won_has_no_order() -> None:
    for name, zone in (("snarkas", "won"), ("hearts", "taken")):
        ruleset = load(name)
        game = Game(ruleset, ruleset.players_min)
        assert without_needless_order(game.program).layout.zones[zone].shape == "spread"
    war = Game(load("war"), 2).program
    assert without_needless_order(war) is war


def test_what_can_be_done_looks_at_an_order() -> None:
    """The top of a pile says what can be chosen, and nothing else looks at it."""
    text = RULES.format(seen=SEEN, does="add 1 to my points")
    choose = "choose card from my hand"
    fits = (
        f"{choose} where laid is empty or (some c in laid: c = top of laid and c.number < number)"
    )
    ruleset, found = analyse_source(
        SourceFile("piles.rules", text.replace(choose, fits).replace("until", "until turn > 9 or"))
    )
    assert ruleset is not None, [one.message for one in found]
    game = Game(ruleset, 2)
    assert without_needless_order(game.program).layout.zones["laid"].shape == "pile"
    assert playouts(game, 20).checksum == playouts(game, 20, engine="reference").checksum
