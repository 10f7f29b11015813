"""A seat at a decision: all that whoever sits there has to decide with.

A bot and a person at the keyboard are given the same thing. The state of the game is inside, but
what a seat hands out is a projection of it: the view, the decision, the legal actions, the reasons
for a refusal, and states that might be the real one.
"""

from __future__ import annotations

from typing import Protocol

import attrs

from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import Shuffle, determinised
from cardrules.engine.showing.explain import Refusal, explain
from cardrules.engine.showing.view import View, make_view
from cardrules.engine.writing import LegalActions
from cardrules.errors import GameOverError
from cardrules.model.action import Action, Decision
from cardrules.model.state import State


@attrs.frozen
class Seat:
    """The seat of the player who is asked; made by `seat_at`."""

    game: Game
    player: int
    _state: State

    @property
    def decision(self) -> Decision:
        """What the player is asked for; the question is put into words when it is read."""
        found = self.game.decision(self._state)
        assert found is not None
        return found

    @property
    def actions(self) -> LegalActions:
        """The legal actions, in canonical order; there is at least one."""
        return self.game.legal_actions(self._state)

    def view(self) -> View:
        """What the player sees and knows."""
        return make_view(self.game, self._state, self.player)

    def explain(self, action: Action) -> Refusal | None:
        """Why an action is refused; None if it is allowed."""
        return explain(self.game, self._state, action)

    def sample(self, shuffle: Shuffle) -> State:
        """A state that could be the real one for all that the player knows.

        In it the same player has the same answers, in the same order. It is not narrated: what
        happens in it is told to nobody.
        """
        found = determinised(self.game, self._state, self.player, shuffle)
        found.narrated = False
        return found


def seat_at(game: Game, s: State) -> Seat:
    """The seat that is asked; raises `GameOverError` if none is."""
    player = game.asked(s)
    if player is None:
        raise GameOverError("The game is over.")
    return Seat(game, player, s)


class Player(Protocol):
    """Whoever can sit at a seat: a bot, or a person."""

    def choose(self, seat: Seat) -> Action:
        """One of the legal actions of the seat."""
