"""A file of house rules, read: what it changes, and what it says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.house_rules.operations import Operation, operations
from cardrules.house_rules.outline import Outline, TextLine, outline_of
from cardrules.house_rules.sections import Item, sections_of
from cardrules.source import SourceFile, Span
from cardrules.syntax.frontmatter import HOUSE_RULE_KEYS, borders_of
from cardrules.syntax.lines import has_bad_lines
from cardrules.syntax.yaml_tree import ListNode, MapNode, Node, ScalarNode, read_yaml

# What a file of house rules says of itself; all other keys change those of the base.
OWN_KEYS = ("title", *HOUSE_RULE_KEYS)
ANY = "any"


@attrs.frozen(eq=False, kw_only=True)
class Reference:
    """A name or path as it is written, with a sentence if there is one."""

    text: str
    span: Span
    sentence: str = ""


@attrs.frozen(eq=False, kw_only=True)
class Patch:
    """House rules: the operations on the rules text and the entries for the front matter.

    `name` is that of its file. `extends`: what it changes, `any` for any game. `after`: behind
    which others its lines come where both put some. `not_with`: what it cannot be played with.
    `needs_rule`: what it cannot be played without. `needs`: the declarations, by their first words,
    that any game must have for it. `switch`: the option by which it is played or not. `defaults`:
    what is chosen, by the names of choices, where a game without it is replayed. `comments` stand
    above what it says of itself.
    """

    name: str
    title: str
    source: SourceFile
    extends: tuple[Reference, ...]
    after: tuple[Reference, ...] = ()
    not_with: tuple[Reference, ...] = ()
    needs_rule: tuple[Reference, ...] = ()
    needs: tuple[Reference, ...] = ()
    switch: Reference | None = None
    defaults: Mapping[str, Any] = attrs.field(factory=dict)
    comments: tuple[TextLine, ...] = ()
    items: tuple[Item, ...]
    operations: tuple[Operation, ...]
    outline: Outline

    @property
    def is_for_any(self) -> bool:
        """Whether it binds to any game."""
        return [item.text for item in self.extends] == [ANY]


def extends_something(source: SourceFile) -> bool:
    """Whether a text is one of house rules."""
    root = _root(source, Diagnostics(source))
    return root is not None and root.get("extends") is not None


def house_rules_alone(source: SourceFile) -> Diagnostics | None:
    """What is wrong with the form of house rules for any game, without one; None for all others.

    Whether their lines fit is seen only with a game.
    """
    root = _root(source, Diagnostics(source))
    extends = None if root is None else root.get("extends")
    if extends is None or text_of(extends.value) != ANY:
        return None
    diagnostics = Diagnostics(source)
    read_patch(source, diagnostics)
    return diagnostics


def read_patch(source: SourceFile, diagnostics: Diagnostics) -> Patch | None:
    """The house rules in a text; all mistakes of form are reported."""
    root = _root(source, diagnostics)
    if root is None:
        return None
    borders = borders_of(source, diagnostics)
    assert borders is not None
    if has_bad_lines(source, borders.body_start, diagnostics):
        return None
    own = {name: entry.value for name in OWN_KEYS if (entry := root.get(name)) is not None}
    items = sections_of(root, source, borders.yaml)
    outline = outline_of(source, borders.body_start)
    references = {
        name.replace("-", "_"): _references(own[name], name, diagnostics)
        for name in ("extends", "after", "not_with", "needs_rule", "needs")
        if name in own
    }
    switch = _references(own["switch"], "switch", diagnostics) if "switch" in own else ()
    found: dict[str, Any] = dict(references)
    return Patch(
        name=Path(source.name).stem,
        title=text_of(own.get("title")) or Path(source.name).stem,
        source=source,
        switch=switch[0] if switch else None,
        defaults=_defaults(own.get("defaults"), diagnostics),
        comments=tuple(
            line for item in items if item.key in OWN_KEYS for line in item.above if line.text
        ),
        items=tuple(item for item in items if item.key not in OWN_KEYS),
        operations=tuple(operations(outline.root, diagnostics)),
        outline=outline,
        **{"extends": (), **found},
    )


def _root(source: SourceFile, diagnostics: Diagnostics) -> MapNode | None:
    borders = borders_of(source, diagnostics)
    if borders is None:
        return None
    root = read_yaml(source, borders.yaml, diagnostics).root
    return root if isinstance(root, MapNode) else None


def _defaults(node: Node | None, diagnostics: Diagnostics) -> dict[str, Any]:
    """Values by the names of choices."""
    if isinstance(node, MapNode):
        return {entry.name: _as_data(entry.value) for entry in node.entries}
    if node is not None:
        diagnostics.report(
            "CR204",
            node.span,
            "`defaults` has no choices with what is chosen.",
            help="Write the name of each choice that is added: `defaults: {word: silence}`.",
        )
    return {}


def _as_data(node: Node) -> Any:
    """A value as records have it; that of a mapping by its keys."""
    match node:
        case ListNode():
            return [_as_data(item) for item in node.items]
        case MapNode():
            return {entry.name: _as_data(entry.value) for entry in node.entries}
    return getattr(node, "value", None)


def text_of(node: Node | None) -> str:
    """The text of a single value; empty if it is none."""
    return node.text if isinstance(node, ScalarNode) else ""


def _references(node: Node, key: str, diagnostics: Diagnostics) -> tuple[Reference, ...]:
    """One name, several, or several each with a sentence."""
    match node:
        case ScalarNode() if node.text:
            return (Reference(text=node.text, span=node.span),)
        case ListNode():
            found = [item for inner in node.items for item in _references(inner, key, diagnostics)]
            return tuple(found)
        case MapNode() if node.entries:
            return tuple(
                Reference(text=item.name, span=item.key.span, sentence=text_of(item.value))
                for item in node.entries
            )
    diagnostics.report(
        "CR204",
        node.span,
        f"`{key}` names no file of rules.",
        help=f"Write a name, a path, or a list of them: `{key}: snarkas`.",
    )
    return ()
