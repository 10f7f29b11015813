"""Checks are found by themselves, and run on rulesets without errors alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.render import render_text
from cardrules.lint import checks as package
from cardrules.lint.runner import checks, lint_source
from cardrules.resources import games_dir
from cardrules.source import normalised, read_source

GAMES = sorted(games_dir().rglob("*.rules"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_games_are_free_of_diagnostics(path: Path) -> None:
    found = [render_text(item) for item in lint_source(read_source(path))]
    assert not found, "\n\n".join(found)


def test_each_module_of_the_folder_is_a_check() -> None:
    (folder,) = package.__path__
    modules = [path for path in Path(folder).rglob("*.py") if path.name != "__init__.py"]
    assert modules
    assert len(checks()) == len(modules)
    assert all(check.code in CODES for check in checks())


def test_a_ruleset_with_errors_is_not_checked() -> None:
    text = read_source(GAMES[0]).text + "define nothing_uses_this = 3\n"
    assert {item.code for item in lint_source(normalised("t", text))} == {"CR502"}
    found = {item.code for item in lint_source(normalised("t", text + "define x = unknown\n"))}
    assert found == {"CR301"}
