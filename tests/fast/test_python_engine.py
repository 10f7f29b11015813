"""Games as plain Python beside those of the reference engine and of compiled code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError
from cardrules.fast import playing
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.players import BY_PYTHON, BY_REFERENCE
from cardrules.fast.procedures.whole import Whole
from cardrules.fast.python.playing import python_game
from cardrules.fast.python.whole import PythonWhole
from cardrules.fast.reference import played
from cardrules.fast.worth import Worth
from cardrules.rulesets import bundled, load
from cardrules.source import SourceFile
from tests.engine import harness
from tests.fuzz.rulesets import random_ruleset

pytestmark = pytest.mark.usefixtures("hardly_optimised")

FIXED = Path(__file__).parents[1] / "data" / "native_games.json"


def compare(game: Game, games: int, first: int = 0) -> int:
    """Play some games in both ways; gives how many are left to the reference engine."""
    made = python_game(game, pytest.importorskip("numpy"))
    assert made is not None
    left = 0
    for seed, found in enumerate(made.play(first, games), first):
        wanted = played(game, seed)
        if found.is_given_up:
            left += 1
            continue
        assert found.checksum == wanted.checksum, seed
        assert found.decisions == wanted.decisions
        assert tuple(found.scores) == wanted.scores
    return left


@pytest.mark.parametrize("name", sorted(bundled()))
def test_bundled_games(name: str) -> None:
    ruleset = load(name)
    assert compare(Game(ruleset, ruleset.players_min), 2) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_bundled_games_with_each_number_of_players(name: str) -> None:
    ruleset = load(name)
    for players in range(ruleset.players_min, ruleset.players_max + 1):
        assert compare(Game(ruleset, players), 20, first=77) == 0


def compare_random(seed: int, games: int = 3) -> bool:
    """Whether there is a game that could be compared."""
    ruleset, _ = analyse_source(SourceFile("random.rules", random_ruleset(seed)))
    if ruleset is None:
        return False
    try:
        game = Game(ruleset, ruleset.players_min, limit=200)
        for number in range(games):
            played(game, number)
    except CardrulesError:
        return False
    return compare(game, games) < games


def test_random_rulesets() -> None:
    # A sample of those below.
    assert all(compare_random(seed) for seed in (0, 40, 56))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 480, 20))
def test_many_random_rulesets(first: int) -> None:
    assert sum(compare_random(seed) for seed in range(first, first + 20)) > 5


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "kuhn_poker" else pytest.mark.slow)
        for name in sorted(bundled())
    ],
)
def test_games_that_are_fixed(name: str) -> None:
    pytest.importorskip("numpy")
    fixed = json.loads(FIXED.read_text(encoding="utf-8"))[name]["sample"]
    game = Game(load(name), load(name).players_min)
    found = playing.playouts(game, fixed["number"], engine="python", threads=2)
    assert found.checksum == int(fixed["checksum"], 16)
    assert found.replayed == 0


def test_what_compiled_code_gives_up_is_played_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    pytest.importorskip("numpy")

    def nothing(whole: object) -> str:
        raise TooLargeError("anything")

    wanted = playing.playouts(Game(load("hearts"), 3), 4, engine="reference", returns=True)
    monkeypatch.setattr(Whole, "text", nothing)
    found = playing.playouts(Game(load("hearts"), 3), 4, returns=True)
    assert found.status.tolist() == [BY_PYTHON] * 4
    assert found.replayed == 4
    assert found.checksum == wanted.checksum
    assert found.returns is not None
    assert wanted.returns is not None
    assert found.returns.tolist() == wanted.returns.tolist()


# Which of two cards that look alike is in a set matters to its condition: that gives a game up.
OF_PILES = """
zone heap shared pile, seen by all
setup
    shuffle deck
    draw 4 from deck to heap
action go
    choose few from subsets of heap where count of it = 2 and (some c in it: c = top of heap)
    do
        move few to deck
"""


def test_what_python_gives_up_is_left_to_the_reference_engine() -> None:
    pytest.importorskip("numpy")
    cards = 'plain: {name: "{number}", number: 1 to 6, count: 2}'
    game = harness.game(OF_PILES + harness.ONE_GO, cards=cards)
    found = playing.playouts(game, 12, engine="python")
    statuses = found.status.tolist()
    assert set(statuses) == {BY_REFERENCE, 0}
    assert found.replayed == statuses.count(BY_REFERENCE)
    assert found.checksum == playing.playouts(game, 12, engine="reference").checksum


def test_a_game_that_cannot_be_written_is_left_to_the_reference_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numpy")

    def nothing(whole: object) -> str:
        raise TooLargeError("anything")

    monkeypatch.setattr(PythonWhole, "text", nothing)
    found = playing.playouts(Game(load("kuhn_poker"), 2), 3, engine="python")
    assert found.status.tolist() == [BY_REFERENCE] * 3


def test_a_game_that_is_given_up_may_have_no_winner_yet() -> None:
    numpy = pytest.importorskip("numpy")
    made = harness.game(f"{harness.HAND}winner highest count of hand\n")
    found = Worth(numpy, made).of(numpy.zeros((2, 2), dtype="int64"), numpy.array([0, 2]))
    assert found.tolist() == [[0, 0], [0, 1]]


@pytest.mark.parametrize("cards", [63, 64, 65])
def test_decks_around_the_size_of_a_word(cards: int) -> None:
    of = harness.game(
        harness.HAND
        + "variable points per player: integer = 0\n"
        + "setup\n    shuffle deck\n    each player clockwise from starter\n"
        + "        draw 20 from deck to my hand\n"
        + harness.ONE_GO
        + "action go\n    choose few from subsets of my hand where count of it = 3\n"
        + "    choose c from my hand\n    do\n        add c.number to my points\n"
        + "        add highest of number in few to my points\nscore\n    all: my points\n",
        cards=f'plain: {{name: "{{number}}", number: 1 to {cards}, count: 1}}',
    )
    found, wanted = (playing.playouts(of, 20, engine=one) for one in ("python", "reference"))
    assert (found.checksum, found.replayed) == (wanted.checksum, 0)
