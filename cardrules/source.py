"""Texts and places in them.

A ruleset is one text: YAML front matter between two `---` lines, then rules text. Both are read
from the same `SourceFile`, so that an offset means the same place for every stage.
"""

from __future__ import annotations

import bisect
import codecs
import hashlib
from functools import cached_property
from pathlib import Path

import attrs

from cardrules.files import MOST_TEXT, read_bytes


@attrs.frozen(order=True)
class Span:
    """A stretch of the text, in characters: `start` inclusive, `end` exclusive."""

    start: int
    end: int

    def __or__(self, other: Span) -> Span:
        """The smallest span that covers both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


@attrs.frozen(eq=False)
class SourceFile:
    """A text with its name; lines and columns count from 1.

    `encoding` is what a file is written in if that is not UTF-8 and can be told; then there is no
    text.
    """

    name: str
    text: str = attrs.field(repr=False)
    encoding: str = ""

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        position = find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = find("\n", position + 1)
        return starts

    @property
    def sha256(self) -> str:
        """A digest of the text."""
        return hashlib.sha256(self.text.encode(errors="surrogatepass")).hexdigest()

    @property
    def line_count(self) -> int:
        """How many lines the text has."""
        return len(self._starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def where(self, offset: int) -> Position:
        """Where people find what stands at an offset: in this text, or in that from which it is."""
        return Position(self, *self.position(offset))

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of a line and column, both from 1."""
        return self._starts[min(line, len(self._starts)) - 1] + column - 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end]


@attrs.frozen
class Position:
    """A place in a file, as people are told it: line and column from 1."""

    source: SourceFile
    line: int
    column: int

    @property
    def text(self) -> str:
        """The line."""
        return self.source.line(self.line)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


@attrs.frozen(eq=False)
class Piece:
    """From which line of which file a line is.

    `shift`: how many columns further right it stands now; None where it is not the same line any
    more, but made of it.
    """

    source: SourceFile
    line: int
    shift: int | None = 0


@attrs.frozen(eq=False)
class Part:
    """One of the texts that were put together, with its title."""

    source: SourceFile
    title: str


@attrs.frozen(eq=False)
class CombinedText(SourceFile):
    """A text that was put together from lines of several; what is said of it is said of these.

    `parts`: the texts, that of the game first, then house rules in an order that does not depend on
    that in which they were named.
    """

    pieces: tuple[Piece, ...] = attrs.field(default=(), repr=False)
    parts: tuple[Part, ...] = ()

    def where(self, offset: int) -> Position:
        """The line from which this one is."""
        line, column = self.position(offset)
        piece = self.pieces[min(line, len(self.pieces)) - 1]
        text = piece.source.line(piece.line)
        if piece.shift is None:
            column = len(text) - len(text.lstrip()) + 1
        else:
            column = max(1, min(column - piece.shift, len(text) + 1))
        return Position(piece.source, piece.line, column)


def read_source(path: Path) -> SourceFile:
    """The text of a file as UTF-8, line ends made plain.

    Raises `OSError`, also for what is no regular file or too large to be a text; bytes that are not
    UTF-8 become U+FFFD, which the front end then reports.
    """
    content = read_bytes(path, MOST_TEXT)
    encoding = _other_encoding(content)
    if encoding:
        return SourceFile(str(path), "", encoding)
    return normalised(str(path), content.decode("utf-8", errors="replace"))


def _other_encoding(content: bytes) -> str:
    """The encoding of a text with two or four bytes for each character; else nothing."""
    if content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "UTF-32"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    # Without a mark at its beginning: every other byte of what most languages write is zero.
    head = content[:_HEAD]
    few, many = sorted((head[::2].count(0), head[1::2].count(0)))
    return "UTF-16" if many > 1 and many * 3 > len(head) > few * 10 else ""


_HEAD = 2000


def normalised(name: str, text: str) -> SourceFile:
    """A source whose line ends are `\\n` and that has no byte order mark."""
    return SourceFile(name, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
