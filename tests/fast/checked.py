"""Games played by a checked build: what lies beyond an array stops the process.

    python -m tests.fast.checked [--rulesets 40] [--first 0] [--games 5] [--level 2] [--wide]
                                 [NAME ...]

Plays some games of the bundled rulesets that are named, or else of all, and of so many random
rulesets; each has the checksum of the reference engine. A process that is stopped has a bug.
"""

from __future__ import annotations

import argparse
import ctypes
import sys

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError
from cardrules.fast import engines, playing
from cardrules.fast.engines import Compiled
from cardrules.fast.llvm import compiling
from cardrules.fast.llvm.compiling import Loaded, compiled
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.procedures.whole import Whole
from cardrules.rulesets import bundled, load
from cardrules.source import SourceFile
from tests.fuzz.rulesets import random_ruleset


def checked(game: Game) -> Compiled | None:
    """A game with all checks, in place of the one without; none if it cannot be compiled."""
    try:
        whole = Whole(game.program, is_checked=True)
        text = whole.text()
    except TooLargeError:
        return None
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    loaded = Loaded(compiled(text))
    play = loaded.function("playouts", None, pointer, number, number, number, *[pointer] * 5)
    made = Compiled(play, whole.memory.whole, len(game.program.layout.teams))
    engines._made[game] = made
    return made


def compare(game: Game, games: int, name: str) -> bool:
    """Whether all games are those of the reference engine; where they are not, that is told."""
    reference = playing.playouts(game, games, engine="reference")
    print(f"{name} ", end="", flush=True)
    if checked(game) is None:
        print("is not compiled")
        return True
    native = playing.playouts(game, games)
    is_right = native.checksum == reference.checksum
    print("is right" if is_right else "is DIFFERENT", flush=True)
    return is_right


def main(arguments: list[str] | None = None) -> int:
    """Compare; the exit code is 1 if something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.fast.checked")
    parser.add_argument("names", nargs="*", help="bundled rulesets")
    parser.add_argument("--rulesets", type=int, default=40, help="how many random rulesets")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first of them")
    parser.add_argument("--games", type=int, default=5, help="how many games of each")
    parser.add_argument("--level", type=int, default=2, help="how much is optimised, from 0 to 2")
    parser.add_argument("--wide", action="store_true", help="also what few rules say")
    given = parser.parse_args(arguments)
    compiling._LEVEL = given.level
    right = True
    for name in given.names or sorted(bundled()):
        ruleset = load(name)
        right &= compare(Game(ruleset, ruleset.players_min), given.games, name)
    for seed in range(given.first, given.first + given.rulesets):
        text = random_ruleset(seed, wide=given.wide)
        ruleset_or_none, _ = analyse_source(SourceFile("random.rules", text))
        if ruleset_or_none is None:
            continue
        try:
            game = Game(ruleset_or_none, ruleset_or_none.players_min, limit=200)
            right &= compare(game, given.games, f"random {seed}")
        except CardrulesError:
            continue
    return int(not right)


if __name__ == "__main__":
    sys.exit(main())
