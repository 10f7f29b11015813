"""One line for one event, as one viewer may know it, where the rules have no sentence for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cardrules.engine import events
from cardrules.engine.events import Event
from cardrules.engine.game import Game
from cardrules.engine.showing.first_turn import starter_goes_first
from cardrules.engine.showing.naming import Naming, phase_words, words
from cardrules.engine.showing.said import Hearer
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
        teller = TELLERS.get(type(event))
        return teller(self, s, event) if teller is not None else ""

    # -- parts -------------------------------------------------------------------------------------

    def player(self, seat: int) -> Spoken:
        """A player."""
        return self._naming.player(seat)

    def value(self, s: State, of_type: Type, value: Any, mask: int) -> str:
        """A value in words."""
        if value == NONE:
            return "none"
        of_type = of_type.required()
        if of_type == CARDS:
            return (
                self._hearer.cards(value, [mask] * len(value)).text if self._may(mask) else "cards"
            )
        if of_type == CARD:
            return self._hearer.cards([value], [mask]).text
        is_open = of_type.base in ("player", "team", "stack", "zone") or self._may(mask)
        return self._hearer.open_value(s, of_type, value).text if is_open else "something"

    def argument(self, s: State, name: str, of_type: Any, value: Any, mask: int) -> str:
        """What somebody chose; of yes and no also what for."""
        head = f"{name.replace('_', ' ')}: " if of_type.required().base == "flag" else ""
        return head + self.value(s, of_type, value, mask)

    # -- what is alike -----------------------------------------------------------------------------

    def _draws(self, event: events.Moved) -> bool:
        """Whether cards are drawn, as people call it, into a player's hand."""
        return self._naming.is_drawn_from(event.source) and self._naming.is_hand(event.to)

    def alike(self, event: Event) -> Hashable:
        """What is the same for events that are told together."""
        if isinstance(event, events.TokensMoved):
            is_players = self._tables.ruleset.variables[event.token].holder == "player"
            return (id(event.cause), event.token, event.number) if is_players else None
        if isinstance(event, events.Moved) and self._draws(event):
            is_hidden = not any(map(self._may, event.masks))
            return (id(event.cause), event.source, len(event.cards)) if is_hidden else None
        return None

    def together(self, group: Sequence[Event]) -> str:
        """The line of several events that are alike."""
        if isinstance(group[0], events.TokensMoved):
            who = self._naming.players(
                [event.holder for event in group if isinstance(event, events.TokensMoved)]
            )
            return render([who, *_tokens(group[0]), " each"])
        draws = [event for event in group if isinstance(event, events.Moved)]
        first, seats = draws[0], [self._naming.holder_of(event.to) for event in draws]
        who = self._naming.players([seat for seat in seats if seat is not None])
        cards = self._hearer.cards(first.cards, first.masks)
        return render([who, " draws ", cards, " each from ", *self._naming.zone(first.source)])

    # -- one method a kind of event ----------------------------------------------------------------

    def moved(self, s: State, event: events.Moved) -> str:
        what, zone = self._hearer.cards(event.cards, event.masks), self._naming.zone
        seat = self._naming.holder_of(event.to)
        if seat is not None and self._draws(event):
            return render([self.player(seat), " draws ", what, " from ", *zone(event.source)])
        return render([what, " goes from ", *zone(event.source), " to ", *zone(event.to)])

    def revealed(self, s: State, event: events.Revealed) -> str:
        cards, mask, where = event.cards, event.mask, event.where
        seat = self._naming.holder_of(where)
        is_hand = seat is not None and self._naming.is_hand(where)
        who = (self.player(seat),) if seat is not None and is_hand else self._naming.zone(where)
        return render([*who, " shows ", self._hearer.cards(cards, [mask] * len(cards))])

    def shuffled(self, s: State, event: events.Shuffled) -> str:
        return render([*self._naming.zone(event.where), " is shuffled"])

    def swapped(self, s: State, event: events.Swapped) -> str:
        one, other = self._naming.zone(event.where), self._naming.zone(event.other)
        return render([*one, " and ", *other, " change places"])

    def picked(self, s: State, event: events.Picked) -> str:
        told = self.value(s, event.type, event.value, event.mask)
        return f"Chance picks {told} ({words(event.name)})"

    def was_set(self, s: State, event: events.VariableSet) -> str:
        variable = self._tables.ruleset.variables[event.variable]
        holder, value, mask = event.holder, event.value, event.mask
        label = variable.origin.sentence
        if not label:
            return ""  # bookkeeping of the rules
        of_type = variable.type.required()
        is_shared = variable.holder == "shared"
        if of_type.base == "flag" and value != NONE and self._may(mask):
            whose = () if is_shared else (self._naming.holder(variable.holder, holder), ": ")
            return render([*whose, label if value else f"no longer {label}"])
        told = (label,) if is_shared else self._naming.owned(variable.holder, holder, label)
        return render([*told, f": {self.value(s, of_type, value, mask)}"])

    def tokens(self, s: State, event: events.TokensMoved) -> str:
        held_by = self._tables.ruleset.variables[event.token].holder
        return render([self._naming.holder(held_by, event.holder), *_tokens(event)])

    def acted(self, s: State, event: events.Acted) -> str:
        if event.is_told:
            return ""
        # What must stay hidden is told, as far as it may be, by what happens next.
        known = [item for item in event.arguments if self._may(item.mask)]
        told = ", ".join(self.argument(s, *item) for item in known)
        more = f" ({told})" if told and not reads_alike(event.label, told) else ""
        return render([self.player(event.player), f": {event.label}"]) + more

    def passed(self, s: State, event: events.Passed) -> str:
        if event.is_told:
            return ""
        return render([self.player(event.player), " gives no answer"])

    def chose(self, s: State, event: events.Chose) -> str:
        if event.is_told:
            return ""
        who = self.player(event.player)
        if not all(self._may(item.mask) for item in event.arguments):
            return render([who, " has chosen"])
        told = ", ".join(self.argument(s, *item) for item in event.arguments)
        return render([who, f" chooses {told}"])

    def phase(self, s: State, event: events.PhaseBegan) -> str:
        return f"-- {phase_words(event)} --"

    def round(self, s: State, event: events.RoundBegan) -> str:
        return f"== round {event.number} =="

    def stopped(self, s: State, event: events.Stopped) -> str:
        return render([f"{event.label} is stopped"])

    def starter(self, s: State, event: events.StarterNamed) -> str:
        how = " (drawn by chance)" if event.is_drawn else ""
        does = " goes first" if starter_goes_first(self._tables.ruleset) else " is the starter"
        return render([self.player(event.player), f"{does}{how}"])

    def game_over(self, s: State, event: events.GameOver) -> str:
        scores = ", ".join(
            f"{self._naming.holder('team', team).text} {score}"
            for team, score in enumerate(event.scores)
        )
        which = f"Game {event.number}" if self._game.is_match else "The game"
        return f"{which} is over: {scores}"


def _tokens(event: events.TokensMoved) -> tuple[Part, ...]:
    """What somebody does who gets or loses tokens."""
    verb = " gets " if event.number > 0 else " gives back "
    return (verb, count(abs(event.number), words(event.token)))


# Who is asked and whose turn it is, what comes of it tells; what is said is a line by itself.
WITHOUT_A_LINE = (events.Asked, events.TurnBegan, events.Said)
TELLERS: Mapping[type[Event], Callable[[EventLines, State, Any], str]] = MappingProxyType(
    {
        events.Moved: EventLines.moved,
        events.Revealed: EventLines.revealed,
        events.Shuffled: EventLines.shuffled,
        events.Swapped: EventLines.swapped,
        events.Picked: EventLines.picked,
        events.VariableSet: EventLines.was_set,
        events.TokensMoved: EventLines.tokens,
        events.Acted: EventLines.acted,
        events.Passed: EventLines.passed,
        events.Chose: EventLines.chose,
        events.PhaseBegan: EventLines.phase,
        events.RoundBegan: EventLines.round,
        events.Stopped: EventLines.stopped,
        events.StarterNamed: EventLines.starter,
        events.GameOver: EventLines.game_over,
    }
)
