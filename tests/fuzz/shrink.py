"""A smaller text that still fails in the same way: lines are left out as long as it does."""

from __future__ import annotations

import re
from collections.abc import Callable

Fails = Callable[[str], bool]


def shrunk(text: str, fails: Fails, *, most: int = 2000) -> str:
    """The text without what its failure does not need; `most` bounds how often it is tried."""
    tries = [most]

    def still(candidate: str) -> bool:
        tries[0] -= 1
        return tries[0] >= 0 and fails(candidate)

    before = ""
    while before != text and tries[0] > 0:
        before = text
        text = _without_blocks(text, still)
        text = _dedented(text, still)
        text = _simpler(text, still)
    return text


def _without_blocks(text: str, still: Fails) -> str:
    """Leave out lines with all that is indented below them, large blocks first."""
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        end = _end_of_block(lines, index)
        for stop in {end, index + 1}:
            candidate = [*lines[:index], *lines[stop:]]
            if lines[index].strip() and still("\n".join(candidate)):
                lines = candidate
                break
        else:
            index += 1
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def _end_of_block(lines: list[str], start: int) -> int:
    """The line behind a line and everything that is further in."""
    width = _width(lines[start])
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or _width(lines[end]) > width):
        end += 1
    return end


def _width(line: str) -> int:
    return len(line) - len(line.lstrip())


def _dedented(text: str, still: Fails) -> str:
    """Put a block in the place of the line above it."""
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        end = _end_of_block(lines, index)
        if end > index + 1 and _width(lines[index]):
            inner = [line[4:] if line.strip() else line for line in lines[index + 1 : end]]
            candidate = [*lines[:index], *inner, *lines[end:]]
            if still("\n".join(candidate)):
                lines = candidate
                continue
        index += 1
    return "\n".join(lines)


# What stands in brackets, and simpler things to put in its place.
_BRACKETS = re.compile(r"\([^()]*\)")
_NOTES = re.compile(r'\s*(\[[\w, -]+\])?\s*("[^"]*")?$')


def _simpler(text: str, still: Fails) -> str:
    """Conditions and notes left out, brackets replaced by what is in them."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        for candidate in _simpler_lines(line):
            changed = "\n".join([*lines[:index], candidate, *lines[index + 1 :]])
            if len(candidate) < len(lines[index]) and still(changed):
                lines[index] = candidate
    return "\n".join(lines)


def _simpler_lines(line: str) -> list[str]:
    found = [_NOTES.sub("", line)] if line.startswith(" ") else []
    for word in (" where ", " with ", " and ", " or ", " until ", ", otherwise ", " above ", ", "):
        at = line.rfind(word)
        if at > 0:
            found.append(line[:at])
    for match in list(_BRACKETS.finditer(line))[:12]:
        inner = match.group()[1:-1]
        for part in (
            *re.split(r" (?:if|else|and|or|where|[-+*/=]|!=|<=?|>=?|mod) ", inner),
            "me",
            "0",
        ):
            found.append(line[: match.start()] + part.strip() + line[match.end() :])
            found.append(f"{line[: match.start()]}({part.strip()}){line[match.end() :]}")
    return found
