"""A sitting at the table as a state machine: a line of input goes in, text comes out on a screen.

Whoever is asked sees the table through the own eyes. With several persons at one keyboard the
screen is wiped before another one's cards are shown, and waits until that person says to be there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from cardrules.cli.saved import name_of
from cardrules.cli.sitting import Sitting
from cardrules.cli.table.board import Board
from cardrules.cli.table.ending import render_ending
from cardrules.cli.table.keeping import Keeper
from cardrules.cli.table.lookups import Lookups, log_lines, paragraphs
from cardrules.cli.table.menu import render_question
from cardrules.cli.table.screen import Screen, short_names
from cardrules.cli.table.typed import Typed, command_of
from cardrules.model.action import Action
from cardrules.table.choosing import Choosing, Outcome
from cardrules.table.course import Course
from cardrules.table.model import Question, Table
from cardrules.table.typed_words import numbers_of

_Mode = Literal["choosing", "covered", "leaving", "ended"]

_LEFT = "You have left the game."
# Fewer lines of what happened are not shown, however low the screen is.
_FEWEST_LINES = 10


class Session:
    """A game at one keyboard. `begin` once, then `feed` line by line until `is_over`."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self._sitting = sitting
        self._screen = screen
        self._names = sitting.names
        # Which game it is, and who plays; to find out takes a while.
        self._head = [sitting.header, sitting.who_sits_where]
        self._keeper = Keeper(sitting)
        practice = sitting.practice and len(sitting.people) == 1
        self._course = Course(
            sitting.playthrough, sitting.people, memory=sitting.memory, practice=practice
        )
        self._mode: _Mode = "ended"
        self._mode_before: _Mode = "ended"
        # Whose cards are on the screen.
        self._at_keyboard: int | None = None
        self._choosing: Choosing

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
            return f"{self._asked_name}, press Enter when only you can see the screen: "
        if self._mode == "leaving":
            name = name_of(self._keeper.default())
            return f"Save the game? Enter: as {name}, n: no, c: play on: "
        if self._choosing.only is not None:
            return f"{self._asked_name}, press Enter (? for help): "
        if self._choosing.has_cards_like_numbers:
            return f"{self._asked_name}, your choice (a line, or a card as c1; ? for help): "
        return f"{self._asked_name}, your choice (? for help): "

    def feed(self, line: str) -> None:
        """Take a line. Raises what `Playthrough.act` raises, nothing else."""
        line = line.strip()
        if self._mode == "covered":
            self._feed_covered(line)
        elif self._mode == "leaving":
            self._feed_leaving(line)
        elif self._mode == "choosing":
            self._feed_choosing(line)

    def end_of_input(self) -> None:
        """Nobody will type any more: keep the game, if nothing else does.

        Whoever made the session writes the file of `--record`.
        """
        if self._mode == "ended":
            return
        # First of all: the screen may be gone.
        kept = self._keeper.keep()
        self._screen.show("")
        self._leave(f"{_LEFT} {kept}".rstrip())

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
        if len(self._sitting.people) > 1 and seat != self._at_keyboard:
            self._cover()
            return
        is_first = self._at_keyboard is None
        self._at_keyboard = seat
        table = self._seen_table
        question = _question(table)
        self._show_turn(table, full=is_first or question.kind == "action" or question.is_secret)

    def _cover(self) -> None:
        """Hide what is on the screen until the person who is asked is there."""
        self._at_keyboard = None
        self._mode = "covered"
        self._screen.wipe()
        self._screen.show(
            *self._head,
            "",
            f"{self._asked_name} is asked. Everybody else, please look away.",
        )

    def _finish(self) -> None:
        self._mode = "ended"
        people = self._sitting.people
        if len(people) > 1:
            self._screen.wipe()
        since = self._course.shown_to_all(people)
        table = self._course.table(people[0] if len(people) == 1 else "spectator", since=since)
        lines = log_lines(table.log, self._room_for_log)
        self._screen.show("", self._board(table).render(), *lines)
        if table.ending is not None:
            self._screen.show(*render_ending(table.ending))
        self._screen.show(*self._sitting.seed_afterwards)

    # -- who is asked what -------------------------------------------------------------------------

    @property
    def _seen_table(self) -> Table:
        """The table as the one who is asked sees it."""
        return self._course.table(self._course.asked)

    @property
    def _asked_name(self) -> str:
        return self._names[self._course.asked]

    def _board(self, table: Table) -> Board:
        return Board(table, short_names(self._names, self._screen.width))

    def _lookups(self) -> Lookups:
        return Lookups(self._board(self._seen_table))

    # -- showing -----------------------------------------------------------------------------------

    @property
    def _room_for_log(self) -> int:
        return max(_FEWEST_LINES, self._screen.height // 2 - 1)

    def _show_turn(self, table: Table, *, full: bool) -> None:
        """The table, what happened since this person last saw it, the own cards, the question."""
        board = self._board(table)
        self._mode = "choosing"
        menu = _question(table).menu
        assert menu is not None, "the table is that of the one who is asked"
        self._choosing = menu.choosing(board.own_cards())
        self._course.mark_shown(self._course.asked)
        self._screen.show("")
        if full:
            self._screen.show(board.render())
        self._screen.show(*log_lines(table.log, self._room_for_log), *board.hand())
        self._show_question(table)

    def _show_question(self, table: Table | None = None) -> None:
        question = _question(table or self._seen_table)
        self._screen.show(*render_question(question, self._choosing))

    # -- choosing ----------------------------------------------------------------------------------

    def _feed_choosing(self, line: str) -> None:
        numbers = numbers_of(line)
        typed = command_of(line)
        if not line:
            only = self._choosing.only
            self._settle(only or "Type the number of a line, or part of it; ? for help.")
        elif numbers is not None:
            meant = self._choosing.line_meant(numbers)
            if meant:
                self._screen.show(meant)
            self._settle(self._choosing.take_numbers(numbers))
        elif typed is not None and not self._choosing.is_a_line(line):
            _HANDLERS[typed.command](self, typed)
        else:
            self._settle(self._choosing.take_words(line))

    def _settle(self, outcome: Outcome) -> None:
        """Act, ask on, or say what was wrong."""
        if outcome is None:
            self._show_question()
        elif isinstance(outcome, str):
            self._screen.show(*paragraphs(outcome))
        else:
            self._act(outcome)

    def _act(self, action: Action) -> None:
        self._course.act(action)
        self._go_on()

    # -- covered, leaving --------------------------------------------------------------------------

    def _feed_covered(self, line: str) -> None:
        typed = command_of(line)
        if not line:
            self._reveal()
        elif typed is not None and typed.command in ("undo", "save", "quit"):
            _HANDLERS[typed.command](self, typed)
        else:
            self._screen.show("Press Enter to see your cards; undo, save and quit work here too.")

    def _reveal(self) -> None:
        self._at_keyboard = self._course.asked
        self._course.mark_looked(self._course.asked)
        self._screen.wipe()
        self._show_turn(self._seen_table, full=True)

    def _feed_leaving(self, line: str) -> None:
        typed = command_of(line)
        if line.lower() in ("n", "no"):
            self._leave("You have left the game. It was not saved.")
        elif line.lower() in ("c", "cancel"):
            self._mode = self._mode_before
            if self._mode == "choosing":
                self._show_question()
        else:
            name = "" if line.lower() in ("y", "yes") else line
            replace = False
            if typed is not None and typed.command == "save":
                name, replace = typed.rest, typed.word == "save!"
            is_saved, told = self._keeper.save(name, replace=replace)
            self._screen.tell(told)
            if is_saved:
                self._mode = "ended"

    def _leave(self, told: str) -> None:
        self._screen.tell(told)
        self._mode = "ended"

    # -- commands ----------------------------------------------------------------------------------

    def _help(self, typed: Typed) -> None:
        self._screen.show(*self._lookups().help(typed.rest))

    def _rules(self, typed: Typed) -> None:
        self._screen.show(*self._lookups().rules(typed.rest))

    def _why(self, typed: Typed) -> None:
        self._screen.show(*self._lookups().why(typed.rest))

    def _table(self, typed: Typed) -> None:
        self._screen.show(*self._lookups().table())
        self._show_question()

    def _hand(self, typed: Typed) -> None:
        self._screen.show(*self._lookups().hand())

    def _look(self, typed: Typed) -> None:
        self._screen.show(*self._lookups().look(typed.rest))

    def _log(self, typed: Typed) -> None:
        numbers = numbers_of(typed.rest)
        lines = self._course.log(self._course.asked)
        if typed.rest in ("", "all"):
            self._screen.show(*log_lines(lines, len(lines)))
        elif numbers is not None and len(numbers) == 1 and numbers[0]:
            self._screen.show(*log_lines(lines, numbers[0]))
        else:
            self._screen.show("Type log, or log and how many lines, such as log 20.")

    def _back(self, typed: Typed) -> None:
        if self._choosing.back():
            self._show_question()
        else:
            self._screen.show("Nothing has been chosen yet; undo takes back your last action.")

    def _pass(self, typed: Typed) -> None:
        if _question(self._seen_table).kind == "answer":
            self._act(self._choosing.take_pass())
        else:
            self._settle(self._choosing.take_words(typed.word))

    def _undo(self, typed: Typed) -> None:
        refusal = self._course.refusal_to_undo
        if refusal:
            self._screen.show(*paragraphs(refusal))
            return
        self._course.undo()
        self._screen.show("Taken back.")
        self._ask(self._course.asked)
        if self._mode == "covered":
            self._screen.show("The last action has been taken back.")

    def _save(self, typed: Typed) -> None:
        self._screen.tell(self._keeper.save(typed.rest, replace=typed.word == "save!")[1])

    def _quit(self, typed: Typed) -> None:
        if typed.word == "quit!" or self._keeper.own is not None or not self._keeper.is_unsaved:
            self._leave(_LEFT)
        else:
            self._mode_before, self._mode = self._mode, "leaving"


def _question(table: Table) -> Question:
    """What is asked, while the game goes on."""
    assert table.question is not None, "somebody is asked"
    return table.question


# What each command does, by the names of `cardrules.cli.table.typed`.
_HANDLERS: Mapping[str, Callable[[Session, Typed], None]] = MappingProxyType(
    {
        "help": Session._help,
        "rules": Session._rules,
        "why": Session._why,
        "table": Session._table,
        "hand": Session._hand,
        "look": Session._look,
        "log": Session._log,
        "back": Session._back,
        "pass": Session._pass,
        "undo": Session._undo,
        "save": Session._save,
        "quit": Session._quit,
    }
)
