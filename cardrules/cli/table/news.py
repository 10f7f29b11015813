"""What has happened since somebody was last shown the table, as far as there is room above it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from cardrules.cli.table.flow import Hanging
from cardrules.cli.table.lookups import ALL_LINES
from cardrules.cli.table.screen import Screen
from cardrules.table.model import Told
from cardrules.table.wording import number

# Where they scroll by, nobody is told of more at once: of all of a game that goes on again.
_MOST = 40


def news(screen: Screen, log: Sequence[Told], room: int = _MOST) -> list[RenderableType]:
    """The lines of a log in their order, on so many rows of the screen.

    Where they are too many, the newest is shown, then what others did to the reader, then the rest,
    details last.
    """
    lines = [Hanging(Text(told.text), 0 if told.is_head else 3) for told in log]
    rows = [screen.height_of(line) for line in lines]
    if sum(rows) <= room:
        return list(lines)
    left = room - 1
    shown: list[int] = []
    for at in _as_wanted(log):
        if rows[at] > left and shown:
            break
        shown.append(at)
        left -= rows[at]
    told = f"({number(len(log) - len(shown), 'line')} left out: {ALL_LINES})"
    return [Text(told, style="faint"), *(lines[at] for at in sorted(shown))]


def _as_wanted(log: Sequence[Told]) -> list[int]:
    """The places of lines, those first that must not be missed."""
    newest, *others = range(len(log) - 1, -1, -1)

    def order(at: int) -> tuple[bool, bool]:
        return log[at].level == "detail", not log[at].is_about_you

    return [newest, *sorted(others, key=order)]
