"""Compiled games beside those of the reference engine: the same decisions, and the same end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError, FastUnavailableError, GameLimitError, OptionError
from cardrules.fast import engines, playing
from cardrules.fast.llvm import compiling
from cardrules.rulesets import bundled, load
from cardrules.source import SourceFile
from tests.fuzz.rulesets import random_ruleset

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")


def game_of(name: str, players: int, **options: object) -> Game:
    return Game(load(name), players, options)


def compare(game: Game, games: int, seed: int = 0) -> playing.Playouts:
    native = playing.playouts(game, games, seed, returns=True)
    reference = playing.playouts(game, games, seed, engine="reference", returns=True)
    assert native.checksum == reference.checksum
    assert native.sums == reference.sums
    assert native.lengths.tolist() == reference.lengths.tolist()
    assert native.returns is not None
    assert reference.returns is not None
    assert native.returns.tolist() == reference.returns.tolist()
    assert native.decisions == reference.decisions == native.lengths.sum()
    return native


@pytest.mark.parametrize("name", sorted(bundled()))
def test_bundled_games(name: str) -> None:
    game = game_of(name, load(name).players_min)
    assert compare(game, 5).replayed == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bundled()))
def test_bundled_games_with_each_number_of_players(name: str) -> None:
    ruleset = load(name)
    for players in range(ruleset.players_min, ruleset.players_max + 1):
        assert compare(game_of(name, players), 20, seed=77).replayed == 0


@pytest.mark.usefixtures("hardly_optimised")
def test_random_rulesets() -> None:
    assert sum(compare_random(seed) for seed in range(8)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 300, 20))
def test_many_random_rulesets(first: int) -> None:
    for seed in range(first, first + 20):
        compare_random(seed)


# A bound that is made of several numbers; twins that are shuffled; sets of cards of three words.
@pytest.mark.parametrize("games", [6, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("seed", [5, 14, 40, 149])
@pytest.mark.usefixtures("hardly_optimised")
def test_random_rulesets_that_went_wrong(seed: int, games: int) -> None:
    assert compare_random(seed, games)


def compare_random(seed: int, games: int = 3) -> bool:
    """Whether there is a game that could be compared."""
    ruleset, _ = analyse_source(SourceFile("random.rules", random_ruleset(seed)))
    if ruleset is None:
        return False
    try:
        game = Game(ruleset, ruleset.players_min, limit=200)
        reference = playing.playouts(game, games, engine="reference")
    except CardrulesError:
        return False
    native = playing.playouts(game, games)
    assert native.checksum == reference.checksum, seed
    return engines.compiled_game(game) is not None


def test_threads_and_parts_come_to_the_same() -> None:
    game = game_of("war", 2)
    whole = playing.playouts(game, 300, seed=5, returns=True)
    for threads in (2, 3):
        parts = playing.playouts(game, 300, seed=5, threads=threads, returns=True)
        assert parts.checksum == whole.checksum
        assert parts.sums == whole.sums
        assert parts.returns is not None
        assert whole.returns is not None
        assert parts.returns.tolist() == whole.returns.tolist()
    first = playing.playouts(game, 100, seed=5)
    rest = playing.playouts(game, 200, seed=105)
    assert (first.checksum + rest.checksum) % 2**64 == whole.checksum
    assert first.returns is None


def test_to_interrupt_it_stops_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes to the main thread, while the others play."""
    begun: list[int] = []

    def play(found: playing._Found, player: object, first: int, number: int) -> int:
        begun.append(first)
        if first == 0:
            raise KeyboardInterrupt
        return 10**9  # games so long that one more is played at a time

    monkeypatch.setattr(playing._Found, "play", play)
    with pytest.raises(KeyboardInterrupt):
        playing.playouts(game_of("war", 2), 1_000_000, threads=2)
    assert len(begun) < 400_000


@pytest.mark.parametrize("engine", playing.ENGINES)
def test_without_what_is_told_of_each_game(engine: playing.Engine) -> None:
    game = game_of("kuhn_poker", 2)
    whole = playing.playouts(game, 40, 3, engine=engine)
    less = playing.playouts(game, 40, 3, engine=engine, each=False)
    assert (len(less.lengths), len(less.status), less.returns) == (0, 0, None)
    assert (less.decisions, less.sums) == (whole.decisions, whole.sums)
    assert (less.replayed, less.checksum) == (whole.replayed, whole.checksum)


