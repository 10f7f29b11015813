"""Flags that say something of the top of a pile, in games as plain Python."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.fast.playing import playouts
from cardrules.source import SourceFile

pytest.importorskip("numpy")

RULES = """\
---
title: Tops
goal: Win.
turn: Play.
players: 2
attributes: {number: integer}
cards:
  plain: {name: "{number}", number: 1 to 9, count: 1}
---
zone deck shared pile, seen by nobody, starts with cards
zone row  per player pile, seen by all

setup
    shuffle deck

play
    turns clockwise from starter until turn >= 3
        choose p from players
        draw 1 from deck to p.row

score
    top: 1 if row is not empty and (top of row).number > 4 else 0
winner highest row is not empty and (top of row).number > 4
"""


def test_who_has_a_pile_is_compared_as_a_flag() -> None:
    ruleset, found = analyse_source(SourceFile("tops.rules", RULES))
    assert ruleset is not None, [one.message for one in found]
    game = Game(ruleset, 2)
    python, reference = (playouts(game, 40, engine=engine) for engine in ("python", "reference"))
    assert (python.checksum, python.replayed) == (reference.checksum, 0)
