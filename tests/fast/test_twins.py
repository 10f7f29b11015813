"""Cards that look alike are laid by a shuffle as the reference engine lays them."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.fast import engines, playing
from cardrules.fast.procedures.whole import Whole
from cardrules.source import SourceFile

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

# A variable holds one card of several that look alike, and what lies on top after a shuffle may be
# that card or its twin: so the score tells which of them lies where.
RULES = """\
---
title: Twins
goal: Win.
turn: Take.
players: 2
attributes:
  number: integer
cards:
  plain: {name: "Plain {number}", number: 1 to NUMBERS, count: COUNT}
---
zone deck shared pile, seen by nobody, starts with cards
zone away shared pile, seen by all
variable marked: card or none = none
variable points per player: integer = 0

action take
    choose n from {1, 2}
    do
        set marked to top of deck
        shuffle deck
        add n to my points
        if top of deck = marked
            add 100 to my points
        move top of deck to away
        shuffle away
        if top of away = marked
            add 1000 to my points

setup
    shuffle deck

winner highest my points

play
    turns clockwise from starter until turn >= 8
        one of take

score
    all: my points
"""


def game_of(numbers: int, count: int) -> Game:
    text = RULES.replace("NUMBERS", str(numbers)).replace("COUNT", str(count))
    ruleset, found = analyse_source(SourceFile("twins.rules", text))
    assert ruleset is not None, [one.message for one in found]
    return Game(ruleset, 2)


def checksums(game: Game) -> tuple[int, int]:
    native = playing.playouts(game, 40)
    assert native.replayed == 0
    return native.checksum, playing.playouts(game, 40, engine="reference").checksum


@pytest.mark.parametrize(("numbers", "count"), [(2, 6), (3, 30), (14, 1)])
def test_twins_after_a_shuffle(numbers: int, count: int) -> None:
    native, reference = checksums(game_of(numbers, count))
    assert native == reference


def test_it_shows_if_twins_lie_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """What these games would tell, if nothing was done about twins."""
    monkeypatch.setattr(Whole, "_order_twins", lambda *_: None)
    game = game_of(2, 6)
    assert engines.compiled_game(game) is not None
    native, reference = checksums(game)
    assert native != reference
