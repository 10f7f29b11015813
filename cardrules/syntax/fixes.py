"""Fixes of texts that are not of the language, where only one thing can be meant."""

from __future__ import annotations

import re

from cardrules.diagnostics.model import Edit, Fix
from cardrules.source import CombinedText, SourceFile, Span

# What stands before a line, and whether there is more on it.
_INDENT = re.compile(r"^([ \t]+)(?=([^ \t\n])?)", re.MULTILINE)
_LEVEL = "    "
# A sentence in curly quotes, and no other quotes or comment in its line.
_CURLY = re.compile(
    r'[^"#\u201c\u201d\u201e]*([\u201c\u201d\u201e])[^"#\u201c\u201d\u201e]*'
    r'([\u201c\u201d])[^"#\u201c\u201d\u201e]*'
)


def blanks_for_tabs(source: SourceFile, start: int) -> Fix | None:
    """Four blanks for each tab before a line, from an offset on.

    Nothing if some lines are indented with blanks: nobody knows how wide the tabs are among them.
    """
    edits = []
    for match in _INDENT.finditer(source.text, start):
        if " " in match[1] and match[2]:
            return None
        blanks = _LEVEL * len(match[1]) if match[2] else ""
        if "\t" in match[1]:
            edits.append(Edit(source=source, span=Span(*match.span(1)), text=blanks))
    if isinstance(source, CombinedText):
        return None
    return Fix(title="Indent with blanks", applicability="safe", edits=tuple(edits))


def straight_quotes(source: SourceFile, at: int) -> Fix | None:
    """Straight quotes for the curly ones around the only sentence of a line."""
    line = source.position(at)[0]
    match = _CURLY.fullmatch(source.line(line))
    if match is None or isinstance(source, CombinedText):
        return None
    begins = source.offset(line)
    spans = [Span(begins + match.start(group), begins + match.end(group)) for group in (1, 2)]
    return Fix(
        title="Write straight quotes",
        applicability="safe",
        edits=tuple(Edit(source=source, span=span, text='"') for span in spans),
    )
