"""One line for one event, as one viewer may know it, where the rules have no sentence for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cardrules.engine import events
from cardrules.engine.events import Event
from cardrules.engine.first_turn import starter_goes_first
from cardrules.engine.game import Game
from cardrules.engine.naming import Naming, phase_words, words
from cardrules.engine.said import Hearer
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, NONE, Type
from cardrules.prose import Part, Spoken, count, reads_alike, render


class EventLines:
    """Tells events to the viewer who hears by `hearer` and calls everybody by `naming`."""

    def __init__(self, game: Game, naming: Naming, hearer: Hearer) -> None:
        self._game = game
        self._tables = game.tables
        self._naming = naming
        self._hearer = hearer
        self._may = hearer.may

    def line(self, s: State, event: Event) -> str:
        """An event that is worth a line; empty if it is not."""
        teller = _TELLERS.get(event[0])
        return teller(self, s, event) if teller is not None else ""

    # -- parts -------------------------------------------------------------------------------------

    def player(self, seat: int) -> Spoken:
        """A player."""
        return self._naming.player(seat)

    def value(self, s: State, kind: Type, value: Any, mask: int) -> str:
        """A value in words."""
        if value == NONE:
            return "none"
        kind = kind.plain()
        if kind == CARDS:
            return (
                self._hearer.cards(value, [mask] * len(value)).text if self._may(mask) else "cards"
            )
        if kind == CARD:
            return self._hearer.cards([value], [mask]).text
        is_open = kind.base in ("player", "team", "stack", "zone") or self._may(mask)
        return self._hearer.plain(s, kind, value).text if is_open else "something"

    def argument(self, s: State, name: str, kind: Any, value: Any, mask: int) -> str:
        """What somebody chose; of yes and no also what for."""
        head = f"{name.replace('_', ' ')}: " if kind.plain().base == "flag" else ""
        return head + self.value(s, kind, value, mask)

    # -- what is alike -----------------------------------------------------------------------------

    def _draws(self, event: Event) -> bool:
        """Whether cards are drawn, as people call it, into a player's hand."""
        source, to = event[4:]
        return self._naming.is_drawn_from(source) and self._naming.is_hand(to)

    def alike(self, event: Event) -> Hashable:
        """What is the same for events that are told together."""
        if event[0] == events.TOKENS:
            is_players = self._tables.ruleset.variables[event[2]].holder == "player"
            return (id(event[1]), event[2], event[4]) if is_players else None
        if event[0] == events.MOVED and self._draws(event):
            is_hidden = not any(map(self._may, event[3]))
            return (id(event[1]), event[4], len(event[2])) if is_hidden else None
        return None

    def together(self, group: Sequence[Event]) -> str:
        """The line of several events that are alike."""
        if group[0][0] == events.TOKENS:
            who = self._naming.players([event[3] for event in group])
            return render([who, *_tokens(group[0]), " each"])
        event = group[0]
        seats = [self._naming.holder_of(other[5]) for other in group]
        who = self._naming.players([seat for seat in seats if seat is not None])
        cards = self._hearer.cards(event[2], event[3])
        return render([who, " draws ", cards, " each from ", *self._naming.zone(event[4])])

    # -- one method a kind of event ----------------------------------------------------------------

    def moved(self, s: State, event: Event) -> str:
        _, _, cards, masks, source, to = event
        what, zone = self._hearer.cards(cards, masks), self._naming.zone
        seat = self._naming.holder_of(to)
        if seat is not None and self._draws(event):
            return render([self.player(seat), " draws ", what, " from ", *zone(source)])
        return render([what, " goes from ", *zone(source), " to ", *zone(to)])

    def revealed(self, s: State, event: Event) -> str:
        _, _, cards, mask, where = event
        seat = self._naming.holder_of(where)
        is_hand = seat is not None and self._naming.is_hand(where)
        who = (self.player(seat),) if seat is not None and is_hand else self._naming.zone(where)
        return render([*who, " shows ", self._hearer.cards(cards, [mask] * len(cards))])

    def shuffled(self, s: State, event: Event) -> str:
        return render([*self._naming.zone(event[2]), " is shuffled"])

    def swapped(self, s: State, event: Event) -> str:
        one, other = self._naming.zone(event[2]), self._naming.zone(event[3])
        return render([*one, " and ", *other, " change places"])

    def picked(self, s: State, event: Event) -> str:
        _, _, name, kind, value, mask, _ = event
        return f"Chance picks {self.value(s, kind, value, mask)} ({words(name)})"

    def was_set(self, s: State, event: Event) -> str:
        _, _, name, holder, value, mask = event
        variable = self._tables.ruleset.variables[name]
        label = variable.origin.sentence
        if not label:
            return ""  # bookkeeping of the rules
        kind = variable.type.plain()
        is_shared = variable.holder == "shared"
        if kind.base == "flag" and value != NONE and self._may(mask):
            whose = () if is_shared else (self._naming.holder(variable.holder, holder), ": ")
            return render([*whose, label if value else f"no longer {label}"])
        told = (label,) if is_shared else self._naming.owned(variable.holder, holder, label)
        return render([*told, f": {self.value(s, kind, value, mask)}"])

    def tokens(self, s: State, event: Event) -> str:
        _, _, name, holder, _ = event
        kind = self._tables.ruleset.variables[name].holder
        return render([self._naming.holder(kind, holder), *_tokens(event)])

    def acted(self, s: State, event: Event) -> str:
        _, _, player, label, arguments, is_told = event
        if is_told:
            return ""
        # What must stay hidden is told, as far as it may be, by what happens next.
        told = ", ".join(self.argument(s, *item) for item in arguments if self._may(item[-1]))
        is_new = told and not reads_alike(label, told)
        return render([self.player(player), f": {label}"]) + (f" ({told})" if is_new else "")

    def passed(self, s: State, event: Event) -> str:
        _, _, player, is_told = event
        return "" if is_told else render([self.player(player), " gives no answer"])

    def chose(self, s: State, event: Event) -> str:
        _, _, player, arguments, is_told = event
        if is_told:
            return ""
        who = self.player(player)
        if not all(self._may(mask) for _, _, _, mask in arguments):
            return render([who, " has chosen"])
        told = ", ".join(self.argument(s, *item) for item in arguments)
        return render([who, f" chooses {told}"])

    def phase(self, s: State, event: Event) -> str:
        return f"-- {phase_words(event)} --"

    def round(self, s: State, event: Event) -> str:
        return f"== round {event[2]} =="

    def stopped(self, s: State, event: Event) -> str:
        return render([f"{event[2]} is stopped"])

    def starter(self, s: State, event: Event) -> str:
        how = " (drawn by chance)" if event[2] else ""
        does = " goes first" if starter_goes_first(self._tables.ruleset) else " is the starter"
        return render([self.player(event[1]), f"{does}{how}"])

    def game_over(self, s: State, event: Event) -> str:
        scores = ", ".join(
            f"{self._naming.holder('team', team).text} {score}"
            for team, score in enumerate(event[2])
        )
        which = f"Game {event[1]}" if self._game.is_match else "The game"
        return f"{which} is over: {scores}"


def _tokens(event: Event) -> tuple[Part, ...]:
    """What somebody does who gets or loses tokens."""
    _, _, name, _, number = event
    verb = " gets " if number > 0 else " gives back "
    return (verb, count(abs(number), words(name)))


_TELLERS: Mapping[int, Callable[[EventLines, State, Event], str]] = MappingProxyType(
    {
        events.MOVED: EventLines.moved,
        events.REVEALED: EventLines.revealed,
        events.SHUFFLED: EventLines.shuffled,
        events.SWAPPED: EventLines.swapped,
        events.PICKED: EventLines.picked,
        events.SET: EventLines.was_set,
        events.TOKENS: EventLines.tokens,
        events.ACTED: EventLines.acted,
        events.PASSED: EventLines.passed,
        events.CHOSE: EventLines.chose,
        events.PHASE: EventLines.phase,
        events.ROUND: EventLines.round,
        events.STOPPED: EventLines.stopped,
        events.STARTER: EventLines.starter,
        events.GAME_OVER: EventLines.game_over,
    }
)
