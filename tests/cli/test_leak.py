"""`cardrules leak`: what is told, what is written, and how it ends."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardrules.leaks.hunt import Hunt
from tests.cli.calls import call
from tests.leaks.rules import HEAD

LEAKING = (
    HEAD
    + """
action go
    choose card from my hand
    require some c in my brow: c.number > 3
    do
        move card to my laid
"""
)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "peeking.rules"
    path.write_text(LEAKING, encoding="utf-8")
    return path


def test_a_leak_is_told_with_line_cards_and_who_learns_of_it(rules: Path) -> None:
    done = call("leak", rules, "--players", "2", "--games", "2")
    assert done.exit_code == 1
    told = done.stdout
    assert "warning[CR506] What Player" in told
    assert "require some c in my brow: c.number > 3" in told
    assert "could have changed places." in told and "only otherwise:" in told
    assert "2 games played: 1 leak found." in done.stderr


def test_nothing_found(rules: Path) -> None:
    rules.write_text(LEAKING.replace("my brow:", "my hand:"), encoding="utf-8")
    done = call("leak", rules, "--games", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "3 games played: no leak found." in done.stderr


def test_data(rules: Path) -> None:
    done = call("leak", rules, "--players", "2", "--games", "2", "--json")
    data = json.loads(done.stdout)
    assert done.exit_code == 1 and data["games"] == 2 and data["stopped"] == []
    (leak,) = data["leaks"]
    assert leak["sort"] == "actions" and leak["players"] == 2 and leak["diagnostic"]["line"]
    assert leak["cards"][0].keys() == {"card", "where", "other", "other_where"}


def test_the_record_of_a_leak_can_be_replayed(rules: Path, tmp_path: Path) -> None:
    saved = tmp_path / "leak.json"
    done = call("leak", rules, "--games", "2", "--save", saved)
    assert done.exit_code == 1 and "replay" in done.stderr
    assert call("replay", saved).exit_code == 0
    again = call("leak", rules, "--games", "1", "--save", saved)
    assert again.exit_code == 2 and "is there already" in again.stderr
    assert call("leak", rules, "--games", "1", "--save", saved, "--force").exit_code == 1
    nowhere = call("leak", rules, "--save", tmp_path / "none" / "leak.json")
    assert nowhere.exit_code == 2 and "There is no folder" in nowhere.stderr


def test_the_command_that_is_told_finds_rules_that_lie_elsewhere(
    rules: Path, tmp_path: Path
) -> None:
    (tmp_path / "else where").mkdir()
    moved = rules.rename(tmp_path / "else where" / "peeking.rules")
    done = call("leak", moved, "--players", "2", "--games", "2", "--save", "leak.json")
    (told,) = [line for line in done.stderr.splitlines() if "tells the game" in line]
    words = shlex.split(told.split("`")[1])
    assert words == ["cardrules", "replay", "leak.json", "--rules", str(moved)]
    assert call(*words[1:]).exit_code == 0


def test_a_leak_of_house_rules_is_named_in_their_file(rules: Path, tmp_path: Path) -> None:
    rules.write_text(LEAKING.replace("my brow:", "my hand:"), encoding="utf-8")
    patch = tmp_path / "peek.rules"
    patch.write_text(
        "---\ntitle: Peek\nextends: peeking.rules\n---\nin action go\n"
        "    add\n        require sum of number in opponents.hand > 9\n",
        encoding="utf-8",
    )
    done = call("leak", rules, "--with", patch, "--games", "2", "--players", "2")
    assert done.exit_code == 1 and f"{patch}:7:9" in done.stdout, done.stderr


def test_what_was_found_is_told_when_it_is_interrupted(
    rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Hunt.play

    def interrupted(self: Hunt) -> Iterator[int]:
        for number, found in enumerate(play(self)):
            yield found
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(Hunt, "play", interrupted)
    done = call("leak", rules, "--games", "9", "--players", "3")
    assert done.exit_code == 130
    assert "warning[CR506]" in done.stdout and "2 of 9 games played: 1 leak" in done.stderr


def test_games_that_are_stopped_are_told(rules: Path) -> None:
    text = LEAKING.replace("choose card from my hand", "choose card from my hand where number > 9")
    text = text.replace("one of go, otherwise rest", "one of go").replace(
        "until turn = 12", "until deck is empty"
    )
    text = text[: text.index("action rest")] + text[text.index("score\n") :]
    rules.write_text(text, encoding="utf-8")
    done = call("leak", rules, "--players", "2", "--games", "1")
    assert done.exit_code == 3 and "CR701" in done.stderr
    data = json.loads(call("leak", rules, "--players", "2", "--games", "1", "--json").stdout)
    assert data["leaks"] == [] and "CR701" in data["stopped"][0]["diagnostic"]


@pytest.mark.parametrize(
    "arguments", [("--players", "9"), ("--games", "0"), ("--set", "nothing=1"), ("--seed", "-1")]
)
def test_wrong_usage(rules: Path, arguments: tuple[str, ...]) -> None:
    assert call("leak", rules, *arguments).exit_code == 2


def test_no_file_and_broken_rules(rules: Path) -> None:
    assert call("leak", "nothing.rules").exit_code == 2
    rules.write_text("nothing", encoding="utf-8")
    assert call("leak", rules).exit_code == 1
