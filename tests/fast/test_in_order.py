"""Of cards that look alike, sets have those that come first where they are taken from."""

from __future__ import annotations

import pytest

from cardrules.fast import playing
from cardrules.fast.sets.in_order import PoolOrder
from tests.engine.harness import game
from tests.fast.beside import compare

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

# Where the cards lay that were chosen is told by what is left there: its highest card and its size.
RULES = """
zone hand per player spread, seen by owner
zone heap shared pile, seen by all
zone open shared pile, seen by all
zone away shared spread, seen by all
variable points per player: integer = 0
setup
    shuffle deck
    draw 7 from deck to heap
    draw 5 from deck to open
    shuffle heap
    shuffle open
    each player clockwise from starter
        draw 4 from deck to my hand
play
    turns clockwise from starter until turn >= 6
        one of go
action go
    choose n from {1, 2}
    do
        SOURCE
        choose few from SETS
        move few to away
        add n * (100 * count of heap + 10 * count of open + count of my hand) to my points
        add 1000 * ((top of heap).number if heap is not empty else 0) to my points
        add 10000 * ((bottom of heap).number if heap is not empty else 0) to my points
        add 100000 * ((first of away).number if away is not empty else 0) to my points
score
    all: my points
winner highest my points
"""
CARDS = 'plain: {name: "{number}", number: 1 to 4, count: 7}'
SOURCES = ("heap", "(heap + open)", "(open + my hand)", "(my hand + heap)")
SETS = (
    "subsets of FROM where count of it = min(n, count of (FROM))",
    "subsets of FROM where count of it <= 3 and sum of number in it < 9",
    "subsets of FROM where count of it >= 0 and count of it <= 2",
    "maximal subsets of FROM where sum of number in it <= 2 + n",
    "subsets of FROM where count of it = min(3, count of (FROM)) and (some c in it: c.number = n)",
)


def rules(source: str, sets: str, name: str = "") -> str:
    found = RULES.replace("SOURCE", name or "add 1 to my points")
    return found.replace("SETS", sets.replace("FROM", "held" if name else source))


def checksums(text: str) -> None:
    of = game(text, cards=CARDS)
    wanted = playing.playouts(of, 30, engine="reference").checksum
    for engine in ("native", "python"):
        found = playing.playouts(of, 30, engine=engine)
        assert (found.checksum, found.replayed) == (wanted, 0)


@pytest.mark.parametrize("at", range(len(SETS)))
def test_sets_of_cards_in_an_order(at: int) -> None:
    checksums(rules(SOURCES[at % len(SOURCES)], SETS[at]))


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("sets", SETS)
def test_all_sets_of_cards_in_an_order(source: str, sets: str) -> None:
    checksums(rules(source, sets))


def test_sets_of_cards_that_have_a_name() -> None:
    name = "let held = open + (heap where number > 1)"
    checksums(rules("", SETS[1], name))


def test_batches_tell_the_cards_that_come_first() -> None:
    assert compare(game(rules("(heap + my hand)", SETS[2]), cards=CARDS), 3) > 10


def test_it_shows_if_others_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PoolOrder, "first_like", lambda self, cards: cards)
    # A game of its own: others are compiled already.
    of = game(rules("heap", SETS[0]).replace("100000", "200000"), cards=CARDS)
    found, wanted = (playing.playouts(of, 30, engine=one) for one in ("native", "reference"))
    assert (found.checksum, found.replayed) != (wanted.checksum, 0)
