"""Saving, leaving, and going on: nothing is lost by accident, and nothing overwritten."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest

from cardrules.engine.game import Game
from cardrules.rulesets import bundled, load
from cardrules.sim.record_files import read_record
from cardrules.sim.replay import resume_record
from tests.bundled import bundled_named
from tests.cli.play_harness import Sat, against_bots, people
from tests.cli.test_play_session import HANDS
from tests.engine import harness


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files without a folder lie in one of the test's own."""
    monkeypatch.chdir(tmp_path)


def sat(**more: object) -> Sat:
    game = bundled_named("snarkas")[0].game()
    return Sat(game, against_bots(2), seed=6, **more)  # type: ignore[arg-type]


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    one = sat()
    one.type("1", "1")
    assert one.type("save my.json") == "Saved. To go on later: cardrules run --resume my.json\n"
    record = read_record(tmp_path / "my.json")
    other = resume_record(record, one.playthrough.game.ruleset)
    assert other.state == one.playthrough.state
    again = Sat(one.playthrough.game, against_bots(2), playthrough=other)
    assert again.on_screen.splitlines()[-3:] == one.type("table").splitlines()[-3:]
    # What happened before is in the log again.
    assert again.type("log") == one.type("log")
    again.first_until_over()
    assert other.over


def test_a_game_saved_in_the_middle_of_a_choice_goes_on_there() -> None:
    game = bundled_named("hearts")[0].game()
    one = Sat(game, against_bots(3), seed=6, first=None)
    one.type("1", "save h.json")
    other = resume_record(read_record("h.json"), game.ruleset)
    assert other.state == one.playthrough.state
    assert "possibilities)" in Sat(game, against_bots(3), playthrough=other).on_screen


def test_without_a_name_the_game_is_called_after_its_title_and_none_is_overwritten(
    saved: Path,
) -> None:
    saved.mkdir(parents=True)
    (saved / "snarkas.json").write_text("mine", encoding="utf-8")
    one = sat()
    one.type("1")
    assert one.type("save") == "Saved. To go on later: cardrules run --resume snarkas-2\n"
    assert (saved / "snarkas.json").read_text(encoding="utf-8") == "mine"
    one.type("1")
    assert "snarkas-2\n" in one.type("save")
    assert not (saved / "snarkas-3.json").exists()
    assert [path.name for path in Path().iterdir()] == ["home"]


def test_a_name_is_that_of_a_saved_game_and_a_path_is_a_file(saved: Path) -> None:
    one = sat()
    assert one.type("save evening") == "Saved. To go on later: cardrules run --resume evening\n"
    assert (saved / "evening.json").is_file() and saved.stat().st_mode & 0o77 == 0
    one.type("save ./evening", "save evening.json")
    assert Path("evening").is_file() and Path("evening.json").is_file()
    assert Sat(one.playthrough.game, against_bots(2), seed=7).type("save evening") == (
        "evening is there already: type save! evening to replace it.\n"
    )


def test_without_a_place_for_saved_games_they_lie_in_this_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CARDRULES_HOME", "home")
    assert sat().type("save") == "Saved. To go on later: cardrules run --resume snarkas.json\n"
    assert Path("snarkas.json").is_file()


def test_a_file_that_is_there_is_replaced_only_if_that_is_said() -> None:
    Path("x.json").write_text("mine", encoding="utf-8")
    one = sat()
    told = one.type("save x.json")
    assert told == "x.json is there already: type save! x.json to replace it.\n"
    assert Path("x.json").read_text(encoding="utf-8") == "mine"
    one.type("save! x.json")
    assert json.loads(Path("x.json").read_text(encoding="utf-8"))["cardrules_record"]


def test_an_older_record_of_the_same_game_is_replaced_without_a_word() -> None:
    one = sat()
    one.type("save x.json", "1")
    again = sat()
    again.type("1", "1")
    assert again.type("save x.json").startswith("Saved.")
    other = Sat(bundled_named("snarkas")[0].game(), against_bots(2), seed=7)
    assert "is there already" in other.type("save x.json")


