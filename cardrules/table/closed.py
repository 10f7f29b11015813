"""Zones that are remembered by nobody: what lies there and is not seen is shown by number alone.

A card that was shown to everybody where it lies has been opened, until it moves or is shuffled.
Once the game is over, everything may be looked up again, and what everybody knows lies open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from attrs import evolve

from cardrules.engine import events
from cardrules.engine.game import Game
from cardrules.engine.showing.describe import card_name
from cardrules.engine.showing.view import HIDDEN, CardView, View, ZoneView
from cardrules.model import ir
from cardrules.model.state import State

# The numbers of cards that lie open where nobody sees the zone.
Opened = frozenset[int]


class Opening:
    """Follows which cards of a game are opened."""

    def __init__(self, game: Game) -> None:
        bodies = [procedure.statements for procedure in game.program.procedures]
        # The lines that show cards to everybody. What an event says of who knows a card is not
        # enough: a look of one player at a card that all know opens nothing.
        self._lines = {
            node.origin
            for node in ir.walk(tuple(bodies))
            if isinstance(node, ir.Reveal) and node.to is None
        }

    def after(self, before: Opened, happened: Iterable[events.Event]) -> Opened:
        """The cards that lie open after some events."""
        found = set(before)
        for event in happened:
            match event:
                case events.Revealed() if event.cause in self._lines:
                    found.update(event.cards)
                case events.Moved() | events.Shuffled():
                    found.difference_update(event.cards)
                case events.GameOver():
                    found.clear()
        return frozenset(found)


def without_closed(game: Game, s: State, view: View, opened: Opened) -> View:
    """A view of a state without the faces that nobody may look up at this point of play."""
    declared = game.ruleset.zones
    zones = [
        _at_the_end(game, s, index, zone)
        if view.over
        else zone
        if declared[zone.name].is_remembered
        else _closed(game, s, index, zone, opened)
        for index, zone in enumerate(view.zones)
    ]
    return evolve(view, zones=tuple(zones))


def _at_the_end(game: Game, s: State, index: int, zone: ZoneView) -> ZoneView:
    """A zone of a game that is over: what everybody knows lies open now."""
    return _changed(game, s, index, zone, _public(game, s, index), _seen, _as_it_is)


def _closed(game: Game, s: State, index: int, zone: ZoneView, opened: Opened) -> ZoneView:
    """A zone with the faces alone of the cards that are seen or lie open."""
    return evolve(_changed(game, s, index, zone, opened, _as_it_is, _hidden), somewhere=())


def _public(game: Game, s: State, index: int) -> Opened:
    """The cards in a zone that everybody knows."""
    everybody = game.tables.everybody
    places = s.zones[index] if index in game.tables.zones_of_stacks else (index,)
    return frozenset(
        card for place in places for card in s.zones[place] if s.known[card] == everybody
    )


# -- what becomes of a card ------------------------------------------------------------------------

Change = Callable[[CardView], CardView]


def _as_it_is(view: CardView) -> CardView:
    return view


def _seen(view: CardView) -> CardView:
    return evolve(view, seen=True)


def _hidden(view: CardView) -> CardView:
    return view if view.seen else HIDDEN


def _changed(
    game: Game, s: State, index: int, zone: ZoneView, cards: Opened, these: Change, others: Change
) -> ZoneView:
    """A zone with some of its cards shown in one way, and the others in another."""

    def in_order(content: Sequence[int], views: Sequence[CardView]) -> tuple[CardView, ...]:
        # A view has the top card first, a state has it last.
        pairs = zip(reversed(content), views, strict=True)
        return tuple(these(view) if card in cards else others(view) for card, view in pairs)

    if zone.shape == "stacks":
        inside = zip(s.zones[index], zone.stacks, strict=True)
        return evolve(zone, stacks=tuple(in_order(s.zones[at], views) for at, views in inside))
    if zone.shape != "spread":
        return evolve(zone, cards=in_order(s.zones[index], zone.cards))
    # In a spread cards have no places: of those that look alike, as many are changed.
    left = Counter(card_name(game.tables, card) for card in s.zones[index] if card in cards)
    found = []
    for view in zone.cards:
        is_one = view.face is not None and left[view.face] > 0
        if is_one and view.face is not None:
            left[view.face] -= 1
        found.append(these(view) if is_one else others(view))
    return evolve(zone, cards=tuple(found))
