"""What a help tells an author to write is right: it is tried, in each of the wrong rulesets.

`Did you mean X?` is about what is marked. `Write X.` is about it, too, or about the whole line if
it begins as a line does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.lint.runner import lint_source
from cardrules.source import SourceFile, normalised
from cardrules.syntax.expected import DECLARATIONS, STATEMENTS
from tests.analysis.bad_rulesets import everything

_SHOWN = re.compile(r"`([^`]+)`")
# What stands for something of the author's, or for more of the same.
_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|\bA\b|\.\.\.")
_INSTEAD = re.compile(r"(Did you mean|\bWrite) `([^`]+)`[?.]")
# The beginnings of lines that have two words.
_TWO_WORDS = {"else if", "next turn", "one of"}
_LINES = {*STATEMENTS, *DECLARATIONS}


def _name(item: Diagnostic) -> str:
    return f"{item.source.name}:{item.span.start}"


def _line(source: SourceFile, at: int) -> tuple[int, str]:
    number = source.position(at)[0]
    return source.offset(number), source.line(number)


def _replaced(item: Diagnostic, how: str, text: str) -> str:
    """The ruleset with this text in place of what is marked, or of its line."""
    whole = item.source.text
    start, line = _line(item.source, item.span.start)
    words = text.split()
    begins_line = how == "Write" and len(words) > 1 and words[0] in (*_LINES, line.split()[0])
    if not begins_line:
        return whole[: item.span.start] + text + whole[item.span.end :]
    indent = line[: len(line) - len(line.lstrip())]
    return whole[:start] + indent + text + whole[start + len(line) :]


def _instead() -> Iterator[tuple[Diagnostic, str, str]]:
    for _, item in everything():
        for how, text in _INSTEAD.findall(item.help):
            if not _PLACEHOLDER.search(text):
                yield item, how, text


@pytest.mark.slow
def test_what_is_offered_instead_is_not_refused_in_its_turn() -> None:
    for item, how, text in _instead():
        assert text != item.source.text[item.span.start : item.span.end], _name(item)
        at = _line(item.source, item.span.start)[0]
        found = lint_source(normalised(item.source.name, _replaced(item, how, text)))
        there = [it for it in found if _line(it.source, it.span.start)[0] == at]
        again = [it.message for it in there if it.code < "CR200" or it.message == item.message]
        assert not again, f"{_name(item)}: {text}"


def _forms(text: str) -> Iterator[str]:
    """The ways in which a text can be what a ruleset holds."""
    routine = "routine lines\n    {}\n"
    yield routine.format(text)
    yield routine.format(f"{text}\n        stop")
    yield routine.format(f"if true\n        stop\n    {text}\n        stop")
    yield f"{text}\n"
    yield f"{text}\n    stop\n"
    yield f"action some\n    {text}\n    do\n        stop\n"
    yield f"{text}\n    do\n        stop\n"
    yield f"{text}\n    some: true\n"
    yield f"define some = 0 {text}\n"  # behind a value


def _is_line(text: str) -> bool:
    words = text.split()
    is_begun = len(words) > 1 and words[0] in _LINES and text not in _TWO_WORDS
    return is_begun and not _PLACEHOLDER.search(text)


def _can_be_read(text: str) -> bool:
    front = "---\ntitle: Some\nplayers: 2\ncards: {plain: {count: 1}}\n---\n"
    return any(
        all(item.code >= "CR200" for item in lint_source(normalised("some.rules", front + form)))
        for form in _forms(text)
    )


def test_every_line_that_is_shown_can_be_read() -> None:
    shown = {text: item for _, item in everything() for text in _SHOWN.findall(item.help)}
    unread = [
        f"{_name(item)}: {text}"
        for text, item in shown.items()
        if _is_line(text) and not _can_be_read(text)
    ]
    assert not unread
