"""The command line as a whole: help, exit codes, errors, pipes."""

from __future__ import annotations

import importlib
import os
import shlex
import signal
import subprocess
from pathlib import Path

import click
import pytest

from cardrules.cli import COMMANDS, main
from cardrules.cli.arguments import open_ruleset
from cardrules.diagnostics.codes import CODES
from cardrules.errors import RulesetError
from cardrules.rulesets import bundled, load
from tests.cli.calls import ROOT, call, command, environment, process

BROKEN = "---\ntitle: Broken\nplayers: 2\ncards:\n  a: {count: 1}\n---\n\nzone deck shared pile\n"


def test_help_lists_every_command_and_every_exit_code() -> None:
    result = call("--help")
    assert result.exit_code == 0
    for name, text in COMMANDS.items():
        assert f"  {name} " in result.output and text in result.output
    for code in ("0 ", "1 ", "2 ", "3 ", "130 "):
        assert f"\n    {code}" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(name: str) -> None:
    module = importlib.import_module(f"cardrules.cli.{name}")
    assert isinstance(module.command, click.Command)
    result = call(name, "--help")
    assert result.exit_code == 0
    assert f"cardrules {name}" in result.output


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"test"}))
def test_the_short_help_is_the_one_of_the_command(name: str) -> None:
    module = importlib.import_module(f"cardrules.cli.{name}")
    assert module.command.short_help == COMMANDS[name]


def test_play_is_another_name_of_run() -> None:
    one, other = (call(name, "war", "--seed", "3", "--json") for name in ("run", "play"))
    assert one.exit_code == 0 and one.output == other.output


def test_help_is_quick_and_loads_no_engine() -> None:
    code = (
        "import sys, cardrules.cli\n"
        "try: cardrules.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "slow = [m for m in sys.modules if m.startswith(('cardrules.engine', 'cardrules.syntax',"
        " 'cardrules.analysis', 'lark', 'attrs', 'yaml', 'rich', 'jsonschema'))]\n"
        "assert not slow, slow\n"
    )
    subprocess.run([command()[0], "-c", code], env=environment(), check=True, capture_output=True)


def test_the_version_is_told() -> None:
    result = call("--version")
    assert result.exit_code == 0 and result.output.startswith("cardrules ")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["stroll"], "No such command 'stroll'.\n"),
        (["tests"], "No such command 'tests'. Did you mean `cardrules test`?"),
        (["pley"], "Did you mean `cardrules play`?"),
        (["snarkas"], "No such command 'snarkas'. `cardrules run snarkas` plays it."),
        (["my game.rules"], "`cardrules run 'my game.rules'` plays it."),
        (["play"], "Say which game"),
        (["run"], "Say which game"),
        (["run", "snarkass"], "There is no game 'snarkass'. Did you mean snarkas?"),
        (["run", "bridge"], "The games are snarkas, snatch_it, snatch_the_cat"),
        (["run", "nowhere/a.rules"], "There is no file nowhere/a.rules"),
        (["run", "snarkas", "--players", "9"], "2 to 4 players, not 9"),
        (["run", "snarkas", "--players", "0"], "2 to 4 players, not 0"),
        (["run", "snarkas", "--set", "speed=1"], "no option 'speed'"),
        (["run", "snarkas", "--set", "race_to=x"], "whole number, not 'x'"),
        (["run", "snarkas", "--set", "race_to"], "OPTION=VALUE, not 'race_to'"),
        (["run", "snarkas", "--first", "3"], "no seat 3"),
        (["run", "snarkas", "--seats", "you,tom"], "Nobody is called 'tom'"),
        (["run", "snarkas", "--seats", "you,random", "--players", "3"], "--seats has 2 seats"),
        (["run", "snarkas", "--seats", "you,you", "--practice"], "one person against bots"),
        (["run", "snarkas", "--names", "A,A"], "different names"),
        (["run", "snarkas", "--names", "A\x1b[31m"], "can be printed"),
        (["run", "snarkas", "--view", "9"], "a seat from 1 to 2, not '9'"),
        (["run", "snarkas", "--seed", "-1"], "--seed"),
        (["run", "snarkas", "--record", "nowhere/game.json"], "no folder nowhere"),
        (["run", "--resume", "none.json"], "none.json"),
        (["replay", "none.json"], "none.json"),
        (["lint"], "FILES"),
        (["lint", "none.rules"], "There is no file none.rules"),
        (["info", "snarkas", "--players", "7"], "not 7"),
        (["explain", "CR999"], "There is no diagnostic 'CR999'"),
    ],
)
def test_wrong_usage_is_one_clear_line_and_code_2(arguments: list[str], reason: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("arguments", "usage"),
    [
        (["stroll"], "Usage: cardrules [OPTIONS] COMMAND [ARGS]..."),
        (["run"], "Usage: cardrules run [OPTIONS] [RULES]"),
        (["run", "snarkas", "--seed", "-1"], "Usage: cardrules run [OPTIONS] [RULES]"),
        (["lint"], "Usage: cardrules lint [OPTIONS] FILES..."),
        (["run", "snarkass"], ""),
        (["explain", "CR999"], ""),
    ],
)
def test_every_error_has_one_form_and_wrong_usage_the_right_one(
    arguments: list[str], usage: str
) -> None:
    lines = process(*arguments).stderr.splitlines()
    assert lines[-1].startswith("error: ")
    assert "Error:" not in "".join(lines)
    if usage:
        assert lines[0].replace("python -m ", "").replace("python3 -m ", "") == usage
        assert lines[1].startswith("Try '") and lines[1].endswith(" -h' for help.")
    else:
        assert len(lines) == 1


