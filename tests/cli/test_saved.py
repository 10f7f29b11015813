"""Saved games: found by their names, and listed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cardrules.cli.saved import found, is_name, name_of
from tests.cli.calls import call


def stop(name: str, game: str = "war") -> None:
    """Save a game that is not over."""
    call("run", game, "--seed", "1", "--limit", "9", "--no-log", "--record", name)


@pytest.mark.parametrize("text", ["evening", "a.b", "my game", "..a"])
def test_a_name(text: str, saved: Path) -> None:
    assert is_name(text)
    saved.mkdir(parents=True)
    path = saved / f"{text}.json"
    path.touch()
    assert found(text) == found(f"{text}.json") == path and name_of(path) == text


@pytest.mark.parametrize("text", ["", "..", "a/b", "./a", "~a", "a.json", "/tmp/a"])
def test_no_name(text: str) -> None:
    assert not is_name(text)
    assert found(text) == Path(text)


def test_a_file_that_is_here_goes_before_a_saved_game_if_its_suffix_is_told(saved: Path) -> None:
    saved.mkdir(parents=True)
    (saved / "a.json").touch()
    Path("a.json").touch()
    assert found("a.json") == Path("a.json")
    assert found("a") == saved / "a.json"


def test_games_to_go_on_with_are_listed_the_last_one_first(saved: Path) -> None:
    assert call("run", "--resume").output == "There are no saved games to go on with.\n"
    saved.mkdir(parents=True)
    for name in ("one", "two", "three"):
        stop(str(saved / f"{name}.json"))
    call("run", "war", "--limit", "100000", "--record", str(saved / "over.json"))
    (saved / "no_record.json").write_text("{}")
    (saved / "note.txt").touch()
    now = time.time()
    for age, name in enumerate(("two", "three", "one")):
        os.utime(saved / f"{name}.json", (now - age, now - age))
    told = call("run", "--resume").output.splitlines()
    assert told[0].endswith("`cardrules run --resume NAME` goes on with one:")
    assert told[1:] == [
        f"  {name:5}  war: Player 1, Player 2; after 9 actions" for name in ("two", "three", "one")
    ]


def test_a_saved_game_goes_on_by_its_name(saved: Path) -> None:
    saved.mkdir(parents=True)
    for arguments in (("--resume", "game"), ("game",), ("game.json",)):
        stop(str(saved / "game.json"), "snarkas")
        result = call("run", *arguments, "--no-log")
        assert result.exit_code == 0, result.stderr
        assert call("run", *arguments).stderr.endswith(
            "The game in game is over; `cardrules replay game` tells it.\n"
        )
        assert call("replay", "game", "--no-log").exit_code == 0


def test_the_name_of_a_bundled_game_is_that_game(saved: Path) -> None:
    saved.mkdir(parents=True)
    stop(str(saved / "snarkas.json"))
    assert "Snarkas" in call("run", "snarkas", "--no-log").output
    assert "War" in call("run", "snarkas.json", "--no-log").output


def test_a_name_of_none_names_those_that_there_are(saved: Path) -> None:
    saved.mkdir(parents=True)
    assert "There is no saved game 'x'. Saved are: none." in call("run", "--resume", "x").stderr
    stop(str(saved / "game.json"))
    assert "There is no saved game 'x'. Saved are: game." in call("run", "--resume", "x").stderr
    assert "There is no file x, and no saved game of this name." in call("replay", "x").stderr
