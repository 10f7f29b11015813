"""Rulesets that were read before come back as they were, without parser and analysis."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cardrules
from cardrules import read_before
from cardrules.judging import judge
from cardrules.machine.printing import print_program
from cardrules.model import ir
from cardrules.model.rows import rows_from_ruleset, ruleset_from_rows
from cardrules.model.ruleset import Ruleset
from cardrules.source import read_source
from tests.bundled import Bundled, smallest_and_largest

GAMES = list(cardrules.bundled().values())


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CARDRULES_CACHE", raising=False)


def fresh(path: Path) -> Ruleset:
    ruleset, diagnostics = judge(read_source(path))
    assert ruleset is not None and not len(diagnostics)
    return ruleset


def objects(of: object) -> list[int]:
    """The parts of a ruleset, each by the first place at which the same object stands."""
    first: dict[int, int] = {}
    parts = [part for part in ir.walk(of) if not isinstance(part, tuple)]
    return [first.setdefault(id(part), len(first)) for part in parts]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_ruleset_comes_back_as_it_was(path: Path) -> None:
    ruleset = fresh(path)
    again = ruleset_from_rows(rows_from_ruleset(ruleset), ruleset.text)
    assert again == ruleset
    assert again is not None and again.text is ruleset.text
    assert again.content_hash == ruleset.content_hash
    # What is one object is looked up by that; what is two must not become one.
    for bodies in ("actions", "interrupts", "routines", "standing", "definitions"):
        for one, other in zip(
            getattr(ruleset, bodies).values(), getattr(again, bodies).values(), strict=True
        ):
            assert objects(one) == objects(other)
    assert list(again.zones) == list(ruleset.zones)


@pytest.mark.parametrize("item", smallest_and_largest()[::2], ids=str)
def test_it_makes_the_same_game(item: Bundled) -> None:
    ruleset = fresh(item.path)
    again = ruleset_from_rows(rows_from_ruleset(ruleset), ruleset.text)
    assert again is not None
    one, other = (cardrules.Game(of, item.players) for of in (ruleset, again))
    assert list(print_program(one.program)) == list(print_program(other.program))
    assert one.start(5) == other.start(5)


# What a game does not need to begin, if its rules were read before: parser and analysis, whoever
# plays or draws it, and what other people's modules would bring that take long to import.
_NOT_NEEDED = (
    *("lark", "yaml", "difflib", "random", "secrets", "dataclasses"),
    *("cardrules.syntax", "cardrules.analysis", "cardrules.lint", "cardrules.judging"),
    *("cardrules.sim", "cardrules.scenario", "cardrules.table", "cardrules.cli"),
    *("cardrules.engine.positions", "cardrules.engine.showing.explain"),
)


# To write its methods, attrs takes for a class as long as 20 classes of plain data take. Those that
# are there are asked often, change, or are looked at with attrs by callers of the library.
_MOST_WRITTEN = 40


def test_the_second_time_neither_parser_nor_analysis_is_needed() -> None:
    program = (
        "import linecache, sys, cardrules\n"
        "game = cardrules.Game(cardrules.load('snatch_it'), 3)\n"
        "assert len(game.legal_actions(game.start(1))) > 0\n"
        f"print([name for name in {_NOT_NEEDED} if name in sys.modules])\n"
        "print(sum('methods cardrules.' in name for name in linecache.cache))\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert "lark" in told[0]
    not_needed, written = told[1].splitlines()
    assert not_needed == "[]" and 0 < int(written) < _MOST_WRITTEN


def test_what_is_kept_belongs_to_the_text_and_to_the_code_that_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ruleset = cardrules.load("war")
    assert read_before.ruleset_read_before(ruleset.text) == ruleset
    other = cardrules.load("hearts")
    assert read_before.ruleset_read_before(other.text) == other
    monkeypatch.setattr(read_before, "_readers", lambda: "another version")
    assert read_before.ruleset_read_before(ruleset.text) is None


def test_readers_that_have_changed_are_other_ones(tmp_path: Path) -> None:
    """Else somebody who changes the analysis would go on with what the old one has made."""
    inner = tmp_path / "inner"
    inner.mkdir()
    reader = inner / "reader.py"
    reader.write_text("1\n")
    before = read_before.state_of([tmp_path], "grammar")
    (inner / "reader.pyc").write_text("compiled")
    assert read_before.state_of([tmp_path], "grammar") == before
    assert read_before.state_of([tmp_path], "another") != before
    os.utime(reader, ns=(0, 1))
    touched = read_before.state_of([tmp_path], "grammar")
    reader.write_text("22\n")
    os.utime(reader, ns=(0, 1))
    assert len({before, touched, read_before.state_of([tmp_path], "grammar")}) == 3


def test_what_has_something_wrong_with_it_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    text = cardrules.bundled()["war"].read_text(encoding="utf-8")
    path.write_text(text.replace("shuffle", "shufle", 1), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(cardrules.RulesetError):
            cardrules.load(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(rows=[]),
        lambda data: data.update(classes=[]),
        lambda data: data["rows"].append([2, 10**9]),
        lambda data: data["rows"].append([0]),
        lambda data: data["classes"][0].append("more"),
        lambda data: data.pop("atoms"),
    ],
)
def test_rows_of_another_form_are_no_ruleset(change) -> None:
    ruleset = cardrules.load("war")
    data = json.loads(rows_from_ruleset(ruleset))
    change(data)
    assert ruleset_from_rows(json.dumps(data), ruleset.text) is None


def test_text_that_is_no_json_is_no_ruleset() -> None:
    ruleset = cardrules.load("war")
    for text in ("", "[]", "1", '{"rows": 3}', "[" * 100_000):
        assert ruleset_from_rows(text, ruleset.text) is None
