"""One word for one thing, in the package's own names too (`docs/glossary.md`).

Some words have meant several things at once, and would again if nobody looked: so it is written
here where they may stand.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

import cardrules

PACKAGE = Path(cardrules.__file__).parent
GLOSSARY = PACKAGE.parent / "docs" / "glossary.md"

# For each word in names the modules in which it stands for its one thing, and what is no such name.
WORDS = {
    # What can be chosen at a decision is an answer.
    "option": (
        (
            "syntax/*",  # what front matter says of options, and lark's own
            "analysis/*",
            "model/ruleset.py",
            "engine/specialise/*",  # where they get their values
            "engine/tables.py",
            "engine/game.py",  # by which a game is made
            "fast/llvm/compiling.py",  # what llvmlite calls its own
            "leaks/hunt.py",  # with which games are played
            "leaks/leak.py",
            "lint/check*",
            "lint/counting/*",
            "lint/settings.py",
            "house_rules/*",
            "scenario/from_game.py",
            "scenario/load.py",
            "scenario/model.py",
            "scenario/run.py",
            "sim/record.py",
            "sim/replay.py",
            "sim/run.py",
            "rulebook/*",  # what they are in words, and what holds only with another value
            "table/describe.py",  # those in force are told at the table
            "table/in_force.py",
            "table/model.py",
            "table/options_told.py",
            "table/passages.py",
            "table/rulebook.py",
            "table/search.py",
            "table/sheet.py",
            "table/topics.py",
            "table/whole.py",
            "cli/*",  # options of a game, and those of the command line
        ),
        r"\w*optional\w*|OptionError|OptionValue|setOptionValue",  # the last is the solver's
    ),
    # Zones whose faces nobody sees.
    "closed": (("table/closed.py", "table/describe.py", "table/history.py"), r""),
    # The standing rules.
    "settle": (
        (
            "analysis/circles.py",
            "engine/lowering/*",
            "engine/playing/doing.py",
            "engine/source/parts.py",
            "fast/procedures/frames.py",
            "fast/procedures/procedures.py",
            "lint/counting/*",  # what the standing rules may have made of it
            "machine/*",
            "termination/*",
        ),
        r"",
    ),
    # Data that is its fields and nothing else; a screen without colours and frames.
    "plain": ((), r"plain|PlainInOrder|_PlainType|is_plain|\w*(?:ex|com)plain\w*"),
}
# Where each class of these names is: what the text says and what becomes of it are called alike.
CLASSES = {
    "Action": ("model/action.py",),
    "Answer": ("engine/sets/answers.py",),
    "DeclaredAction": ("model/ir.py", "syntax/nodes.py"),
    "Kind": ("model/ruleset.py",),
    "Place": ("model/ir.py", "syntax/nodes.py"),
    "Plain": ("plain.py",),
    "Settle": ("machine/code.py",),
    "Stop": ("model/ir.py", "syntax/nodes.py"),
    "Wait": ("machine/program.py",),
}
# What may be called `kind`: the number of a printed face, those of all cards, or the face itself.
KINDS = {"int", "list[int]", "Sequence[int]", "Kind", "CardKind"}


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the package, by their paths in it."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


@cache
def names(module: str) -> frozenset[str]:
    """All names in the code of a module, those in its imports and attributes too."""
    with (PACKAGE / module).open(encoding="utf-8") as file:
        tokens = tokenize.generate_tokens(file.readline)
        return frozenset(token.string for token in tokens if token.type == tokenize.NAME)


def standing(word: str, allowed: str) -> dict[str, set[str]]:
    """The names that have a word in them, by module."""
    found = {
        module: {
            name
            for name in names(module)
            if word in name.lower() and not re.fullmatch(allowed, name, re.IGNORECASE)
        }
        for module in modules()
    }
    return {module: those for module, those in found.items() if those}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_stands_for_its_one_thing(word: str) -> None:
    places, allowed = WORDS[word]
    found = standing(word, allowed)
    elsewhere = {
        module: those
        for module, those in found.items()
        if not any(fnmatch(module, place) for place in places)
    }
    assert not elsewhere
    assert [place for place in places if not any(fnmatch(one, place) for one in found)] == []


def classes() -> Iterator[tuple[str, str]]:
    """Every class and every name of a type, with its module."""
    for module, tree in modules().items():
        for node in tree.body:
            match node:
                case ast.ClassDef(name=name):
                    yield name, module
                case ast.Assign(targets=[ast.Name(id=name)]) if name[:1].isupper():
                    yield name, module


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_is_defined_once(name: str) -> None:
    assert tuple(module for found, module in classes() if found == name) == CLASSES[name]


def test_a_kind_is_a_printed_face() -> None:
    wrong = []
    for module, tree in modules().items():
        for node in ast.walk(tree):
            match node:
                case (
                    ast.arg(arg="kind", annotation=annotation)
                    | ast.AnnAssign(target=ast.Name(id="kind"), annotation=annotation)
                ):
                    is_face = annotation is not None and ast.unparse(annotation) in KINDS
                case ast.Attribute(value=ast.Name(id="kind"), attr="base" | "element" | "optional"):
                    is_face = False
                case _:
                    continue
            if not is_face:
                wrong.append(f"{module}:{node.lineno}")
    assert wrong == []


@pytest.mark.parametrize("word", [*WORDS, "action", "answer", "interrupt", "kind", "place", "stop"])
def test_the_glossary_says_what_it_is_once(word: str) -> None:
    text = GLOSSARY.read_text(encoding="utf-8")
    rows = re.findall(rf"^\| {word} \| (.+?) \|", text, re.MULTILINE)
    assert len(rows) == 1 and rows[0].strip()
