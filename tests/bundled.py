"""The bundled games, found by looking: a new ruleset in `games/` is in every test without being
entered anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.resources import games_dir
from cardrules.source import read_source


@attrs.frozen
class Bundled:
    """A bundled ruleset with a number of players."""

    path: Path
    players: int

    def __str__(self) -> str:
        return f"{self.path.stem}-{self.players}"

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.stem

    def game(self) -> Game:
        """The game with its default options; one for all that ask, since a game has no state of
        its own.
        """
        return _game(self.path, self.players)


@cache
def _game(path: Path, players: int) -> Game:
    return Game(load(path), players)


@cache
def load(path: Path) -> Ruleset:
    """A bundled ruleset; raises `AssertionError` if it has mistakes."""
    found, diagnostics = analyse_source(read_source(path))
    assert found is not None, f"{path.name}: " + "; ".join(item.message for item in diagnostics)
    return found


def paths() -> list[Path]:
    """The files of all bundled rulesets."""
    return sorted(games_dir().rglob("*.rules"))


def bundled() -> list[Bundled]:
    """Every bundled ruleset at each number of players."""
    return [item for path in paths() for item in _at_each_number(path)]


def bundled_named(name: str) -> list[Bundled]:
    """One ruleset at each number of players."""
    return [item for path in paths() if path.stem == name for item in _at_each_number(path)]


def smallest_and_largest() -> list[Bundled]:
    """Each bundled game at its least and its greatest number of players."""
    return [item for some in _by_name().values() for item in _ends(some)]


def at_both_ends() -> list[Any]:
    """Each bundled game at its least and its greatest number of players, as parameters of a test;
    of the greatest only a sample is tried always.
    """
    sample = _sample()
    return [_marked(item, sample) for item in smallest_and_largest()]


def at_all_numbers() -> list[Any]:
    """Every bundled ruleset at each number of players, as parameters of a test, most of them slow:
    other numbers hardly find anything of their own.
    """
    sample = _sample()
    return [_marked(item, sample) for item in bundled()]


def _by_name() -> dict[str, list[Bundled]]:
    found: dict[str, list[Bundled]] = {}
    for item in bundled():
        found.setdefault(item.name, []).append(item)
    return found


def _ends(some: list[Bundled]) -> list[Bundled]:
    return list(dict.fromkeys((some[0], some[-1])))


def _sample() -> list[Bundled]:
    """Each game at its least number, and those of up to four players at their greatest too."""
    return [
        item for some in _by_name().values() for item in _ends(some)
        if item is some[0] or item.players <= 4
    ]  # fmt: skip


def _marked(item: Bundled, sample: list[Bundled]) -> Any:
    return item if item in sample else pytest.param(item, marks=pytest.mark.slow)


def _at_each_number(path: Path) -> list[Bundled]:
    """A ruleset at each number of players; a broken one appears once, so that its tests fail."""
    try:
        ruleset = load(path)
    except Exception:
        return [Bundled(path, 2)]
    counts = range(ruleset.players_min, ruleset.players_max + 1)
    return [Bundled(path, players) for players in counts]


def random_play(game: Game, seed: int, *, steps: int | None = None) -> Iterator[State]:
    """The states of a game of random choices, the last one included; the same state object,
    moved on in place.
    """
    s = game.start(seed)
    choices = Stream(seed, 1)
    yield s
    taken = 0
    while (answers := game.answers(s)) and (steps is None or taken < steps):
        game.apply_answer_in_place(s, answers[choices.below(len(answers))])
        taken += 1
        yield s