def test_a_file_of_record_that_holds_something_else_now_is_not_replaced(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    one = sat(record=own)
    one.type("save")
    own.write_text("mine", encoding="utf-8")
    assert "is there already" in one.type("save")
    assert own.read_text(encoding="utf-8") == "mine"
    assert one.type(f"save! {own}").startswith("Saved.")


def test_what_cannot_be_written_is_told_and_the_game_goes_on(saved: Path) -> None:
    Path("folder").mkdir()
    one = sat()
    assert "cannot be written: No such file or directory" in one.type("save no/where.json")
    assert "is a folder" in one.type("save ./folder")
    saved.parent.write_text("no folder")
    assert "'snarkas' cannot be written: Not a directory." in one.type("save")
    assert not one.session.is_over


def test_leaving_asks_whether_to_save_if_something_would_be_lost(saved: Path) -> None:
    one = sat()
    one.type("1", "quit")
    assert one.session.prompt.startswith("Leave the game? s: save it as snarkas, ")
    told = one.type("s")
    assert "Saved." in told
    assert one.session.is_over
    assert (saved / "snarkas.json").exists()


@pytest.mark.parametrize("answer", ["n", "NO"])
def test_leaving_without_saving(answer: str) -> None:
    one = sat()
    one.type("1", "q", answer)
    assert one.session.is_over
    assert "It was not saved." in one.shown
    assert not list(Path().iterdir())


def test_leaving_can_be_called_off_and_a_file_be_named() -> None:
    one = sat()
    assert "1)" in one.type("1", "quit", "c")
    assert "there already" not in one.type("quit", "other.json")
    assert one.session.is_over
    assert Path("other.json").exists()


@pytest.mark.parametrize("word", ["what?", "help", "quit", "2"])
def test_a_word_that_is_no_answer_to_whether_to_save_is_no_name(saved: Path, word: str) -> None:
    one = sat()
    assert "n leaves without saving" in one.type("1", "quit", word)
    assert not one.session.is_over
    assert "Saved." in one.type("save evening")
    assert [path.name for path in saved.iterdir()] == ["evening.json"]


def test_a_name_that_cannot_be_used_when_leaving_asks_again() -> None:
    Path("x.json").write_text("mine", encoding="utf-8")
    one = sat()
    assert "is there already" in one.type("1", "quit", "x.json")
    assert not one.session.is_over
    one.type("save! x.json")
    assert one.session.is_over


@pytest.mark.parametrize("lines", [["q"], ["1", "save a.json", "quit"]])
def test_where_nothing_would_be_lost_it_is_asked_all_the_same(lines: list[str]) -> None:
    for stays in ("", "n", "c"):
        one = sat()
        one.type(*lines)
        assert one.session.prompt == "Leave the game? y: leave, Enter: play on: "
        assert "Which card do you play?" in one.type(stays)
        assert "y leaves the game" in one.type("q", "q")
        assert one.type("y") == "You have left the game.\n"
        assert one.session.is_over
        Path("a.json").unlink(missing_ok=True)


def test_enter_typed_once_too_often_plays_on() -> None:
    one = sat()
    one.type("1", "q", "")
    assert not one.session.is_over
    one.type("quit!")
    assert one.session.is_over


def test_with_a_file_of_record_leaving_just_leaves_and_save_writes_it(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    one = sat(record=own)
    one.type("1", "save")
    assert len(read_record(own).steps) == len(one.playthrough.steps)
    assert "You have left the game." in one.type("quit", "y")


def test_whoever_plays_by_make_goes_on_by_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDRULES_GO_ON", "make play RESUME=")
    told = sat().type("save my evening")
    assert told == "Saved. To go on later: make play RESUME='my evening'\n"


def test_at_the_end_of_input_a_game_in_which_somebody_has_acted_is_kept(saved: Path) -> None:
    for name in ("snarkas-left", "snarkas-left-2"):
        one = sat()
        one.type("1")
        one.session.end_of_input()
        assert one.session.is_over
        assert one.shown.endswith(
            f"You have left the game. It is kept as {name}. "
            f"To go on later: cardrules run --resume {name}\n"
        )
        other = resume_record(read_record(saved / f"{name}.json"), one.playthrough.game.ruleset)
        assert other.state == one.playthrough.state


def test_a_command_to_go_on_is_not_broken_into_lines() -> None:
    one = sat(width=40)
    one.type("1")
    name = "a_name_that_is_too_long_for_this_screen.json"
    told = f"Saved. To go on later: cardrules run --resume {name}\n"
    assert one.type(f"save {name}") == told
    one.type("1", "quit")
    assert one.type(f"save {name}") == told
    other = sat(width=40)
    other.type("1")
    other.session.end_of_input()
    assert other.shown.endswith(" To go on later: cardrules run --resume snarkas-left\n")


def test_at_the_end_of_input_nothing_is_kept_that_is_safe_or_that_nobody_has_done() -> None:
    game = bundled_named("snarkas")[0].game()
    first_is_a_bot = Sat(game, ["random", "human"], seed=6)
    assert first_is_a_bot.playthrough.steps
    with_a_file = sat(record=Path("own.json"))
    with_a_file.type("1")
    saved = sat()
    saved.type("1", "save a.json")
    for one in (sat(), first_is_a_bot, with_a_file, saved):
        one.session.end_of_input()
        assert one.shown.endswith("You have left the game.\n")
    assert [path.name for path in Path().iterdir()] == ["a.json"]


def test_another_action_after_undo_is_not_taken_for_the_one_that_was_saved() -> None:
    game = harness.game(HANDS)
    one = Sat(game, people(2))
    one.type("", "hide 8", "save a.json", "undo", "", "hide 9")
    one.session.end_of_input()
    assert "It is kept as tiny-left." in one.shown


def test_a_folder_that_cannot_be_written_loses_nothing(
    tmp_path: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    saved.parent.write_text("no folder")
    one = sat()
    one.type("1")
    one.session.end_of_input()
    path = elsewhere / "snarkas-left.json"
    assert f"It is kept as {path}." in one.shown
    assert read_record(path).steps
    other = sat()
    other.type("1")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    other.session.end_of_input()
    assert "It could not be saved: No such file or directory." in other.shown


def test_what_somebody_else_has_played_further_is_not_replaced() -> None:
    """Two terminals that go on with the same record."""
    one = sat()
    one.type("save x.json", "1", "1", "save x.json")
    longer = Path("x.json").read_bytes()
    other = sat()
    other.type("1")
    assert (
        other.type("save x.json") == "x.json is there already: type save! x.json to replace it.\n"
    )
    assert Path("x.json").read_bytes() == longer
    assert other.type("save! x.json").startswith("Saved.")


def test_a_file_of_record_that_somebody_else_has_played_further_is_not_replaced() -> None:
    path = Path("own.json")
    one, other = sat(record=path), sat(record=path)
    one.type("1", "1", "save")
    longer = path.read_bytes()
    assert other.type("1", "save").endswith(
        "own.json is there already: type save! own.json to replace it.\n"
    )
    assert path.read_bytes() == longer


@pytest.mark.parametrize("record", [None, Path("a.json")])
def test_what_one_has_saved_and_taken_back_is_replaced(record: Path | None) -> None:
    one = Sat(harness.game(HANDS), people(2), record=record)
    one.type("", "hide 8", "save a.json", "undo", "", "hide 9", "save a.json")
    assert one.shown.count("Saved.") == 2
    assert [step.action.arguments for step in read_record("a.json").steps] == [{"card": "9"}]


def test_what_does_not_stay_is_not_called_saved() -> None:
    one = sat()
    one.type("1")
    told = one.type("save /dev/null")
    assert told == "/dev/null is no file: nothing that is written there stays.\n"
    assert "Leave the game? s: " in one.type("quit") + one.session.prompt


def test_a_game_whose_ruleset_has_a_long_name_is_kept(tmp_path: Path, saved: Path) -> None:
    letter = "\u00e9"
    rules = tmp_path / f"{letter * 124}.rules"
    rules.write_bytes(bundled()["snarkas"].read_bytes())
    one = Sat(Game(load(rules), 2), against_bots(2), seed=6)
    one.type("1")
    one.session.end_of_input()
    kept = saved / f"{letter * 100}-left.json"
    assert f"It is kept as {kept.stem}." in one.shown
    assert read_record(kept).steps
