"""Events in words for one viewer: what must stay hidden becomes what may be known ("a card")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.describe import card_name, describe
from cardrules.engine.game import Game
from cardrules.engine.said import Hearer
from cardrules.engine.view import Viewer, viewer_mask
from cardrules.model import ir
from cardrules.model.action import value_text
from cardrules.model.state import State
from cardrules.model.types import CARDS, NONE

Event = tuple[Any, ...]


def reads_alike(one: str, other: str) -> bool:
    """Whether two texts say the same, apart from case, blanks and punctuation."""
    letters = [[c for c in text.casefold() if c.isalnum()] for text in (one, other)]
    return letters[0] == letters[1] and bool(letters[0])


class Narrator:
    """Tells events to one viewer; `names` are the names of the players by seat."""

    def __init__(self, game: Game, viewer: Viewer, names: Sequence[str] | None = None) -> None:
        self._game = game
        self._tables = game.tables
        self._names = names or [f"Player {seat + 1}" for seat in range(game.players)]
        self._mask = viewer_mask(game, viewer)
        self._hearer = Hearer(game.tables, self._mask, names)

    def lines(self, s: State, happened: Iterable[Event]) -> list[str]:
        """The events that are worth a line; `s` is the state after them."""
        return [line for line, _ in self.noted_lines(s, happened)]

    def noted_lines(self, s: State, happened: Iterable[Event]) -> list[tuple[str, tuple[str, ...]]]:
        """The same, each with the IDs of the rules by which it happened."""
        return [(text, ids) for _, text, ids in self.told(s, happened) if text]

    def told(
        self, s: State, happened: Iterable[Event]
    ) -> Iterator[tuple[Event, str, tuple[str, ...]]]:
        """Each event with its line, empty if it is not worth one, and the IDs of its rules.

        What comes next shows which cards were meant: so all that happened up to a decision is told
        at once.
        """
        self._game.refuse_foreign(s)
        every = list(happened)
        named: set[int] = set()
        for index, event in enumerate(every):
            later = every[index + 1 :] if event[0] == events.SAID else ()
            text = "" if self._is_told(event, named) else self._line(s, event, later)
            if event[0] == events.SAID:
                named |= self._hearer.named(event[2], later)
            elif event[0] in _ASKED:
                named.clear()
            cause = event[1] if isinstance(event[1], ir.Origin) else None
            yield event, text, cause.ids if cause is not None else ()

    def _is_told(self, event: Event, named: set[int]) -> bool:
        """Whether a sentence has just told of these cards, by their names."""
        if event[0] not in (events.MOVED, events.REVEALED) or not named.issuperset(event[2]):
            return False
        masks = event[3] if event[0] == events.MOVED else (event[3],)
        return all(map(self._may, masks))

    def _line(self, s: State, event: Event, later: Sequence[Event]) -> str:
        if event[0] == events.SAID:
            return self._hearer.text(s, event[2], later)
        cause = event[1] if isinstance(event[1], ir.Origin) else None
        if cause is not None and cause.is_told and event[0] in (*_EXPLAINED, events.SET):
            return ""
        teller = _TELLERS.get(event[0])
        text = teller(self, s, event) if teller is not None else ""
        if text and cause is not None and cause.sentence and event[0] in _EXPLAINED:
            text += f" ({cause.sentence})"
        return text

    # -- parts -------------------------------------------------------------------------------------

    def _may(self, mask: int) -> bool:
        return not self._mask or bool(mask & self._mask)

    def player(self, seat: int) -> str:
        """The name of a player."""
        return self._names[seat]

    def holder(self, kind: str, index: int) -> str:
        """The name of whom something belongs to."""
        if kind == "team":
            return " and ".join(self.player(seat) for seat in self._tables.teams[index])
        return self.player(index)

    def _zone(self, label: events.ZoneLabel) -> str:
        if label == events.GONE:
            return "a stack that is gone"
        if isinstance(label, tuple):
            return f"stack {label[1] + 1} of {self._zone(label[0])}"
        name, index = self._tables.zone_names[label]
        kind = self._tables.ruleset.zones[name].holder
        words = name.replace("_", " ")
        return words if kind == "shared" else f"{self.holder(kind, index)}'s {words}"

    def cards(self, cards: Sequence[int], masks: Sequence[int]) -> str:
        """Cards in words: the names of those that may be known, and how many others."""
        known = [
            card_name(self._tables, card)
            for card, mask in zip(cards, masks, strict=True)
            if self._may(mask)
        ]
        parts = [
            name if number == 1 else f"{number} x {name}" for name, number in Counter(known).items()
        ]
        hidden = len(cards) - len(known)
        if hidden:
            parts.append("a card" if hidden == 1 else f"{hidden} cards")
        return ", ".join(parts)

    def value(self, s: State, kind: Any, value: Any, mask: int) -> str:
        """A value in words."""
        if value == NONE:
            return "none"
        kind = kind.plain()
        if kind == CARDS:
            if not self._may(mask):
                return "cards"
            return self.cards(value, [mask] * len(value)) or "nothing"
        if kind.base == "card":
            return self.cards([value], [mask])
        if kind.base == "player":
            return self.player(value)
        if kind.base == "stack" and isinstance(value, tuple):
            return self._zone(value)
        if not self._may(mask):
            return "something"
        return value_text(describe(self._tables, s, kind, value))

    def argument(self, s: State, name: str, kind: Any, value: Any, mask: int) -> str:
        """What somebody chose; of yes and no also what for."""
        head = f"{name.replace('_', ' ')}: " if kind.plain().base == "flag" else ""
        return head + self.value(s, kind, value, mask)

    # -- one method a kind of event ----------------------------------------------------------------

    def moved(self, s: State, event: Event) -> str:
        _, _, cards, masks, source, to = event
        return f"{self.cards(cards, masks)}: {self._zone(source)} -> {self._zone(to)}"

    def revealed(self, s: State, event: Event) -> str:
        _, _, cards, mask, where = event
        return f"{self._zone(where)} shows {self.cards(cards, [mask] * len(cards))}"

    def shuffled(self, s: State, event: Event) -> str:
        return f"{self._zone(event[2])} is shuffled"

    def swapped(self, s: State, event: Event) -> str:
        return f"{self._zone(event[2])} and {self._zone(event[3])} change places"

    def picked(self, s: State, event: Event) -> str:
        _, _, name, kind, value, mask, _ = event
        return f"chance picks {self.value(s, kind, value, mask)} ({name.replace('_', ' ')})"

    def was_set(self, s: State, event: Event) -> str:
        _, _, name, holder, value, mask = event
        variable = self._tables.ruleset.variables[name]
        words = variable.origin.sentence
        if not words:
            return ""  # bookkeeping of the rules
        whose = "" if variable.holder == "shared" else f" of {self.holder(variable.holder, holder)}"
        kind = variable.type.plain()
        return f"{words}{whose}: {self.value(s, kind, value, mask)}"

    def tokens(self, s: State, event: Event) -> str:
        _, _, name, holder, number = event
        whose = self.holder(self._tables.ruleset.variables[name].holder, holder)
        words = name.replace("_", " ")
        verb = "gets" if number > 0 else "gives back"
        return f"{whose} {verb} {abs(number)} {words}"

    def acted(self, s: State, event: Event) -> str:
        _, _, player, label, arguments, is_told = event
        if is_told:
            return ""
        # What must stay hidden is told, as far as it may be, by what happens next.
        told = ", ".join(self.argument(s, *item) for item in arguments if self._may(item[-1]))
        is_new = told and not reads_alike(label, told)
        return f"{self.player(player)}: {label}" + (f" ({told})" if is_new else "")

    def passed(self, s: State, event: Event) -> str:
        return f"{self.player(event[2])} does not answer"

    def chose(self, s: State, event: Event) -> str:
        _, _, player, arguments, is_told = event
        if is_told:
            return ""
        if not all(self._may(mask) for _, _, _, mask in arguments):
            return f"{self.player(player)} has chosen"
        told = ", ".join(self.argument(s, *item) for item in arguments)
        return f"{self.player(player)} chooses {told}"

    def phase(self, s: State, event: Event) -> str:
        return f"-- {event[2].replace('_', ' ')} --"

    def round(self, s: State, event: Event) -> str:
        return f"== round {event[2]} =="

    def stopped(self, s: State, event: Event) -> str:
        return f"{event[2]} is stopped"

    def question(self, s: State) -> str:
        """How the one is asked who must decide, as far as this viewer may know; or nothing."""
        parts = self._game.builder.questions.asked(s)
        return "" if parts is None else self._hearer.text(s, parts)

    def choice_question(self, s: State, begun: Sequence[Any]) -> str:
        """How the next choice of an action is asked for, or nothing; `begun` is the beginning of
        an option in the engine's own form: its schema, and the values chosen so far.
        """
        builder = self._game.builder
        parts = builder.questions.choice(s, builder.schemas[begun[0]], len(begun) - 1, begun[1:])
        return "" if parts is None else self._hearer.text(s, parts)

    def starter(self, s: State, event: Event) -> str:
        how = " (drawn by chance)" if event[2] else ""
        return f"{self.player(event[1])} is the starter{how}"

    def game_over(self, s: State, event: Event) -> str:
        scores = ", ".join(
            f"{self.holder('team', team)} {score}" for team, score in enumerate(event[2])
        )
        which = f"game {event[1]}" if self._game.is_match else "the game"
        return f"{which} is over: {scores}"


# After these something new is told.
_ASKED = frozenset({events.ASKED, events.ACTED, events.CHOSE, events.PASSED})
# Of these the sentence of the line that caused them tells why; an action has it for a name.
_EXPLAINED = frozenset(
    {events.MOVED, events.REVEALED, events.SHUFFLED, events.SWAPPED, events.PICKED, events.TOKENS}
)

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
