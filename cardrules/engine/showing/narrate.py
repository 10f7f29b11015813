"""Events in words for one viewer: what must stay hidden becomes what may be known ("a card")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.events import Event
from cardrules.engine.game import Game
from cardrules.engine.showing.alike import grouped, merged
from cardrules.engine.showing.event_lines import EventLines
from cardrules.engine.showing.naming import Naming
from cardrules.engine.showing.said import Hearer
from cardrules.engine.showing.view import Viewer, viewer_mask
from cardrules.errors import StateError
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, NONE


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
        reader = viewer if you and isinstance(viewer, int) else None
        self._hearer = Hearer(game.tables, viewer_mask(game, viewer), names, reader)
        naming = Naming(game.tables, names, reader)
        self._lines = EventLines(game, naming, self._hearer)

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
        return self._told(s, every, grouped(every, self._lines.alike))

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
            later = every[done:] if isinstance(event, events.Said) else ()
            is_known = self._is_told(event, named) or self._comes_of_it(s, event, every[done:])
            text = "" if is_known else self._line(s, group, later)
            if isinstance(event, events.Said):
                named |= self._hearer.named(event.parts, later)
            elif isinstance(event, _ASKED | events.Shuffled):
                named.clear()
            cause = event.cause
            if text and cause is not None and cause.sentence and isinstance(event, _EXPLAINED):
                text += f" ({cause.sentence})"
            yield event, text, cause.ids if cause is not None else ()

    def _is_told(self, event: Event, named: set[int]) -> bool:
        """Whether a sentence has just told of these cards, by their names."""
        if not isinstance(event, events.Moved | events.Revealed):
            return False
        return all(card in named and self._hearer.may(mask) for card, mask in events.seen(event))

    def _comes_of_it(self, s: State, event: Event, later: Sequence[Event]) -> bool:
        """Whether a sentence on what was chosen follows at once, or below the next statement.

        It must name all cards that this viewer knows to be chosen. To whom they are hidden, "has
        chosen" says less than any sentence.
        """
        if not isinstance(event, events.Chose):
            return False
        for number, other in enumerate(later[:2], 1):
            if isinstance(other, events.Said):
                return self._names_chosen(event, self._hearer.named(other.parts, later[number:]))
            if isinstance(other, _ASKED) or self._line(s, [other], ()):
                return False
        return False

    def _names_chosen(self, event: events.Chose, named: set[int]) -> bool:
        for _, of_type, value, mask in event.arguments:
            if self._hearer.may(mask):
                # None stands in no sentence by its name.
                cards = value if of_type.required() == CARDS and value != NONE else [value]
                if of_type.required() not in (CARD, CARDS) or not named.issuperset(cards):
                    return False
        return True

    def _line(self, s: State, group: Sequence[Event], later: Sequence[Event]) -> str:
        event = group[0]
        if isinstance(event, events.Said):
            return self._hearer.text(s, event.parts, later)
        if isinstance(event, _TOLD_BELOW) and event.cause.is_told:
            return ""
        return self._lines.together(group) if len(group) > 1 else self._lines.line(s, event)

    def question(self, s: State) -> str:
        """How the one is asked who must decide, as far as this viewer may know; or nothing.

        It begins with a capital, as a sentence does.
        """
        return self._game.question(s, self._hearer, capital=True)

    def choice_question(self, s: State, begun: Sequence[Any]) -> str:
        """How the next choice of an action is asked for, or nothing; `begun` is the beginning of
        an answer in the engine's own form: its search, and the values chosen so far.
        """
        search = self._game.program.searches[begun[0]]
        questions = self._game.builder.questions
        parts = questions.choice(s, search, len(begun) - 1, begun[1:])
        return "" if parts is None else self._hearer.text(s, parts, capital=True)


# After these something new is told.
_ASKED = events.Asked | events.Acted | events.Chose | events.Passed
# Of these the sentence of the line that caused them tells why; an action has it for a name.
_EXPLAINED = (
    events.Moved
    | events.Revealed
    | events.Shuffled
    | events.Swapped
    | events.Picked
    | events.TokensMoved
)
# Of these a sentence below the line may tell.
_TOLD_BELOW = _EXPLAINED | events.VariableSet | events.Stopped
