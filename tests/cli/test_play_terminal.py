"""The table at a real terminal, in a process of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardrules.sim.record_files import read_record
from tests.cli.calls import command, environment

# Nothing takes so long; only what hangs comes to it.
_PATIENCE = 300.0
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A terminal with `cardrules ARGUMENTS` running in it."""

    def __init__(self, arguments: tuple[str | Path, ...], env: dict[str, str], cwd: Path) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            command(*arguments), stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd,
            env={**environment(), "TERM": "xterm", "COLUMNS": "80", "LINES": "24", **env},
            start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""

    def wait_for(self, text: str, *, plain: bool = True) -> str:
        """Read until a text has been shown; gives what was read, without codes if `plain`."""
        before = len(self.shown)
        end = time.monotonic() + _PATIENCE
        while text not in self.shown[before:]:
            if time.monotonic() > end:
                pytest.fail(f"no {text!r} in:\n{self.shown[before:]}")
            if not select.select([self._ours], [], [], 1)[0]:
                continue
            try:
                part = os.read(self._ours, 4096)
            except OSError:
                part = b""
            assert part, f"the terminal closed without {text!r}:\n{self.shown[before:]}"
            self.shown += part.decode("utf-8", errors="replace").replace("\r\n", "\n")
        return _CODES.sub("", self.shown[before:]) if plain else self.shown[before:]

    def type(self, text: str) -> None:
        """Type a text; a line needs its end."""
        os.write(self._ours, text.encode())

    def close(self) -> int:
        """Wait for the end; gives the exit code."""
        end = time.monotonic() + _PATIENCE
        try:
            while time.monotonic() < end:
                if select.select([self._ours], [], [], 1)[0] and not os.read(self._ours, 4096):
                    break
        except OSError:
            pass  # how a terminal says that it is over
        return self.process.wait(_PATIENCE)

    def interrupt(self, number: int) -> int:
        """Send a signal and wait for the end; gives the exit code.

        A signal that comes in the instant between the prompt and the wait for a key is noticed
        only with the next one, so another is sent as long as nothing happens.
        """
        for _ in range(20):
            self.process.send_signal(number)
            try:
                self.process.wait(2)
                break
            except subprocess.TimeoutExpired:
                continue
        return self.close()

    def tear_off(self) -> None:
        """Close the terminal below the process, as a window that is closed does."""
        os.close(self._ours)
        self._ours = -1

    def tear_down(self) -> None:
        """Leave no process behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self._ours >= 0:
            os.close(self._ours)


@contextmanager
def at(*arguments: str | Path, cwd: Path, **env: str) -> Iterator[Terminal]:
    terminal = Terminal(arguments, env, cwd)
    try:
        yield terminal
    finally:
        terminal.tear_down()


SNARKAS = ("run", "snarkas", "--seats", "you,random", "--first", "1", "--seed", "5")


def test_a_game_is_played_left_and_saved(tmp_path: Path) -> None:
    with at(*SNARKAS, cwd=tmp_path) as terminal:
        assert "Your hand (6 cards): [c1] " in terminal.wait_for("? for help): ")
        terminal.type("l1\n")
        assert re.search("Player 2 (plays|lays) ", terminal.wait_for("? for help): "))
        terminal.type("quit\n")
        terminal.wait_for("Leave the game?")
        terminal.type("mine.json\n")
        terminal.wait_for("cardrules run --resume mine.json")
        assert terminal.close() == 0
    assert len(read_record(tmp_path / "mine.json").steps) == 2
    with at("run", "mine.json", cwd=tmp_path) as terminal:
        assert re.search("Player 2 (plays|lays) ", terminal.wait_for("? for help): "))


def test_ctrl_d_leaves_the_record_readable(tmp_path: Path) -> None:
    with at(*SNARKAS, "--record", "own.json", cwd=tmp_path) as terminal:
        terminal.wait_for("? for help): ")
        terminal.type("l1\n")
        terminal.wait_for("? for help): ")
        terminal.type("\x04")
        terminal.wait_for("You have left the game.")
        assert terminal.close() == 0
    assert len(read_record(tmp_path / "own.json").steps) == 2


# Each of these is a process at a terminal of its own, so that some are slow tests.
_LATER = pytest.param(signal.SIGTERM, marks=pytest.mark.slow)


@pytest.mark.parametrize("number", [signal.SIGINT, _LATER, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_keep_the_record(tmp_path: Path, number: int) -> None:
    with at(*SNARKAS, "--record", "own.json", cwd=tmp_path) as terminal:
        terminal.wait_for("? for help): ")
        terminal.type("l1\n")
        terminal.wait_for("? for help): ")
        assert terminal.interrupt(number) == 130
    assert len(read_record(tmp_path / "own.json").steps) == 2


@pytest.mark.parametrize("number", [_LATER, signal.SIGHUP])
def test_a_signal_that_comes_again_and_again_loses_nothing(tmp_path: Path, number: int) -> None:
    """A shell and the terminal both tell a program that the window is closed."""
    with at(*SNARKAS, "--record", "own.json", cwd=tmp_path) as terminal:
        terminal.wait_for("? for help): ")
        terminal.type("l1\n")
        terminal.wait_for("? for help): ")
        while terminal.process.poll() is None:
            terminal.process.send_signal(number)
            time.sleep(0.001)
        terminal.close()
    assert len(read_record(tmp_path / "own.json").steps) == 2
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("number", [signal.SIGINT, _LATER])
def test_ctrl_c_and_a_closed_terminal_keep_a_game_without_a_record(
    tmp_path: Path, saved: Path, number: int
) -> None:
    with at(*SNARKAS, cwd=tmp_path) as terminal:
        terminal.wait_for("? for help): ")
        terminal.type("l1\n")
        terminal.wait_for("? for help): ")
        assert terminal.interrupt(number) == 130
    assert len(read_record(saved / "snarkas-left.json").steps) == 2


def test_ctrl_d_keeps_a_game_without_a_record_and_tells_how_to_go_on(
    tmp_path: Path, saved: Path
) -> None:
    with at(*SNARKAS, cwd=tmp_path) as terminal:
        terminal.wait_for("? for help): ")
        terminal.type("l1\n")
        terminal.wait_for("? for help): ")
        terminal.type("quit\n")
        terminal.wait_for("Leave the game?")
        terminal.type("\x04")
        told = " ".join(terminal.wait_for("--resume").split())
        assert "It is kept as snarkas-left. To go on later: " in told
        assert terminal.close() == 0
    assert len(read_record(saved / "snarkas-left.json").steps) == 2


def test_where_nobody_has_acted_nothing_is_kept(tmp_path: Path) -> None:
    with at(*SNARKAS, cwd=tmp_path) as terminal:
        terminal.wait_for("? for help): ")
        terminal.type("\x04")
        terminal.wait_for("You have left the game.")
        assert terminal.close() == 0
    assert not list(tmp_path.iterdir())


def test_a_terminal_that_is_torn_away_keeps_the_game(tmp_path: Path, saved: Path) -> None:
    with at(*SNARKAS, cwd=tmp_path) as terminal:
        terminal.wait_for("? for help): ")
        terminal.type("l1\n")
        terminal.wait_for("? for help): ")
        terminal.tear_off()
        terminal.process.wait(_PATIENCE)
    assert len(read_record(saved / "snarkas-left.json").steps) == 2


_COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7][0-9;]*m")
# Bold letters and all that is like them.
_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def test_there_are_colours(tmp_path: Path) -> None:
    with at(*SNARKAS, cwd=tmp_path) as terminal:
        assert _COLOUR.search(terminal.wait_for("? for help): ", plain=False))


@pytest.mark.parametrize(
    ("more", "env"), [(("--no-color",), {}), ((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"})]
)
def test_no_colours_where_none_are_wanted(
    tmp_path: Path, more: tuple[str, ...], env: dict[str, str]
) -> None:
    with at(*SNARKAS, *more, cwd=tmp_path, **env) as terminal:
        assert not _STYLE.search(terminal.wait_for("? for help): ", plain=False))


def test_a_terminal_without_unicode_gets_plain_letters(tmp_path: Path) -> None:
    with at(*SNARKAS, cwd=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0") as terminal:
        told = terminal.wait_for("? for help): ")
    assert told.isascii()
    assert "Player 1's turn -----" in told


def test_two_persons_are_covered_from_each_other(tmp_path: Path) -> None:
    seats = ("run", "snarkas", "--seats", "you,human", "--names", "Ann,Bob", "--first", "1")
    with at(*seats, cwd=tmp_path) as terminal:
        terminal.wait_for("Ann, press Enter when only you can see the screen: ")
        terminal.type("\n")
        assert "\x1b[3J" in terminal.wait_for("Ann, your choice", plain=False)
        terminal.type("l1\n")
        told = terminal.wait_for("Bob, press Enter when only you can see the screen: ", plain=False)
        assert "\x1b[2J\x1b[3J\x1b[H" in told
        assert "Your hand" not in told
        # Nobody gets back with the cursor keys what the other one typed.
        terminal.type("\x1b[A\n")
        terminal.wait_for("Bob")


def test_a_recorded_game_that_is_not_there_is_told(tmp_path: Path) -> None:
    with at("run", "nothing.json", cwd=tmp_path) as terminal:
        terminal.wait_for("There is no file nothing.json.")
        assert terminal.close() == 2


ONE_TURN = """---
title: Tiny
players: 2
cards: {one: {count: 2}}
---

zone deck shared pile, seen by nobody, starts with cards

setup
    shuffle deck

play
    turns clockwise from starter once
        one of go

action go "Go"
    do
        shuffle deck

score
    nothing: 0
winner highest score
"""


def test_after_a_game_another_one_is_played(tmp_path: Path) -> None:
    (tmp_path / "tiny.rules").write_text(ONE_TURN, encoding="utf-8")
    with at("run", "tiny.rules", "--first", "1", "--record", "a.json", cwd=tmp_path) as terminal:
        terminal.wait_for("press Enter (? for help): ")
        terminal.type("\n")
        assert "the game is over" in terminal.wait_for("1: again, 2: other seats (or log, ?): ")
        assert read_record(tmp_path / "a.json").result is not None
        terminal.type("2\n2\n1\n")
        terminal.wait_for("press Enter (? for help): ")
        terminal.type("\x04")
        terminal.wait_for("You have left the game.")
        assert terminal.close() == 0
