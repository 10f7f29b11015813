"""A question and the commands, as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardrules.cli.table.flow import Hanging
from cardrules.cli.table.typed import COMMANDS
from cardrules.table.choosing import Choosing
from cardrules.table.model import Question
from cardrules.table.pools import Question as Step
from cardrules.table.values import number

# More short lines than that stand in several columns.
_ONE_COLUMN = 6
_SHORT = 34


def render_question(question: Question, choosing: Choosing) -> list[RenderableType]:
    """What is asked, and the lines to choose from."""
    head = Text(question.prompt, style="bold")
    if question.ids:
        head.append(f"  [{', '.join(question.ids)}]", "cyan")
    if question.is_secret:
        head.append("  (secret until all have chosen)")
    items: list[RenderableType] = [head]
    if choosing.is_only_pass:
        return [*items, Text("  You have no answer; Enter goes on.")]
    step, is_first = choosing.question, choosing.is_first
    if step.so_far:
        items.append(Text(f"So far: {step.so_far}"))
    if not step.single or not is_first:
        count = number(step.total, "possibility", "possibilities")
        items.append(Text(f"{step.title} ({count}{'' if is_first else '; b goes back'})"))
    return [*items, *_lines(step)]


def _lines(step: Step) -> list[RenderableType]:
    digits = len(str(max(step.numbered, default=1)))
    texts = []
    for at, line in step.numbered.items():
        behind = "" if step.single else f"  ({line.count:,})"
        texts.append(f"{at:>{digits + 1}}) {line.text}{behind}")
    if len(texts) > _ONE_COLUMN and max(map(len, texts)) <= _SHORT + digits:
        columns = Columns([Text(text) for text in texts], column_first=True, padding=(0, 2))
        return [Padding(columns, (0, 0, 0, 1))]
    return [Hanging(Text(text), 1, digits + 3) for text in texts]


def render_commands() -> Sequence[RenderableType]:
    """What can be typed."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    grid.add_row(Text("a number"), Text("takes that line; several numbers, several cards of a set"))
    grid.add_row(Text("words"), Text("part of a line, or of an action; c3 is your card c3"))
    grid.add_row(Text("Enter"), Text("takes the only line, where there is one"))
    for usage, told, _ in COMMANDS.values():
        grid.add_row(Text(usage), Text(told))
    return [Text("You may type", style="bold"), Padding(grid, (0, 0, 0, 2))]
