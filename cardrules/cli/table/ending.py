"""The end of a game: places, scores and their parts, what decided ties, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cardrules.cli.table.board import TIGHT, Board
from cardrules.cli.table.flow import Hanging
from cardrules.cli.table.news import News
from cardrules.cli.table.screen import Screen
from cardrules.table.model import Ending

# So many rows of what happened last are shown, however low the screen is.
_FEWEST_LINES = 5
# So many rows the question takes that comes below.
_BELOW = 2
# What stands between two columns.
_GAP = 3


class End:
    """What happened last, the table as it lies, and the result, on one screen if there is room.

    `seed`: lines that stand below all of it.
    """

    def __init__(self, screen: Screen, board: Board, seed: Sequence[str]) -> None:
        self._screen = screen
        log, ending = board.table.log, board.table.ending
        # The result stands below.
        log = log[:-1] if log and log[-1].level == "result" else log
        self._news = News(screen, log, board.unbroken)
        self._result: list[RenderableType] = [*seed]
        if ending is not None:
            shown = render_ending(ending, width=screen.width, is_plain=screen.is_plain)
            self._result = [*shown, *seed]
        self._board = self._fitting(board) if screen.is_kept else board.render()

    def _fitting(self, board: Board) -> RenderableType:
        """The board as tightly as there is need for it."""
        for tight in TIGHT:
            shown = board.render(tight)
            if self._room_beside(shown) >= _FEWEST_LINES:
                break
        return shown

    def _room_beside(self, board: RenderableType) -> int:
        """How many rows there are above a board."""
        taken = self._screen.height_of(*self._result) + _BELOW
        return self._screen.height - taken - self._screen.height_of(board)

    @property
    def _room(self) -> int:
        return max(_FEWEST_LINES, self._room_beside(self._board))

    @property
    def to_read_first(self) -> Sequence[RenderableType]:
        """What happened last, if something in it must not be missed, such as why it is the end, and
        has no room by the table.
        """
        is_lost = self._screen.is_kept and self._news.loses_within(self._room)
        return self._news.whole if is_lost else []

    def show(self) -> None:
        """All of it, with as much of what happened as there is room for."""
        news = self._news.within(self._room) if self._screen.is_kept else self._news.within()
        self._screen.show("", *news, self._board, *self._result)


def render_ending(ending: Ending, *, width: int, is_plain: bool = False) -> list[RenderableType]:
    """The sides, the best place first, with the parts of their scores, and who has won.

    They stand in columns, or where there is no room, or lines are read out, in a line each.
    """
    rows = list(_rows(ending))
    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    grid.add_column("", header_style="label")
    for side in ending.sides:
        grid.add_column(Text(side.name), justify="right", header_style="strong")
    for label, texts, style in rows:
        grid.add_row(Text(label), *map(Text, texts), style=style)
    sentence = Text(ending.sentence, style="strong")
    if is_plain or _width_of(ending, rows) > width:
        return ["", *_in_lines(ending), sentence]
    return ["", grid, "", sentence]


_Row = tuple[str, tuple[str, ...], str]


def _rows(ending: Ending) -> Iterator[_Row]:
    """What is compared: its heading, the value of each side, the style."""
    sides = ending.sides
    yield "Place", tuple(str(side.place) for side in sides), "strong"
    if any(side.match is not None for side in sides):
        yield ending.match_label, tuple(str(side.match) for side in sides), "strong"
    yield ending.score_label, tuple(str(side.score) for side in sides), "strong"
    for part in ending.parts:
        yield f"  {part.label}", part.texts, ""
    for criterion in ending.criteria:
        yield criterion.label, criterion.texts, "strong"


def _width_of(ending: Ending, rows: Sequence[_Row]) -> int:
    """The columns of the screen that it takes beside each other."""
    widest = max(cell_len(label) for label, _, _ in rows)
    for at, side in enumerate(ending.sides):
        widest += _GAP + max(cell_len(side.name), *(cell_len(texts[at]) for _, texts, _ in rows))
    return widest


def _in_lines(ending: Ending) -> Iterator[RenderableType]:
    for at, side in enumerate(ending.sides):
        match = [] if side.match is None else [f"{ending.match_label} {side.match}"]
        parts = ", ".join(f"{part.label} {part.texts[at]}" for part in ending.parts)
        told = [*match, f"{ending.score_label} {side.score}{f' ({parts})' if parts else ''}"]
        told += [f"{item.label} {item.texts[at]}" for item in ending.criteria]
        yield Hanging(Text(f"{side.place}. {side.name}: {'; '.join(told)}"))
