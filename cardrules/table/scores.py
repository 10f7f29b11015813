"""Scores during a game, where everybody, or their owner, can work them out from what is seen."""

from __future__ import annotations

from cardrules.engine.game import Game
from cardrules.engine.showing.view import sees_card
from cardrules.engine.showing.watched_scores import WatchedScores
from cardrules.errors import GameLimitError
from cardrules.model import ir
from cardrules.model.ruleset import Zone
from cardrules.model.state import State
from cardrules.table.once import once
from cardrules.table.score_zones import is_open, within, zones_looked_into

Scores = tuple[int | None, ...]
# A score that takes more work to watch would keep everybody waiting at every screen.
_MOST_WATCHED = 200_000


def open_scores(game: Game, s: State) -> Scores:
    """Per player the score as it stands, or None where that depends on cards that may be hidden.

    A card is open if everybody sees it now: what people remember is not told by a number.
    """
    return once(game, _Scores).of_all(s)


def own_score(game: Game, s: State, seat: int) -> int | None:
    """The score of a player's side as far as it follows from cards that this player sees now."""
    return once(game, _Scores).of_own(s, seat)


def hidden_zones(game: Game) -> list[Zone]:
    """The zones on whose cards scores depend, and which not everybody sees."""
    return [zone for zone in zones_looked_into(game) if not is_open(zone, "all")]


class _Scores:
    """Tells scores as far as the cards at which they look are seen."""

    def __init__(self, game: Game) -> None:
        self._game = game
        zones = zones_looked_into(game)
        is_knowable = bool(game.ruleset.score) and not _looks_at_cards_kept(game)
        self._is_open = is_knowable and all(is_open(zone, "all") for zone in zones)
        self._is_seen = is_knowable and all(is_open(zone, "all", "owner", "team") for zone in zones)
        self._watched = WatchedScores(game)

    def of_all(self, s: State) -> Scores:
        """The scores at a state, as far as somebody sees them who only watches."""
        game = self._game
        watcher = 1 << game.players
        found: dict[int, int | None] = {}
        for seats in game.tables.teams:
            score = self._score(s, seats[0], watcher) if self._is_open else None
            found.update(dict.fromkeys(seats, score))
        return tuple(found[seat] for seat in range(game.players))

    def of_own(self, s: State, seat: int) -> int | None:
        """The score of one side, as far as that player sees it."""
        first = self._game.tables.teams[self._game.tables.team_of[seat]][0]
        return self._score(s, first, 1 << seat) if self._is_seen else None

    def _score(self, s: State, seat: int, viewer: int) -> int | None:
        game = self._game
        try:
            cards = self._watched.cards(s, seat, _MOST_WATCHED)
            if all([sees_card(game, s, card, viewer) for card in cards]):
                return game.score_of(s, seat)
        except GameLimitError:
            pass  # nobody could work that out either
        return None


def _looks_at_cards_kept(game: Game) -> bool:
    """Whether a score depends on cards that a variable stands for: who knows them is not watched.

    What asks whether an action is possible is as little.
    """
    return any(
        isinstance(node, ir.Possible)
        or (isinstance(node, ir.VariableValue) and node.type.has_cards)
        for clause in game.ruleset.score
        for node in within(game, clause.value)
    )
