"""Knowledge of a prepared position that goes beyond what everybody sees.

knows 2:
  hoard 1: {bottom: [Radar +1]}      these very cards, at their places
  hand 3: {with: [Trap]}             in a zone without order: that it is one of those cards
  deck: {somewhere: [Aster]}         that it is in there, though not where
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardrules.engine.game import Game
from cardrules.engine.positions.named import (
    EACH,
    HIDDEN,
    brief,
    card_list,
    check_names,
    kinds_of,
    seat_of,
    split_key,
    within,
    zone_at,
    zone_indices,
)
from cardrules.errors import PositionError
from cardrules.model.state import State

_LAYERS = ("top", "bottom", "with", "somewhere")


def learn(game: Game, s: State, key: str, value: object) -> None:
    """Give a seat, or each, the knowledge of a position's key `knows SEAT`."""
    seat = split_key(key)[1]
    seats = range(game.players) if seat == EACH else [seat_of(game.tables, seat)]
    if not isinstance(value, Mapping):
        raise PositionError(f"`{key}` is a mapping from zones to the cards that are known there.")
    for name, cards in value.items():
        with within(str(name)):
            address = zone_at(game.tables, str(name))
            for zone in zone_indices(game.tables, address):
                for player in seats:
                    _learn_zone(game, s, 1 << player, zone, cards, str(name))


def _learn_zone(game: Game, s: State, bit: int, zone: int, value: object, key: str) -> None:
    shape = game.ruleset.zones[game.tables.zone_names[zone][0]].shape
    if shape == "stacks":
        if not isinstance(value, list) or len(value) != len(s.zones[zone]):
            raise PositionError(f"`{key}` has {len(s.zones[zone])} stacks: give a list for each.")
        for stack, cards in zip(s.zones[zone], value, strict=True):
            _learn_from_top(game, s, bit, stack, cards, key)
        return
    parts = value if isinstance(value, Mapping) else {"with" if shape == "spread" else "top": value}
    for layer, cards in parts.items():
        # A list that stands alone has no layer in front of it.
        with within(*([layer] if parts is value else [])):
            _learn_layer(game, s, bit, zone, layer, cards, key)


def _learn_layer(
    game: Game, s: State, bit: int, zone: int, layer: str, cards: object, key: str
) -> None:
    is_ordered = game.ruleset.zones[game.tables.zone_names[zone][0]].shape != "spread"
    if layer == "top" and is_ordered:
        _learn_from_top(game, s, bit, zone, cards, key)
    elif layer == "bottom" and is_ordered:
        names = card_list(game.tables, cards)
        count = len(s.zones[zone]) - len(names)
        _learn_from_top(game, s, bit, zone, [HIDDEN] * count + names, key)
    elif layer == "with" and not is_ordered:
        _learn_some(game, s, bit, zone, cards, key)
        game.builder.mover.tidy(s, zone)
    elif layer == "somewhere" and is_ordered:
        _learn_somewhere(game, s, bit, zone, cards, key)
    else:
        raise PositionError(f"`{brief(layer)}` does not say what is known of `{key}`.")


def _learn_from_top(game: Game, s: State, bit: int, zone: int, cards: object, key: str) -> None:
    check_names(game.tables, cards, is_hidden_known=True)
    names = card_list(game.tables, cards)
    lying = s.zones[zone][::-1]
    for index, name in enumerate(names):
        if name == HIDDEN:
            continue
        face = "nothing"
        if index < len(lying):
            face = game.ruleset.kinds[game.tables.kind[lying[index]]].name
        if face != name:
            raise PositionError(f"Card {index + 1} of `{key}` is {face}, not {name}.")
        s.known[lying[index]] |= bit


def _learn_some(game: Game, s: State, bit: int, zone: int, cards: object, key: str) -> None:
    """That so many of a kind are here; those that are known already count."""
    for card in _some_of(game, s, zone, cards, key, lambda card: True):
        s.known[card] |= bit


def _learn_somewhere(game: Game, s: State, bit: int, zone: int, cards: object, key: str) -> None:
    """That so many of a kind are among those whose places are not known."""
    for card in _some_of(game, s, zone, cards, key, lambda card: not s.known[card] & bit):
        s.among[card] |= bit
        s.blur[zone] |= bit


def _some_of(
    game: Game, s: State, zone: int, cards: object, key: str, fits: Callable[[int], bool]
) -> list[int]:
    """Cards of these kinds in a zone: the lowest numbers, which are the ones known best."""
    found: list[int] = []
    for kind in kinds_of(game.tables, cards):
        for card in sorted(s.zones[zone]):
            if game.tables.kind[card] == kind and card not in found and fits(card):
                found.append(card)
                break
        else:
            name = game.ruleset.kinds[kind].name
            raise PositionError(f"`{key}` has no further {name} that could be known.")
    return found
