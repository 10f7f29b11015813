"""Text that fits itself into the width there is, and leaves no blanks at the ends of lines."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.rule import Rule
from rich.text import Text

from cardrules.cli.table.unbroken import untied

# What ends with this needs no separator behind it.
SEMICOLON = ";"
# No line is that long: where lines are not to be broken, they are as wide as this.
_UNBROKEN = 1_000_000


@attrs.frozen(kw_only=True)
class Flow:
    """Items one after the other, as wide as there is room; `head` stands before them.

    `most`: where they would take more lines, the last ones are counted instead; 0 for no bound.
    `sizes`: for how many things each item stands, if not for one. `instead`: the items as they are
    told where there is no room for all; what of them is left out is no number of anything.
    """

    items: Sequence[str]
    separator: str = ", "
    head: str = ""
    head_style: str = "strong"
    style: str = ""
    indent: int = 0
    most: int = 0
    sizes: Sequence[int] = ()
    instead: Sequence[str] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = _UNBROKEN if options.no_wrap else options.max_width
        text = self._text(self.items, width)
        items = self.items
        if self.instead and self._is_too_long(text):
            items = self.instead
            text = self._text(items, width)
        kept = len(items)
        while kept > 1 and self._is_too_long(text):
            kept -= 1
            more = "and more" if items is self.instead else f"and {self._size_from(kept)} more"
            text = self._text([*items[:kept], more], width)
        yield text

    def _size_from(self, kept: int) -> int:
        return sum(self.sizes[kept:]) if self.sizes else len(self.items) - kept

    def _is_too_long(self, text: Text) -> bool:
        return bool(self.most) and text.plain.count("\n") >= self.most

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max(map(cell_len, self.items), default=0) + len(self.separator.rstrip())
        full = cell_len(self.separator.join(self.items)) + cell_len(self.head) + bool(self.head)
        least = min(max(widest + self.indent, cell_len(self.head)), options.max_width)
        return Measurement(least, max(least, min(full, options.max_width)))

    def _text(self, items: Sequence[str], width: int) -> Text:
        text = Text(style=self.style)
        text.append(self.head, self.head_style)
        at, is_first = cell_len(self.head), True
        behind = self.separator.rstrip()
        for index, item in enumerate(items):
            last = index == len(items) - 1
            told = (
                item.removesuffix(SEMICOLON)
                if last
                else item + behind * (not item.endswith(SEMICOLON))
            )
            if is_first:
                gap = " " if self.head else ""
            else:
                gap = " " * (len(self.separator) - len(behind))
            if not is_first and at + len(gap) + cell_len(told) > width:
                gap = "\n" + " " * self.indent
                at = self.indent - len(gap)
            text.append(gap + told)
            at += len(gap) + cell_len(told)
            is_first = False
        return text


@attrs.frozen
class Hanging:
    """A paragraph that is indented, its further lines more than its first one."""

    text: Text
    indent: int = 0
    hang: int = 2

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        full = _UNBROKEN if options.no_wrap else options.max_width
        width = max(_NARROWEST, full - self.indent)
        lines = list(self.text.wrap(console, width))
        if len(lines) > 1:
            rest = self.text[len(lines[0]) :]
            blanks = len(rest.plain) - len(rest.plain.lstrip())
            lines = [lines[0], *rest[blanks:].wrap(console, max(_NARROWEST, width - self.hang))]
        for at, line in enumerate(lines):
            line.rstrip()
            yield Text(" " * (self.indent + (self.hang if at else 0))) + untied(line)


@attrs.frozen
class Trailed:
    """A paragraph, and behind it what is not to be broken where there is room for it."""

    text: Text
    behind: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = _UNBROKEN if options.no_wrap else options.max_width
        lines = list(self.text.wrap(console, width))
        for piece in self.behind:
            lines[-1].rstrip()
            if lines[-1].cell_len + len(_GAP) + piece.cell_len <= width:
                lines[-1].append(_GAP).append_text(piece)
            else:
                inside = max(_NARROWEST, width - len(_GAP))
                lines += [Text(_GAP) + line for line in piece.wrap(console, inside)]
        for line in lines:
            line.rstrip()
            yield untied(line)


@attrs.frozen
class Heading:
    """A heading in parts with a line behind it; without the first ones where there is no room."""

    parts: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        parts = list(self.parts)
        while len(parts) > 1 and cell_len(", ".join(parts)) + _LINE > options.max_width:
            del parts[0]
        yield Rule(Text(", ".join(parts), style="strong"), align="left", style="label")


_GAP = "  "
# A blank and some of the line behind a heading.
_LINE = 2
_NARROWEST = 20
