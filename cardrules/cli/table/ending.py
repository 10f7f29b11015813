"""The end of a game: places, scores and their parts, what decided ties, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cardrules.cli.table.board import TIGHT, Board
from cardrules.cli.table.news import news
from cardrules.cli.table.screen import Screen
from cardrules.table.model import Ending

# So many rows of what happened last are shown, however low the screen is.
_FEWEST_LINES = 5
# So many rows the question takes that comes below.
_BELOW = 2


def show_end(screen: Screen, board: Board, seed: Sequence[str]) -> None:
    """What happened last, the table as it lies, and the result, on one screen if there is room."""
    log = board.table.log
    # The result stands below.
    log = log[:-1] if log and log[-1].level == "result" else log
    result: list[RenderableType] = [*seed]
    if board.table.ending is not None:
        result = [*render_ending(board.table.ending), *seed]
    room = screen.height - screen.height_of(*result) - _BELOW
    shown = board.render()
    for tight in TIGHT if screen.is_kept else ():
        shown = board.render(tight)
        if screen.height_of(shown) + _FEWEST_LINES <= room:
            break
    room = max(_FEWEST_LINES, room - screen.height_of(shown))
    screen.show("", *news(screen, log, room), shown, *result)


def render_ending(ending: Ending) -> list[RenderableType]:
    """A column for each side, the best place first, and a line for each part of the score.

    Below them stand the criteria that have decided something beside the score.
    """
    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    grid.add_column("", header_style="label")
    for side in ending.sides:
        grid.add_column(Text(side.name), justify="right", header_style="strong")
    rows = [("Place", [side.place for side in ending.sides])]
    matches = [side.match for side in ending.sides if side.match is not None]
    if matches:
        rows.append((ending.match_label, matches))
    rows.append((ending.score_label, [side.score for side in ending.sides]))
    for label, values in rows:
        grid.add_row(Text(label), *map(str, values), style="strong")
    for part in ending.parts:
        grid.add_row(Text(f"  {part.label}"), *part.texts)
    for criterion in ending.criteria:
        grid.add_row(Text(criterion.label), *criterion.texts, style="strong")
    return ["", grid, "", Text(ending.sentence, style="strong")]
