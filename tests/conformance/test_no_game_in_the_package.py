"""Nothing in the package knows a game: no code compares with the name of a game or of a card.

Looked at are names and texts in the code. Docstrings and comments may take their examples from the
bundled games.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cardrules
from cardrules.engine.game import Game
from cardrules.ops.registry import operations
from cardrules.resources import grammar_text
from tests.bundled import bundled, load, paths

PACKAGE = Path(cardrules.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def words_of_the_language() -> frozenset[str]:
    """Words that mean something in every game."""
    return frozenset(re.findall(r"[a-z_]+", grammar_text())) | frozenset(operations())


@cache
def names() -> tuple[frozenset[str], frozenset[str]]:
    """What must not be in the code: names as they are printed, and names as identifiers."""
    printed, written = set(), set()
    for path in paths():
        ruleset = load(path)
        printed.add(ruleset.title)
        written.add(path.stem)
        # A card that is called like a number or a letter is in every text.
        printed |= {kind.name for kind in ruleset.kinds if re.search(r"[A-Za-z]{2}", kind.name)}
        written |= {kind.line for kind in ruleset.kinds}
    return frozenset(printed), frozenset(written) - words_of_the_language() - {"plain"}


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts in the code with their lines, docstrings left out."""
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(id(first.value))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            yield node.lineno, node.value


def identifiers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """All names in the code with their lines."""
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "arg"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield getattr(node, "lineno", 0), value


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_code_names_a_game_or_a_card(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    printed, written = names()
    found = []
    for line, text in texts(tree):
        found += [
            (line, name) for name in printed if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        ]
        found += [(line, name) for name in written if text == name]
    found += [(line, name) for line, name in identifiers(tree) if name in written]
    assert found == []


def test_the_search_would_find_a_name() -> None:
    printed, written = names()
    assert {"Snarkas", "ZAP", "Crawler 3", "Queen of Spades", "Queen of spades"} & printed >= {
        "Snarkas",
        "ZAP",
        "Crawler 3",
    }
    assert {"snatch_it", "tinks_gaze"} <= written
    tree = ast.parse('"""Snarkas."""\nif title == "Snarkas":\n    snatch_it = 1\n')
    assert [text for _, text in texts(tree)] == ["Snarkas"]
    assert "snatch_it" in [name for _, name in identifiers(tree)]


def test_generated_code_holds_no_word_of_a_ruleset() -> None:
    """What is compiled is made of numbers, so that no text of an author is ever carried out."""
    for item in bundled():
        source = "\n".join(
            Game(load(item.path), item.players).builder.generated.emitter.definitions
        )
        assert not re.search(r"[\"']", source)
        assert "__" not in source
        assert "import" not in source
