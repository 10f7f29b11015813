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


UNTOLD = """---
title: Untold
players: 2
cards: {plain: {count: 9}}
---
zone deck shared pile, seen by nobody, starts with cards
setup
    shuffle deck
play
    shuffle deck
score
    nothing: 0
winner highest score
"""


def test_missing_texts_are_hints_where_nothing_else_is_wrong() -> None:
    found = lint_source(normalised("t", UNTOLD))
    assert [item.code for item in found] == ["CR212", "CR213"]
    found = lint_source(normalised("t", UNTOLD + "define nothing_uses_this = 3\n"))
    assert [item.code for item in found] == ["CR502"]


@pytest.mark.parametrize(
    ("line", "more", "hinted"),
    [
        ("plain: {count: 9}", "", True),
        ('plain: {text: "", count: 9}', "", False),
        ('plain: {name: "{n}", n: 1 to 9, count: 1}', "", False),
        ('plain: {name: "{n}", n: 1 to 9, count: 1}', "when plain comes up from deck", True),
        ('plain: {name: "{n}", n: 1 to 9, count: 1}', "when deck runs dry", False),
    ],
)
def test_a_text_is_missed_on_lines_of_one_kind_and_on_those_that_rules_ask_for(
    line: str, more: str, hinted: bool
) -> None:
    told = "goal: Win.\nturn: Act.\n"
    if "{n}" in line:
        told += "attributes: {n: {type: integer, default: 0}}\n"
    text = UNTOLD.replace("players", f"{told}players").replace("plain: {count: 9}", line)
    text += f"{more}\n    end game\n" if more else ""
    assert [item.code for item in lint_source(normalised("t", text))] == ["CR213"] * hinted
