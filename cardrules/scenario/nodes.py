"""From the nodes of a YAML text to plain data, and from a path in the data back to a node."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cardrules.source import Span
from cardrules.syntax.yaml_tree import BadNode, ListNode, MapNode, Node, ScalarNode

# What a table of cases fills in.
PLACEHOLDER = re.compile(r"<([a-z][a-z0-9_]*)>")


def data_of(node: Node | None) -> object:
    """The data of a node; a number that would be written in another way stays a text."""
    if isinstance(node, MapNode):
        return {entry.name: data_of(entry.value) for entry in node.entries}
    if isinstance(node, ListNode):
        return [data_of(item) for item in node.items]
    if isinstance(node, ScalarNode):
        whole = isinstance(node.value, int) and not isinstance(node.value, bool)
        return node.text if whole and str(node.value) != node.text else node.value
    return None


def node_at(root: Node, path: Iterable[str | int]) -> Node:
    """The node at a path of keys and indices, or the last on the way that is there."""
    node = root
    for step in path:
        inner = _inner(node, step)
        if inner is None:
            break
        node = inner
    return node


def _inner(node: Node, step: str | int) -> Node | None:
    if isinstance(node, MapNode):
        entry = node.get(str(step))
        return entry.value if entry is not None else None
    if isinstance(node, ListNode) and isinstance(step, int) and step < len(node.items):
        return node.items[step]
    return None


def place_of(node: Node) -> Span:
    """Where a value stands; of a mapping its first key, since a whole block would say nothing."""
    if isinstance(node, MapNode) and node.entries:
        return node.entries[0].key.span
    return node.span


def place_at(root: Node, path: Sequence[str | int], *, is_key: bool = False) -> Span:
    """Where the value at the end of a path stands, or its key."""
    inner = node_at(root, path[:-1])
    entry = inner.get(str(path[-1])) if path and isinstance(inner, MapNode) else None
    return entry.key.span if is_key and entry is not None else place_of(node_at(root, path))


def has_key(root: Node, path: Sequence[str | int]) -> bool:
    """Whether a mapping has the key at the end of a path."""
    inner = node_at(root, path[:-1])
    return isinstance(inner, MapNode) and inner.get(str(path[-1])) is not None


def entries_of(node: Node | None) -> dict[str, Node]:
    """The values of a mapping by their keys; nothing if the node is none."""
    if not isinstance(node, MapNode):
        return {}
    return {entry.name: entry.value for entry in node.entries}


def items_of(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; nothing if the node is none."""
    return node.items if isinstance(node, ListNode) else ()


def key_spans(node: Node | None) -> dict[str, Span]:
    """Where the keys of a mapping stand: their values may have come out of a table."""
    if not isinstance(node, MapNode):
        return {}
    return {entry.name: entry.key.span for entry in node.entries}


def is_placeholder(text: str) -> bool:
    """Whether a text is a placeholder and nothing else."""
    return PLACEHOLDER.fullmatch(text) is not None


def scalars_in(node: Node | None) -> Iterator[ScalarNode]:
    """All single values in a node, keys among them."""
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from scalars_in(item)
    elif isinstance(node, MapNode):
        for entry in node.entries:
            yield entry.key
            yield from scalars_in(entry.value)


def is_sound(node: Node | None) -> bool:
    """Whether nothing in a tree has been reported as unreadable."""
    if isinstance(node, MapNode):
        return all(is_sound(entry.value) for entry in node.entries)
    if isinstance(node, ListNode):
        return all(is_sound(item) for item in node.items)
    return node is not None and not isinstance(node, BadNode)
