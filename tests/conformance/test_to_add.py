"""What `CONTRIBUTING.md` says is to be touched is all that is: things are added to a copy by it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conformance.additions import CHECK, OPERATION, STATEMENT, Addition
from tests.docs.reference_tables import code_spans, rows

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
# What a checkout needs to be played and tested.
PARTS = ("cardrules", "grammar", "schemas", "docs/diagnostics", "tests")
RULES = """---
title: Backwards
goal: Have the highest card.
turn: You draw what comes.
players: 2
attributes: {{number: integer}}
cards:
  plain: {{name: "{{number}}", number: 1 to 9, count: 1}}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
setup
    {setup}
play
    each player clockwise from starter
        draw 1 from deck to my hand
score
    points: {score}
winner highest score
"""
# Lints a ruleset and plays it, in a process of its own that takes the package from the copy.
PLAYED = """
import sys
from pathlib import Path
import cardrules
from cardrules.engine.game import Game
from cardrules.analysis.load import analyse_source
from cardrules.lint.runner import lint_source
from cardrules.source import read_source
assert Path(cardrules.__file__).is_relative_to(Path.cwd()), cardrules.__file__
source = read_source(Path("new.rules"))
print(*[item.code for item in lint_source(source).each()])
game = Game(analyse_source(source)[0], 2)
print([game.score_of(game.start(7, 0), seat) for seat in range(2)])
"""


def touched(row: str) -> list[str]:
    """The files and folders that a row of the table names, from the folder of the checkout."""
    (cell,) = [cells[1] for cells in rows(PAGE) if re.sub(r" \(.*", "", cells[0]) == row]
    found: list[str] = []
    for span in code_spans(cell):
        if re.search(r"/$|\.(?:py|md|lark|json|rules)$", span):
            # What is not said from the top is said from the package, or stands beside the last.
            beside = found[-1] if found else ""
            beside = beside if beside.endswith("/") else str(Path(beside).parent)
            named = re.sub(r"[^/]*<[^/]*$", "", span)
            places = [f"{folder}/{named}".lstrip("/") for folder in ("", "cardrules", beside)]
            found += [next((one for one in places if (ROOT / one).exists()), span)]
    return found


ROWS = [re.sub(r" \(.*", "", cells[0]) for cells in rows(PAGE) if len(cells) == 2]


@pytest.mark.parametrize("row", ROWS)
def test_what_is_to_be_touched_is_there(row: str) -> None:
    games = {"games/<game>.rules", "games/scenarios/<game>/"}
    missing = [path for path in touched(row) if not (ROOT / path).exists()]
    assert [path for path in missing if path not in games] == []


@pytest.mark.parametrize("added", [OPERATION, CHECK, STATEMENT], ids=lambda added: added.rows[0])
def test_only_what_the_page_names_is_touched(added: Addition) -> None:
    named = [ROOT / path for row in added.rows for path in touched(row)]
    for edit in added.edits:
        assert any((ROOT / edit.path).is_relative_to(path) for path in named), edit.path


def changed(root: Path, *added: Addition) -> Path:
    """A copy of the checkout with these things added."""
    for part in PARTS:
        # With what was compiled, which holds for the files that stay as they are.
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("data"))
    shutil.copy(ROOT / "pyproject.toml", root)
    for addition in added:
        for edit in addition.edits:
            edit.carry_out(root)
    return root


def run(root: Path, *arguments: str) -> str:
    """What Python writes that finds the package in a folder first."""
    environment = {**os.environ, "CARDRULES_CACHE": "off", "PYTHONPATH": str(root)}
    made = subprocess.run(
        [sys.executable, *arguments], cwd=root, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def played(root: Path, setup: str = "shuffle deck", score: str = "count of hand") -> list[str]:
    """What lint says of a ruleset with these lines, and the scores of its game."""
    (root / "new.rules").write_text(RULES.format(setup=setup, score=score), encoding="utf-8")
    return run(root, "-c", PLAYED).splitlines()


def see_pass(root: Path, *tests: str) -> None:
    """Run tests of the copy."""
    run(root, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


KNOWN_EVERYWHERE = "tests/conformance/test_every_construct.py"


def test_an_operation_is_added(tmp_path: Path) -> None:
    root = changed(tmp_path, OPERATION)
    assert played(root, score="size_of(2 - 5) * count of hand") == ["", "[3, 3]"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("added", "lines", "expected", "tests"),
    [
        (OPERATION, {"score": "size_of(2 - 5) * count of hand"}, ["", "[3, 3]"], []),
        (CHECK, {"setup": "draw 2 from deck to starter.hand"}, ["CR214", "[3, 1]"], []),
        (
            STATEMENT,
            {"setup": "invert deck", "score": "sum of number in hand"},
            ["", "[1, 2]"],
            ["tests/machine/test_instructions.py", "-k", "invert or has_a_test"],
        ),
    ],
    ids=["an operation", "a lint check", "a statement"],
)  # fmt: skip
def test_it_is_known_everywhere(
    added: Addition,
    lines: dict[str, str],
    expected: Sequence[str],
    tests: Sequence[str],
    tmp_path: Path,
) -> None:
    root = changed(tmp_path, added)
    assert played(root, **lines) == expected
    see_pass(root, KNOWN_EVERYWHERE)
    if tests:
        see_pass(root, *tests)
