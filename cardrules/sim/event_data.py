"""Events as JSON data, for one viewer: what the viewer may not know is null.

Each class of `cardrules.engine.events` has a name here, and a method that gives its data; seats
count from 1, cards are names. `ids` are the rules that caused it, `text` is the line of the log, if
it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.events import Event
from cardrules.engine.game import Game
from cardrules.engine.showing.describe import card_name, describe
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import Viewer, viewer_mask
from cardrules.model.state import State
from cardrules.model.types import Type
from cardrules.sim.run import Moment

Data = dict[str, Any]


class EventTeller:
    """Turns events into data for one viewer."""

    def __init__(self, game: Game, viewer: Viewer, names: Sequence[str] | None = None) -> None:
        self._game = game
        self._tables = game.tables
        self._narrator = Narrator(game, viewer, names)
        self._mask = viewer_mask(game, viewer)

    def moment_data(self, moment: Moment) -> Iterator[Data]:
        """The events of a moment, with the number of its step."""
        for data in self.events_data(moment.state, moment.events):
            yield {"step": moment.number, **data}

    def events_data(self, s: State, happened: Iterable[Event]) -> Iterator[Data]:
        """All that happened up to a decision; `s` is the state after it."""
        for event, text, _ in self._narrator.told(s, happened):
            yield self._data(s, event, text)

    def event_data(self, s: State, event: Event) -> Data:
        """An event by itself; `s` is the state after it."""
        (told,) = self._narrator.told(s, [event])
        return self._data(s, event, told[1])

    def _data(self, s: State, event: Event, text: str) -> Data:
        name, teller = TELLERS[type(event)]
        data: Data = {"event": name, **teller(self, s, event)}
        if event.cause is not None:
            data["ids"] = list(event.cause.ids)
        if text:
            data["text"] = text
        return data

    # -- parts -------------------------------------------------------------------------------------

    def _may(self, mask: int) -> bool:
        return not self._mask or bool(mask & self._mask)

    def _cards(self, cards: Sequence[int], masks: Iterable[int]) -> list[str | None]:
        """The names of cards; hidden ones come last, so that their places tell nothing."""
        pairs = zip(cards, masks, strict=True)
        known = [card_name(self._tables, card) for card, mask in pairs if self._may(mask)]
        return [*known, *[None] * (len(cards) - len(known))]

    def _zone(self, label: events.ZoneLabel) -> Data:
        if label == events.GONE:
            return {"zone": None}
        if isinstance(label, tuple):
            return {**self._zone(label[0]), "stack": label[1] + 1}
        name, holder = self._tables.zone_names[label]
        held_by = self._tables.ruleset.zones[name].holder
        return {"zone": name, **_holder(held_by, holder)}

    def _value(self, s: State, of_type: Type, value: Any, mask: int) -> Any:
        if of_type.base == "stack" and isinstance(value, tuple):
            return self._zone(value)
        return describe(self._tables, s, of_type, value) if self._may(mask) else None

    def _arguments(self, s: State, arguments: Iterable[events.Argument]) -> Data:
        return {
            name: self._value(s, of_type, value, mask) for name, of_type, value, mask in arguments
        }

    # -- one method a kind of event ----------------------------------------------------------------

    def moved(self, s: State, event: events.Moved) -> Data:
        return {
            "cards": self._cards(event.cards, event.masks),
            "from": self._zone(event.source), "to": self._zone(event.to),
        }  # fmt: skip

    def revealed(self, s: State, event: events.Revealed) -> Data:
        cards = self._cards(event.cards, [event.mask] * len(event.cards))
        return {"cards": cards, "where": self._zone(event.where)}

    def shuffled(self, s: State, event: events.Shuffled) -> Data:
        order = [card_name(self._tables, card) for card in reversed(event.cards)]
        return {"where": self._zone(event.where), "order": None if self._mask else order}

    def swapped(self, s: State, event: events.Swapped) -> Data:
        return {"where": self._zone(event.where), "with": self._zone(event.other)}

    def picked(self, s: State, event: events.Picked) -> Data:
        return {
            "name": event.name, "value": self._value(s, event.type, event.value, event.mask),
        }  # fmt: skip

    def was_set(self, s: State, event: events.VariableSet) -> Data:
        variable = self._tables.ruleset.variables[event.variable]
        told = self._value(s, variable.type, event.value, event.mask)
        return {
            "variable": event.variable, **_holder(variable.holder, event.holder), "value": told,
        }  # fmt: skip

    def tokens(self, s: State, event: events.TokensMoved) -> Data:
        held_by = self._tables.ruleset.variables[event.token].holder
        return {"token": event.token, **_holder(held_by, event.holder), "number": event.number}

    def seat(self, s: State, event: events.Asked | events.Passed) -> Data:
        return {"seat": event.player + 1}

    def acted(self, s: State, event: events.Acted) -> Data:
        return {
            "seat": event.player + 1, "label": event.label,
            "arguments": self._arguments(s, event.arguments),
        }  # fmt: skip

    def chose(self, s: State, event: events.Chose) -> Data:
        return {"seat": event.player + 1, "arguments": self._arguments(s, event.arguments)}

    def phase(self, s: State, event: events.PhaseBegan) -> Data:
        return {"name": event.name}

    def round(self, s: State, event: events.RoundBegan) -> Data:
        return {"number": event.number}

    def turn(self, s: State, event: events.TurnBegan) -> Data:
        return {"number": event.number, "seat": event.player + 1}

    def stopped(self, s: State, event: events.Stopped) -> Data:
        return {"label": event.label}

    def said(self, s: State, event: events.Said) -> Data:
        return {}  # the line is all

    def starter(self, s: State, event: events.StarterNamed) -> Data:
        return {"seat": event.player + 1, "drawn": event.is_drawn}

    def game_over(self, s: State, event: events.GameOver) -> Data:
        seats = [[seat + 1 for seat in team] for team in self._tables.teams]
        return {"game": event.number, "sides": seats, "scores": list(event.scores)}


def _holder(held_by: str, index: int) -> Data:
    """The number of the seat or team of something that is not shared."""
    if held_by == "shared":
        return {}
    return {"team" if held_by == "team" else "seat": index + 1}


# What it is called, and what gives the rest.
TELLERS: dict[type[Event], tuple[str, Callable[[EventTeller, State, Any], Data]]] = {
    events.Moved: ("moved", EventTeller.moved),
    events.Revealed: ("revealed", EventTeller.revealed),
    events.Shuffled: ("shuffled", EventTeller.shuffled),
    events.Swapped: ("swapped", EventTeller.swapped),
    events.Picked: ("picked", EventTeller.picked),
    events.VariableSet: ("set", EventTeller.was_set),
    events.TokensMoved: ("tokens", EventTeller.tokens),
    events.Asked: ("asked", EventTeller.seat),
    events.Acted: ("acted", EventTeller.acted),
    events.Passed: ("passed", EventTeller.seat),
    events.Chose: ("chose", EventTeller.chose),
    events.PhaseBegan: ("phase", EventTeller.phase),
    events.RoundBegan: ("round", EventTeller.round),
    events.TurnBegan: ("turn", EventTeller.turn),
    events.Stopped: ("stopped", EventTeller.stopped),
    events.Said: ("said", EventTeller.said),
    events.StarterNamed: ("starter", EventTeller.starter),
    events.GameOver: ("game_over", EventTeller.game_over),
}
