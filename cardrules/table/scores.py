"""Scores during a game, where everybody could work them out from what lies open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardrules.engine.emit import Emitter, Place
from cardrules.engine.game import Game
from cardrules.engine.watched import watching
from cardrules.errors import GameLimitError
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import Type

Scores = tuple[int | None, ...]
# Where a game keeps what works out its scores, so that it is written once.
_KEPT = "_open_scores"


def open_scores(game: Game, s: State) -> Scores:
    """Per player the score as it stands, or None if it depends on a card that is not open.

    A card is open if everybody sees it now: what people remember is not told by a number.
    """
    kept: _OpenScores | None = getattr(game, _KEPT, None)
    if kept is None:
        kept = _OpenScores(game)
        setattr(game, _KEPT, kept)
    return kept.at(s)


class _OpenScores:
    """Works out the parts of scores only to note at which cards they look."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._is_knowable = bool(game.ruleset.score) and not _looks_at_cards_kept(game)
        self._seen: set[int] = set()
        self._parts = [self._part(clause.value) for clause in game.ruleset.score]

    def _part(self, value: ir.Expr) -> Callable[[State, int], object]:
        game = self._game
        emitter = Emitter(game.tables, game.builder.emitter.specs)
        source = emitter.emit(value, Place(me="me"))
        names: dict[str, Any] = {**game.builder.names(), **emitter.names}
        names |= watching(names, self._seen, "KIND")
        exec("\n".join(emitter.definitions), names)
        part: Callable[[State, int], object] = eval(f"lambda s, me: {source}", names)
        return part

    def at(self, s: State) -> Scores:
        """The scores at a state."""
        game = self._game
        found: dict[int, int | None] = {}
        for seats in game.tables.teams:
            score = self._score(s, seats[0]) if self._is_knowable else None
            found.update(dict.fromkeys(seats, score))
        return tuple(found[seat] for seat in range(game.players))

    def _score(self, s: State, seat: int) -> int | None:
        game = self._game
        self._seen.clear()
        try:
            with game.builder.asking(s):
                for part in self._parts:
                    part(s, seat)
            if all(_is_open(game, s, card) for card in self._seen):
                return game.builder.score_of(s, seat)
        except GameLimitError:
            pass  # nobody could work that out either
        return None


def _is_open(game: Game, s: State, card: int) -> bool:
    """Whether whoever only watches sees a card where it lies."""
    place, mover = s.place[card], game.builder.mover
    is_top = game.tables.ordered[place] and s.zones[place][-1] == card
    mask = mover.top_mask(s, place) if is_top else mover.rest_mask(s, place)
    return bool(mask >> game.players & 1)


def _looks_at_cards_kept(game: Game) -> bool:
    """Whether a score depends on cards that a variable stands for: who knows them is not watched.

    What asks whether an action is possible is as little.
    """
    return any(
        isinstance(node, ir.Possible)
        or (isinstance(node, ir.VariableValue) and _has_cards(node.type))
        for clause in game.ruleset.score
        for node in _nodes(game, clause.value)
    )


def _has_cards(kind: Type) -> bool:
    return kind.base == "card" or (kind.element is not None and _has_cards(kind.element))


def _nodes(game: Game, expr: ir.Expr) -> Iterator[object]:
    """All parts of an expression, those of definitions and placements included."""
    waiting: list[object] = [expr]
    seen: set[str] = set()
    while waiting:
        for node in ir.walk(waiting.pop()):
            yield node
            if isinstance(node, ir.CallDefinition) and node.definition not in seen:
                seen.add(node.definition)
                waiting.append(game.ruleset.definitions[node.definition].value)
            elif isinstance(node, ir.CallPlacement) and node.placement not in seen:
                seen.add(node.placement)
                waiting.append(game.ruleset.placements[node.placement].clauses)
