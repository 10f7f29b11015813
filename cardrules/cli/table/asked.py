"""What one person is asked: the table on the screen, the question below it, what is chosen so far.

The board stays on the screen as far as it can. Where there is no room for all lines of a question,
one chooses step by step.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from cardrules.cli.table.board import LOOSE, TIGHT, Board
from cardrules.cli.table.layout import Layout, lay_out, room_for_lines
from cardrules.cli.table.news import News
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.welcome import welcome
from cardrules.table.choosing import Choosing
from cardrules.table.menu import Menu
from cardrules.table.model import Player
from cardrules.table.pools import FEW
from cardrules.table.whole import Question, Table

# All of what happened stays on the screen above the board while that need not be drawn tightly for
# it, else so many lines; where the lines of the question would come page by page for it, so many.
_KEPT_LINES = 5
_FEW_KEPT = 2
_FEWEST_KEPT = 1
# So many actions are listed as they are, however little room there is for them.
_FEWEST_LISTED = 3


class Asked:
    """A question to the one whose table the board shows, while the game goes on.

    `is_new`: that one has not seen the table before.
    """

    def __init__(self, screen: Screen, board: Board, *, is_new: bool = False) -> None:
        self._screen = screen
        self._board = board
        self._welcome = welcome(screen, board.table) if is_new else []
        self._news = News(screen, board.table.log, board.unbroken)
        # Which page of the lines is shown.
        self._page = 0
        self.choosing = self._begin()

    @property
    def question(self) -> Question:
        """What is asked."""
        question = self._board.table.question
        assert question is not None, "somebody is asked"
        return question

    @property
    def table(self) -> Table:
        """The table as it is drawn."""
        return self._board.table

    @property
    def own_cards(self) -> dict[str, str]:
        """The own cards by their labels."""
        return self._board.own_cards()

    @property
    def _menu(self) -> Menu:
        menu = self.question.menu
        assert menu is not None, "the table is that of the one who is asked"
        return menu

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        asked = self._board.table.asked
        assert isinstance(asked, Player)
        if self.choosing.only is not None:
            return f"{asked.name}, press Enter (? for help): "
        if self.choosing.has_cards_like_numbers:
            return f"{asked.name}, your choice (a line as l1, a card as c1; ? for help): "
        return f"{asked.name}, your choice (? for help): "

    # -- how it is asked ---------------------------------------------------------------------------

    def _begin(self) -> Choosing:
        """Ask for all that is possible; or step by step, where there is no room for all lines."""
        own = self._board.own_cards()
        self.choosing = whole = self._menu.choosing(own)
        layout = self._layout()
        if not self._screen.is_kept or (layout.pages == 1 and whole.question.single):
            return whole
        room = room_for_lines(
            self._screen, self._board, prompt=self.prompt, above=self._lines_above(_FEW_KEPT)
        )
        self.choosing = steps = self._menu.choosing(own, max(_FEWEST_LISTED, min(room, FEW)))
        fits = self._layout().pages <= layout.pages
        return steps if fits and not steps.question.single else whole

    def _layout(self) -> Layout:
        layout = self._layout_below(None, LOOSE)
        if layout.pages > 1:
            layout = self._layout_below(_KEPT_LINES)
        return layout if layout.pages == 1 else self._layout_below(_FEW_KEPT)

    def _layout_below(self, most: int | None, tightness: Sequence[int] = TIGHT) -> Layout:
        return lay_out(
            self._screen, self._board, self.question, self.choosing, tightness=tightness,
            prompt=self.prompt, above=self._lines_above(most), page=self._page,
        )  # fmt: skip

    def _lines_above(self, most: int | None) -> int:
        """How many lines of what happened stay on the screen above the board; None: all."""
        if not self._screen.is_kept:
            return 0
        whole = [*self._welcome, *self._news.whole]
        return self._screen.height_of(*(whole if most is None else self._above(most)))

    # -- showing -----------------------------------------------------------------------------------

    def show(self, *, is_first: bool) -> None:
        """What has happened, the table, and the question.

        Where the board is not kept on the screen, it is left out in the middle of a turn.
        """
        layout, question = self._layout(), self.question
        self._screen.show("")
        if self._screen.is_kept:
            self._show_news(max(_FEW_KEPT, self._room_above(layout)))
        else:
            self._screen.show(*self._welcome, *self._news.within())
        is_full = is_first or question.asks_for == "action" or question.is_secret
        if self._screen.is_kept or is_full:
            self._show_layout(layout)
        else:
            self._screen.show(*self._board.hand(), *layout.question)

    def show_again(self) -> None:
        """The whole screen of the question again: what happened, the board, and what is asked."""
        layout = self._layout()
        room = self._room_above(layout)
        if room > 0:
            self._show_news(room)
        self._show_layout(layout)

    def show_question(self) -> None:
        """The question, below the board if that stays on the screen, else with it."""
        layout = self._layout()
        if self._screen.is_kept and not self.has_room_for(self._screen.height_of(*layout.question)):
            self.show_again()
        else:
            self._screen.show(*layout.question)

    def show_next_step(self) -> None:
        """The question after something has been chosen, or taken back."""
        self._page = 0
        self.show_question()

    def go_back(self) -> str:
        """Show the step before; or why there is none."""
        if not self.choosing.back():
            return "Nothing has been chosen yet"
        self.show_next_step()
        return ""

    def show_next_page(self) -> str:
        """Show the next lines, if they come page by page; else that there are none."""
        if self._layout().pages == 1:
            return "All lines are shown."
        self._page += 1
        self.show_question()
        return ""

    def has_room_for(self, lines: int) -> bool:
        """Whether the board stays on the screen with so many lines below it, and the prompt."""
        return self._screen.has_room_for(lines + self._screen.height_of_prompt(self.prompt))

    def _room_above(self, layout: Layout) -> int:
        """How many rows there are above the board."""
        taken = self._screen.height_of(*layout.board, *layout.question)
        return self._screen.height - taken - self._screen.height_of_prompt(self.prompt)

    @property
    def to_read_first(self) -> Sequence[RenderableType]:
        """What happened, where something in it must not be missed and has no room by the table.

        Nothing for somebody who comes to the table: that may be to a game that goes on again.
        """
        if not self._screen.is_kept or self._welcome:
            return []
        room = max(_FEW_KEPT, self._room_above(self._layout()))
        return self._news.whole if self._news.loses_within(room) else []

    def _room_for_news(self, room: int) -> int:
        """How many of so many rows are left below what is told to a newcomer."""
        return max(_FEWEST_KEPT, room - self._screen.height_of(*self._welcome))

    def _above(self, room: int) -> list[RenderableType]:
        """What happened, on so many rows at most, and before it what is told to a newcomer."""
        return [*self._welcome, *self._news.within(self._room_for_news(room))]

    def _show_news(self, room: int) -> None:
        self._screen.show(*self._above(room))

    def _show_layout(self, layout: Layout) -> None:
        self._screen.begin_board()
        self._screen.show(*layout.board, *layout.question)
