"""The names that a declaration gives to things, found in its text.

For messages about text that cannot be parsed, or about names whose block has ended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from cardrules.source import SourceFile, Span

_ANY = r"[a-z]\w*"
# At the beginning of a line, and within a condition, which ends at the latest with the line.
_BY_LINE = r"^[ ]*(?P<by>let|choose|pick|each(?=[ ]+\w+[ ]+in\b))[ ]+(?P<name>{})\b"
_BY_CONDITION = r"\b(?P<by>some|every)[ ]+(?P<name>{})[ ]+in\b"
_PARAMETERS = re.compile(r"(?:define|placement|routine|trait|window)[ ]+\w+[ ]*\(([^)\n]*)\)")


@attrs.frozen
class GivenName:
    """A name that is given to something, and the word by which it is: `let`, `choose` ..."""

    text: str
    span: Span
    by: str


def given_names(source: SourceFile, whole: Span, name: str = _ANY) -> Iterator[GivenName]:
    """All names that a declaration gives in its text, or only one of them."""
    for form in (_BY_LINE, _BY_CONDITION):
        pattern = re.compile(form.format(name), re.MULTILINE)
        for match in pattern.finditer(source.text, whole.start, whole.end):
            before = source.text[source.text.rfind("\n", 0, match.start()) + 1 : match.start()]
            if not re.search(r'[#"]', before):
                yield GivenName(match["name"], Span(*match.span("name")), match["by"])


def parameters(source: SourceFile, whole: Span) -> Iterator[GivenName]:
    """The names of what is given to a declaration in brackets."""
    match = _PARAMETERS.match(source.text, whole.start, whole.end)
    if match is not None:
        for part in re.finditer(rf"(?:^|,|\bon\b)[ ]*({_ANY})", match[1]):
            start = match.start(1) + part.start(1)
            yield GivenName(part[1], Span(start, start + len(part[1])), "(")


def reserved_words(name: str) -> tuple[str, str]:
    """Message and help on a name that the language keeps for itself."""
    message = f"`{name}` is a word of the language and cannot be a name."
    return message, f"Choose another name, such as `{name}_2`."
