"""`cardrules lint --prove`: what it tells of the ends of games, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardrules.cli.lint
from cardrules.cli import main
from cardrules.cli.configured import Told
from cardrules.lint.runner import Report
from cardrules.machine.program import Program
from cardrules.sim.record_files import read_record
from cardrules.termination import solver
from cardrules.termination.proof import Proof, prove
from tests.docs.page_examples import DOCS, examples_of
from tests.termination.harness import text_of

pytest.importorskip("highspy")

WITHOUT_LIMIT = """---
title: War without a limit
extends: war
options:
  battle_limit: remove
  shuffle_won: {default: false}
---
in play
    change rounds to rounds until some p in players: p.packet is empty    [WA-8]
"""


def _run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["lint", *words])
    return result.exit_code, result.stdout


def _file(folder: Path, text: str) -> str:
    path = folder / "small.rules"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_proof_is_told_in_words(tmp_path: Path) -> None:
    code, out = _run("--prove", "--select", "CR540", _file(tmp_path, text_of()))
    assert code == 0
    assert "every game comes to its end (2 to 3 players, options as by default)." in out
    assert "there are fewer cards in `hand`, and nothing brings one there (`play_card`)" in out
    assert "the turn comes nearer to somebody with cards in `hand`" in out


def test_what_was_found_is_data_too(tmp_path: Path) -> None:
    code, out = _run("--prove", "--json", "--select", "CR540", _file(tmp_path, text_of()))
    data = json.loads(out)
    assert code == 0
    assert data["diagnostics"] == []
    assert [item["players"] for item in data["endings"]] == [2, 3]
    assert {item["verdict"] for item in data["endings"]} == {"proved"}


@pytest.mark.parametrize("heading", ["Bad", "Good"])
def test_the_examples_of_the_page_show_what_it_says(tmp_path: Path, heading: str) -> None:
    (example,) = [
        item for item in examples_of(DOCS / "diagnostics" / "CR540.md") if item.heading == heading
    ]
    _, out = _run("--prove", "--select", "CR540", "--format", "line", _file(tmp_path, example.text))
    assert ("CR540" in out) == (heading == "Bad")
    assert ("every game comes to its end" in out) == (heading == "Good")


def test_war_ends_by_counting_alone_and_without_that_goes_round(tmp_path: Path) -> None:
    _, out = _run("--prove", "war")
    assert "the number of the round becomes more, and is never above 2000" in out
    assert "Counting alone ends it: with 2 players and `shuffle_won` = false" in out
    rules, saved = tmp_path / "endless.rules", tmp_path / "war.json"
    rules.write_text(WITHOUT_LIMIT, encoding="utf-8")
    code, out = _run(
        "--prove", "war", "--with", str(rules), "--save", str(saved), "--fail-on", "warning"
    )
    assert code == 1
    assert "warning[CR540] A game with 2 players can go on for ever." in out
    assert "what led back can be done again and again." in out
    record = read_record(saved)
    again = CliRunner().invoke(main, ["replay", str(saved), "--no-log", "--with", str(rules)])
    assert again.exit_code == 0, again.output
    assert len(record.steps) > 100


def _bad() -> str:
    (example,) = [
        item for item in examples_of(DOCS / "diagnostics" / "CR540.md") if item.heading == "Bad"
    ]
    return example.text


_LOOP = "    turns clockwise from starter until deck is empty"


@pytest.mark.parametrize("where", ["behind", "above"])
def test_a_comment_at_the_loop_ignores_it(tmp_path: Path, where: str) -> None:
    comment = "# lint: ignore CR540, the patient may wait"
    line = f"{_LOOP}  {comment}" if where == "behind" else f"    {comment}\n{_LOOP}"
    assert _LOOP in _bad()
    file = _file(tmp_path, _bad().replace(_LOOP, line))
    code, out = _run("--prove", "--select", "CR540,CR9", "--fail-on", "warning", file)
    assert (code, "CR540" in out, "CR901" in out) == (0, False, False)
    assert "a game can go on for ever" in out


def test_a_comment_that_ignores_nothing_is_told_by_a_proof_alone(tmp_path: Path) -> None:
    line = "    turns clockwise from starter until players.hand is empty"
    text = text_of((line, f"{line}  # lint: ignore CR540, it may go on"))
    file = _file(tmp_path, text)
    assert "CR901" not in _run("--format", "line", file)[1]
    assert "CR901" in _run("--prove", "--format", "line", file)[1]
    assert "CR901" not in _run("--prove", "--ignore", "CR901", "--format", "line", file)[1]


def test_who_interrupts_it_gets_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(program: Program) -> Proof:
        if program.layout.players > 2:
            raise KeyboardInterrupt
        return prove(program)

    monkeypatch.setattr("cardrules.cli.proving.prove", stopped)
    result = CliRunner().invoke(main, ["lint", "--prove", _file(tmp_path, text_of())])
    assert result.exit_code == 130
    assert "every game comes to its end (2 players, options as by default)." in result.stdout
    assert "Interrupted: 1 of 2 numbers of players were looked at." in result.stderr


@pytest.mark.parametrize("options", [(), ("--fix",), ("--prove",)])
def test_whoever_interrupts_the_reading_gets_the_reports_of_finished_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    before = text_of().replace("title:", "titel:", 1)
    one, other = tmp_path / "one.rules", tmp_path / "other.rules"
    for path in (one, other):
        path.write_text(before)
    read = cardrules.cli.lint._lint

    def stopped(path: Path, wished: Told) -> Report:
        if path == other:
            raise KeyboardInterrupt
        return read(path, wished)

    monkeypatch.setattr("cardrules.cli.lint._lint", stopped)
    result = CliRunner().invoke(main, ["lint", "--json", *options, str(one), str(other)])
    assert result.exit_code == 130
    assert "Interrupted: 1 of 2 files were looked at." in result.stderr
    data = json.loads(result.stdout)
    found = data["diagnostics"] if options == ("--prove",) else data
    assert found and {item["file"] for item in found} == {str(one)}
    assert one.read_text() == before


def test_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    for words in (["--save", "x.json"], ["--prove", "--format", "sarif"], ["--prove", "--fix"]):
        assert _run(*words, "war")[0] == 2


def test_without_a_solver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise solver.NoSolverError

    monkeypatch.setattr("cardrules.cli.proving.require_solver", missing)
    result = CliRunner().invoke(main, ["lint", "--prove", "war"])
    assert result.exit_code == 2
    assert "cardrules[prove]" in result.stderr
