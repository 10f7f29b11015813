"""What games count that are looked into: compiled ones and those of the reference engine alike."""

from __future__ import annotations

import ctypes

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError, FastUnavailableError
from cardrules.fast import playing
from cardrules.fast.counts import Counts, CountsFound, Twin, twin_of
from cardrules.fast.players import BY_PYTHON, BY_REFERENCE
from cardrules.fast.state import counting
from cardrules.rulesets import bundled, load
from cardrules.source import SourceFile
from tests.fuzz.rulesets import random_ruleset

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")


def counted(game: Game, games: int, engine: playing.Engine = "native") -> playing.Playouts:
    return playing.playouts(game, games, seed=3, engine=engine, counts=True)


def of(found: playing.Playouts) -> Counts:
    assert found.counts is not None
    return found.counts


LARGE = ("hearts", "snarkas", "snatch_it", "snatch_the_cat")


def compare(game: Game, games: int, *engines: playing.Engine, is_random: bool = False) -> Counts:
    wanted = counted(game, games, "reference")
    for engine in engines or ("native", "python"):
        found = counted(game, games, engine)
        assert found.checksum == wanted.checksum
        same(of(found), of(wanted), is_random=is_random)
    return of(wanted)


def same(found: Counts, reference: Counts, *, is_random: bool = False) -> None:
    parts = {part for part, count in (*found.parts.items(), *reference.parts.items()) if count}
    differ = [
        (part, found.parts.get(part), reference.parts.get(part))
        for part in parts
        if found.parts.get(part) != reference.parts.get(part)
        # What is worked out once by one engine may be worked out twice by the other.
        and not (is_random and part.sort == "refusal" and found.parts.get(part))
    ]
    assert differ == []
    assert found.offered == reference.offered
    assert found.taken == reference.taken
    assert found.turn_starts.tolist() == reference.turn_starts.tolist()
    assert found.turn_scores.tolist() == reference.turn_scores.tolist()


@pytest.mark.parametrize(
    ("name", "engine"),
    [pytest.param(name, engine, marks=[pytest.mark.slow] * (engine == "python" and name in LARGE))
     for name in sorted(bundled()) for engine in ("native", "python")],
)  # fmt: skip
def test_bundled_games(name: str, engine: playing.Engine) -> None:
    game = Game(load(name), load(name).players_min)
    found = compare(game, 3, engine)
    assert sum(found.taken.values()) > 0
    assert all(found.offered[action] >= number for action, number in found.taken.items())


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_bundled_games_with_each_number_of_players(name: str) -> None:
    for players in range(load(name).players_min, load(name).players_max + 1):
        compare(Game(load(name), players), 20)


def compare_random(seed: int, *engines: playing.Engine) -> bool:
    """Whether there is such a ruleset with games that end."""
    ruleset, _ = analyse_source(SourceFile("random.rules", random_ruleset(seed)))
    if ruleset is None:
        return False
    try:
        compare(Game(ruleset, ruleset.players_min, limit=200), 3, *engines, is_random=True)
    except CardrulesError:
        return False
    return True


def test_some_random_rulesets() -> None:
    assert all(compare_random(seed, "python") for seed in (2, 3, 4))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_random_rulesets(first: int) -> None:
    assert sum(map(compare_random, range(first, first + 10))) > 0


def test_the_same_games_are_played_as_without() -> None:
    game = Game(load("kuhn_poker"), 2)
    plain = playing.playouts(game, 50, seed=3)
    assert plain.counts is None
    for threads in (1, 3):
        found = playing.playouts(game, 50, seed=3, threads=threads, counts=True)
        assert found.checksum == plain.checksum
        assert of(found).parts == of(counted(game, 50)).parts
        assert of(found).turn_scores.tolist() == of(counted(game, 50)).turn_scores.tolist()


@pytest.mark.parametrize("engine", ["native", "python"])
def test_what_is_given_up_is_counted_by_the_reference_engine(
    engine: playing.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MOST_TURNS", 30)
    game = Game(load("war"), 2)
    found = counted(game, 3, engine)
    assert found.replayed == 3
    assert found.status.tolist() == [BY_REFERENCE] * 3
    monkeypatch.undo()
    again = counted(Game(load("war"), 2), 3)
    assert again.replayed == 0
    assert of(found).parts == of(again).parts
    assert of(found).turn_scores.tolist() == of(again).turn_scores.tolist()


def test_without_a_compiled_twin_the_others_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Twin, "_compiled", lambda self: None)
    game = Game(load("kuhn_poker"), 2)
    assert twin_of(game).native is None
    assert counted(game, 3).status.tolist() == [BY_PYTHON] * 3
    monkeypatch.setattr(Twin, "in_python", None)
    game = Game(load("kuhn_poker"), 2)
    assert counted(game, 3).status.tolist() == [BY_REFERENCE] * 3


def test_what_is_given_up_natively_is_counted_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(load("kuhn_poker"), 2)
    wanted = of(counted(game, 20))
    look_at = CountsFound._look_at
    tried: list[int] = []

    def look(self: CountsFound, memory: object, seed: int) -> None:
        tried.append(seed)
        look_at(self, memory, seed)

    monkeypatch.setattr(CountsFound, "_look_at", look)
    play = twin_of(game).native.play  # type: ignore[union-attr]

    def given_up(memory: int, seed: int, games: int, limit: int, *arrays: int) -> None:
        play(memory, seed, games, limit, *arrays)
        if seed % 2:
            # The fourth array is the status.
            ctypes.c_int64.from_address(arrays[3]).value = BY_REFERENCE

    object.__setattr__(twin_of(game).native, "play", given_up)
    found = counted(game, 20)
    assert found.status.tolist() == [BY_PYTHON, 0] * 10
    assert len(tried) == 10
    same(of(found), wanted)


def test_no_game_at_all() -> None:
    found = of(counted(Game(load("kuhn_poker"), 2), 0))
    assert found.turn_starts.tolist() == [0]
    assert found.turn_scores.shape == (0, 2)
    assert not any(found.parts.values())


def test_the_engine_in_python_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = of(counted(Game(load("kuhn_poker"), 2), 20))

    def missing(self: Twin) -> None:
        raise FastUnavailableError("Compiled code needs llvmlite.")

    monkeypatch.setattr(Twin, "_compiled", missing)
    for threads in (1, 2):
        game = Game(load("kuhn_poker"), 2)
        found = playing.playouts(game, 20, 3, threads, "python", counts=True)
        assert found.replayed == 0
        same(of(found), wanted)


# Of the first player, too, opponents are the others.
RULES = """\
---
title: Opponents
goal: Win.
turn: Take.
players: 3
attributes:
  number: integer
cards:
  plain: {name: "Plain {number}", number: 1 to 9, count: 1}
---
zone deck shared pile, seen by nobody, starts with cards
variable points per player: integer = 0

action take
    choose n from {1, 2, 3}
    do
        add n to my points

setup
    shuffle deck

winner highest 5 if every p in opponents: my points >= p.points else 0

play
    turns clockwise from starter until turn >= 3
        one of take

score
    all: my points
"""


def test_opponents_of_the_first_player_in_a_criterion() -> None:
    ruleset, found = analyse_source(SourceFile("opponents.rules", RULES))
    assert ruleset is not None, [one.message for one in found]
    game = Game(ruleset, 3)
    native = playing.playouts(game, 40, returns=True)
    reference = playing.playouts(game, 40, engine="reference", returns=True)
    assert native.returns is not None
    assert reference.returns is not None
    assert native.returns.tolist() == reference.returns.tolist()
