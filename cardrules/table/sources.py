"""Where the cards lie that an action lets somebody choose from, as far as the rules name it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.engine.game import Game
from cardrules.engine.showing.view import CardView, View, ZoneView
from cardrules.machine.search import Search, values_behind
from cardrules.model import ir
from cardrules.model.ir import Choice
from cardrules.table.score_zones import within


def zones_of(search: Search, choice: Choice) -> dict[str, bool]:
    """The zones from which cards are chosen, and whether only the player's own is meant.

    Names that premises give to what is chosen from are looked through; nothing if zones of others,
    or zones by way of definitions, are among them.
    """
    found: dict[str, bool] = {}
    for value in values_behind(search.loop_of(choice), search.plan.steps):
        for node in ir.walk(value):
            if isinstance(node, ir.CallDefinition):
                return {}
            if isinstance(node, ir.ZoneOf):
                own = isinstance(node.holder, ir.Role) and node.holder.role == "me"
                if node.holder is not None and not own:
                    return {}
                found[node.zone] = own
    return found


def zones_chosen_from(game: Game) -> frozenset[str]:
    """The zones of which any choice or condition of an action speaks."""
    return frozenset(
        node.zone
        for search in game.program.searches
        for step in search.plan.steps
        for node in within(game, step)
        if isinstance(node, ir.ZoneOf | ir.AllContents)
    )


def cards_there(view: View, zones: Mapping[str, bool]) -> Iterator[CardView]:
    """The cards in these zones, of the player's own or of all."""
    for zone in view.zones:
        if zone.name in zones and (not zones[zone.name] or zone.index == view.viewer):
            yield from _cards_in(zone)


def own_cards(view: View) -> Iterator[CardView]:
    """The cards in all zones of the player."""
    for zone in view.zones:
        if zone.holder == "player" and zone.index == view.viewer:
            yield from _cards_in(zone)


def _cards_in(zone: ZoneView) -> Iterator[CardView]:
    yield from zone.cards
    for stack in zone.stacks:
        yield from stack
