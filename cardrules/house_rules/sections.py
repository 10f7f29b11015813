"""Front matter as a tree of its entries with their lines, to be put together with that of others.

An entry that nobody changes keeps its lines as they are written, with the comments above it.
"""

from __future__ import annotations

import re

import attrs

from cardrules.house_rules.outline import INDENT, TextLine
from cardrules.source import Piece, SourceFile, Span
from cardrules.syntax.yaml_tree import ListNode, MapEntry, MapNode, Node, ScalarNode

# Longer lines are broken behind a comma.
_WIDTH = 110
# What may stand without quotes, also between braces.
_UNQUOTED = re.compile(r"(?![0-9-]+$)[A-Za-z0-9](?:[\w .;/+*=()!-]*[\w.)!])?")


@attrs.define(eq=False)
class Item:
    """A key with its value.

    `lines`: how it is written, if that still holds. `children`: the entries of a mapping, and
    `is_block` whether each of them begins a line of its own. `text` is the value of one that is no
    mapping, in the characters of its file. `comment` stands behind it on its line, or behind the
    key of entries below.
    """

    key: str
    source: SourceFile
    span: Span
    above: tuple[TextLine, ...] = ()
    lines: tuple[TextLine, ...] = ()
    node: Node | None = None
    text: str = ""
    children: list[Item] | None = None
    is_block: bool = False
    comment: str = ""

    def child(self, key: str) -> Item | None:
        """The entry with this key."""
        return next((item for item in self.children or () if item.key == key), None)

    @property
    def piece(self) -> Piece:
        """Where it begins."""
        return Piece(self.source, self.source.position(self.span.start)[0], None)


def sections_of(root: MapNode, source: SourceFile, area: Span) -> list[Item]:
    """The entries of front matter that stands in this part of a file."""
    last = source.position(max(area.start, area.end - 1))[0]
    return _items(root, source, source.position(area.start)[0], last)


def _items(root: MapNode, source: SourceFile, first: int, last: int) -> list[Item]:
    """The entries of a mapping whose lines are `first` to `last`."""
    starts = [source.position(entry.key.span.start)[0] for entry in root.entries]
    is_block = _is_block(root, source)
    items: list[Item] = []
    at = first
    for entry, start, end in zip(root.entries, starts, [*starts, last + 1][1:], strict=True):
        item = _item(entry, source)
        if is_block:
            item.above = _lines(source, at, start)
            at = end if end > last else _end_of(source, start, end)
            item.lines = _lines(source, start, at)
        if item.children is not None and isinstance(entry.value, MapNode):
            item.is_block = _is_block(entry.value, source)
            if item.is_block and entry.value.entries:
                item.children = _items(entry.value, source, start + 1, at - 1)
        item.comment = _comment(source, entry, is_below=item.is_block)
        items.append(item)
    return items


def _item(entry: MapEntry, source: SourceFile) -> Item:
    value = entry.value
    item = Item(entry.name, source, entry.key.span, node=value)
    if isinstance(value, MapNode):
        item.children = [_item(inner, source) for inner in value.entries]
    else:
        item.text = source.text[value.span.start : value.span.end].rstrip()
    return item


def _comment(source: SourceFile, entry: MapEntry, *, is_below: bool) -> str:
    """The comment behind an entry on its line."""
    at = entry.key.span.end if is_below else entry.value.span.end
    end = source.text.find("\n", at)
    rest = source.text[at:end].removeprefix(":").rstrip()
    return rest if rest.lstrip().startswith("#") else ""


def _is_block(node: MapNode, source: SourceFile) -> bool:
    """Whether each entry of a mapping begins a line."""
    return source.text[node.span.start] != "{" and all(
        not source.text[source.offset(source.position(at)[0]) : at].strip()
        for at in [entry.key.span.start for entry in node.entries]
    )


def _lines(source: SourceFile, first: int, behind: int) -> tuple[TextLine, ...]:
    numbers = range(first, behind)
    return tuple(TextLine(source.line(n).rstrip(), Piece(source, n)) for n in numbers)


def _end_of(source: SourceFile, start: int, behind: int) -> int:
    """Behind the last line of an entry: comments and blank lines before the next belong to that."""
    while behind - 1 > start:
        text = source.line(behind - 1).strip()
        if text and text[0] != "#":
            break
        behind -= 1
    return behind


# ---- As lines ------------------------------------------------------------------------------------


def lines_from(items: list[Item], indent: int = 0) -> list[TextLine]:
    """The entries as lines, so far from the margin."""
    found: list[TextLine] = []
    for item in items:
        if item.lines:
            by = indent - item.lines[0].indent
            found += [line.moved(by) for line in (*item.above, *item.lines)]
            continue
        found += [line.moved(indent - line.indent) for line in item.above]
        head = f"{' ' * indent}{item.key}:"
        if item.children is not None and (indent == 0 or item.is_block):
            found.append(TextLine(head + item.comment, item.piece))
            found += lines_from(item.children, indent + INDENT // 2)
        else:
            parts = _broken(f"{head} {flow(item)}", indent)
            parts[-1] += item.comment
            found += [TextLine(text, item.piece) for text in parts]
    return found


def flow(item: Item) -> str:
    """The value of an entry on one line."""
    if item.children is None:
        return " ".join(_unfolded(item).split())
    inner = [f"{child.key}: {flow(child)}" for child in item.children]
    return f"{{{', '.join(inner)}}}"


def _unfolded(item: Item) -> str:
    """The value as it can stand on one line between braces."""
    node = item.node
    if isinstance(node, ScalarNode) and isinstance(node.value, str):
        return as_value(node.text)
    return _without_comments(item.text) if isinstance(node, ListNode) else item.text


def _without_comments(text: str) -> str:
    return "\n".join(line.split(" #")[0] for line in text.split("\n"))


def list_of(text: str) -> list[str]:
    """The values of a list on one line, or the one value that it is."""
    if not text.startswith("["):
        return [text]
    found, rest = [], text[1:-1]
    while rest:
        at = _first_comma(rest)
        found.append(rest[:at].strip())
        rest = rest[at + 1 :]
    return found


def _first_comma(text: str) -> int:
    """The first comma that stands in no quotes or brackets, or the end."""
    quote, depth = "", 0
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "," and depth == 0:
            return at
    return len(text)


def as_value(text: str, *, alone: bool = False) -> str:
    """A text as YAML, in quotes where it needs them or could be taken for something else.

    `alone`: it stands on a line of its own and not between braces.
    """
    if _UNQUOTED.fullmatch(text.replace(",", "") if alone else text) and text not in (
        "true",
        "false",
        "null",
    ):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{" ".join(escaped.split())}"'


def _broken(text: str, indent: int) -> list[str]:
    """A line, or several if it is long: broken behind commas, further from the margin."""
    found: list[str] = []
    while len(text) > _WIDTH:
        at = _last_comma(text, _WIDTH)
        if at is None:
            break
        found.append(text[: at + 1])
        text = " " * (indent + 2) + text[at + 1 :].lstrip()
    return [*found, text]


def _last_comma(text: str, width: int) -> int | None:
    """The last comma up to a width that stands in no quotes."""
    quote, found = "", None
    for at, character in enumerate(text[:width]):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character == "," and text[at + 1 : at + 2] == " ":
            found = at
    return found
