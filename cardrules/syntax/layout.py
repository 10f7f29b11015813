"""How the lines of a text are indented: which lines there are, and what stands around them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import attrs

from cardrules.source import SourceFile, Span
from cardrules.syntax.expected import DECLARATIONS, OPENING, WITH_PREMISES
from cardrules.syntax.snag import TOKEN, without_comment

# A declaration begins with a line at the margin that holds more than a comment.
_AT_MARGIN = re.compile(r"^[^ #\n]", re.MULTILINE)
_FIRST_WORD = re.compile(r"[a-z_]+(?![:\w])")
# Declarations that hold values; all others hold statements.
_OF_VALUES = frozenset(DECLARATIONS) - {
    "action",
    "interrupt",
    "play",
    "routine",
    "setup",
    "standing",
    "trait",
    "when",
}


@attrs.frozen
class Line:
    """A line of the rules text, with what continues it in brackets."""

    number: int
    indent: int
    text: str

    @property
    def first_word(self) -> str:
        """The word with which it begins; none if that is the name of a clause."""
        match = _FIRST_WORD.match(self.text)
        return match.group() if match else ""

    @property
    def opens(self) -> bool:
        """Whether a block belongs below it."""
        word = self.first_word
        return word in OPENING or _is_do(self.text) or (self.indent == 0 and bool(word))


def code_lines(source: SourceFile, whole: Span) -> Iterator[Line]:
    """The lines of a declaration without blank ones, comments and what only continues a line."""
    depth = 0
    number = source.position(whole.start)[0]
    last = source.position(max(whole.start, whole.end - 1))[0]
    for at in range(number, last + 1):
        line = source.line(at)
        text = line.strip()
        if depth <= 0 and text and text[0] != "#":
            yield Line(at, len(line) - len(line.lstrip(" ")), text)
        for match in TOKEN.finditer(text):
            depth += (match.group() in "({") - (match.group() in ")}")
        depth = max(depth, 0)


def header(lines: Sequence[Line], index: int, column: int) -> int | None:
    """The line below which the block stands to which line `index` belongs, if it is in `column`."""
    found = (at for at in range(index - 1, -1, -1) if lines[at].indent < column)
    return next(found, None)


@attrs.define
class _Opened:
    column: int
    body: int | None = None


def direct_lines(lines: Sequence[Line], top: int) -> Iterator[Line]:
    """The lines of the block below line `top`, without those of the blocks in it.

    The block may be badly indented: a line that stands further left than the first one of an inner
    block is taken to be behind that block.
    """
    opened: list[_Opened] = []
    for line in lines[top + 1 :]:
        if line.indent <= lines[top].indent:
            return
        while opened and line.indent < (opened[-1].body or opened[-1].column + 1):
            opened.pop()
        if not opened:
            yield line
        elif opened[-1].body is None:
            opened[-1].body = line.indent
        if line.opens:
            opened.append(_Opened(line.indent))


def columns(lines: Sequence[Line], top: int) -> Counter[int]:
    """How many lines of the block below line `top` begin in each column."""
    return Counter(line.indent for line in direct_lines(lines, top))


# ---- Where a value stands ------------------------------------------------------------------------

Standing = Literal["effects", "premises", "values"]


def standing(source: SourceFile, at: int) -> Standing:
    """Where `at` stands: among effects, above `do`, or in a declaration that holds only values."""
    number = source.position(at)[0]
    line = source.line(number)
    column, word = len(line) - len(line.lstrip(" ")), _word(line)
    while column > 0 and number > 1:
        number -= 1
        line = source.line(number)
        text = line.lstrip(" ")
        if text and text[0] != "#" and len(line) - len(text) < column:
            column, word = len(line) - len(text), _word(text)
            if word in WITH_PREMISES:
                return "premises"
            if column > 0 and (word in OPENING or _is_do(text)):
                return "effects"
    return "values" if column > 0 or word in _OF_VALUES or word not in DECLARATIONS else "effects"


def _is_do(text: str) -> bool:
    """Whether this is the `do` above effects, which carries out no routine."""
    return without_comment(text).rstrip() == "do"


def _word(line: str) -> str:
    match = _FIRST_WORD.match(line.lstrip(" "))
    return match.group() if match else ""


def declaration_around(source: SourceFile, at: int) -> Span:
    """The declaration in which `at` stands."""
    text = source.text
    start = text.rfind("\n", 0, at) + 1
    while start > 0 and not _AT_MARGIN.match(text, start):
        start = text.rfind("\n", 0, start - 1) + 1
    match = _AT_MARGIN.search(text, at + 1)
    return Span(start, match.start() if match else len(text))
