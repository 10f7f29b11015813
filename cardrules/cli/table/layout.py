"""What stands on the screen at a question: the board, the own cards, what is asked, the lines.

All of it fits on the screen: where there is too much, the board is drawn more tightly, lines stand
in columns, and at last they come page by page.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from rich.console import RenderableType
from rich.text import Text

from cardrules.cli.table.board import TIGHT, Board
from cardrules.cli.table.menu import are_short, in_columns, in_one_column, lines_of, render_head
from cardrules.cli.table.screen import Screen
from cardrules.table.choosing import Choosing
from cardrules.table.whole import Question

Shown = list[RenderableType]

# On a screen however low so many of the lines are shown.
_FEWEST = 3
# What is asked, what has been chosen, and what the step is: a line each.
_HEAD = 3


@attrs.frozen
class Layout:
    """What is shown at a question, and how many pages its lines have."""

    board: Shown
    question: Shown
    pages: int = 1


def lay_out(
    screen: Screen,
    board: Board,
    question: Question,
    choosing: Choosing,
    *,
    prompt: str,
    tightness: Sequence[int] = TIGHT,
    above: int = 0,
    page: int = 0,
) -> Layout:
    """Fit a question with its board on the screen below so many lines; of its lines one page."""
    head = render_head(question, choosing, board.unbroken)
    lines = lines_of(choosing, board.unbroken)
    if screen.is_plain:
        return Layout([board.render(), *board.hand()], [*head, *in_one_column(lines)])
    below = screen.height_of_prompt(prompt) + screen.height_of(*head)
    height = screen.height - above - below
    shown: Shown = []
    room = 0
    for tight in tightness:
        shown = [board.render(tight), *board.hand()]
        room = height - screen.height_of(*shown)
        fitting = _fitting(screen, lines, room)
        if fitting is not None:
            return Layout(shown, [*head, *fitting])
    pages = _pages(screen, lines, choosing.question.last, max(_FEWEST, room) - 1)
    if len(pages) == 1:
        return Layout(shown, [*head, *pages[0]])
    at = page % len(pages)
    is_last = at + 1 == len(pages)
    how = "m: back to page 1" if is_last else "m shows the next one"
    more = Text(f"  page {at + 1} of {len(pages)}; {how}", style="faint")
    return Layout(shown, [*head, *pages[at], more], len(pages))


def room_for_lines(screen: Screen, board: Board, *, prompt: str, above: int) -> int:
    """How many lines to choose from fit on the screen at a later step, however tight the board."""
    shown = [board.render(TIGHT[-1]), *board.hand()]
    return (
        screen.height - above - screen.height_of_prompt(prompt) - _HEAD - screen.height_of(*shown)
    )


def _fitting(screen: Screen, lines: Sequence[str], room: int) -> Shown | None:
    """The lines in one column or in several, if there is room for them."""
    column, columns = in_one_column(lines), in_columns(lines)
    for items in (columns, column) if are_short(lines) else (column, columns):
        if screen.height_of(*items) <= room:
            return items
    return None


def _pages(screen: Screen, lines: Sequence[str], last: int, room: int) -> list[Shown]:
    """The lines in portions for which there is room, each of at least one line.

    So many of the last ones stand on each page.
    """
    pages: list[Shown] = []
    at = len(lines) - last
    left, always = lines[:at], lines[at:]
    while left:
        size, items = _page(screen, left, always, room)
        pages.append(items)
        left = left[size:]
    return pages or [in_one_column(always)]


def _page(
    screen: Screen, left: Sequence[str], always: Sequence[str], room: int
) -> tuple[int, Shown]:
    """How many of the lines that are left stand on the next page, at least one, and the page."""
    whole = _fitting(screen, [*left, *always], room)
    if whole is not None:
        return len(left), whole
    # One by one it would take long: of what is tried all is drawn.
    most, too_many = 1, len(left)
    found = in_one_column([*left[:1], *always])
    while too_many - most > 1:
        size = (most + too_many) // 2
        items = _fitting(screen, [*left[:size], *always], room)
        if items is None:
            too_many = size
        else:
            most, found = size, items
    return most, found
