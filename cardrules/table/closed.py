"""Zones into which nobody may look: what lies there is shown by number alone, remembered or not.

Which zones these are follows from their visibility: those of which at the moment nobody at all sees
a card. A card that was shown to everybody where it lies has been opened, until it moves or is
shuffled. In a shared zone that holds for all cards of which everybody knows where they lie; and
once the game is over, everything may be looked up again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import evolve

from cardrules.engine import events
from cardrules.engine.describe import card_name
from cardrules.engine.game import Game
from cardrules.engine.view import CardView, View, ZoneView
from cardrules.model import ir
from cardrules.model.state import State

# The numbers of cards that lie open where nobody sees the zone.
Opened = frozenset[int]


class Opening:
    """Follows which cards of a game are opened."""

    def __init__(self, game: Game) -> None:
        bodies = [code.procedure.body for code in game.builder.codes]
        # The lines that show cards to everybody. What an event says of who knows a card is not
        # enough: a look of one player at a card that all know opens nothing.
        self._lines = {
            node.origin
            for node in ir.walk(tuple(bodies))
            if isinstance(node, ir.Reveal) and node.to is None
        }

    def after(self, before: Opened, happened: Iterable[tuple[Any, ...]]) -> Opened:
        """The cards that lie open after some events."""
        found = set(before)
        for event in happened:
            if event[0] == events.REVEALED and event[1] in self._lines:
                found.update(event[2])
            elif event[0] == events.MOVED:
                found.difference_update(event[2])
            elif event[0] == events.SHUFFLED:
                found.difference_update(event[3])
            elif event[0] == events.GAME_OVER:
                found.clear()
        return frozenset(found)


def without_closed(game: Game, s: State, view: View, opened: Opened) -> View:
    """A view of a state without the faces that nobody may look up at this point of play."""
    if view.over:
        return view
    mover = game.builder.mover
    with game.builder.asking(s):
        zones = [
            zone
            if mover.top_mask(s, index) | mover.rest_mask(s, index)
            else _closed(game, s, index, zone, opened | _public(game, s, index))
            for index, zone in enumerate(view.zones)
        ]
    return evolve(view, zones=tuple(zones))


def _public(game: Game, s: State, index: int) -> Opened:
    """What everybody knows of a shared zone is nobody's memory, such as a card that sticks out."""
    name, _ = game.tables.zone_names[index]
    zone = game.ruleset.zones[name]
    if zone.holder != "shared":
        return frozenset()
    places = s.zones[index] if zone.shape == "stacks" else (index,)
    cards = (card for place in places for card in s.zones[place])
    everybody = game.tables.everybody
    return frozenset(card for card in cards if s.known[card] == everybody)


def _closed(game: Game, s: State, index: int, zone: ZoneView, opened: Opened) -> ZoneView:
    """A zone with the faces of the opened cards alone."""
    if zone.shape == "stacks":
        inside = zip(s.zones[index], zone.stacks, strict=True)
        stacks = [_in_order(s.zones[stack], cards, opened) for stack, cards in inside]
        return evolve(zone, stacks=tuple(stacks))
    if zone.shape == "spread":
        return evolve(zone, cards=_by_name(game, s.zones[index], zone.cards, opened))
    return evolve(zone, cards=_in_order(s.zones[index], zone.cards, opened), somewhere=())


def _in_order(
    cards: Sequence[int], views: Sequence[CardView], opened: Opened
) -> tuple[CardView, ...]:
    """A view has the top card first, a state has it last."""
    return tuple(
        view if card in opened else _HIDDEN
        for card, view in zip(reversed(cards), views, strict=True)
    )


def _by_name(
    game: Game, cards: Sequence[int], views: Sequence[CardView], opened: Opened
) -> tuple[CardView, ...]:
    """In a spread cards have no places: of those that look alike, as many as were opened."""
    left = Counter(card_name(game.tables, card) for card in cards if card in opened)
    found = []
    for view in views:
        is_open = view.face is not None and left[view.face] > 0
        if is_open and view.face is not None:
            left[view.face] -= 1
        found.append(view if is_open else _HIDDEN)
    return tuple(found)


_HIDDEN = CardView(None, False)