LARGE = """\
---
title: Large
goal: Have the most.
turn: Take.
players: 2
cards:
  plain: {name: Plain, count: 4}
---
zone deck shared pile, seen by nobody, starts with cards
zone won per player pile, seen by nobody

action take
    do
        draw 1 from deck to my won

setup
    shuffle deck

play
    turns clockwise from starter until deck is empty
        one of take

score
    all: 9007199254740993 * 1000 + count of my won

winner highest score
"""


@pytest.mark.parametrize("engine", playing.ENGINES)
@pytest.mark.parametrize("returns", [False, True])
def test_scores_are_added_up_however_large(engine: playing.Engine, returns: bool) -> None:
    ruleset, found = analyse_source(SourceFile("large.rules", LARGE))
    assert ruleset is not None, found
    played = playing.playouts(Game(ruleset, 2), 1200, engine=engine, returns=returns)
    assert played.sums == (float(1200 * (9007199254740993 * 1000 + 2)),) * 2


def test_no_game_at_all() -> None:
    found = playing.playouts(game_of("war", 2), 0, returns=True)
    assert (found.games, found.decisions, found.sums) == (0, 0, (0, 0))


def test_a_game_that_is_too_long_is_told_as_by_the_reference_engine() -> None:
    game = Game(load("war"), 2, limit=10)
    with pytest.raises(GameLimitError) as raised:
        playing.playouts(game, 1)
    with pytest.raises(GameLimitError) as wanted:
        playing.playouts(game, 1, engine="reference")
    assert str(raised.value) == str(wanted.value)


@pytest.mark.parametrize(
    "given",
    [
        {"games": -1},
        {"games": 1.5},
        {"games": 1, "seed": -1},
        {"games": 1, "seed": 2**63},
        {"games": 1, "threads": 0},
        {"games": 1, "engine": "quick"},
        {"games": 1, "threads": 10**7},
        {"games": 1, "returns": "no"},
        {"games": 2**62},
    ],
)
def test_what_is_no_number(given: dict) -> None:
    with pytest.raises(OptionError):
        playing.playouts(game_of("war", 2), **given)


def test_what_is_no_game() -> None:
    with pytest.raises(OptionError, match="A game is wanted"):
        playing.playouts("war", 1)  # type: ignore[arg-type]


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> object:
        raise FastUnavailableError("Compiled games need llvmlite: install cardrules[fast].")

    monkeypatch.setattr(compiling, "_binding", missing)
    with pytest.raises(FastUnavailableError, match=r"cardrules\[fast\]"):
        playing.playouts(game_of("crazy_eights", 2), 1)


# ---- What is kept between runs -------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hardly_optimised: None) -> Path:
    monkeypatch.setattr(engines, "kept_file", lambda name: tmp_path / name)
    return tmp_path


def count_compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts: list[str] = []

    def compiled(text: str) -> bytes:
        texts.append(text)
        return compiling.compiled(text)

    monkeypatch.setattr(engines, "compiled", compiled)
    return texts


def test_code_is_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = count_compilations(monkeypatch)
    found = [playing.playouts(game_of("war", 2), 3).checksum for _ in range(2)]
    assert found[0] == found[1]
    assert len(texts) == 1
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("damage", ["", "nonsense\nmore", None])
def test_damaged_code_is_made_anew(
    damage: str | None, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = count_compilations(monkeypatch)
    wanted = playing.playouts(game_of("war", 2), 3).checksum
    (file,) = cache.iterdir()
    text = file.read_text(encoding="ascii")
    # Half a file is what a full disk leaves.
    file.write_text(text[: len(text) // 2] if damage is None else damage, encoding="ascii")
    assert playing.playouts(game_of("war", 2), 3).checksum == wanted
    assert len(texts) == 2


def test_another_processor_has_code_of_its_own(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = count_compilations(monkeypatch)
    playing.playouts(game_of("war", 2), 1)
    monkeypatch.setattr(engines, "made_for", lambda: "another processor")
    playing.playouts(game_of("war", 2), 1)
    assert len(texts) == 2
    assert len(list(cache.iterdir())) == 2


PRINT_DIGEST = """
import hashlib
from cardrules.engine.game import Game
from cardrules.fast.procedures.whole import Whole
from cardrules.rulesets import load
text = Whole(Game(load("snarkas"), 2).program).text()
print(hashlib.sha256(text.encode()).hexdigest())
"""


def test_what_is_kept_is_found_by_other_processes() -> None:
    """The text by which it is found does not depend on how Python orders sets."""
    found = {
        subprocess.run(
            [sys.executable, "-c", PRINT_DIGEST], check=True, capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1
