"""Proofs for tests: of a small game with some lines in place of others, and held against play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.game import Game
from cardrules.engine.playing.watch import Watcher
from cardrules.machine import code
from cardrules.model.state import State
from cardrules.sim.players import make_bots
from cardrules.sim.run import Playthrough
from cardrules.source import normalised
from cardrules.termination.measure import Component, Ended, Order, Seats, Weights
from cardrules.termination.proof import Proof, prove

GAME = """---
title: Small
players: 2 to 3
cards:
  plain: {count: 12}
  star: {count: 1}
---
zone deck    shared pile, seen by nobody, starts with cards
zone discard shared pile, seen by all
zone hand    per player spread, seen by owner
variable played: integer = 0
variable last: flag = false
tokens coin per player, supply 5
setup
    shuffle deck
    repeat 3 times
        each player clockwise from starter
            draw 1 from deck to my hand
play
    turns clockwise from starter until players.hand is empty
        one of play_card
action play_card
    choose card from my hand
    do
        move card to discard
"""
END = """score
    cards: count of hand
winner highest score
"""


def text_of(*changes: tuple[str, str], more: str = "") -> str:
    """The small game with some of its lines changed, and more declarations."""
    text = GAME
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text + more + END


def game_of(text: str, players: int = 2) -> Game:
    """A game of a text without mistakes."""
    ruleset, diagnostics = analyse_source(normalised("test.rules", text))
    assert ruleset is not None, [item.message for item in diagnostics]
    return Game(ruleset, players)


def proof_of(text: str, players: int = 2) -> Proof:
    """What is shown of the end of a text."""
    return prove(game_of(text, players).program)


# ---- Measures in play ----------------------------------------------------------------------------


class Measured:
    """Notes the measures of loops whenever one of their passes begins in play.

    Of loops in other procedures than that of the play, and within others than those of turns and
    rounds, it cannot be seen when they begin anew: they are left out.
    """

    def __init__(self, game: Game, proof: Proof) -> None:
        self._game = game
        self._by_place: dict[int, list[Ended]] = {}
        # The places within each loop.
        self._within: dict[int, frozenset[int]] = {}
        for procedure in game.program.procedures:
            if procedure.role == "play":
                self._within.update(_places(procedure.body))
        for item in proof.loops:
            if item.place in self._within and item.of in ("turns", "rounds"):
                self._by_place.setdefault(item.place, []).append(item)
        self._last: dict[int, list[tuple[Any, ...]]] = {}
        self._game_of_match = 0
        # Of which pairs of passes the measure was compared.
        self.compared = 0

    def begin(self, s: State, place: int) -> None:
        """A pass begins: its measure has fallen since the pass before it, if there was one."""
        if s.game != self._game_of_match:
            self._last, self._game_of_match = {}, s.game
        if place not in self._by_place:
            return
        now = [self._of(s, item) for item in self._by_place[place]]
        before = self._last.get(place)
        if before is not None:
            self.compared += 1
            assert any(
                one is not None and other is not None and other < one
                for one, other in zip(before, now, strict=True)
            ), (place, before, now)
        # Loops within this one begin anew.
        self._last = {
            one: item for one, item in self._last.items() if one not in self._within[place]
        }
        self._last[place] = now

    def _of(self, s: State, item: Ended) -> Any:
        values = [self._value(s, item, component) for component in item.components]
        return None if None in values else tuple(values)

    def _value(self, s: State, item: Ended, x: Component) -> Any:
        match x:
            case Weights():
                return sum(n * self._amount(s, *key) for key, n in x.weights.items())
            case Order():
                return x.ranks.get(frozenset(self._fixed(s, x)))
            case Seats():
                return self._seats(s, item, x.zone)

    def _amount(self, s: State, sort: str, name: Any) -> int:
        layout = self._game.program.layout
        if sort == "zone":
            return sum(self._home(s, place) == name for place in s.place)
        if sort == "variable":
            return int(s.vars[layout.variable_base[name]])
        if sort == "tokens":
            found = layout.variables[name]
            return int(s.vars[found.base + found.holders])
        if sort == "slot":
            return int(s.frames[-1][FRAME_HEAD + name])
        assert sort == "register"
        return int(getattr(s, name))

    def _home(self, s: State, place: int) -> str:
        layout = self._game.program.layout
        home = place if place < layout.static_zones else s.holder[place - layout.static_zones]
        return layout.zone_names[home][0]

    def _fixed(self, s: State, x: Order) -> Iterator[tuple[Any, Any]]:
        layout = self._game.program.layout
        for (sort, name), _ in next(iter(x.ranks)):
            if sort == "flag":
                yield (sort, name), bool(s.vars[layout.variable_base[name]])
            else:
                (card,) = [at for at, line in enumerate(layout.line) if line == name]
                yield (sort, name), self._home(s, s.place[card])

    def _seats(self, s: State, item: Ended, zone: str) -> int:
        procedure = self._game.program.procedures[item.key[0]]
        (current,) = {
            x.current
            for loop in code.instructions(procedure.body)
            if isinstance(loop, code.Loop) and loop.label == item.key[1]
            for x in loop.body
            if isinstance(x, code.PassOn)
        }
        layout = self._game.program.layout
        seat = s.frames[-1][FRAME_HEAD + current]
        base, players = layout.zones[zone].base, layout.players
        for seats in range(players):
            if s.zones[base + (seat + seats * s.direction) % players]:
                return seats
        return players


def _places(block: code.Block) -> dict[int, frozenset[int]]:
    """The watched loops of a block that lie in none that is not, with all within each."""
    found: dict[int, frozenset[int]] = {}
    for x in block:
        if isinstance(x, code.Loop):
            watch = next((item for item in x.body if isinstance(item, code.Watch)), None)
            if watch is not None:
                inner = _places(x.body)
                found |= {**inner, watch.place: frozenset(inner)}
        else:
            for inside in code.blocks(x):
                found |= _places(inside)
    return found


def play_measured(
    game: Game, proof: Proof, seed: int, monkeypatch: pytest.MonkeyPatch, bot: str = "random"
) -> int:
    """Play a game and hold its measures against it; gives how often one was compared."""
    measured = Measured(game, proof)
    begin: Callable[[Any, State, int], None] = Watcher.begin

    def noting(watcher: Any, s: State, place: int) -> None:
        measured.begin(s, place)
        begin(watcher, s, place)

    with monkeypatch.context() as patch:
        patch.setattr(Watcher, "begin", noting)
        fresh = Game(game.ruleset, game.players, game.options_in_force)
        playthrough = Playthrough(fresh, seed=seed, narrated=False)
        bots = make_bots([bot] * fresh.players, seed)
        while not playthrough.over:
            seat = playthrough.seat
            playthrough.act(bots[seat.player].choose(seat))
    return measured.compared
