"""A question and the commands, as they are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardrules.cli.table.flow import Flow, Hanging, Trailed
from cardrules.cli.table.typed import COMMANDS
from cardrules.cli.table.unbroken import Unbroken, untied
from cardrules.table.choosing import Choosing
from cardrules.table.whole import Question
from cardrules.table.wording import number

# More short lines than that stand in several columns.
_ONE_COLUMN = 6
_SHORT = 34
# Before lines beside each other, and between two of them.
_MARGIN = 1
_GAP = 2


def render_head(question: Question, choosing: Choosing, unbroken: Unbroken) -> list[RenderableType]:
    """What is asked, and what has been chosen already."""
    behind = []
    if question.of > 1:
        behind.append(Text(f"({question.number} of {question.of})"))
    if question.ids:
        behind.append(Text(f"[{', '.join(question.ids)}]", "ids"))
    if question.is_secret:
        behind.append(Text("(secret until all have chosen)"))
    items: list[RenderableType] = [Trailed(unbroken.text(question.prompt, "strong"), behind)]
    if choosing.is_only_pass:
        why = question.no_interrupt or "You have no answer"
        return [*items, Text(f"  {why}; Enter goes on.")]
    step, is_first = choosing.question, choosing.is_first
    if step.pieces:
        items.append(
            Flow(head="So far:", head_style="", items=step.pieces, separator=" ", indent=2)
        )
    if not step.single or not is_first:
        count = number(step.total, "possibility", "possibilities")
        items.append(Text(f"{step.title} ({count}{'' if is_first else '; b goes back'})"))
    return items


def lines_of(choosing: Choosing, unbroken: Unbroken) -> list[str]:
    """The lines to choose from, with their numbers; none where there is no answer to give.

    The names in them are tied together.
    """
    if choosing.is_only_pass:
        return []
    step = choosing.question
    digits = len(str(max(step.numbered, default=1)))
    # Where all lines lead equally far, it says nothing how far that is.
    differ = len({line.count for line in step.lines}) > 1
    return [
        f"{at:>{digits + 1}}) {unbroken.tied(line.text)}"
        + (f"  ({line.count:,} of them)" if differ and line.count > 1 else "")
        for at, line in step.numbered.items()
    ]


def in_one_column(lines: Sequence[str]) -> list[RenderableType]:
    """One line below the other."""
    hang = max((len(line) - len(line.partition(") ")[2]) for line in lines), default=0)
    return [Hanging(Text(line), 1, hang) for line in lines]


def in_columns(lines: Sequence[str]) -> list[RenderableType]:
    """Beside each other, as many as there is room for."""
    return [_Columns(lines)] if lines else []


@attrs.frozen
class _Columns:
    """Lines in rows that are read one after the other, the first ones below each other."""

    lines: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for columns in range(len(self.lines), 1, -1):
            widths = [max(map(cell_len, self.lines[at::columns])) for at in range(columns)]
            if _MARGIN + sum(widths) + _GAP * (columns - 1) <= options.max_width:
                yield from self._rows(widths)
                return
        yield from in_one_column(self.lines)

    def _rows(self, widths: Sequence[int]) -> Iterator[Text]:
        for at in range(0, len(self.lines), len(widths)):
            row = Text(" " * _MARGIN)
            for width, line in zip(widths, self.lines[at : at + len(widths)], strict=False):
                row.append(line + " " * (width - cell_len(line) + _GAP))
            row.rstrip()
            yield untied(row)


def are_short(lines: Sequence[str]) -> bool:
    """Whether lines stand in columns even where there is room for all of them."""
    return len(lines) > _ONE_COLUMN and max(map(cell_len, lines)) <= _SHORT


def render_commands() -> Sequence[RenderableType]:
    """What can be typed."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="label", no_wrap=True)
    grid.add_column()
    grid.add_row(Text("a number"), Text("takes that line; several numbers, several cards of a set"))
    grid.add_row(Text("l4"), Text("takes line 4, where a card is called 4 too"))
    grid.add_row(Text("words"), Text("part of a line, or of an action; c3 is your card c3"))
    grid.add_row(Text("Enter"), Text("takes the only line, where there is one"))
    for usage, told, _ in COMMANDS.values():
        grid.add_row(Text(usage), Text(told))
    return [Text("You may type", style="strong"), Padding(grid, (0, 0, 0, 2))]
