"""What plays random games, and how long it takes: OpenSpiel in two ways, and engines of ours.

An engine is a function that gives for a game what plays so many random games of it, or None where
it is not there. A further one is put in by a line in `THEIRS` or `OURS`.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.errors import FastUnavailableError, OptionError
from tests.open_spiel import theirs
from tests.open_spiel.games import Twin


@attrs.frozen
class Played:
    """What batches of games took of the processor, and their decisions, if somebody counts them."""

    seconds: float
    decisions: int | None = None


# Plays so many games from a seed on.
Play = Callable[[int, int], Played]

# From so many deals their rollouts begin, whatever their number is.
_DEALS = 20


def python_loop(twin: Twin) -> Play | None:
    """Their states, moved on from Python: chance, legal actions, returns."""
    spiel = theirs.pyspiel()
    if spiel is None:
        return None
    game = spiel.load_game(twin.theirs)

    def play(games: int, seed: int) -> Played:
        choice = random.Random(seed).choice
        began = time.process_time()
        for _ in range(games):
            s = theirs.begun(twin, game)
            while not s.is_terminal():
                # Chance is even in these games, so that it needs no probabilities.
                s.apply_action(choice(s.legal_actions()))
            s.returns()
        return Played(time.process_time() - began)

    return play


def rollouts(twin: Twin) -> Play | None:
    """Their random rollouts in C++: what their tree search does at its first node, and no more.

    The deal is made before, and its time is not counted.
    """
    spiel = theirs.pyspiel()
    if spiel is None:
        return None
    game = spiel.load_game(twin.theirs)

    def play(games: int, seed: int) -> Played:
        chosen = random.Random(seed)
        each = max(1, games // _DEALS)
        seconds, left = 0.0, games
        while left > 0:
            s = theirs.begun(twin, game)
            while s.is_chance_node():
                s.apply_action(chosen.choice(s.legal_actions()))
            number = min(each, left)
            evaluator = spiel.RandomRolloutEvaluator(number, chosen.randrange(1 << 31))
            bot = spiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
            began = time.process_time()
            bot.mcts_search(s)
            seconds += time.process_time() - began
            left -= number
        return Played(seconds)

    return play


def reference(game: Game) -> Play | None:
    """Our engine as it is for everybody, with events that nobody reads."""

    def play(games: int, seed: int) -> Played:
        decisions = 0
        began = time.process_time()
        for number in range(seed, seed + games):
            s = game.start(number, narrated=False)
            below = Stream(number, 1).below
            while answers := game.answers(s):
                game.apply_answer_in_place(s, answers[below(len(answers))])
            game.result(s)
            decisions += s.steps
        return Played(time.process_time() - began, decisions)

    return play


def of_batches(engine: str) -> Callable[[Game], Play | None]:
    """An engine that plays whole batches (`cardrules.fast.playouts`), where it is there.

    It is not there either for a game that it leaves to the reference engine.
    """

    def begin(game: Game) -> Play | None:
        try:
            playouts: Any = importlib.import_module("cardrules.fast").playouts
            tried = playouts(game, 1, seed=0, threads=1, engine=engine)
        except (ImportError, FastUnavailableError, OptionError):
            return None
        if tried.replayed:
            return None

        def play(games: int, seed: int) -> Played:
            began = time.process_time()
            found = playouts(game, games, seed=seed, threads=1, engine=engine)
            return Played(time.process_time() - began, found.decisions)

        return play

    return begin


THEIRS: Mapping[str, Callable[[Twin], Play | None]] = {
    "OpenSpiel, Python loop": python_loop,
    "OpenSpiel, rollouts in C++": rollouts,
}
OURS: Mapping[str, Callable[[Game], Play | None]] = {
    "cardrules, reference": reference,
    "cardrules, python": of_batches("python"),
    "cardrules, native": of_batches("native"),
}
LOOP, ROLLOUTS = THEIRS
PYTHON, NATIVE = "cardrules, python", "cardrules, native"
