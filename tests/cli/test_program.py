"""The command that is shown works when it is typed: by its name, by its path, as a module."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from cardrules.cli.program import command_line
from cardrules.sim.record_files import read_record
from tests.cli.calls import call, environment, process

# A program that says how it is called. It begins as pip lets one begin where the path of Python may
# have blanks, which the first line of a script cannot have.
SCRIPT = (
    "#!/bin/sh\n"
    f"'''exec' {shlex.quote(sys.executable)} \"$0\" \"$@\"\n"
    "' '''\n"
    "from cardrules.cli.program import command_line\n"
    "print(command_line('games'))\n"
)


def script_in(folder: Path) -> Path:
    """Such a program as an installation puts the command into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "cardrules"
    path.write_text(SCRIPT, encoding="utf-8")
    path.chmod(0o755)
    return path


def hint(command: str | Path, cwd: Path, *, path: Path | None = None) -> str:
    """How a program says that it is called; typed there, that calls it again."""
    env = environment()
    if path is not None:
        env["PATH"] = f"{path}{os.pathsep}{env['PATH']}"
    told = ""
    for words in ([str(command)], None):
        told = subprocess.run(
            words or shlex.split(told)[:-1],
            cwd=cwd, env=env, capture_output=True, text=True, check=True,
        ).stdout.strip()  # fmt: skip
    assert told.endswith(" games")
    return told.removesuffix(" games")


def test_the_program_that_a_shell_finds_is_called_by_its_name(tmp_path: Path) -> None:
    script = script_in(tmp_path / "bin")
    assert hint("cardrules", tmp_path, path=script.parent) == "cardrules"
    assert hint(script, tmp_path, path=script.parent) == "cardrules"


def test_another_program_is_called_by_its_path_from_here(tmp_path: Path) -> None:
    script = script_in(tmp_path / ".venv" / "bin")
    other = script_in(tmp_path / "other").parent
    assert hint(script, tmp_path, path=other) == ".venv/bin/cardrules"
    assert hint(".venv/bin/cardrules", tmp_path) == ".venv/bin/cardrules"
    assert hint(script, script.parent) == "./cardrules"
    assert hint(script, other) == str(script)


def test_a_path_with_blanks_is_quoted(tmp_path: Path) -> None:
    script = script_in(tmp_path / "my games")
    assert hint(script, tmp_path) == "'my games/cardrules'"


def test_a_game_that_was_stopped_goes_on_by_what_is_told(tmp_path: Path) -> None:
    arguments = ("--limit", "3", "--record", "a.json", "--no-log")
    stopped = process("run", "snarkas", *arguments, cwd=tmp_path)
    told = stopped.stderr.partition("can go on: ")[2].splitlines()[0]
    assert " -m cardrules run --resume a.json" in told
    again = subprocess.run(
        [*shlex.split(told), "--limit", "5"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "error[CR701]" in again.stderr
    assert len(read_record(tmp_path / "a.json").steps) == 5


def test_a_python_that_a_shell_does_not_find_is_called_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    sys.modules["__main__"].__spec__ = ModuleSpec("cardrules.__main__", None)
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python"))
    assert command_line("games") == ".venv/bin/python -m cardrules games"
    script = script_in(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(script.parent))
    monkeypatch.setattr(sys, "executable", str(script.rename(script.with_name("python3"))))
    assert command_line("games") == "python3 -m cardrules games"
    monkeypatch.setattr(sys, "executable", "/elsewhere/bin/python")
    assert command_line("games") == "/elsewhere/bin/python -m cardrules games"


def test_where_something_else_runs_it_there_is_only_the_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/pytest"])
    assert command_line("run", "a b") == "cardrules run 'a b'"


def test_every_hint_is_such_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that was stopped, of one that is over, where no game is named, and of scenarios."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    sys.modules["__main__"].__spec__ = ModuleSpec("cardrules.__main__", None)
    stopped = call("run", "snarkas", "--limit", "3", "--seed", "1")
    assert "-m cardrules replay snarkas-stopped`" in stopped.stderr
    call("run", "snarkas", "--seats", "random,random", "--record", "b.json")
    over = call("run", "b.json")
    assert "-m cardrules replay b.json`" in over.stderr
    assert "-m cardrules games`" in call("run").stderr
    scenario = "players: 2\nscenarios:\n  - {name: No, rules: [SN-S1], expect: {hand 1: 7}}\n"
    (tmp_path / "a.yaml").write_text(f"game: snarkas\n{scenario}", encoding="utf-8")
    (tmp_path / "broken.rules").write_text("---\ntitle: Broken\n---\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text(f"game: broken\n{scenario}", encoding="utf-8")
    tested = call("test", ".").stdout
    assert "-m cardrules test a.yaml -k No\n" in tested
    assert f"-m cardrules lint {(tmp_path / 'broken.rules').resolve()}\n" in tested
