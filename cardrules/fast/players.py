"""Who plays many games: compiled code, or plain Python; what comes of it are arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from cardrules.engine.game import Game
from cardrules.fast.checksums import of_each
from cardrules.fast.engines import Compiled
from cardrules.fast.python.playing import PythonGame, python_game

# Who has played a game, if not the engine that was asked for.
BY_REFERENCE, BY_PYTHON = 1, 2
# So many decisions are made before somebody can interrupt.
_AT_ONCE, AT_ONCE_IN_PYTHON = 100_000, 25_000


@attrs.define
class Games:
    """What came of games one after the other, an array for each thing: scores of the sides, winners
    (a bit for each side), decisions, who has played it, and what it adds to the checksum.
    """

    scores: Any
    winners: Any
    lengths: Any
    status: Any
    checksums: Any

    @staticmethod
    def none_yet(numbers: Any, games: int, sides: int) -> Games:
        """Room for so many."""
        zeros = numbers.zeros
        rest = [zeros(games, dtype="int64") for _ in range(4)]
        return Games(zeros((games, sides), dtype="int64"), *rest)

    def put(self, at: int, other: Games) -> None:
        """What came of a game, in place of what is there."""
        for mine, its in zip(attrs.astuple(self), attrs.astuple(other), strict=True):
            mine[at] = its[0]


@attrs.frozen
class Player:
    """Who plays games with the seeds from one on, so many.

    `again`: what plays one that is given up. `at_once`: so many decisions are a good part.
    """

    play: Callable[[int, int], Games]
    again: Callable[[int], Games | None] | None
    at_once: int


def native_player(game: Game, native: Compiled, numbers: Any) -> Player:
    """Who plays compiled games, in a state of its own; what is given up is played in Python."""
    memory = numbers.zeros(native.size // 8 + 8, dtype="int64")

    def play(seed: int, number: int) -> Games:
        found = Games.none_yet(numbers, number, native.sides)
        native.play(
            memory.ctypes.data,
            seed,
            number,
            game.limit,
            *[array.ctypes.data for array in attrs.astuple(found)],
        )
        return found

    in_python: list[PythonGame | None] = []

    def again(seed: int) -> Games | None:
        if not in_python:
            in_python.append(python_game(game, numbers))
        made = in_python[0]
        return None if made is None else played_in_python(made, seed, 1, numbers, BY_PYTHON)

    return Player(play, again, _AT_ONCE)


def python_player(game: Game, numbers: Any, status: int) -> Player:
    """Who plays games in Python; `status` is what is said of them."""
    made = python_game(game, numbers)
    assert made is not None
    return Player(
        lambda seed, number: played_in_python(made, seed, number, numbers, status),
        None,
        AT_ONCE_IN_PYTHON,
    )


def played_in_python(
    made: PythonGame,
    seed: int,
    number: int,
    numbers: Any,
    status: int,
    watch: Callable[[int], None] | None = None,
) -> Games:
    """Play games in Python; `watch` is called after each."""
    games = made.play(seed, number, watch)
    found = Games.none_yet(numbers, number, made.sides)
    for at, one in enumerate(games):
        found.scores[at] = one.scores
    found.winners[:] = [one.winners for one in games]
    found.lengths[:] = [one.decisions for one in games]
    found.status[:] = [BY_REFERENCE if one.is_given_up else status for one in games]
    summed = of_each([(seed + at, one.checksum) for at, one in enumerate(games)])
    checksums = numbers.array(summed, dtype="uint64")
    found.checksums = checksums.view("int64")
    return found
