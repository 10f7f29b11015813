"""A sitting at the table as a state machine: a line of input goes in, text comes out on a screen.

Whoever is asked sees the table through the own eyes. With several persons at one keyboard the
screen is wiped before another one's cards are shown, and waits until that person says to be there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from rich.console import RenderableType

from cardrules.cli.sitting import Sitting
from cardrules.cli.table.asked import Asked
from cardrules.cli.table.board import Board
from cardrules.cli.table.ending import show_end
from cardrules.cli.table.handing_over import ALLOWED, HandingOver
from cardrules.cli.table.keeping import Keeper
from cardrules.cli.table.leaving import LEFT, Leaving
from cardrules.cli.table.looking import board_of, looked_up, why_unread
from cardrules.cli.table.lookups import paragraphs
from cardrules.cli.table.pager import Pager
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.typed import Typed, command_of
from cardrules.model.action import Action
from cardrules.table.choosing import Outcome, Unread
from cardrules.table.course import Course
from cardrules.table.model import Table
from cardrules.table.typed_words import numbers_of

_NO_PASS = "You have to choose here; p is only for where an answer is asked for."

_Mode = Literal["choosing", "covered", "leaving", "reading", "ended"]


class Session:
    """A game at one keyboard. `begin` once, then `feed` line by line until `is_over`."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self._sitting = sitting
        self._screen = screen
        self._names = sitting.names
        # Which game it is, and who plays; to find out takes a while.
        self._head = [sitting.header, sitting.who_sits_where]
        self._keeper = Keeper(sitting)
        self._leaving = Leaving(self._keeper)
        practice = sitting.practice and len(sitting.people) == 1
        self._course = Course(
            sitting.playthrough, sitting.people, memory=sitting.memory, practice=practice
        )
        self._mode: _Mode = "ended"
        self._mode_before: _Mode = "ended"
        self._handing_over = HandingOver(screen, self._head, sitting.people)
        # Who has seen the table.
        self._welcomed: set[int] = set()
        # What is asked, as the one who is asked sees it.
        self._asked: Asked
        self._pager = Pager(screen)
        # Whether something was looked up last, and before the line that is taken now.
        self._is_looking = self._has_looked = False

    # -- the course of it --------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether no further line is needed: the game is over, or everybody has left."""
        return self._mode == "ended"

    def begin(self) -> None:
        """Show the table to the first person who is asked."""
        self._screen.show(*self._head)
        self._go_on()

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        if self._mode == "covered":
            return self._handing_over.prompt(self._names[self._course.asked])
        if self._mode == "reading":
            return self._pager.prompt
        if self._mode == "leaving":
            return self._leaving.prompt
        return self._asked.prompt

    def feed(self, line: str) -> None:
        """Take a line. Raises what `Playthrough.act` raises, nothing else."""
        self._screen.note_typed(self.prompt, line)
        line = line.strip()
        self._has_looked, self._is_looking = self._is_looking, False
        if self._mode != "ended":
            _FEEDS[self._mode](self, line)

    def end_of_input(self) -> None:
        """Nobody will type any more: keep the game, if nothing else does.

        Whoever made the session writes the file of `--record`.
        """
        if self._mode == "ended":
            return
        # First of all: the screen may be gone.
        kept = self._keeper.keep()
        self._screen.show("")
        self._leave(f"{LEFT} {kept}".rstrip())

    def _go_on(self) -> None:
        """Let bots act until a person is asked, or the game is over."""
        bots = self._sitting.bots
        while not self._course.is_over:
            bot = bots[self._course.asked]
            if bot is None:
                self._ask(self._course.asked)
                return
            self._course.let(bot)
        self._finish()

    def _ask(self, seat: int) -> None:
        if self._handing_over.is_due(seat):
            self._mode = "covered"
            self._handing_over.cover(self._names[seat])
        else:
            self._show_turn(seat, is_first=self._handing_over.at_keyboard is None)

    def _finish(self) -> None:
        self._mode = "ended"
        people = self._sitting.people
        self._handing_over.clear()
        since = self._course.shown_to_all(people)
        table = self._course.table(people[0] if len(people) == 1 else "spectator", since=since)
        show_end(self._screen, self._board(table), self._sitting.seed_afterwards)

    # -- showing -----------------------------------------------------------------------------------

    def _show_turn(self, seat: int, *, is_first: bool) -> None:
        """What happened since this person last saw the table, the table, and the question."""
        self._mode, self._handing_over.at_keyboard = "choosing", seat
        board = self._board(self._course.table(seat))
        self._asked = Asked(self._screen, board, is_new=seat not in self._welcomed)
        self._welcomed.add(seat)
        self._course.mark_shown(seat)
        self._asked.show(is_first=is_first)

    def _board(self, table: Table) -> Board:
        return board_of(table, self._names, self._screen)

    def _answer(self, *items: RenderableType) -> None:
        """Show what somebody wanted to know, if anything, page by page if need be."""
        if not items:
            return
        self._is_looking = True
        self._pager.show(items)
        if self._pager.has_more:
            self._mode = "reading"
        else:
            self._let_read()

    def _let_read(self) -> None:
        """Wait with the table, if it does not stay on the screen whole, until this is read."""
        is_asking = self._screen.is_kept and self._mode == "choosing"
        if is_asking and not self._asked.has_room_for(0):
            self._mode = "reading"

    def _feed_reading(self, line: str) -> None:
        """The next page; or back to the game, where anything but q and Enter is taken."""
        if not line and self._pager.has_more:
            self._pager.turn()
            return
        self._pager.stop()
        self._mode = "choosing"
        if line.lower() in ("", "q", "quit"):
            self._asked.show_again()
        else:
            self._feed_choosing(line)

    # -- choosing ----------------------------------------------------------------------------------

    def _feed_choosing(self, line: str) -> None:
        numbers, typed = numbers_of(line), command_of(line)
        choosing = self._asked.choosing
        if not line and self._has_looked:
            # Whoever has read something means by Enter that it is read, and chooses nothing.
            self._asked.show_question()
        elif not line:
            self._settle(choosing.only or "Type the number of a line, or part of it; ? for help.")
        elif numbers is not None:
            meant = choosing.line_meant(numbers)
            if meant:
                self._screen.show(meant)
            self._settle(choosing.take_numbers(numbers))
        elif typed is not None and not choosing.is_a_line(line):
            self._do(typed)
        else:
            self._settle(choosing.take_words(line))

    def _settle(self, outcome: Outcome) -> None:
        """Act, ask on, or say what was wrong."""
        if outcome is None:
            self._asked.show_next_step()
        elif isinstance(outcome, Unread):
            reasons = why_unread(self._course.table(self._course.asked), outcome.words)
            self._answer(*(reasons or paragraphs(outcome.text)))
        elif isinstance(outcome, str):
            self._answer(*paragraphs(outcome))
        else:
            self._act(outcome)

    def _act(self, action: Action) -> None:
        self._course.act(action)
        self._go_on()

    # -- covered, leaving --------------------------------------------------------------------------

    def _feed_covered(self, line: str) -> None:
        typed = command_of(line)
        if not line:
            seat = self._course.asked
            self._course.mark_looked(seat)
            self._screen.wipe()
            self._show_turn(seat, is_first=True)
        elif typed is not None and typed.command in ALLOWED:
            self._do(typed)
        else:
            self._screen.show("Press Enter to see your cards; undo, save and quit work here too.")

    def _feed_leaving(self, line: str) -> None:
        answer, told = self._leaving.take(line)
        if told:
            self._screen.tell(told)
        if answer == "left":
            self._mode = "ended"
        elif answer == "goes on":
            self._mode = self._mode_before
            if self._mode == "choosing":
                self._asked.show_question()

    def _leave(self, told: str) -> None:
        self._screen.tell(told)
        self._mode = "ended"

    # -- commands ----------------------------------------------------------------------------------

    def _do(self, typed: Typed) -> None:
        """What a command does; most of them only show something."""
        handler = _HANDLERS.get(typed.command)
        if handler is not None:
            handler(self, typed)
            return
        seat = self._course.asked
        shown = looked_up(typed, self._course, seat, self._names, self._screen)
        assert shown is not None, typed.command
        self._answer(*shown)

    def _show_table(self, typed: Typed) -> None:
        if self._screen.is_kept:
            self._asked.show_again()
        else:
            shown = looked_up(typed, self._course, self._course.asked, self._names, self._screen)
            self._screen.show(*(shown or ()))
            self._asked.show_question()

    def _pass(self, typed: Typed) -> None:
        """Give no answer; what says more than that, or stands in a line, is taken for words."""
        choosing, said = self._asked.choosing, f"{typed.word} {typed.rest}".strip()
        if self._asked.question.kind == "answer" and not typed.rest:
            self._act(choosing.take_pass())
            return
        # A letter begins words of lines, but nobody means an action by it.
        outcome = None if said == "p" else choosing.take_words(said)
        if said == "p" or (isinstance(outcome, Unread) and not typed.rest):
            self._answer(*paragraphs(_NO_PASS))
        else:
            self._settle(outcome)

    def _undo(self, typed: Typed) -> None:
        refusal = self._course.refusal_to_undo
        if refusal:
            self._answer(*paragraphs(refusal))
            return
        self._course.undo()
        self._screen.show("Taken back.")
        self._ask(self._course.asked)
        if self._mode == "covered":
            self._screen.show("The last action has been taken back.")

    def _save(self, typed: Typed) -> None:
        self._screen.tell(self._keeper.save(typed.rest, replace=typed.word == "save!")[1])
        self._let_read()

    def _quit(self, typed: Typed) -> None:
        if typed.word != "quit!" and self._leaving.is_needed:
            self._mode_before, self._mode = self._mode, "leaving"
        else:
            self._leave(LEFT)


# Where a line goes.
_FEEDS: Mapping[_Mode, Callable[[Session, str], None]] = MappingProxyType(
    {
        "choosing": Session._feed_choosing,
        "covered": Session._feed_covered,
        "leaving": Session._feed_leaving,
        "reading": Session._feed_reading,
    }
)
# What the commands do that do not only show something, by the names of `typed.py`.
_HANDLERS: Mapping[str, Callable[[Session, Typed], None]] = MappingProxyType(
    {
        "table": Session._show_table,
        "back": lambda session, _: session._answer(*paragraphs(session._asked.go_back())),
        "pass": Session._pass,
        "more": lambda session, _: session._answer(*paragraphs(session._asked.show_next_page())),
        "undo": Session._undo,
        "save": Session._save,
        "quit": Session._quit,
    }
)
