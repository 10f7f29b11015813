"""The tools that hold two engines against each other find what differs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import cardrules
from tests.bundled import paths
from tests.lockstep import __main__ as lockstep
from tests.lockstep import kept
from tests.lockstep.against import first_difference
from tests.lockstep.games import Setting, settings
from tests.lockstep.walk import ASPECTS, walk

# What is the same as long as the rules are.
_PLAYED = ("play", "actions", "result")
_SNARKAS = next(path for path in paths() if path.stem == "snarkas")


def test_a_game_is_walked_the_same_way_each_time_and_looked_at_from_all_sides() -> None:
    game = Setting(_SNARKAS, 2).game()
    once, again = ([step.data() for step in walk(game, 3)] for _ in range(2))
    assert once == again
    assert once != [step.data() for step in walk(game, 4)]
    assert {aspect for step in once for aspect in step[4]} == set(ASPECTS)


def test_settings_are_the_defaults_and_each_option_by_itself() -> None:
    names = [setting.name for setting in settings(_SNARKAS) if setting.players == 2]
    assert names[:2] == ["snarkas 2", "snarkas 2 every_group=true"]
    assert "snarkas 2 length=race" in names


@pytest.mark.parametrize("games", [1, 2, 3, 100, 101, 250])
def test_blocks_are_all_games_once(games: int) -> None:
    assert [seed for block in kept.blocks(games) for seed in block] == list(range(games))


def test_what_differs_is_told_by_its_aspect() -> None:
    before = {"snarkas 2": [{"play": "a", "log": "b"}, {"play": "c", "log": "d"}]}
    found = {"snarkas 2": [{"play": "a", "log": "x"}], "snarkas 3": [{"play": "a", "log": "b"}]}
    assert list(kept.differences(before, found)) == ["snarkas 2: games 0 to 1: log"]
    assert kept.compared(before, found) == 1


def test_what_is_kept_is_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "digests")
    usual = [setting.name for setting in settings(_SNARKAS) if not setting.options]
    walked: list[str] = []

    def work(job: tuple[Setting, range]) -> dict[str, str]:
        walked.append(job[0].name)
        return dict.fromkeys(ASPECTS, str(len(walked)))

    monkeypatch.setattr(lockstep, "spread", lambda _, jobs, __: [(job, work(job)) for job in jobs])
    games = ["--only", "snarkas", "--games", "3"]

    def run(*words: str) -> int:
        monkeypatch.setattr("sys.argv", ["lockstep", *words])
        return lockstep.main()

    assert run("keep", *games) == 0 and walked == sorted([*usual, *usual])
    del walked[:]
    (tmp_path / "digests" / "snarkas.json").write_text(
        json.dumps(
            {name: blocks for name, blocks in kept.read("snarkas").items() if name != "snarkas 3"}
        )
    )
    assert run("keep", *games, "--go-on") == 0 and walked == ["snarkas 3"] * 2
    assert run("check", *games) == 1
    assert "6 blocks of games compared" in capsys.readouterr().out


@pytest.mark.slow
def test_the_first_decision_at_which_two_engines_differ_is_named(tmp_path: Path) -> None:
    package = Path(cardrules.__file__).parent
    for folder in ("cardrules", "grammar", "schemas", "games"):
        shutil.copytree(package.parent / folder, tmp_path / folder)
    assert first_difference(tmp_path, _SNARKAS, range(1)) is None
    chance = tmp_path / "cardrules" / "kernel" / "chance.py"
    text = chance.read_text(encoding="utf-8")
    chance.write_text(text.replace("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"), encoding="utf-8")
    found = first_difference(tmp_path, _SNARKAS, range(1))
    assert found is not None
    lines = list(found.lines())
    assert lines[0] == "snarkas 2, seed 0, decision 0:"
    assert [line.split(":")[0].split("[")[0] for line in lines[1:4]] == [
        "  here", "  there", "  play",
    ]  # fmt: skip


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_the_games_that_are_kept_are_played_as_before(path: Path) -> None:
    """The first block of the fewest players; `python -m tests.lockstep check` has all of them.

    What is said may change; then `keep` them anew, after a look at what differs.
    """
    setting = next(setting for setting in settings(path) if not setting.options)
    before = kept.read(path.stem)[setting.name][0]
    found = kept.digests_of(setting, range(kept.FIRST))
    assert {aspect: found[aspect] for aspect in _PLAYED} == {
        aspect: before[aspect] for aspect in _PLAYED
    }
