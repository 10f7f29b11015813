"""Changes of an outline: what comes in between lines, in place of one, or into one.

A change names lines of the base as it is. All changes are found before the first one is made, so
that none depends on another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import attrs

from cardrules.house_rules.outline import INDENT, Entry, TextLine, copy_of


@attrs.frozen(eq=False)
class Change:
    """`said`: the line of the house rules that wants it; `by`: the file; `comments`: above it."""

    said: Entry
    by: str
    comments: tuple[TextLine, ...]


@attrs.frozen(eq=False)
class Insert(Change):
    """Lines below `parent`, before its line number `index` (from 0).

    `any_order`: it does not matter what else others put there.
    """

    parent: Entry
    index: int
    new: tuple[Entry, ...]
    any_order: bool


@attrs.frozen(eq=False)
class Exchange(Change):
    """Other lines in place of one and what stands below it, or none at all."""

    entry: Entry
    new: tuple[Entry, ...]


@attrs.frozen(eq=False)
class Header(Change):
    """Another line in place of one; what stands below it stays.

    With a `switch` the old line stays, too: that option says which of them is in force.
    """

    entry: Entry
    line: TextLine
    switch: str = ""


@attrs.frozen(eq=False)
class Beside(Change):
    """More names behind those of a line that lists some, or one of them less."""

    entry: Entry
    names: tuple[str, ...]
    without: str = ""


def changed(root: Entry, changes: Iterable[Change]) -> Entry:
    """The outline with all changes made."""
    return _Maker(changes).made(root, None)


class _Maker:
    def __init__(self, changes: Iterable[Change]) -> None:
        self._inserts: dict[tuple[Entry, int], list[Insert]] = {}
        self._exchanges: dict[Entry, Exchange] = {}
        self._headers: dict[Entry, Header] = {}
        self._beside: dict[Entry, list[Beside]] = {}
        for change in changes:
            match change:
                case Insert():
                    self._inserts.setdefault((change.parent, change.index), []).append(change)
                case Exchange():
                    self._exchanges[change.entry] = change
                case Header():
                    self._headers[change.entry] = change
                case Beside():
                    self._beside.setdefault(change.entry, []).append(change)

    def made(self, entry: Entry, parent: Entry | None) -> Entry:
        """A line with what stands below it, changed."""
        made = Entry(self._line(entry), (*entry.above, *self._above(entry)), parent=parent)
        column = entry.children[0].indent if entry.children else entry.indent + INDENT
        for index in range(len(entry.children) + 1):
            for insert in self._inserts.get((entry, index), ()):
                made.children += _placed(insert.new, insert.comments, made, column)
            if index < len(entry.children):
                made.children += self._child(entry.children[index], made)
        return made

    def _child(self, child: Entry, parent: Entry) -> list[Entry]:
        exchange = self._exchanges.get(child)
        if exchange is None:
            header = self._headers.get(child)
            if header is not None and header.switch:
                return self._by_switch(child, header, parent)
            return [self.made(child, parent)]
        if exchange.new:
            new = _placed(exchange.new, exchange.comments, parent, child.indent)
            new[0].above = (*child.above, *new[0].above)
            return new
        # Comments on what follows go on to it.
        left = (*_about_others(child.above), *_moved(exchange.comments, child.indent))
        return [Entry((), left, parent=parent)] if left else []

    def _by_switch(self, child: Entry, header: Header, parent: Entry) -> list[Entry]:
        """A line with its block twice: as it becomes, and as it was."""
        indent = " " * child.indent
        both: list[Entry] = []
        for text in (f"if {header.switch}", "else"):
            around = Entry((header.line.rewritten(indent + text),), parent=parent)
            inner = self.made(child, around)
            if both:
                inner.lines = child.lines
            else:
                around.above, inner.above = inner.above, ()
            around.children = [copy_of(inner, around, INDENT)]
            both.append(around)
        both[1].children[0].above = ()
        return both

    def _above(self, entry: Entry) -> list[TextLine]:
        """The comments of those that change the line itself."""
        changes: list[Change] = list(self._beside.get(entry, ()))
        if entry in self._headers:
            changes.append(self._headers[entry])
        return [line for change in changes for line in _moved(change.comments, entry.indent)]

    def _line(self, entry: Entry) -> tuple[TextLine, ...]:
        header = self._headers.get(entry)
        if header is not None:
            return (header.line.moved(entry.indent - header.line.indent),)
        beside = self._beside.get(entry, ())
        if not beside:
            return entry.lines
        first, *others = entry.lines
        text = first.text
        for change in beside:
            text = _with_names(text, change.names) if change.names else text
            if change.without:
                text = _without_name(text, change.without)
        return (first.rewritten(text), *others)


def _placed(
    new: Sequence[Entry], comments: Sequence[TextLine], parent: Entry, column: int
) -> list[Entry]:
    """Copies of lines, moved so that they stand in a column, with comments above the first."""
    made = [copy_of(entry, parent, column - entry.indent) for entry in new]
    made[0].above = (*_moved(comments, column), *made[0].above)
    return made


def _moved(comments: Sequence[TextLine], column: int) -> list[TextLine]:
    return [line.moved(column - line.indent) for line in comments]


def _about_others(above: tuple[TextLine, ...]) -> tuple[TextLine, ...]:
    """Of the lines above one those that are not only about it: up to the last blank line."""
    blank = [at for at, line in enumerate(above) if not line.text.strip()]
    return above[: blank[-1]] if blank else ()


def _without_name(text: str, name: str) -> str:
    """A line `one of a, b` without one of its names; one that has no other stays."""
    found = re.sub(rf"(?<=\bof ){name}, |, {name}\b", "", text, count=1)
    return re.sub(rf", otherwise {name}\b", "", found, count=1)


def _with_names(text: str, names: Sequence[str]) -> str:
    """A line `one of a, b` with more names, before `otherwise` and what is said behind it."""
    end = len(text)
    for sign in (", otherwise", " [", ' "', " #"):
        at = text.find(sign)
        end = min(end, at) if at >= 0 else end
    more = "".join(f", {name}" for name in names)
    behind = text[end:]
    blank = " " * 4 if behind and behind[0] != "," else ""
    return f"{text[:end].rstrip()}{more}{blank}{behind.lstrip()}"
