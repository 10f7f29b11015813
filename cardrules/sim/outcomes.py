"""The chance outcomes of a game, read off its events, and a hash of what lies on the table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from cardrules.engine import events
from cardrules.engine.events import Event
from cardrules.engine.game import Game
from cardrules.engine.playing.chance_events import Outcome
from cardrules.engine.showing.describe import describe
from cardrules.engine.tables import Tables
from cardrules.model.state import State
from cardrules.model.types import FLAG, INTEGER

_DIGITS = 16


def outcomes_of(game: Game, happened: Iterable[Event]) -> tuple[Outcome, ...]:
    """The outcomes of the chance events among these, in order, as `chance_events` writes them."""
    found: list[Outcome] = []
    for event in happened:
        match event:
            case events.StarterNamed(is_drawn=True):
                found.append({"starter": event.player + 1})
            case events.Shuffled(where=zone):
                order = _names(game.tables, event.cards)
                found.append({"shuffle": game.tables.zone_names[zone][0], "order": order})
            case events.Picked():
                found.append(event.outcome)
    return tuple(found)


def checksum(game: Game, s: State) -> str:
    """A hash of the table: the same on every platform, and for everyone who plays this game.

    It is made of words alone (which cards lie where, and the values that are kept), so that it does
    not depend on how an engine numbers cards, nor on the wording of the rules. What is empty or
    zero is left out: it makes no difference whether a ruleset declares a zone that it does not use.
    """
    text = json.dumps(table_data(game, s), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:_DIGITS]


def table_data(game: Game, s: State) -> dict[str, Any]:
    """What the checksum is made of.

    `{"cards": {"hand 1": [...]}, "values": {"name": [...]}}`: the cards of piles and rows from the
    top down, those of spreads in alphabetical order, stacks in their order of arrival.
    """
    return {"cards": _cards(game, s), "values": _values(game, s)}


def _cards(game: Game, s: State) -> dict[str, Any]:
    found: dict[str, Any] = {}
    tables, zones = game.tables, s.zones
    for (name, holder), shape, content in zip(
        tables.zone_names, tables.zone_shapes, zones, strict=False
    ):
        if not content:
            continue
        if shape == "stacks":
            told: list[Any] = [_names(tables, zones[stack]) for stack in content]
        else:
            told = _names(tables, content)
            if shape == "spread":
                told.sort()
        found[f"{name} {holder + 1}"] = told
    return found


def _names(tables: Tables, cards: tuple[int, ...]) -> list[str]:
    names = tables.card_names
    return [names[card] for card in reversed(cards)]


def _values(game: Game, s: State) -> dict[str, Any]:
    found = {}
    tables = game.tables
    for name, variable in game.ruleset.variables.items():
        base = tables.variable_base[name]
        values = s.vars[base : base + tables.holders(variable.holder)]
        if variable.type in (INTEGER, FLAG) and not any(values):
            continue
        told = [describe(tables, s, variable.type, value) for value in values]
        if any(told):
            found[name] = told
    return found
