"""Events in words for one viewer: what must stay hidden becomes what may be known ("a card")."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.alike import grouped, merged
from cardrules.engine.first_turn import starter_goes_first
from cardrules.engine.game import Game
from cardrules.engine.naming import Naming, phase_words, words
from cardrules.engine.said import Hearer
from cardrules.engine.view import Viewer, viewer_mask
from cardrules.errors import StateError
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, NONE, Type
from cardrules.prose import Part, Spoken, count, render

Event = tuple[Any, ...]


def reads_alike(one: str, other: str) -> bool:
    """Whether two texts say the same, apart from case, blanks and punctuation."""
    letters = [[c for c in text.casefold() if c.isalnum()] for text in (one, other)]
    return letters[0] == letters[1] and bool(letters[0])


class Narrator:
    """Tells events to one viewer; `names` are the names of the players by seat.

    With `you`, a viewer who is a player is called "you".
    """

    def __init__(
        self,
        game: Game,
        viewer: Viewer,
        names: Sequence[str] | None = None,
        *,
        you: bool = False,
    ) -> None:
        self._game = game
        self._tables = game.tables
        self._mask = viewer_mask(game, viewer)
        reader = viewer if you and isinstance(viewer, int) else None
        self._naming = Naming(game.tables, names, reader)
        self._hearer = Hearer(game.tables, self._mask, names, reader)

    def lines(self, s: State, happened: Iterable[Event]) -> list[str]:
        """The events that are worth a line; `s` is the state after them."""
        return [line for line, _ in self.noted_lines(s, happened)]

    def noted_lines(self, s: State, happened: Iterable[Event]) -> list[tuple[str, tuple[str, ...]]]:
        """The same, each with the IDs of the rules by which it happened."""
        return [(text, ids) for _, text, ids in self.together(s, happened) if text]

    def told(
        self, s: State, happened: Iterable[Event]
    ) -> Iterator[tuple[Event, str, tuple[str, ...]]]:
        """Each event with its line, empty if it is not worth one, and the IDs of its rules.

        What comes next shows which cards were meant: so all that happened up to a decision is told
        at once.
        """
        every = list(happened)
        return self._told(s, every, [[event] for event in every])

    def together(
        self, s: State, happened: Iterable[Event]
    ) -> Iterator[tuple[Event, str, tuple[str, ...]]]:
        """The same, but what one line of the rules does several times alike is told once."""
        every = merged(happened)
        return self._told(s, every, grouped(every, self._alike))

    def _told(
        self, s: State, every: Sequence[Event], groups: Iterable[Sequence[Event]]
    ) -> Iterator[tuple[Event, str, tuple[str, ...]]]:
        self._game.refuse_foreign(s)
        if not s.narrated:
            raise StateError("Nothing can be told of a game that is not narrated.")
        named: set[int] = set()
        done = 0
        for group in groups:
            event, done = group[0], done + len(group)
            later = every[done:] if event[0] == events.SAID else ()
            is_known = self._is_told(event, named) or self._comes_of_it(s, event, every[done:])
            text = "" if is_known else self._line(s, group, later)
            if event[0] == events.SAID:
                named |= self._hearer.named(event[2], later)
            elif event[0] in _ASKED or event[0] == events.SHUFFLED:
                named.clear()
            cause = event[1] if isinstance(event[1], ir.Origin) else None
            if text and cause is not None and cause.sentence and event[0] in _EXPLAINED:
                text += f" ({cause.sentence})"
            yield event, text, cause.ids if cause is not None else ()

    def _is_told(self, event: Event, named: set[int]) -> bool:
        """Whether a sentence has just told of these cards, by their names."""
        if event[0] not in (events.MOVED, events.REVEALED) or not named.issuperset(event[2]):
            return False
        masks = event[3] if event[0] == events.MOVED else (event[3],)
        return all(map(self._may, masks))

    def _comes_of_it(self, s: State, event: Event, later: Sequence[Event]) -> bool:
        """Whether a sentence on what was chosen follows at once, or below the next statement.

        It must name all cards that this viewer knows to be chosen. To whom they are hidden, "has
        chosen" says less than any sentence.
        """
        if event[0] != events.CHOSE:
            return False
        for number, other in enumerate(later[:2], 1):
            if other[0] == events.SAID:
                return self._names_chosen(event, self._hearer.named(other[2], later[number:]))
            if other[0] in _ASKED or self._line(s, [other], ()):
                return False
        return False

    def _names_chosen(self, event: Event, named: set[int]) -> bool:
        for _, kind, value, mask in event[3]:
            if self._may(mask):
                # None stands in no sentence by its name.
                cards = value if kind.plain() == CARDS and value != NONE else [value]
                if kind.plain() not in (CARD, CARDS) or not named.issuperset(cards):
                    return False
        return True

    def _line(self, s: State, group: Sequence[Event], later: Sequence[Event]) -> str:
        event = group[0]
        if event[0] == events.SAID:
            return self._hearer.text(s, event[2], later)
        cause = event[1] if isinstance(event[1], ir.Origin) else None
        if cause is not None and cause.is_told and event[0] in _TOLD_BELOW:
            return ""
        if len(group) > 1:
            return self._together(group)
        teller = _TELLERS.get(event[0])
        return teller(self, s, event) if teller is not None else ""

    # -- parts -------------------------------------------------------------------------------------

    def _may(self, mask: int) -> bool:
        return not self._mask or bool(mask & self._mask)

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

    def _alike(self, event: Event) -> Hashable:
        """What is the same for events that are told together."""
        if event[0] == events.TOKENS:
            is_players = self._tables.ruleset.variables[event[2]].holder == "player"
            return (id(event[1]), event[2], event[4]) if is_players else None
        if event[0] == events.MOVED and self._draws(event):
            is_hidden = not any(map(self._may, event[3]))
            return (id(event[1]), event[4], len(event[2])) if is_hidden else None
        return None

    def _together(self, group: Sequence[Event]) -> str:
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

    def question(self, s: State) -> str:
        """How the one is asked who must decide, as far as this viewer may know; or nothing.

        It begins with a capital, as a sentence does.
        """
        return self._game.question(s, self._hearer, capital=True)

    def choice_question(self, s: State, begun: Sequence[Any]) -> str:
        """How the next choice of an action is asked for, or nothing; `begun` is the beginning of
        an option in the engine's own form: its schema, and the values chosen so far.
        """
        builder = self._game.builder
        parts = builder.questions.choice(s, builder.schemas[begun[0]], len(begun) - 1, begun[1:])
        return "" if parts is None else self._hearer.text(s, parts, capital=True)

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


# After these something new is told.
_ASKED = frozenset({events.ASKED, events.ACTED, events.CHOSE, events.PASSED})
# Of these the sentence of the line that caused them tells why; an action has it for a name.
_EXPLAINED = frozenset(
    {events.MOVED, events.REVEALED, events.SHUFFLED, events.SWAPPED, events.PICKED, events.TOKENS}
)
# Of these a sentence below the line may tell.
_TOLD_BELOW = _EXPLAINED | {events.SET, events.STOPPED}

_TELLERS: dict[int, Callable[[Narrator, State, Event], str]] = {
    events.MOVED: Narrator.moved,
    events.REVEALED: Narrator.revealed,
    events.SHUFFLED: Narrator.shuffled,
    events.SWAPPED: Narrator.swapped,
    events.PICKED: Narrator.picked,
    events.SET: Narrator.was_set,
    events.TOKENS: Narrator.tokens,
    events.ACTED: Narrator.acted,
    events.PASSED: Narrator.passed,
    events.CHOSE: Narrator.chose,
    events.PHASE: Narrator.phase,
    events.ROUND: Narrator.round,
    events.STOPPED: Narrator.stopped,
    events.STARTER: Narrator.starter,
    events.GAME_OVER: Narrator.game_over,
}
