"""What is looked at before the rules text is parsed: characters, tabs, and bounds on every line.

The bounds are far beyond what a rule needs. They keep messages readable and the later stages,
which are recursive, within their depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.source import SourceFile, Span
from cardrules.syntax.fixes import blanks_for_tabs

LONGEST_WORD = 60
MOST_WORDS = 600
MOST_BRACKETS = 64

# Whatever may be no printable character of a text; most of a text is skipped by it quickly.
_SUSPICIOUS = re.compile(r"[^\n -~]")
_TOKEN = re.compile(r'"[^"\n]*"|\[[^\[\]\n]*\]|#[^\n]*|[A-Za-z0-9_]+|\n|\S')
_WORD = re.compile(r"[A-Za-z0-9_]")

_DELETE = "Delete it; it cannot be seen in most editors."
_BLANK = "Replace it by a blank."
_NAMED = {
    "\t": ("a tab", _BLANK),
    "\x00": ("the character U+0000", _DELETE),
    "\xa0": ("a blank that does not break (U+00A0)", _BLANK),
    "\xad": ("an invisible hyphen (U+00AD)", _DELETE),
    "\u200b": ("an invisible blank (U+200B)", _DELETE),
    "\ufeff": ("a byte order mark (U+FEFF)", _DELETE),
}


def has_bad_lines(source: SourceFile, start: int, diagnostics: Diagnostics) -> bool:
    """Report what would make parsing slow or its messages strange, from offset `start` on."""
    found = _report_characters(source, start, diagnostics)
    for excess in excesses(source.text, start):
        diagnostics.report("CR005", excess.span, excess.message, help=excess.help)
        found = True
    return found


# ---- Characters ----------------------------------------------------------------------------------


def _report_characters(source: SourceFile, start: int, diagnostics: Diagnostics) -> bool:
    """Report each kind of bad character once, with the number of lines that have it, too."""
    lines: dict[tuple[str, bool], set[int]] = {}
    first: dict[tuple[str, bool], int] = {}
    for match in _SUSPICIOUS.finditer(source.text, start):
        character = match.group()
        if character.isprintable() and character != "\ufffd":
            continue
        line = source.position(match.start())[0]
        indents = character == "\t" and not source.text[source.offset(line) : match.start()].strip()
        first.setdefault((character, indents), match.start())
        lines.setdefault((character, indents), set()).add(line)
    for (character, indents), at in first.items():
        more = more_lines(len(lines[character, indents]) - 1)
        if indents:
            diagnostics.report(
                "CR103",
                Span(at, at + 1),
                f"This line is indented with a tab{more}.",
                help="Indent with blanks, four for each level. "
                "Most editors can turn all tabs into blanks at once.",
                fix=blanks_for_tabs(source, start),
            )
        else:
            _report_character(character, at, more, diagnostics)
    return bool(first)


def more_lines(number: int) -> str:
    """What ends the sentence on something that so many further lines have, too."""
    if number == 0:
        return ""
    return f"; {number} more {'line has' if number == 1 else 'lines have'} one, too"


def _report_character(character: str, at: int, more: str, diagnostics: Diagnostics) -> None:
    span = Span(at, at + 1)
    if character == "\ufffd":
        message = f"Here is something that is not text in UTF-8{more}."
        help = "Save the file in the encoding UTF-8, and write the character anew."
    else:
        name, help = _NAMED.get(character, (f"the character U+{ord(character):04X}", _DELETE))
        message = f"Here is {name}, which no ruleset may contain{more}."
    diagnostics.report("CR003", span, message, help=help)


# ---- Bounds --------------------------------------------------------------------------------------


@attrs.frozen
class Excess:
    """A bound that is passed, and where."""

    span: Span
    message: str
    help: str


_NAME_PARTS = "Name parts of it with `let` or `define`."


def excesses(text: str, start: int = 0, end: int | None = None) -> Iterator[Excess]:
    """The bounds that a text passes, once for each line and what continues it in brackets."""
    end = len(text) if end is None else end
    words = depth = 0
    line = start
    is_reported = False
    for match in _TOKEN.finditer(text, start, end):
        token, at = match.group(), match.start()
        if token == "\n":
            row = match.end()
            if depth <= 0 or text[row : row + 1].strip(" #\n"):
                words, depth, line, is_reported = 0, 0, row, False
            continue
        if words == 0:
            line = match.start()
        words += 1
        depth += (token in "({") - (token in ")}")
        excess = _excess_of_word(token, at)
        if excess is None:
            excess = _excess_of_line(Span(line, match.end()), at, words, depth)
        if excess is not None and not is_reported:
            is_reported = True
            yield excess


def _excess_of_line(line: Span, at: int, words: int, depth: int) -> Excess | None:
    if words > MOST_WORDS:
        return Excess(line, f"This line has more than {MOST_WORDS} words.", _NAME_PARTS)
    if depth > MOST_BRACKETS:
        message = f"More than {MOST_BRACKETS} brackets are open here."
        return Excess(Span(at, line.end), message, _NAME_PARTS)
    return None


def _excess_of_word(token: str, at: int) -> Excess | None:
    if len(token) > LONGEST_WORD and _WORD.match(token):
        message = f"This word is longer than {LONGEST_WORD} characters."
        return Excess(Span(at, at + len(token)), message, "Use a shorter name or number.")
    return None
