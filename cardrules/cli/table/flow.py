"""Text that fits itself into the width there is, and leaves no blanks at the ends of lines."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text


@attrs.frozen(kw_only=True)
class Flow:
    """Items one after the other, as wide as there is room; `head` stands before them."""

    items: Sequence[str]
    separator: str = ", "
    head: str = ""
    head_style: str = "bold"
    indent: int = 0

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._text(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max([len(item) for item in self.items] or [0]) + len(self.separator.rstrip())
        full = len(self.separator.join(self.items)) + len(self.head) + bool(self.head)
        least = min(max(widest + self.indent, len(self.head)), options.max_width)
        return Measurement(least, max(least, min(full, options.max_width)))

    def _text(self, width: int) -> Text:
        text = Text()
        text.append(self.head, self.head_style)
        at, is_first = len(self.head), True
        for index, item in enumerate(self.items):
            last = index == len(self.items) - 1
            told = item if last else item + self.separator.rstrip()
            if is_first:
                gap = " " if self.head else ""
            else:
                gap = " " * (len(self.separator) - len(self.separator.rstrip()))
            if not is_first and at + len(gap) + len(told) > width:
                gap = "\n" + " " * self.indent
                at = self.indent - len(gap)
            text.append(gap + told)
            at += len(gap) + len(told)
            is_first = False
        return text


@attrs.frozen
class Hanging:
    """A paragraph that is indented, its further lines more than its first one."""

    text: Text
    indent: int = 0
    hang: int = 2

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(_NARROWEST, options.max_width - self.indent)
        lines = list(self.text.wrap(console, width))
        if len(lines) > 1:
            rest = self.text[len(lines[0]) :]
            blanks = len(rest.plain) - len(rest.plain.lstrip())
            lines = [lines[0], *rest[blanks:].wrap(console, max(_NARROWEST, width - self.hang))]
        for at, line in enumerate(lines):
            line.rstrip()
            yield Text(" " * (self.indent + (self.hang if at else 0))) + line


_NARROWEST = 20
