"""Events as JSON data, for one viewer: what the viewer may not know is null.

Each kind of event has the keys of its data in `cardrules.engine.events`; seats count from 1, cards
are names. `ids` are the rules that caused it, `text` is the line of the log, if it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.describe import card_name, describe
from cardrules.engine.game import Game
from cardrules.engine.narrate import Narrator
from cardrules.engine.view import Viewer, viewer_mask
from cardrules.model.state import State
from cardrules.model.types import NONE, Type
from cardrules.sim.outcomes import Event
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
        for event, text, _ in self._narrator.told(moment.state, moment.events):
            yield {"step": moment.number, **self._data(moment.state, event, text)}

    def event_data(self, s: State, event: Event) -> Data:
        """An event by itself; `s` is the state after it."""
        (told,) = self._narrator.told(s, [event])
        return self._data(s, event, told[1])

    def _data(self, s: State, event: Event, text: str) -> Data:
        kind = event[0]
        data: Data = {"event": events.NAMES[kind], **_TELLERS[kind](self, s, event)}
        cause = event[1] if kind not in (events.STARTER, events.GAME_OVER) else None
        if cause is not None:
            data["ids"] = list(cause.ids)
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
        kind = self._tables.ruleset.zones[name].holder
        return {"zone": name, **_holder(kind, holder)}

    def _value(self, s: State, kind: Type, value: Any, mask: int) -> Any:
        if kind.base == "stack" and isinstance(value, tuple):
            return self._zone(value)
        return describe(self._tables, s, kind, value) if self._may(mask) else None

    def _arguments(self, s: State, arguments: Iterable[Any]) -> Data:
        return {name: self._value(s, kind, value, mask) for name, kind, value, mask in arguments}

    # -- one method a kind of event ----------------------------------------------------------------

    def moved(self, s: State, event: Event) -> Data:
        _, _, cards, masks, source, to = event
        return {
            "cards": self._cards(cards, masks), "from": self._zone(source), "to": self._zone(to),
        }  # fmt: skip

    def revealed(self, s: State, event: Event) -> Data:
        _, _, cards, mask, where = event
        return {"cards": self._cards(cards, [mask] * len(cards)), "where": self._zone(where)}

    def shuffled(self, s: State, event: Event) -> Data:
        _, _, where, cards = event
        order = [card_name(self._tables, card) for card in reversed(cards)]
        return {"where": self._zone(where), "order": None if self._mask else order}

    def swapped(self, s: State, event: Event) -> Data:
        return {"where": self._zone(event[2]), "with": self._zone(event[3])}

    def picked(self, s: State, event: Event) -> Data:
        _, _, name, kind, value, mask, _ = event
        return {"name": name, "value": self._value(s, kind, value, mask)}

    def was_set(self, s: State, event: Event) -> Data:
        _, _, name, holder, value, mask = event
        variable = self._tables.ruleset.variables[name]
        told = self._value(s, variable.type, value, mask)
        return {"variable": name, **_holder(variable.holder, holder), "value": told}

    def tokens(self, s: State, event: Event) -> Data:
        _, _, name, holder, number = event
        kind = self._tables.ruleset.variables[name].holder
        return {"token": name, **_holder(kind, holder), "number": number}

    def asked(self, s: State, event: Event) -> Data:
        return {"seat": event[2] + 1}

    def acted(self, s: State, event: Event) -> Data:
        _, _, player, label, arguments, _ = event
        return {"seat": player + 1, "label": label, "arguments": self._arguments(s, arguments)}

    def chose(self, s: State, event: Event) -> Data:
        _, _, player, arguments, _ = event
        return {"seat": player + 1, "arguments": self._arguments(s, arguments)}

    def phase(self, s: State, event: Event) -> Data:
        return {"name": event[2]}

    def turn(self, s: State, event: Event) -> Data:
        seat = {"seat": event[3] + 1} if event[3] != NONE else {}
        return {"number": event[2], **seat}

    def stopped(self, s: State, event: Event) -> Data:
        return {"label": event[2]}

    def nothing(self, s: State, event: Event) -> Data:
        return {}

    def starter(self, s: State, event: Event) -> Data:
        return {"seat": event[1] + 1, "drawn": event[2]}

    def game_over(self, s: State, event: Event) -> Data:
        teams = self._tables.teams
        seats = [[seat + 1 for seat in team] for team in teams]
        return {"game": event[1], "sides": seats, "scores": list(event[2])}


def _holder(kind: str, index: int) -> Data:
    """The number of the seat or team of something that is not shared."""
    if kind == "shared":
        return {}
    return {"team" if kind == "team" else "seat": index + 1}


_TELLERS: dict[int, Callable[[EventTeller, State, Event], Data]] = {
    events.MOVED: EventTeller.moved,
    events.REVEALED: EventTeller.revealed,
    events.SHUFFLED: EventTeller.shuffled,
    events.SWAPPED: EventTeller.swapped,
    events.PICKED: EventTeller.picked,
    events.SET: EventTeller.was_set,
    events.TOKENS: EventTeller.tokens,
    events.ASKED: EventTeller.asked,
    events.ACTED: EventTeller.acted,
    events.PASSED: EventTeller.asked,
    events.CHOSE: EventTeller.chose,
    events.PHASE: EventTeller.phase,
    events.ROUND: EventTeller.turn,
    events.TURN: EventTeller.turn,
    events.STOPPED: EventTeller.stopped,
    events.SAID: EventTeller.nothing,
    events.STARTER: EventTeller.starter,
    events.GAME_OVER: EventTeller.game_over,
}
