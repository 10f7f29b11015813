"""Collections of collections in compiled games: families of sets, and sets that have a name."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError
from cardrules.fast import engines, playing
from cardrules.source import SourceFile

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

HEAD = """\
---
title: Sets
goal: Win.
turn: Take.
players: 2
attributes:
  number: integer
cards:
  plain: {name: "Plain {number}", number: 1 to NUMBERS, count: COUNT}
---
zone deck shared pile, seen by nobody, starts with cards
zone table shared spread, seen by all
zone hand per player spread, seen by all
zone away shared pile, seen by all
variable points per player: integer = 0

action take
    CHOICE
    do
        DOES

setup
    shuffle deck
    each player clockwise from starter
        draw 5 from deck to my hand
    draw 5 from deck to table

winner highest my points

play
    turns clockwise from starter until turn >= 6
        one of take
        draw 2 from deck to my hand

score
    all: my points
"""
FAMILY = "maximal families of (subsets of my hand where count of it = 2)"
CARD = "choose c from my hand"
ONLY = "only(my hand where true)"
ADD = "add count of f to my points"
AWAY = "move u to away"
MOVED = "if s is not none\n    move s to away\n    add count of s to my points"
OTHERS = "maximal families of (subsets of my hand where count of it in {2, 4, 5})"
PAIRS = "subsets of my hand where count of it = 2"
SUMS = "subsets of table where sum of number in it = 6"
MOST = "maximal subsets of table where sum of number in it < 6 and count of it < 3"
OF_SUMS = f"maximal families of ({SUMS})"


def game_of(choice: str, does: str, *, numbers: int = 6, count: int = 3, table: int = 5) -> Game:
    """A game with this choice, and what is done then; so many cards come to the table."""
    text = HEAD.replace("CHOICE", choice).replace("NUMBERS", str(numbers))
    text = text.replace("COUNT", str(count)).replace("DOES", does.replace("\n", "\n        "))
    text = text.replace("draw 5 from deck to table", f"draw {table} from deck to table")
    ruleset, found = analyse_source(SourceFile("sets.rules", text))
    assert ruleset is not None, [one.message for one in found]
    return Game(ruleset, 2)


def played(choice: str, does: str, *, numbers: int = 6, count: int = 3) -> int:
    """How many of some games were given up; all of them are as the reference engine plays them."""
    game = game_of(choice, does, numbers=numbers, count=count)
    native = playing.playouts(game, 10, seed=3)
    reference = playing.playouts(game, 10, seed=3, engine="reference")
    assert native.checksum == reference.checksum
    assert engines.compiled_game(game) is not None
    return native.replayed


CASES = [
    (f"choose f from {FAMILY}", "add count of f to my points\nmove union of f to away"),
    (f"choose f from {FAMILY}", "each one in f\n    add sum of number in one to my points"),
    (f"choose f from {FAMILY}", f"choose s from f\n{MOVED}"),
    (f"let all = {FAMILY}\n    choose f from all", "add count of all to my points"),
    (f"choose f from ({FAMILY}) + only({SUMS})", "add count of union of f to my points"),
    (f"choose f from ({FAMILY}) + ({FAMILY})", ADD),
    (f"choose u from unions of (({FAMILY}) where count of it > 1)", AWAY),
    (f"choose u from unions of (({OF_SUMS}) + ({FAMILY}))", AWAY),
    (f"choose u from unions of (maximal families of ({ONLY} + ({SUMS})))", AWAY),
    (f"choose f from maximal families of (({PAIRS}) + ({SUMS}))", ADD),
    (CARD, f"add count of (({FAMILY}) - ({OTHERS})) to my points"),
    (CARD, f"pick f at random from {FAMILY}\nadd count of f to my points"),
    (CARD, f"pick s at random from {SUMS}\n{MOVED}"),
    (CARD, f"let all = {MOST}\nchoose s from all\n{MOVED}\nadd count of all to my points"),
    (f"choose u from unions of maximal families of ({MOST})", AWAY),
    (CARD, f"let all = {SUMS}\nchoose s from all\n{MOVED}\nadd count of all to my points"),
    (CARD, f"let a = {FAMILY}\nlet b = {SUMS}\nif first of a in a and a = a and b in only(b)\n"
     "    add 1 to my points\nadd count of (first of a) to my points"),
    (CARD, "add count of (subsets of my hand where count of it in {2, 4, 5}) to my points"),
]  # fmt: skip


@pytest.mark.parametrize("count", [pytest.param(1, marks=pytest.mark.slow), 3])
@pytest.mark.parametrize(("choice", "does"), CASES)
def test_families_and_sets_with_a_name(choice: str, does: str, count: int) -> None:
    assert played(choice, does, count=count, numbers=6 if count > 1 else 18) == 0


SEALED = (
    "together each player clockwise from me\n"
    "    choose s from subsets of my hand where count of it = 2\n"
    "    let rest1 = my hand - s\n"
    "    let all = maximal families of (subsets of rest1 where count of it = 2)\n"
    "    do\n"
    "        add count of all to my points\n"
    "        add sum of number in rest1 to my points\n"
    "        move s to away"
)


def test_names_of_collections_under_seal() -> None:
    assert played("choose c from table", SEALED) == 0


@pytest.mark.parametrize("numbers", [20, 50, 90])
def test_sets_of_three_words_and_more(numbers: int) -> None:
    # Three words are laid into memory as four.
    assert played(CARD, "move c to away", numbers=numbers) == 0


def test_too_many_sets_are_left_to_the_reference_engine() -> None:
    many = "let s = subsets of cards where count of it = 2\nadd count of s to my points"
    assert played(CARD, many, numbers=40, count=1) == 10


def test_only_the_side_that_holds_is_worked_out() -> None:
    # There is no card on top of what is empty.
    nobody = "owner of first of away if (first of away) is not none else none"
    does = f"let who = {nobody}\nlet cards1 = who.hand if who is not none else my hand\n"
    assert played(CARD, does + "add count of cards1 to my points\nmove c to away") == 0


@pytest.mark.parametrize(
    "sets",
    ["subsets of cards where count of it = 2", "subsets of cards where count of it in {1, 3}"],
)
def test_sets_of_cards_that_nobody_sees_stop_the_game(sets: str) -> None:
    game = game_of(f"choose s from {sets}", "move s to away", numbers=18, count=1)
    for engine in ("native", "reference"):
        with pytest.raises(GameLimitError, match="hidden"):
            playing.playouts(game, 1, engine=engine)
