"""A sitting at the table as a state machine: a line of input goes in, text comes out on a screen.

Whoever is asked sees the table through the own eyes. With several persons at one keyboard the
screen is wiped before another one's cards are shown, and waits until that person says to be there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from rich.console import RenderableType

from cardrules.cli.saved import name_of
from cardrules.cli.sitting import Sitting
from cardrules.cli.table.board import Board
from cardrules.cli.table.ending import render_ending
from cardrules.cli.table.keeping import Keeper
from cardrules.cli.table.layout import Layout, lay_out, room_for_lines
from cardrules.cli.table.lookups import Lookups, log_asked_for, log_lines, paragraphs
from cardrules.cli.table.screen import Screen, short_names
from cardrules.cli.table.typed import Typed, command_of
from cardrules.model.action import Action
from cardrules.table.choosing import Choosing, Outcome
from cardrules.table.course import Course
from cardrules.table.model import Question, Table
from cardrules.table.pools import FEW
from cardrules.table.typed_words import numbers_of

_Mode = Literal["choosing", "covered", "leaving", "reading", "ended"]

_LEFT = "You have left the game."
# Fewer lines of what happened are not shown, however low the screen is.
_FEWEST_LINES = 10
# So many of them stay on the screen above the board.
_KEPT_LINES = 5
# So many actions are listed as they are, however little room there is for them.
_FEWEST_LISTED = 3


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
        # What is asked, as the one who is asked sees it, and which page of the lines is shown.
        self._table: Table
        self._choosing: Choosing
        self._page = 0
        # What is still to be read of something that is longer than the screen.
        self._unread: list[RenderableType] = []

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
        if self._mode == "reading":
            if not self._unread:
                return "Enter goes back to the table: "
            return "Enter shows more, q goes back to the game: "
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
        self._screen.note_typed(self.prompt, line)
        line = line.strip()
        if self._mode == "reading":
            self._feed_reading(line)
        elif self._mode == "covered":
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
        self._show_turn(is_first=is_first)

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
        lines = log_lines(table.log, max(_FEWEST_LINES, self._screen.height // 2 - 1))
        self._screen.show("", *lines, "", self._board(table).render())
        if table.ending is not None:
            self._screen.show(*render_ending(table.ending))
        self._screen.show(*self._sitting.seed_afterwards)

    # -- who is asked what -------------------------------------------------------------------------

    @property
    def _asked_name(self) -> str:
        return self._names[self._course.asked]

    def _board(self, table: Table) -> Board:
        names = short_names(self._names, self._screen.width)
        return Board(table, names, self._screen.is_plain)

    def _lookups(self) -> Lookups:
        return Lookups(self._board(self._course.table(self._course.asked)))

    # -- showing -----------------------------------------------------------------------------------

    def _show_turn(self, *, is_first: bool) -> None:
        """What happened since this person last saw the table, the table, and the question.

        Where the board is not kept on the screen, it is left out in the middle of a turn.
        """
        self._mode, self._page = "choosing", 0
        self._table = self._course.table(self._course.asked)
        question = _question(self._table)
        layout = self._begin_choosing(question)
        self._course.mark_shown(self._course.asked)
        self._screen.show("")
        room = self._room_for_log(layout)
        self._screen.show(*log_lines(self._table.log, room))
        is_full = is_first or question.kind == "action" or question.is_secret
        if self._screen.is_kept or is_full:
            self._show_layout(layout)
        else:
            self._screen.show(*self._board(self._table).hand(), *layout.question)

    def _begin_choosing(self, question: Question) -> Layout:
        """Ask for all that is possible; or step by step, where there is no room for all lines."""
        menu = question.menu
        assert menu is not None, "the table is that of the one who is asked"
        board = self._board(self._table)
        own = board.own_cards()
        self._choosing = whole = menu.choosing(own)
        layout = self._layout()
        if not self._screen.is_kept or (layout.pages == 1 and whole.question.single):
            return layout
        room = room_for_lines(self._screen, board, prompt=self.prompt, above=self._lines_above)
        self._choosing = menu.choosing(own, max(_FEWEST_LISTED, min(room, FEW)))
        by_steps = self._layout()
        if by_steps.pages <= layout.pages and not self._choosing.question.single:
            return by_steps
        self._choosing = whole
        return layout

    def _layout(self) -> Layout:
        return lay_out(
            self._screen, self._board(self._table), _question(self._table), self._choosing,
            prompt=self.prompt, above=self._lines_above, page=self._page,
        )  # fmt: skip

    @property
    def _lines_above(self) -> int:
        """How many lines of what happened stay on the screen above the board."""
        if not self._screen.is_kept:
            return 0
        return min(_KEPT_LINES, self._screen.height_of(*log_lines(self._table.log, _KEPT_LINES)))

    def _room_for_log(self, layout: Layout) -> int:
        """How many lines of what happened are shown: what is left, and some to scroll back to."""
        taken = self._screen.height_of(*layout.board, *layout.question)
        return max(_FEWEST_LINES, self._screen.height - 1 - taken)

    def _show_layout(self, layout: Layout) -> None:
        self._screen.begin_board()
        self._screen.show(*layout.board, *layout.question)

    def _show_again(self) -> None:
        """The whole screen of the question again: what happened, the board, and what is asked."""
        layout = self._layout()
        taken = self._screen.height_of(*layout.board, *layout.question)
        room = self._screen.height - taken - self._screen.height_of_prompt(self.prompt)
        if room > 0:
            self._screen.show(*log_lines(self._table.log, room))
        self._show_layout(layout)

    def _show_question(self) -> None:
        """The question, below the board if that stays on the screen, else with it."""
        layout = self._layout()
        lines = self._screen.height_of(*layout.question)
        if self._screen.is_kept and not self._has_room_for(lines):
            self._show_again()
        else:
            self._screen.show(*layout.question)

    def _has_room_for(self, lines: int) -> bool:
        return self._screen.has_room_for(lines + self._screen.height_of_prompt(self.prompt))

    def _answer(self, *items: RenderableType) -> None:
        """Show what somebody wanted to know, page by page if need be."""
        if self._screen.is_kept and self._screen.height_of(*items) >= self._screen.height:
            self._unread = list(items)
            self._feed_reading("")
            return
        self._screen.show(*items)
        self._let_read()

    def _let_read(self) -> None:
        """Wait with the table, if it does not stay on the screen whole, until this is read."""
        if self._screen.is_kept and self._mode == "choosing" and not self._has_room_for(0):
            self._mode = "reading"

    def _feed_reading(self, line: str) -> None:
        """The next page; or back to the game, where anything but q and Enter is taken."""
        if not line and self._unread:
            shown, self._unread = self._screen.page_of(self._unread)
            self._screen.show(*shown)
            self._mode = "reading"
            return
        self._mode, self._unread = "choosing", []
        if line.lower() in ("", "q", "quit"):
            self._show_again()
        else:
            self._feed_choosing(line)

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
            self._page = 0
            self._show_question()
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
            self._reveal()
        elif typed is not None and typed.command in ("undo", "save", "quit"):
            _HANDLERS[typed.command](self, typed)
        else:
            self._screen.show("Press Enter to see your cards; undo, save and quit work here too.")

    def _reveal(self) -> None:
        self._at_keyboard = self._course.asked
        self._course.mark_looked(self._course.asked)
        self._screen.wipe()
        self._show_turn(is_first=True)

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
        self._answer(*self._lookups().help(typed.rest, self._screen))

    def _rules(self, typed: Typed) -> None:
        self._answer(*self._lookups().rules(typed.rest))

    def _score(self, typed: Typed) -> None:
        self._answer(*self._lookups().score())

    def _why(self, typed: Typed) -> None:
        self._answer(*self._lookups().why(typed.rest))

    def _show_table(self, typed: Typed) -> None:
        if self._screen.is_kept:
            self._show_again()
        else:
            self._screen.show(*self._lookups().table())
            self._show_question()

    def _hand(self, typed: Typed) -> None:
        self._answer(*self._lookups().hand())

    def _look(self, typed: Typed) -> None:
        self._answer(*self._lookups().look(typed.rest))

    def _log(self, typed: Typed) -> None:
        lines = self._course.log(self._course.asked)
        self._answer(*log_asked_for(typed.rest, lines, self._screen))

    def _back(self, typed: Typed) -> None:
        if self._choosing.back():
            self._page = 0
            self._show_question()
        else:
            self._answer("Nothing has been chosen yet; undo takes back your last action.")

    def _pass(self, typed: Typed) -> None:
        if _question(self._table).kind == "answer":
            self._act(self._choosing.take_pass())
        else:
            self._settle(self._choosing.take_words(typed.word))

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

    def _more(self, typed: Typed) -> None:
        if self._layout().pages > 1:
            self._page += 1
            self._show_question()
        else:
            self._answer("All lines are shown.")

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
        "score": Session._score,
        "why": Session._why,
        "table": Session._show_table,
        "hand": Session._hand,
        "look": Session._look,
        "log": Session._log,
        "back": Session._back,
        "pass": Session._pass,
        "more": Session._more,
        "undo": Session._undo,
        "save": Session._save,
        "quit": Session._quit,
    }
)
