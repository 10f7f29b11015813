"""Sentences: words for people, in whose braces stand values.

`{EXPR}` is a value, `{one|several}` or `{one|several|you}` a word that agrees with the value before
it, `{{` and `}}` are plain braces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardrules.diagnostics.model import Diagnostics
from cardrules.source import SourceFile, Span
from cardrules.syntax import nodes

ReadValue = Callable[[SourceFile, Span, Diagnostics], nodes.Expr | None]
Part = nodes.Words | nodes.Expr | nodes.Agree

_BRACES = "A plain brace is written twice: `{{` or `}}`."
_FORMS = (2, 3)
# So many mistakes are told of one sentence.
MOST_MISTAKES = 20


def read_sentence(
    source: SourceFile, quotes: Span, diagnostics: Diagnostics, read_value: ReadValue
) -> nodes.Sentence:
    """The sentence between quotes; what is wrong in it is reported and left out.

    After many mistakes it is read no further: of each the whole line is looked at.
    """
    parts: list[Part] = []
    before = len(diagnostics)
    if not source.text[quotes.start + 1 : quotes.end - 1].strip():
        help = "Write what is to be told or asked, or leave the line out."
        diagnostics.report("CR104", quotes, "Nothing stands in this sentence.", help=help)
    for piece, is_braced in _pieces(source, quotes, diagnostics):
        if len(diagnostics) - before >= MOST_MISTAKES:
            break
        text = source.text[piece.start : piece.end]
        part: Part | None
        if not is_braced:
            part = nodes.Words(piece, text.replace("{{", "{").replace("}}", "}"))
        elif "|" in text:
            part = _agreement(piece, text, parts, diagnostics)
        else:
            part = _value(source, piece, diagnostics, read_value)
        if part is not None:
            parts.append(part)
    return nodes.Sentence(quotes, tuple(parts))


def _pieces(
    source: SourceFile, quotes: Span, diagnostics: Diagnostics
) -> Iterator[tuple[Span, bool]]:
    """What stands in braces and what stands between them; true for what stands in braces."""
    text, end = source.text, quotes.end - 1
    begin = at = quotes.start + 1
    while at < end:
        if text[at] not in "{}":
            at += 1
        elif text[at + 1] == text[at]:
            at += 2
        else:
            yield from _between(begin, at)
            close = _closing(text, at, end) if text[at] == "{" else None
            if close is None:
                _report_single(Span(at, at + 1), text[at], diagnostics)
                begin = at = at + 1
            else:
                yield Span(at + 1, close), True
                begin = at = close + 1
    yield from _between(begin, end)


def _between(begin: int, end: int) -> Iterator[tuple[Span, bool]]:
    if begin < end:
        yield Span(begin, end), False


def _closing(text: str, opening: int, end: int) -> int | None:
    """Where the brace is closed that opens there; sets have braces, too."""
    depth = 0
    for at in range(opening, end):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return at
    return None


def _report_single(span: Span, brace: str, diagnostics: Diagnostics) -> None:
    if brace == "{":
        message = "The brace that opens here is not closed in this sentence."
        help = f"Write a `}}` behind the value. {_BRACES}"
    else:
        message, help = "The brace that closes here was not opened in this sentence.", _BRACES
    diagnostics.report("CR104", span, message, help=help)


def _agreement(
    piece: Span, text: str, before: list[Part], diagnostics: Diagnostics
) -> nodes.Agree | None:
    """A word with its forms."""
    forms = text.split("|")
    if len(forms) not in _FORMS or "{" in text or "}" in text:
        message = f"Between bars stand two forms of a word, or three, and here are {len(forms)}."
        if "{" in text or "}" in text:
            message = "Between bars stand forms of a word, and no values."
        diagnostics.report("CR104", piece, message, help=_AGREEING)
        return None
    if not any(isinstance(part, nodes.Expr) for part in before):
        message = "No value stands before this word with which it could agree."
        diagnostics.report("CR104", piece, message, help=_AGREEING)
        return None
    one, several, you = (*forms, forms[1])[:3]
    return nodes.Agree(piece, one, several, you)


_AGREEING = (
    "A word agrees with the value before it: `{n} {card|cards}`; for one, for several, and if you "
    "like for the reader: `{me} {has|have|have}`."
)


def _value(
    source: SourceFile, piece: Span, diagnostics: Diagnostics, read_value: ReadValue
) -> nodes.Expr | None:
    text = source.text[piece.start : piece.end]
    if not text.strip():
        at = Span(piece.start - 1, piece.end + 1)
        help = f"A name or another value belongs there: `{{me}}`. {_BRACES}"
        diagnostics.report("CR104", at, "Nothing stands between these braces.", help=help)
        return None
    start = piece.start + len(text) - len(text.lstrip())
    return read_value(source, Span(start, start + len(text.strip())), diagnostics)
