"""What the language can say, played by all engines: each construct is a row of a table
(`tests/data/constructs.txt`), an action with what it needs.

Rows are played together, some actions to a game. A `#` in a row is the number of the row, so that
names do not meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError
from cardrules.fast import playing
from cardrules.source import SourceFile
from tests.fast.beside import compare, random_game

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

TABLE = (Path(__file__).parents[1] / "data" / "constructs.txt").read_text(encoding="utf-8")
TOGETHER = 8
AROUND = """\
---
title: Constructs
goal: Win.
turn: Take.
players: 2 to 4
teams: {4: [[1, 3], [2, 4]]}
attributes:
  number: {type: integer, default: 0}
  colour: [red, blue]
  months: {type: set of integers, default: []}
  ripe: {type: flag, default: false}
cards:
  red: {name: "Red {number}", number: 1 to 5, colour: red, months: [1, 2], count: 3}
  blue: {name: "Blue {number}", number: 1 to 5, colour: blue, months: [2, 3], ripe: true, count: 3}
---
values end: front, rear
zone deck  shared pile, seen by nobody, starts with cards
zone table shared spread, seen by all
zone line  shared row, seen by all
zone away  shared pile, seen by all
zone hand  per player spread, seen by all
zone hoard per player pile, seen by all
zone patch per player stacks, top seen by all, rest seen by owner
zone plots shared stacks, top seen by all, rest seen by all
zone won   per team spread, seen by all
tokens coin per player, supply 30
variable points per player: integer = 0
variable who: player or none = none
variable kept: cards or none = none

when deck runs dry
    move away to deck
    shuffle deck
when blue comes up from deck
    if it.number = 5
        move it to line

ROWS

action pass
    do
        add 1 to my points

setup
    shuffle deck
    each player clockwise from starter
        draw 3 from deck to my hand
        draw 1 from deck to my hoard
        stack first of my hand to my patch
    draw 4 from deck to table
    draw 2 from deck to line
    stack first of table to plots

play
    turns clockwise from starter until turn >= 24
        one of ACTIONS, otherwise pass
        draw 1 from deck to my hand

score
    all: count of hand
    sets: count of (maximal families of (subsets of hand where count of it = 2))
    groups: count of (only(players) + only(opponents)) + (1 if possible pass else 0)
    points: points
winner highest score then lowest count of hand
"""


def rows() -> list[tuple[str, str]]:
    """The rows: what they are about, and what they say."""
    found = [part.split("\n", maxsplit=1) for part in ("\n" + TABLE).split("\n== ")[1:]]
    return [(name, text.replace("#", str(at))) for at, (name, text) in enumerate(found)]


def games() -> Iterator[object]:
    """Some rows each; the first ones are played in the usual run."""
    every = rows()
    for at in range(0, len(every), TOGETHER):
        part = every[at : at + TOGETHER]
        text = "\n".join([text for _, text in part])
        names = ", ".join([f"take{number}" for number in range(at, at + len(part))])
        marks = [pytest.mark.slow] if at else []
        yield pytest.param(text, names, id=", ".join([name for name, _ in part]), marks=marks)


def game_of(text: str, actions: str) -> Game:
    """A game with these rows."""
    whole = AROUND.replace("ROWS", text).replace("ACTIONS", actions)
    ruleset, found = analyse_source(SourceFile("constructs.rules", whole))
    assert ruleset is not None, [f"{one.code} {one.message}" for one in found]
    return Game(ruleset, 4)


# Seeds of right rulesets, with few questions by what somebody knows, and with many.
@pytest.mark.parametrize(
    ("seed", "hidden"),
    [
        (2, 0),
        (4, 60),
        *[pytest.param(n, n % 2 * 60, marks=pytest.mark.slow) for n in range(3, 43)],
    ],
)
def test_random_rulesets_that_say_what_few_rules_say(seed: int, hidden: int) -> None:
    game = random_game(seed, hidden, wide=True)
    if game is None:
        return
    try:
        reference = playing.playouts(game, 3, engine="reference")
    except GameLimitError:
        return
    for engine in ("native", "python"):
        assert playing.playouts(game, 3, engine=engine).checksum == reference.checksum, engine
    compare(game, 1, every=4)


@pytest.mark.parametrize(("text", "actions"), list(games()))
def test_constructs(text: str, actions: str) -> None:
    game = game_of(text, actions)
    reference = playing.playouts(game, 6, engine="reference")
    for engine in ("native", "python"):
        found = playing.playouts(game, 6, engine=engine)
        assert (found.checksum, found.replayed) == (reference.checksum, 0), engine
    compare(game, 2, every=4)
