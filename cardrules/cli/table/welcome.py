"""What somebody is told who sees the table for the first time: the goal, and how to learn more."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from cardrules.cli.table.flow import Hanging
from cardrules.cli.table.screen import Screen
from cardrules.table.whole import Table

# A goal that takes more rows is not told here.
_MOST_ROWS = 2
_MORE = "Type rules for all rules, ? for what you can do now"


def welcome(screen: Screen, table: Table) -> list[RenderableType]:
    """The goal of the game, if it is short, and where to read on, in three rows at most."""
    goal = Text.assemble(("Goal: ", "strong"), " ".join(table.goal.split()))
    if not table.goal.strip():
        return [_MORE]
    if screen.height_of(goal) > _MOST_ROWS:
        return [f"{_MORE}, ? goal for the goal"]
    return [Hanging(goal), _MORE]
