"""A game of OpenSpiel played once more by our rules."""

from __future__ import annotations

from cardrules.engine.game import Game
from tests.open_spiel.games import Twin
from tests.open_spiel.theirs import Recorded


class DifferentError(Exception):
    """Something is otherwise here than it was there."""


def follow(twin: Twin, game: Game, theirs: Recorded) -> None:
    """Play a game as it went there; raises `DifferentError` at the first thing that differs.

    The game is that of the twin; from now on it has the chance of the one that it follows.

    Where we choose a set and they one card after the other, their actions are gathered until they
    are a set of ours.
    """
    starter, outcomes = twin.begin(theirs.chance, twin.players)
    game.supply_chance(outcomes.__getitem__)
    s = game.start(None, starter)
    gathered: frozenset[str] = frozenset()
    for number, decision in enumerate(theirs.decisions, 1):
        where = f"{twin.name}, decision {number}"
        _equal(f"{where}: who is asked", game.asked(s), decision.player)
        actions = list(game.legal_actions(s))
        ours = {frozenset(twin.say(action)): action for action in actions}
        _equal(f"{where}: how many actions", len(ours), len(actions))
        legal = {word for words in ours if gathered <= words for word in words - gathered}
        _equal(f"{where}: what is legal", sorted(legal), sorted(decision.legal))
        gathered |= {decision.taken}
        if gathered in ours:
            s = game.apply(s, ours[gathered])
            gathered = frozenset()
    _equal(f"{twin.name}: whether it is over", (s.over, gathered), (True, frozenset()))
    _equal(f"{twin.name}: returns", list(twin.worth(game, s)), theirs.returns)


def _equal(what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise DifferentError(f"{what}: {ours} here, {theirs} there.")
