"""Tables of text, for terminals and in Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

_WIDEST = 26
_GAP = "  "


def in_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table with what is too wide for its column on several lines."""
    cells = [[textwrap.wrap(cell, _WIDEST) or [""] for cell in row] for row in (head, *rows)]
    widths = [
        max(len(line) for cell in column for line in cell) for column in zip(*cells, strict=True)
    ]
    for number, row in enumerate(cells):
        for lines in zip_longest(*row, fillvalue=""):
            padded = (f"{text:<{width}}" for text, width in zip(lines, widths, strict=True))
            yield _GAP.join(padded).rstrip()
        if not number:
            yield _GAP.join("-" * width for width in widths)


def in_markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The same in Markdown."""
    yield _row(head)
    yield _row(["---"] * len(head))
    yield from map(_row, rows)


def escaped(text: str) -> str:
    """A text in which no character means anything in Markdown."""
    for mark in "\\`*_[]<>|#":
        text = text.replace(mark, "\\" + mark)
    return text


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
