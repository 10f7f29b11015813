"""A rules text as a tree of its lines: what is indented below a line belongs to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from cardrules.source import Piece, SourceFile, Span
from cardrules.syntax.snag import TOKEN, without_comment

INDENT = 4
# Lines whose last text in quotes is what they do or are called, and no note.
_SPEAKING = frozenset({"say", "ask", "winner", "match"})


@attrs.frozen(eq=False)
class TextLine:
    """A line of a file as it is written; where it comes from, if it is no more as it was there."""

    text: str
    piece: Piece

    @property
    def indent(self) -> int:
        """How many blanks it begins with."""
        return len(self.text) - len(self.text.lstrip(" "))

    def moved(self, by: int) -> TextLine:
        """The same so many columns further right; it stops at the margin."""
        if by == 0 or not self.text.strip():
            return self
        by = max(by, -self.indent)
        shift = None if self.piece.shift is None else self.piece.shift + by
        text = " " * by + self.text if by > 0 else self.text[-by:]
        return TextLine(text, Piece(self.piece.source, self.piece.line, shift))

    def rewritten(self, text: str) -> TextLine:
        """What was made of this line."""
        return TextLine(text, Piece(self.piece.source, self.piece.line, None))


@attrs.define(eq=False)
class Entry:
    """A line with what continues it in brackets, the comments above it, and what stands below it.

    The root of a text has no lines.
    """

    lines: tuple[TextLine, ...] = ()
    above: tuple[TextLine, ...] = ()
    children: list[Entry] = attrs.field(factory=list)
    parent: Entry | None = None

    @property
    def indent(self) -> int:
        """The column, from 0; of the root it is one level left of the margin."""
        return self.lines[0].indent if self.lines else -INDENT

    @property
    def text(self) -> str:
        """All its lines as one, without comments."""
        return " ".join(without_comment(line.text).strip() for line in self.lines)

    @property
    def words(self) -> tuple[str, ...]:
        """Its words and signs without its note."""
        return words_of(self.text)

    @property
    def ids(self) -> tuple[str, ...]:
        """The IDs of the rules that it is about."""
        found = [match.group() for match in TOKEN.finditer(self.text) if match.group()[0] == "["]
        return tuple(name.strip() for part in found for name in part[1:-1].split(","))

    @property
    def first(self) -> str:
        """Its first word."""
        return next(iter(self.words), "")

    @property
    def source(self) -> SourceFile:
        """The file in which it is written."""
        return self.lines[0].piece.source

    @property
    def span(self) -> Span:
        """Where its first line stands in that file."""
        piece = self.lines[0].piece
        text = piece.source.line(piece.line)
        start = piece.source.offset(piece.line)
        code = without_comment(text).rstrip()
        return Span(start + len(text) - len(text.lstrip()), start + max(len(code), 1))

    @property
    def depth(self) -> int:
        """How many lines it stands below."""
        return -1 if self.parent is None else self.parent.depth + 1

    def walk(self) -> Iterator[Entry]:
        """All that stands below it, in the order of the text."""
        for child in self.children:
            yield child
            yield from child.walk()

    def is_within(self, other: Entry) -> bool:
        """Whether it is another one, or stands below it."""
        entry: Entry | None = self
        while entry is not None and entry is not other:
            entry = entry.parent
        return entry is not None


@attrs.frozen(eq=False)
class Outline:
    """The rules text of a file; `below`: comments behind its last line."""

    root: Entry
    below: tuple[TextLine, ...] = ()


def words_of(text: str) -> tuple[str, ...]:
    """The words and signs of a line without its note and comment."""
    found = [match.group() for match in TOKEN.finditer(text)]
    found = [word for word in found if word[0] != "#"]
    while found and found[-1][0] in '["':
        has_ids = len(found) > 1 and found[-2][0] == "["
        if found[-1][0] == '"' and found[0] in _SPEAKING and not has_ids:
            break
        found.pop()
    return tuple(found)


def code_and_note(entry: Entry) -> tuple[str, str]:
    """What a line says on one line, and its note; comments are left out."""
    text = entry.text
    matches = list(TOKEN.finditer(text))
    number = len(words_of(text))
    behind = [match for match in matches[number:] if match.group()[0] != "#"]
    if not behind:
        return text.strip(), ""
    return text[: behind[0].start()].rstrip(), text[behind[0].start() :].strip()


def outline_of(source: SourceFile, start: int) -> Outline:
    """The tree of the lines from offset `start` on; what is badly indented is below what it can be.

    Nothing is judged here: what is no rules text is told when the whole is read.
    """
    pieces = getattr(source, "pieces", None)
    root = Entry()
    around = [root]
    waiting: list[TextLine] = []
    brackets = 0
    for number in range(source.position(start)[0], source.line_count + 1):
        text = source.line(number).rstrip()
        line = TextLine(text, Piece(source, number) if pieces is None else pieces[number - 1])
        code = without_comment(text).strip()
        if brackets > 0:
            around[-1].lines += (line,)
        elif not code:
            waiting.append(line)
            continue
        else:
            while len(around) > 1 and around[-1].indent >= line.indent:
                around.pop()
            entry = Entry((line,), tuple(waiting), parent=around[-1])
            around[-1].children.append(entry)
            around.append(entry)
            waiting = []
        for match in TOKEN.finditer(code):
            brackets += (match.group() in "({") - (match.group() in ")}")
        brackets = max(brackets, 0)
    return Outline(root, tuple(waiting))


def copy_of(entry: Entry, parent: Entry | None, by: int = 0) -> Entry:
    """The same with all that stands below it, so many columns further right."""
    lines = tuple(line.moved(by) for line in entry.lines)
    above = tuple(line.moved(by) for line in entry.above)
    made = Entry(lines, above, parent=parent)
    made.children = [copy_of(child, made, by) for child in entry.children]
    return made


def lines_of(root: Entry, below: Sequence[TextLine] = ()) -> list[TextLine]:
    """The lines of a tree, from top to bottom."""
    found: list[TextLine] = []
    for entry in root.walk():
        found += entry.above
        found += entry.lines
    return [*found, *below]
