"""A sitting at the table as a state machine: a line of input goes in, text comes out on a screen.

Whoever is asked sees the table through the own eyes. With several persons at one keyboard the
screen is wiped before another one's cards are shown, and waits until that person says to be there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from cardrules.cli.sitting import Sitting
from cardrules.cli.table.asking import Asking
from cardrules.cli.table.ending import End
from cardrules.cli.table.handing_over import ALLOWED, HandingOver
from cardrules.cli.table.keeping import Keeper
from cardrules.cli.table.leaving import LEFT, Leaving
from cardrules.cli.table.looking import board_of
from cardrules.cli.table.lookups import paragraphs
from cardrules.cli.table.pager import Pager
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.typed import Typed, command_of
from cardrules.model.action import Action
from cardrules.table.course import Course

_Mode = Literal["asking", "covered", "leaving", "reading", "ended"]


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
        # The question to the one who is asked, while that one is at the keyboard.
        self._asking: Asking
        # What is shown when the game is over, and what of it is read page by page before.
        self._end: End
        self._pager = Pager(screen)

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
        if self._mode == "leaving":
            return self._leaving.prompt
        if self._mode == "reading":
            return self._pager.prompt
        return self._asking.prompt

    def feed(self, line: str) -> None:
        """Take a line. Raises what `Playthrough.act` raises, nothing else."""
        self._screen.note_typed(self.prompt, line)
        line = line.strip()
        if self._mode != "ended":
            _FEEDS[self._mode](self, line)

    def end_of_input(self) -> None:
        """Nobody will type any more: keep the game, if nothing else does.

        Whoever made the session writes the file of `--record`.
        """
        if self._mode == "reading":
            self._show_end()
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
        people = self._sitting.people
        self._handing_over.clear()
        since = self._course.shown_to_all(people)
        table = self._course.table(people[0] if len(people) == 1 else "spectator", since=since)
        board = board_of(table, self._names, self._screen)
        self._end = End(self._screen, board, self._sitting.seed_afterwards)
        first = self._end.to_read_first
        if first:
            self._mode = "reading"
            self._screen.show("")
            self._pager.show(first, is_before=True)
        else:
            self._show_end()

    def _show_end(self) -> None:
        self._mode = "ended"
        self._end.show()

    def _feed_reading(self, line: str) -> None:
        """The next page of what happened last, or the end."""
        if not line and self._pager.has_more:
            self._pager.turn()
        else:
            self._show_end()

    # -- asking ------------------------------------------------------------------------------------

    def _show_turn(self, seat: int, *, is_first: bool) -> None:
        self._mode, self._handing_over.at_keyboard = "asking", seat
        is_new = seat not in self._welcomed
        self._asking = Asking(self._course, self._names, self._screen, is_new=is_new)
        self._welcomed.add(seat)
        self._course.mark_shown(seat)
        self._asking.show(is_first=is_first)

    def _feed_asking(self, line: str) -> None:
        answer = self._asking.feed(line)
        if isinstance(answer, Action):
            self._act(answer)
        elif answer is not None:
            self._do(answer)

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
            if self._mode == "asking":
                self._asking.show_question()

    def _leave(self, told: str) -> None:
        self._screen.tell(told)
        self._mode = "ended"

    # -- commands ----------------------------------------------------------------------------------

    def _do(self, typed: Typed) -> None:
        """What a command does that is not for the question alone."""
        _HANDLERS[typed.command](self, typed)

    def _undo(self, typed: Typed) -> None:
        refusal = self._course.refusal_to_undo
        if refusal:
            told = paragraphs(refusal)
            if self._mode == "asking":
                self._asking.answer(*told)
            else:
                self._screen.show(*told)
            return
        self._course.undo()
        self._screen.show("Taken back.")
        self._ask(self._course.asked)
        if self._mode == "covered":
            self._screen.show("The last action has been taken back.")

    def _save(self, typed: Typed) -> None:
        self._screen.tell(self._keeper.save(typed.rest, replace=typed.word == "save!")[1])
        if self._mode == "asking":
            self._asking.let_read()

    def _quit(self, typed: Typed) -> None:
        if typed.word == "quit!":
            self._leave(LEFT)
        else:
            self._mode_before, self._mode = self._mode, "leaving"


# Where a line goes.
_FEEDS: Mapping[_Mode, Callable[[Session, str], None]] = MappingProxyType(
    {
        "asking": Session._feed_asking,
        "covered": Session._feed_covered,
        "leaving": Session._feed_leaving,
        "reading": Session._feed_reading,
    }
)
# What the commands do that are not for the question alone, by the names of `typed.py`.
_HANDLERS: Mapping[str, Callable[[Session, Typed], None]] = MappingProxyType(
    {"undo": Session._undo, "save": Session._save, "quit": Session._quit}
)
