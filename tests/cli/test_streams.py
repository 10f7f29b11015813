"""Pipes with few characters, full disks, and terminals whose size is told wrongly."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Container
from pathlib import Path
from typing import Any

import pytest

from cardrules.cli.table.screen import short_names
from tests.cli.calls import command, environment
from tests.cli.test_play_terminal import SNARKAS, at

# Characters that the old encodings do not have, wherever an author or a player may write.
STARRED = """---
title: "Caf\u00e9 \u2605"
players: 2
attributes: {number: integer}
cards:
  card: {name: "\u6f22{number}", number: 1 to 8, count: 1}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
setup
    shuffle deck
play
    turns clockwise from starter until deck is empty
        one of go
action go [G-1] "Draw \u2605"
    do
        draw 1 from deck to my hand
score
    cards: count of hand [G-2] "\u6f22"
winner lowest score
"""
CALLS = [
    ("info",), ("info", "--json"), ("rules",), ("rules", "--json"), ("lint",),
    ("run", "--auto", "--seed", "1"), ("run", "--auto", "--seed", "1", "--json"),
]  # fmt: skip
ENCODINGS = ["cp1252", "latin-1", "ascii", "utf-8"]
# Each call is a process: a sample has each kind of call and each encoding.
SAMPLE = {
    *(("cp1252", words) for words in CALLS[::2]),
    ("latin-1", ("rules",)), ("ascii", ("info", "--json")), ("utf-8", ("info", "--json")),
}  # fmt: skip


@pytest.fixture
def starred(tmp_path: Path) -> Path:
    path = tmp_path / "caf\u00e9.rules"
    path.write_text(STARRED, encoding="utf-8")
    return path


def called(
    *words: str | Path, encoding: str = "utf-8", given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    env = {**environment(), "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    return subprocess.run(command(*words), env=env, input=given, capture_output=True, check=False)


def _slow_without(sample: Container[object], *values: object) -> Any:
    marks = [] if (values if len(values) > 1 else values[0]) in sample else [pytest.mark.slow]
    return pytest.param(*values, marks=marks)


@pytest.mark.parametrize(
    ("encoding", "words"),
    [_slow_without(SAMPLE, encoding, words) for words in CALLS for encoding in ENCODINGS],
)
def test_what_an_encoding_cannot_say_is_an_escape(
    starred: Path, encoding: str, words: tuple[str, ...]
) -> None:
    name, *options = words
    done = called(name, starred, *options, encoding=encoding)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
    if "--json" in options:
        # No test of bytes: escapes of JSON are its own, whatever the encoding.
        text = done.stdout.decode("utf-8" if encoding == "ascii" else encoding)
        assert "\u2605" in json.dumps(json.loads(text), ensure_ascii=False)
    elif encoding in ("cp1252", "latin-1") and name != "lint":
        assert b"\\u" in done.stdout


def test_a_message_of_a_file_with_a_strange_name_is_told(tmp_path: Path) -> None:
    done = called("run", tmp_path / "no\u2605.rules", encoding="cp1252")
    assert done.returncode == 2 and b"no\\u2605.rules" in done.stderr


def test_bytes_that_are_no_text_are_an_answer_like_others(starred: Path) -> None:
    done = called("run", starred, "--seats", "you,you", given=b"\xff\xfe\nquit\n")
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
@pytest.mark.parametrize(
    "words", [("--version",), ("run", "--help"), ("info", "snarkas", "--json")], ids=" ".join
)
def test_output_that_cannot_be_written_is_one_line(words: tuple[str, ...]) -> None:
    buffered = {**environment(), "PYTHONUNBUFFERED": ""}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command(*words), env=buffered, stdout=full, stderr=subprocess.PIPE, check=False
        )
        assert done.returncode == 1
        assert done.stderr.decode().splitlines() == [
            "error: The output cannot be written: No space left on device"
        ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_where_nobody_can_be_told_the_exit_code_is_as_it_would_be() -> None:
    with open("/dev/full", "wb") as full:
        both = subprocess.run(
            command("--version"), env=environment(), stdout=full, stderr=full, check=False
        )
        usage = subprocess.run(command("nope"), env=environment(), stderr=full, check=False)
    assert (both.returncode, usage.returncode) == (1, 2)


@pytest.mark.parametrize(
    "columns",
    [_slow_without(("0", "99999999"), size) for size in ("0", "3", "-5", "wide", "99999999")],
)
def test_a_size_that_no_terminal_has_does_not_count(tmp_path: Path, columns: str) -> None:
    with at(*SNARKAS, cwd=tmp_path, COLUMNS=columns, LINES="0") as terminal:
        shown = terminal.wait_for("? for help): ")
    assert "Snarkas, " in shown and "player" in shown and "Your hand (6 cards): [c1] " in shown
    assert max(map(len, shown.splitlines())) <= 1000


def test_long_names_are_shortened_beside_the_stacks(tmp_path: Path) -> None:
    names = ",".join(letter * 60 for letter in "ABC")
    game = ("run", "snatch_it", "--seats", "you,random,random", "--first", "1", "--seed", "2")
    with at(*game, "--names", names, cwd=tmp_path) as terminal:
        shown = terminal.wait_for("? for help): ")
    board = shown[shown.index("Snatch it!, ") :]
    rows = [line for line in board.splitlines() if line[2:8] in ("AAAAAA", "BBBBBB", "CCCCCC")]
    assert len(rows) >= 3 and all("\u2026" in row and len(row) <= 80 for row in rows[:3])


def test_names_that_are_alike_when_they_are_cut_can_be_told_apart() -> None:
    assert short_names(["Ann", "Bob"], 80) == ["Ann", "Bob"]
    cut = short_names(["x" * 60, "x" * 59 + "y", "short"], 80)
    assert cut == ["x" * 17 + "\u20261", "x" * 17 + "\u20262", "short"]
    assert short_names(["\u6f22" * 30], 40) == ["\u6f22" * 3 + "\u2026"]


@pytest.mark.parametrize("words", [("run", "--help"), ("games",)], ids=" ".join)
def test_whoever_has_read_enough_of_it_makes_no_error(words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        command(*words), env=environment(), stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
