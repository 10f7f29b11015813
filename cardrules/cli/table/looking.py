"""The commands that only show something: what each shows to one viewer of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from cardrules.cli.table.board import Board
from cardrules.cli.table.lookups import Lookups, Shown, in_lines, log_asked_for
from cardrules.cli.table.screen import Screen, short_names
from cardrules.cli.table.typed import Typed
from cardrules.cli.table.unbroken import Unbroken
from cardrules.table.course import Course
from cardrules.table.whole import Table

# A seat, or somebody who only watches.
Watcher = int | Literal["spectator"]


def board_of(table: Table, names: Sequence[str], screen: Screen) -> Board:
    """The board of a table for a screen, with the names of the players as there is room."""
    return Board(table, short_names(names, screen.width), screen.is_plain)


def looked_up(
    typed: Typed, course: Course, viewer: Watcher, names: Sequence[str], screen: Screen
) -> Shown | None:
    """What is shown for a command; None if it does not only show something."""
    answer = _ANSWERS.get(typed.command)
    if typed.command != "log" and answer is None:
        return None
    board = board_of(course.table(viewer), names, screen)
    if answer is None:
        return log_asked_for(typed.rest, course.log(viewer), screen, board.unbroken)
    return answer(Lookups(board), typed.rest, screen)


def why_unread(table: Table, words: str) -> Shown:
    """Why words mean nothing that can be chosen; nothing if they name no action and no card."""
    return in_lines(table.lookups.why_unread(words), Unbroken(table.faces))


_ANSWERS: Mapping[str, Callable[[Lookups, str, Screen], Shown]] = MappingProxyType(
    {
        "help": lambda lookups, rest, screen: lookups.help(rest, screen),
        "rules": lambda lookups, rest, _: lookups.rules(rest),
        "score": lambda lookups, *_: lookups.score(),
        "why": lambda lookups, rest, _: lookups.why(rest),
        "table": lambda lookups, *_: lookups.table(),
        "hand": lambda lookups, *_: lookups.hand(),
        "look": lambda lookups, rest, _: lookups.look(rest),
    }
)
