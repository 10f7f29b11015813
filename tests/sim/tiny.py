"""Tiny games for the tests of bots, runs and records."""

from __future__ import annotations

from copy import copy

from cardrules.engine.game import Game
from cardrules.sim.players import make_bots
from cardrules.sim.run import Playthrough, play_out
from tests.engine.harness import game

# Whoever plays the higher cards wins; two cards each from a shuffled deck, one card a turn.
PILES = """
zone deck  shared pile, seen by nobody, starts with cards
zone hand  per player spread, seen by owner
zone mine  per player pile, seen by all
zone out   shared pile, seen by all

setup
    shuffle deck
    each player clockwise from starter
        draw 3 from deck to my hand

play
    turns clockwise from starter until players.hand is empty
        one of keep, drop

action keep [T-1] "Keep a card"
    choose card from my hand
    do
        move card to my mine

action drop [T-2] "Drop a card"
    choose card from my hand where number < 6 [T-3] "only a low card is dropped"
    do
        move card to out
        pick gift at random from deck
        move gift to my mine

score
    kept: sum of number in mine
"""

LOWEST = "\nwinner lowest score\n"

# Both write down a number under seal; the higher one scores.
BIDS = """
zone deck  shared pile, seen by nobody, starts with cards

variable bid per player: integer = 0
variable points per player: integer = 0

setup
    shuffle deck

play
    rounds until round > 3
        together each player clockwise from starter
            choose height from {0, 1, 2, 3, 4, 5}
            do
                set my bid to height
        each player clockwise from starter
            if some p in opponents: my bid > p.bid
                set my points to my points + 1

score
    points: points
"""

ENDLESS = """
play
    rounds
        turns clockwise from starter once
            one of wait
action wait
    do
        reveal deck
"""


def piles(*, lowest: bool = False) -> Game:
    """A game of `PILES` for two, which may be given its chance: nobody else has it."""
    return copy(game(PILES + (LOWEST if lowest else "")))


def played(game: Game, seed: int = 1) -> Playthrough:
    """A game played to the end by chance."""
    return play_out(Playthrough(game, seed=seed), make_bots(["random"] * game.players, seed))
