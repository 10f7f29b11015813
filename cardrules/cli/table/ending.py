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


def show_end(screen: Screen, board: Board, seed: Sequence[str]) -> None:
    """What happened last, the table as it lies, and the result, on one screen if there is room."""
    log = board.table.log
    # The result stands below.
    log = log[:-1] if log and log[-1].level == "result" else log
    result: list[RenderableType] = [*seed]
    if board.table.ending is not None:
        ending = board.table.ending
        result = [*render_ending(ending, width=screen.width, is_plain=screen.is_plain), *seed]
    room = screen.height - screen.height_of(*result) - _BELOW
    shown, news = board.render(), News(screen, log, board.unbroken)
    if not screen.is_kept:
        screen.show("", *news.within(), shown, *result)
        return
    for tight in TIGHT:
        shown = board.render(tight)
        if screen.height_of(shown) + _FEWEST_LINES <= room:
            break
    room = max(_FEWEST_LINES, room - screen.height_of(shown))
    screen.show("", *news.within(room), shown, *result)


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
