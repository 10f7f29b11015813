"""What happens in words, as it is told at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardrules.engine import events
from cardrules.engine.game import Game
from cardrules.engine.narrate import Event, Narrator
from cardrules.engine.view import Viewer
from cardrules.model.state import State


class Reporter(Narrator):
    """Tells events; games are numbered only in a match."""

    def __init__(self, game: Game, viewer: Viewer, names: Sequence[str]) -> None:
        super().__init__(game, viewer, names)
        self._is_match = game.is_match

    def lines(self, s: State, happened: Iterable[Event]) -> list[str]:
        """The events that are worth a line; `s` is the state after them."""
        return [line for event in happened for line in self._told(s, event)]

    def _told(self, s: State, event: Event) -> list[str]:
        found = super().lines(s, [event])
        if event[0] != events.GAME_OVER or self._is_match:
            return found
        return [line.replace(f"game {event[1]} is", "the game is", 1) for line in found]
