"""Every node of a tree knows its place in the file, also behind the front matter."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cardrules.diagnostics.model import Diagnostics
from cardrules.model import ir
from cardrules.plain import fields
from cardrules.resources import games_dir
from cardrules.source import SourceFile, Span, normalised, read_source
from cardrules.syntax import nodes
from cardrules.syntax.frontmatter import parse_front_matter
from cardrules.syntax.parser import parse_expression, parse_rules
from tests.analysis.harness import statements

GAMES = sorted(games_dir().rglob("*.rules"))


def tree_of(source: SourceFile) -> nodes.RulesText:
    """The tree of a text without mistakes."""
    diagnostics = Diagnostics(source)
    front = parse_front_matter(source, diagnostics)
    assert front is not None
    tree = parse_rules(source, front.body_start, diagnostics)
    assert not len(diagnostics)
    return tree


@cache
def game(path: Path) -> tuple[SourceFile, nodes.RulesText]:
    """A bundled game."""
    source = read_source(path)
    return source, tree_of(source)


def within(node: nodes.Node) -> Iterator[nodes.Node]:
    """The nodes directly within a node."""
    for name in fields(type(node)):
        value = getattr(node, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, nodes.Node):
                yield item


def all_nodes(node: nodes.Node) -> Iterator[nodes.Node]:
    """A node and all within it."""
    yield node
    for item in within(node):
        yield from all_nodes(item)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_word_stands_at_its_place(path: Path) -> None:
    source, tree = game(path)
    for node in all_nodes(tree):
        written = source.text[node.span.start : node.span.end]
        match node:
            case nodes.Word():
                assert re.sub(" +", " ", written) == node.text
            case nodes.Name():
                assert written == node.name.text
            case nodes.Number():
                assert int(written) == node.value
            case nodes.Truth():
                assert written == str(node.value).lower()
            case nodes.Note() if node.sentence:
                assert written.endswith(f'"{node.sentence}"')


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_node_begins_and_ends_with_what_belongs_to_it(path: Path) -> None:
    source, tree = game(path)
    for node in all_nodes(tree):
        written = source.text[node.span.start : node.span.end]
        if isinstance(node, nodes.Statement | nodes.Declaration | nodes.Expr | nodes.Block):
            assert written and written == written.strip()
            assert not written.startswith(("#", "["))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_node_lies_within_the_one_around_it_and_behind_the_one_before(path: Path) -> None:
    _, tree = game(path)
    for node in all_nodes(tree):
        # Notes and premises that are not written have no place.
        inner = [item.span for item in within(node) if item.span.end > item.span.start]
        assert all(node.span | span == node.span for span in inner)
        if not isinstance(node, nodes.RulesText):
            assert all(a.end <= b.start or a == b for a, b in itertools.pairwise(inner))


def test_places_count_from_the_beginning_of_the_file() -> None:
    source = normalised(
        "t", "---\ntitle: t\nplayers: 2\ncards: {c: {count: 1}}\n---\nsetup\n    stop\n"
    )
    (setup,) = tree_of(source).declarations
    assert isinstance(setup, nodes.Setup)
    assert source.position(setup.span.start) == (6, 1)
    (stop,) = setup.block.statements
    assert source.position(stop.span.start) == (7, 5)


def test_an_expression_of_the_front_matter_is_read_in_its_place() -> None:
    source = SourceFile("t", "default: 3 + limit")
    found = parse_expression(source, Span(9, len(source.text)), Diagnostics(source))
    assert isinstance(found, nodes.PlusMinus)
    assert source.text[found.right.span.start : found.right.span.end] == "limit"


def test_rule_ids_have_places_of_their_own() -> None:
    source = normalised(
        "t", "---\ntitle: t\nplayers: 2\ncards: {c: {count: 1}}\n---\nsetup [A-1,  B-2]\n    stop\n"
    )
    (setup,) = tree_of(source).declarations
    assert isinstance(setup, nodes.Setup)
    assert [source.text[word.span.start : word.span.end] for word in setup.note.ids] == [
        "A-1",
        "B-2",
    ]


def test_a_statement_of_the_ruleset_knows_its_line_and_its_note() -> None:
    first, _ = statements('shuffle deck   [O-1, O-2] "the deck is shuffled"   # a comment\nreverse')
    assert isinstance(first, ir.Shuffle)
    assert first.origin.ids == ("O-1", "O-2")
    assert first.origin.sentence == "the deck is shuffled"
