"""Sets of cards with large sums, and the cards of all of them, in compiled games."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError
from cardrules.fast.playing import playouts
from cardrules.source import SourceFile

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

RULES = """\
---
title: Large Sums
goal: Win.
turn: Take.
players: 2
attributes: {{number: integer, weight: integer}}
cards:
  plain: {{name: "{{number}} of {{weight}}", number: {numbers}, weight: {weights}, count: {count}}}
---
zone deck shared pile, seen by nobody, starts with cards
zone table shared spread, seen by all
zone hand per player spread, seen by all
zone won per player pile, seen by all

define groups(total: integer) = subsets of table where {condition}
define most(total: integer) = maximal subsets of (table where number < 9) where {condition}

action take
    choose card from my hand
    choose taken from {choice}
    do
        move taken to my won
        move card to table

setup
    shuffle deck
    each player clockwise from starter
        draw 2 from deck to my hand
    draw {table} from deck to table

play
    turns clockwise from starter until turn >= {turns}
        one of take
        draw 1 from deck to my hand

score
    all: count of won
winner highest score
"""
SUM, GROUPS = "sum of number in it = total", "groups({})"
ALL = "only(union of groups({}))"
MAXIMAL, ALL_MAXIMAL = "most({})", "only(union of most({}))"


def game_of(
    condition: str,
    choice: str,
    *,
    numbers: str = "1 to 30",
    weights: str = "[1, 3]",
    count: int = 1,
    table: int = 18,
    turns: int = 3,
) -> Game:
    """A game in which this is taken."""
    text = RULES.format(
        condition=condition, choice=choice, numbers=numbers, weights=weights, count=count,
        table=table, turns=turns,
    )  # fmt: skip
    ruleset, diagnostics = analyse_source(SourceFile("large.rules", text))
    assert ruleset is not None, [one.message for one in diagnostics]
    return Game(ruleset, 2)


@pytest.mark.parametrize(
    ("condition", "choice"),
    [
        # More numbers than a table has that knows no different sums.
        (SUM, GROUPS.format("90 + card.number")),
        (f"{SUM} and sum of weight in it >= 11", GROUPS.format("100")),
        ("sum of number in it > total and count of it <= 3", GROUPS.format("70")),
        (SUM, ALL.format("card.number")),
        (SUM, ALL.format("3 * card.number")),
        (f"{SUM} and count of it = 3", ALL.format("card.number + 9")),
        ("count of it = total", ALL.format("2 - card.number")),
        ("count of it = total", ALL.format("0")),
        ("sum of number in it <= total", MAXIMAL.format("2 * card.number")),
        ("sum of number in it >= total and count of it in {2, 3}", MAXIMAL.format("card.number")),
        ("count of it <= total", ALL_MAXIMAL.format("2")),
        ("sum of number in it = total", ALL_MAXIMAL.format("card.number")),
    ],
)
@pytest.mark.parametrize("count", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_sets_with_large_sums(condition: str, choice: str, count: int) -> None:
    game = game_of(condition, choice, count=count)
    found = playouts(game, 5)
    assert found.replayed == 0
    for engine in ("python", "reference"):
        assert found.checksum == playouts(game, 5, engine=engine).checksum
    assert playouts(game, 5, engine="python").replayed == 0


def test_few_cards_of_which_two_may_be_taken() -> None:
    game = game_of("count of it = 2", ALL.format("1"), count=3, table=1, turns=6)
    found = playouts(game, 5)
    assert found.replayed == 0
    assert found.checksum == playouts(game, 5, engine="reference").checksum


# Of so many cards all sums are different that a table can have, and of one more they are not.
MOST_DIFFERENT = 16


def powers(table: int) -> Game:
    """All sums of the cards on the table differ, and all of them are wanted."""
    numbers = str([1 << at for at in range(table + 4)])
    return game_of("sum of number in it >= total", GROUPS.format("1"), numbers=numbers,
                   weights="[1]", table=table, turns=1)  # fmt: skip


def test_as_many_sums_as_there_can_be() -> None:
    game = powers(MOST_DIFFERENT)
    found = playouts(game, 1)
    assert found.replayed == 0
    for engine in ("python", "reference"):
        again = playouts(game, 1, engine=engine)
        assert (again.checksum, again.replayed) == (found.checksum, 0)


def test_more_sums_than_there_can_be() -> None:
    """The reference engine says what is wrong, whoever was asked."""
    for engine in ("native", "python", "reference"):
        with pytest.raises(GameLimitError) as raised:
            playouts(powers(MOST_DIFFERENT + 1), 1, engine=engine)
        assert raised.value.diagnostic.code == "CR702"
