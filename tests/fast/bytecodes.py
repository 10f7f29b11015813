"""How many bytecodes a decision of a game takes in plain Python.

    python -m tests.fast.bytecodes [--games 20] [NAME ...]

Counts what CPython carries out in whole games, with the deal, chance and checksums, and beside it
what of that is in the functions of the game itself; what is called in C counts as one. Some games
are played before, so that what is remembered is there.
"""

from __future__ import annotations

import argparse
import sys
from types import FrameType
from typing import Any

import numpy as np

from cardrules.engine.game import Game
from cardrules.fast.python.playing import python_game
from cardrules.rulesets import load
from tests.open_spiel.speed import titled

GAMES = {"crazy_eights": 5, "hearts": 4, "snarkas": 2, "snatch_it": 4, "snatch_the_cat": 4}
SINGLE = {"hearts": {"length": "single"}}


def bytecodes(game: Game, games: int) -> tuple[float, float]:
    """How many there are for a decision, and how many in the functions of the game."""
    made = python_game(game, np)
    assert made is not None
    made.play(0, 10 * games)
    every = own = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal every, own
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        every += event == "opcode"
        own += event == "opcode" and frame.f_code.co_filename == "<game>"
        return count

    sys.settrace(count)
    try:
        played = made.play(10 * games, games)
    finally:
        sys.settrace(None)
    decisions = sum(one.decisions for one in played)
    return every / decisions, own / decisions


def main() -> None:
    """Tell it of each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.fast.bytecodes")
    parser.add_argument("names", nargs="*", help="games that come with cardrules")
    parser.add_argument("--games", type=int, default=20, help="in how many games they are counted")
    given = parser.parse_args()
    for name in given.names or GAMES:
        ruleset = load(name)
        players = GAMES.get(name, ruleset.players_min)
        game = Game(ruleset, players, SINGLE.get(name, {}))
        every, own = bytecodes(game, given.games)
        print(f"{titled(name, players)}: {every:.0f} a decision, {own:.0f} of them of the game")


if __name__ == "__main__":
    main()