@pytest.mark.parametrize("name", ["run", "info", "rules"])
def test_a_ruleset_with_errors_is_shown_with_them_and_code_1(name: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN, encoding="utf-8")
    result = call(name, path)
    assert result.exit_code == 1
    assert "error[CR" in result.stderr and "^" in result.stderr
    assert "broken.rules has" in result.stderr.splitlines()[-1]
    assert result.stdout == ""


def test_a_folder_is_no_ruleset(tmp_path: Path) -> None:
    result = call("info", f"{tmp_path}/")
    assert result.exit_code == 2 and "is a folder" in result.stderr


def test_a_file_in_this_folder_is_understood_as_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = bundled()["snarkas"].read_text(encoding="utf-8")
    (tmp_path / "mine").write_text(text, encoding="utf-8")
    (tmp_path / "mine.rules").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert open_ruleset("mine").title == open_ruleset("mine.rules").title == "Snarkas"


def test_output_that_nobody_reads_to_the_end_is_no_error() -> None:
    with subprocess.Popen(
        command("run", "hearts", "--seed", "1"),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0


@pytest.mark.skipif(os.name == "nt", reason="signals are different there")
def test_an_interruption_ends_with_130_and_keeps_the_record(tmp_path: Path) -> None:
    rules = tmp_path / "endless.rules"
    rules.write_text(
        "---\ntitle: Endless\nplayers: 2\ncards:\n  a: {count: 1}\n---\n\n"
        "zone deck shared pile, seen by all, starts with cards\n\n"
        "setup\n    shuffle deck\n\n"
        "play\n    turns clockwise from starter until deck is empty\n        one of wait\n\n"
        'action wait "Wait"\n    do\n        reveal deck\n\n'
        "score\n    none_at_all: 0\nwinner highest score\n",
        encoding="utf-8",
    )
    # A program started in the background ignores the signal, and so would what it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        running = subprocess.Popen(
            command("run", rules, "--record", tmp_path / "game.json"),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with running:
        assert running.stdout is not None
        for _ in range(20):
            running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "Interrupted." in errors and "Traceback" not in errors
    replayed = call("replay", tmp_path / "game.json", "--no-log")
    assert replayed.exit_code == 0
    assert "the game goes on" in replayed.stderr


def test_an_endless_game_is_stopped_with_code_3(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    result = call("run", "hearts", "--limit", "30", "--record", record, "--no-log")
    assert result.exit_code == 3
    assert "not over after 30 actions" in result.stderr
    assert call("replay", record, "--no-log").exit_code == 0


def test_colours_are_for_terminals_that_want_them() -> None:
    assert "\x1b" not in call("explain", "nothing").stderr
    group = main
    with group.make_context("cardrules", ["games"]) as ctx:
        ctx.color = True
        assert ctx.color
    os.environ["NO_COLOR"] = "1"
    try:
        with group.make_context("cardrules", ["games"]) as ctx:
            ctx.color = None
            assert main.callback is not None
            ctx.invoke(main.callback)
            assert ctx.color is False
    finally:
        del os.environ["NO_COLOR"]


def test_every_code_can_be_explained() -> None:
    for code, item in CODES.items():
        for name in (code, code.lower(), item.slug):
            result = call("explain", name)
            assert result.exit_code == 0 and code in result.output
            assert all(f"\n## {part}\n" in result.output for part in ("What", "Why", "Bad", "Good"))
    listed = [line.split()[:3] for line in call("explain").output.splitlines()]
    assert listed == [[item.code, item.severity, item.slug] for item in CODES.values()]


def test_the_page_on_the_command_line_has_every_command_and_code() -> None:
    page = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
    assert all(f"| `cardrules {name}" in page for name in COMMANDS)
    assert all(f"| {code} |" in page for code in (0, 1, 2, 3, 130))


_PLAY = ("run", "snarkas", "--seats", "random,random", "--no-log")


@pytest.mark.parametrize(
    ("closed", "calls"), [(">&-", [("games",), _PLAY]), ("<&-", [_PLAY]), ("2>&-", [("--help",)])]
)
def test_a_closed_stream_is_no_traceback(
    closed: str, calls: list[tuple[str, ...]], tmp_path: Path
) -> None:
    for words in calls:
        line = f"{shlex.join(map(str, command(*words)))} {closed}"
        found = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "Traceback" not in found.stderr, found.stderr


def test_a_view_of_many_digits_is_wrong_usage() -> None:
    result = call("run", "snarkas", "--view", "9" * 5000, "--auto")
    assert result.exit_code == 2 and "--view" in result.stderr


def test_a_game_that_lint_refuses_is_not_played(tmp_path: Path) -> None:
    text = bundled()["snarkas"].read_text(encoding="utf-8")
    path = tmp_path / "endless.rules"
    path.write_text(
        text.replace("rounds until players.hand is empty and deck is empty ", "rounds "),
        encoding="utf-8",
    )
    result = call("run", path)
    assert result.exit_code == 1 and "error[CR504]" in result.stderr
    with pytest.raises(RulesetError, match="CR504"):
        load(path)
