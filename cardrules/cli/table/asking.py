"""One question to one person, from when it is shown to the action that answers it.

What is looked up on the way is shown below the question, or page by page in place of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from rich.console import RenderableType

from cardrules.cli.table.asked import Asked
from cardrules.cli.table.looking import board_of, looked_up, why_unread
from cardrules.cli.table.lookups import Shown, paragraphs
from cardrules.cli.table.pager import Pager
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.typed import Typed, command_of
from cardrules.model.action import Action
from cardrules.table.choosing import Choosing, Outcome, Unread
from cardrules.table.course import Course
from cardrules.table.typed_words import marked_lines, numbers_of

_NO_PASS = (
    "You cannot pass here: take one of the lines. p passes only where you may answer what somebody "
    "else does."
)

_READ = ("", "q")
# What asks about a line or a card.
_ABOUT = ("help", "rules", "why")
# What a line comes to: an action, a command that is not for the question, or nothing further.
Heard = Action | Typed | None


class Asking:
    """Takes the lines of the one who is asked; `is_new`: that one has not seen the table before."""

    def __init__(
        self, course: Course, names: Sequence[str], screen: Screen, *, is_new: bool
    ) -> None:
        self._course = course
        self._seat = course.asked
        self._names = names
        self._screen = screen
        self._asked = Asked(
            screen, board_of(course.table(self._seat), names, screen), is_new=is_new
        )
        self._pager = Pager(screen)
        # Whether something is read that the table waits for.
        self.is_reading = False
        # Whether something was looked up last, and before the line that is taken now.
        self._is_looking = self._has_looked = False
        # Whether a line could not be taken: Enter does nothing then either, but q leaves.
        self._was_told = False

    @property
    def choosing(self) -> Choosing:
        """What is chosen so far."""
        return self._asked.choosing

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        return self._pager.prompt if self.is_reading else self._asked.prompt

    def show(self, *, is_first: bool) -> None:
        """What happened since this person last saw the table, the table, and the question.

        Where that is more than there is room for above the table, it comes before it.
        """
        first = self._asked.to_read_first
        if first:
            self.is_reading = True
            self._screen.show("")
            self._pager.show(first, is_before=True)
        else:
            self._asked.show(is_first=is_first)

    def show_question(self) -> None:
        """The question once more."""
        self._asked.show_question()

    def feed(self, line: str) -> Heard:
        """Take a line."""
        self._has_looked, self._is_looking = self._is_looking, False
        was_told, self._was_told = self._was_told, False
        if was_told and not line and not self.is_reading:
            self._asked.show_question()
            return None
        if self.is_reading:
            return self._feed_reading(line)
        return self._feed_choosing(line)

    # -- what is looked up -------------------------------------------------------------------------

    def answer(self, *items: RenderableType) -> None:
        """Show what somebody wanted to know, if anything, page by page if need be."""
        if not items:
            return
        self._is_looking = True
        self._pager.show(items)
        if self._pager.has_more:
            self.is_reading = True
        else:
            self.let_read()

    def let_read(self) -> None:
        """Wait with the table, if it does not stay on the screen whole, until this is read."""
        if self._screen.is_kept and not self.is_reading and not self._asked.has_room_for(0):
            self.is_reading = True

    def _feed_reading(self, line: str) -> Heard:
        """The next page; or back to the game, where anything but q and Enter is taken."""
        if not line and self._pager.has_more:
            self._pager.turn()
            return None
        self._pager.stop()
        self.is_reading = False
        if line.lower() in ("", "q", "quit"):
            self._asked.show_again()
            return None
        return self._feed_choosing(line)

    # -- choosing ----------------------------------------------------------------------------------

    def _feed_choosing(self, line: str) -> Heard:
        numbers, typed = numbers_of(line), command_of(line)
        choosing = self.choosing
        if self._has_looked and line.lower() in _READ:
            # Whoever has read something means that it is read: nothing is chosen, nobody leaves.
            self._asked.show_question()
            return None
        if not line:
            only = choosing.only
            return self._come_out(only or "Type the number of a line, or part of it; ? for help.")
        if numbers is not None:
            return self._come_out(choosing.take_numbers(numbers))
        lines = self._lines_marked(line)
        if lines is not None and not choosing.is_a_line(line):
            return self._come_out(choosing.take_lines(lines))
        if typed is not None and not choosing.is_a_line(line):
            return self._do(typed)
        return self._come_out(choosing.take_words(line))

    def _come_out(self, outcome: Outcome) -> Action | None:
        """Act, ask on, or say what was wrong."""
        if isinstance(outcome, Action):
            return outcome
        if outcome is None:
            self._asked.show_next_step()
        elif isinstance(outcome, Unread):
            reasons = why_unread(self._course.table(self._seat), outcome.words)
            self._tell(*(reasons or paragraphs(outcome.text)))
        else:
            self._tell(*paragraphs(outcome))
        return None

    def _tell(self, *items: RenderableType) -> None:
        """Say what was wrong: nobody has looked anything up."""
        self.answer(*items)
        self._is_looking, self._was_told = False, True

    # -- commands ----------------------------------------------------------------------------------

    def _do(self, typed: Typed) -> Heard:
        """What a command does here; one that is not for the question is left to others."""
        handler = _HANDLERS.get(typed.command)
        if handler is not None:
            return handler(self, typed)
        shown = self._looked_up(self._meant(typed))
        if shown is None:
            return typed
        self.answer(*shown)
        return None

    def _meant(self, typed: Typed) -> Typed:
        """What is asked about: a card by its label, or a line by its number, if it is no card."""
        table = self._asked.table
        numbers = self._lines_marked(typed.rest)
        if numbers is None and typed.rest not in table.faces:
            numbers = numbers_of(typed.rest)
        line = None
        if numbers is not None and len(numbers) == 1:
            line = self.choosing.question.numbered.get(numbers[0])
        if line is not None and typed.command in _ABOUT:
            return Typed("why", typed.word, line.text)
        card = self._asked.own_cards.get(typed.rest.lower())
        if card is not None and typed.command in _ABOUT:
            return Typed(typed.command, typed.word, card)
        return typed

    def _lines_marked(self, text: str) -> list[int] | None:
        """The numbers of lines that a text means, if it does not mean a card that is called so."""
        is_card = text.lower() in map(str.lower, self._asked.table.faces)
        return None if is_card else marked_lines(text)

    def _looked_up(self, typed: Typed) -> Shown | None:
        return looked_up(typed, self._course, self._seat, self._names, self._screen)

    def _show_table(self, typed: Typed) -> None:
        if self._screen.is_kept:
            self._asked.show_again()
        else:
            self._screen.show(*(self._looked_up(typed) or ()))
            self._asked.show_question()

    def _back(self, typed: Typed) -> None:
        told = self._asked.go_back()
        if told:
            is_final = self._course.refusal_to_undo
            told += "." if is_final else "; undo takes back your last action."
        self.answer(*paragraphs(told))

    def _more(self, typed: Typed) -> None:
        self.answer(*paragraphs(self._asked.show_next_page()))

    def _pass(self, typed: Typed) -> Action | None:
        """Give no answer; what says more than that, or stands in a line, is taken for words."""
        choosing, said = self.choosing, f"{typed.word} {typed.rest}".strip()
        if self._asked.question.asks_for == "interrupt" and not typed.rest:
            return choosing.take_pass()
        # A letter begins words of lines, but nobody means an action by it.
        outcome = None if said == "p" else choosing.take_words(said)
        if said == "p" or (isinstance(outcome, Unread) and not typed.rest):
            self.answer(*paragraphs(_NO_PASS))
            return None
        return self._come_out(outcome)


_HANDLERS: Mapping[str, Callable[[Asking, Typed], Action | None]] = MappingProxyType(
    {
        "table": Asking._show_table,
        "back": Asking._back,
        "pass": Asking._pass,
        "more": Asking._more,
    }
)
