"""Fixes carried out on the bytes of files: what no edit touches stays as it is, line ends too."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from cardrules.diagnostics.model import Diagnostic, Edit, Fix
from cardrules.source import SourceFile, normalised

_MARK = "\ufeff"
_LONG_END = re.compile(r"\r\n")


def fixable(items: Iterable[Diagnostic], *, unsafe: bool = False) -> list[Fix]:
    """The fixes of diagnostics: the safe ones, or all."""
    fixes = (item.fix for item in items)
    return [fix for fix in fixes if fix and (unsafe or fix.applicability == "safe")]


def chosen_edits(fixes: Iterable[Fix]) -> dict[SourceFile, list[Edit]]:
    """The edits by file, in order, of all fixes that can be made at once.

    Of two that would change the same place the first one is made; the other is found again, if it
    is still needed, when the text is looked at anew.
    """
    chosen: dict[SourceFile, list[Edit]] = {}
    for fix in dict.fromkeys(fixes):
        if not any(_meets(edit, chosen.get(edit.source, ())) for edit in fix.edits):
            for edit in fix.edits:
                chosen.setdefault(edit.source, []).append(edit)
    return {source: sorted(edits, key=lambda edit: edit.span) for source, edits in chosen.items()}


def _meets(edit: Edit, others: Iterable[Edit]) -> bool:
    span = edit.span
    return any(span.start < other.span.end and other.span.start < span.end for other in others)


def edited(content: bytes, source: SourceFile, edits: Iterable[Edit]) -> bytes | None:
    """The content of a file with edits of its source, which are in order and do not meet.

    Nothing if the file is not what the source was read from: it has changed, or is no UTF-8.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if normalised(source.name, text).text != source.text:
        return None
    # The offsets, in the plain text, of line ends that have one character more in the file.
    ends = [match.start() - count for count, match in enumerate(_LONG_END.finditer(text))]
    if text.startswith(_MARK):
        ends = [-1, *(end - 1 for end in ends)]
    parts = []
    done = 0
    for edit in edits:
        start, end = (at + bisect_left(ends, at) for at in (edit.span.start, edit.span.end))
        parts += [text[done:start], edit.text]
        done = end
    return "".join([*parts, text[done:]]).encode("utf-8")
