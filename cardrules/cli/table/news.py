"""What has happened since somebody was last shown the table, as far as there is room above it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from cardrules.cli.table.flow import Hanging
from cardrules.cli.table.lookups import ALL_LINES
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.unbroken import Unbroken
from cardrules.table.model import Told
from cardrules.table.wording import number

# Where they scroll by, nobody is told of more at once: of all of a game that goes on again.
_MOST = 40


def news(
    screen: Screen, log: Sequence[Told], unbroken: Unbroken, room: int | None = None
) -> list[RenderableType]:
    """The lines of a log in their order, on so many rows of the screen.

    Where they are too many, the newest is shown, then what came of the reader's own action, then
    what others did to the reader, then the rest, details last. Where the first of them are missing
    it is told.
    """
    room = _MOST if room is None else room
    lines = [Hanging(unbroken.text(told.text), 0 if told.is_head else 3) for told in log]
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
    shown.sort()
    gap = next((place for place, at in enumerate(shown) if place != at), len(shown))
    items: list[RenderableType] = [lines[at] for at in shown]
    return [*items[:gap], Text(told, style="faint"), *items[gap:]]


def _as_wanted(log: Sequence[Told]) -> list[int]:
    """The places of lines, those first that must not be missed."""
    newest, *others = range(len(log) - 1, -1, -1)
    own = _own_action(log)

    def order(at: int) -> tuple[bool, bool, bool]:
        return at not in own, log[at].level == "detail", not log[at].is_about_you

    return [newest, *sorted(others, key=order)]


def _own_action(log: Sequence[Told]) -> range:
    """The lines of what the reader did last, with which the news begin, and of what came of it."""
    heads = [at for at, told in enumerate(log) if told.is_head]
    if not heads or not log[heads[0]].is_about_you:
        return range(0)
    return range(heads[0], heads[1] if len(heads) > 1 else len(log))
