"""The end of a game: places, scores and their parts, what decided ties, and who has won."""

from __future__ import annotations

from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from cardrules.table.model import Ending


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
