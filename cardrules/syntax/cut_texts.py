"""Texts of the front matter that need quotes: what cuts them is a sign of YAML."""

from __future__ import annotations

import re

from cardrules.source import SourceFile, Span

# A value in braces without quotes, up to this place, and what belongs to it behind that.
_BEFORE = re.compile(
    r"[{,][ ]*(?P<key>\w+):[ ]+(?P<text>[^\s{}\[\]\"'](?:(?!,[ ]*\w+:[ ])[^{}\[\]\"])*)$"
)
_BEHIND = re.compile(r"[^{}\"]*?(?=[ ]*(?:,[ ]*\w+:[ ]|\}))")
_MOST = 100


def cut_at_comma(source: SourceFile, key: Span) -> str:
    """The help for a key in braces that is rather the rest of a text; nothing if it is none."""
    number = source.position(key.start)[0]
    line, at = source.line(number), key.start - source.offset(number)
    if not line[:at].rstrip().endswith(","):
        return ""
    whole = _whole(line, at)
    return whole and (
        "In braces a comma ends a text. If this belongs to the text before it, put quotes around "
        f"the whole: `{whole}`."
    )


def cut_at_sign(line: str, at: int) -> str:
    """The help for a bracket or colon in a text in braces; nothing if there is none."""
    whole = _whole(line, at) if line[at : at + 1] in ("[", ":") else ""
    return whole and f"In braces a text with `{line[at]}` needs quotes: `{whole}`."


def _whole(line: str, at: int) -> str:
    """A key and its whole text with quotes around it, at a place at which the text was cut."""
    before, behind = _BEFORE.search(line, 0, at), _BEHIND.match(line, at)
    if before is None or behind is None:
        return ""
    text = f"{line[before.start('text') : at]}{behind.group()}"
    shown = text if len(text) <= _MOST and "`" not in text else f"{text[:20]} ..."
    return f'{before["key"]}: "{shown}"'
