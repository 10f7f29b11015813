"""What somebody is told who sees the table for the first time.

It is the goal, who the partners are, and how to learn more.
"""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from cardrules.cli.table.flow import Hanging
from cardrules.cli.table.screen import Screen
from cardrules.table.partners import your_partner
from cardrules.table.whole import Table

# A goal that takes more rows is not told here.
_MOST_ROWS = 2
_MORE = "Type rules for all rules, ? for what you can do now"


def welcome(screen: Screen, table: Table) -> list[RenderableType]:
    """The goal of the game, if it is short, who plays with the viewer, and where to read on."""
    partner = your_partner(
        [team.seats for team in table.teams],
        [player.name for player in table.players],
        table.you,
    )
    more = f"{partner}. {_MORE}" if partner else _MORE
    goal = Text.assemble(("Goal: ", "strong"), " ".join(table.goal.split()))
    if not table.goal.strip():
        return [more]
    if screen.height_of(goal) > _MOST_ROWS:
        return [f"{more}, ? goal for the goal"]
    return [Hanging(goal), more]
