"""`run`: bots play, what is printed, and records that go on."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cardrules.cli import main
from cardrules.cli.replacing import RecordFile
from cardrules.engine.game import Game
from cardrules.engine.sets.answers import Answer
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.rulesets import bundled, load
from cardrules.sim.record import SeatEntry
from cardrules.sim.record_files import parse_record, read_record, write_record
from cardrules.sim.run import Moment, Playthrough
from tests.cli.calls import call, command, environment, process


@pytest.mark.parametrize("name", bundled())
def test_every_bundled_game_is_played_to_its_end(name: str) -> None:
    seats = ",".join(["random"] * load(name).players_min)
    result = call("run", name, "--seed", "3", "--no-log", "--seats", seats)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert "seed 3" in lines[0]
    assert lines[2].startswith("Place  Player")
    assert "win" in lines[-1]


def test_the_same_seed_gives_the_same_output_in_another_process() -> None:
    arguments = ["run", "snarkas", "--seed", "7"]
    assert process(*arguments).stdout == call(*arguments).stdout


def test_without_a_seed_one_is_drawn_and_told() -> None:
    head, *first = call("run", "snarkas", "--no-log").stdout.splitlines()
    assert head == "Snarkas (2 players)"
    seed = first.pop().removeprefix("Seed: ")
    head, *again = call("run", "snarkas", "--no-log", "--seed", seed).stdout.splitlines()
    assert head == f"Snarkas (2 players, seed {seed})"
    assert again == first


def test_the_log_has_the_rules_and_their_sentences() -> None:
    told = call("run", "snarkas", "--auto", "--seed", "1").stdout
    assert "Player 1 plays ZAP and takes 8  [SN-P5, SN-Z4]\n" in told
    assert "SNARKAS! Player 1 has cleared the table and earns a gem worth 10  [SN-K1]\n" in told
    assert "Player 1 took last and gets what is left on the table: 10  [SN-E2]\n" in told


def test_the_log_is_that_of_the_viewer() -> None:
    logs = {
        view: call(
            "run", "snarkas", "--seats", "random,random", "--seed", "7", "--view", view
        ).stdout
        for view in ("referee", "spectator", "1", "2")
    }
    drawn = re.compile(r"draws? \d cards")
    assert not drawn.search(logs["referee"])
    assert "Player 2 draws 6 cards from the deck" in logs["1"]
    assert "Player 1 draws 6 cards from the deck" not in logs["1"]
    assert "Player 1 draws 6 cards from the deck" in logs["2"]
    assert "Player 2 and Player 1 draw 6 cards each from the deck" in logs["spectator"]
    ends = {log.partition("Place")[2] for log in logs.values()}
    assert len(ends) == 1


def test_options_players_names_and_the_first_are_as_asked() -> None:
    result = call(
        *("run", "snarkas", "--seats", "random,greedy,random", "--names", "Ann,Ben"),
        *("--first", "2", "--set", "snarkas_gems=0", "--set", "every_group=true", "--seed", "1"),
    )
    assert result.exit_code == 0
    head = "Snarkas (3 players, every_group=true, snarkas_gems=0, seed 1)"
    assert result.stdout.startswith(head)
    assert "Ben goes first\n" in result.stdout
    assert "Player 3" in result.stdout and "Player 1" not in result.stdout


def test_teams_share_their_win() -> None:
    result = call("run", "snarkas", "--players", "4", "--seed", "2", "--no-log")
    places = [line.split()[0] for line in result.stdout.splitlines()[3:7]]
    assert places in (["1", "1", "2", "2"], ["1", "1", "1", "1"], ["1", "1", "3", "3"])


def test_a_match_tells_its_games() -> None:
    result = call("run", "snarkas", "--set", "length=best_of_3", "--seed", "2", "--no-log")
    assert "Match" in result.stdout
    assert "games." in result.stdout.splitlines()[-1]


def test_json_has_the_events_and_the_result() -> None:
    result = call("run", "snatch_it", "--json", "--seed", "5", "--view", "1")
    data = json.loads(result.stdout)
    assert data["players"] == 3 and data["seed"] == 5 and data["view"] == "1"
    assert data["ruleset"]["name"] == "snatch_it"
    assert sorted(data["result"]["places"])[0] == 1
    assert data["events"][0]["event"] == "starter"
    assert data["events"][-1]["event"] == "game_over"
    assert sum(map(sum, data["result"]["parts"].values())) == sum(data["result"]["scores"])
    others = [
        event
        for event in data["events"]
        if event["event"] == "moved" and event["to"] == {"zone": "hand", "seat": 2}
    ]
    assert {card for event in others for card in event["cards"]} == {None}


def test_people_are_played_for_where_there_is_no_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    result = call("run", "snarkas", "--seats", "you,random", "--record", path, "--no-log")
    assert result.exit_code == 0
    assert [entry.player for entry in read_record(path).seats] == ["greedy", "random"]


@pytest.mark.parametrize("words", [["--resume"], []])
def test_an_unfinished_game_goes_on_in_the_same_file(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "game.json"
    stopped = call("run", "snarkas", "--seed", "1", "--limit", "9", "--record", path, "--no-log")
    assert stopped.exit_code == 3
    assert f"cardrules run --resume {path}" in stopped.stderr
    assert len(read_record(path).steps) == 9
    resumed = call("run", *words, path, "--no-log")
    assert resumed.exit_code == 0, resumed.output
    assert read_record(path).result is not None
    assert call("replay", path).exit_code == 0
    again = call("run", "--resume", path)
    assert again.exit_code == 2 and "is over" in again.stderr


def test_a_game_started_by_its_path_tells_how_to_go_on_with_it(tmp_path: Path) -> None:
    rules = Path(__file__).parents[2] / "examples/blue_monday/blue_monday.rules"
    path = tmp_path / "game.json"
    stopped = call("run", rules, "--limit", "9", "--record", path, "--no-log")
    command = f"cardrules run {shlex.quote(str(rules))} --resume {shlex.quote(str(path))}"
    assert command in stopped.stderr
    assert call("run", rules, "--resume", path, "--no-log").exit_code == 0


def test_a_game_that_does_not_end_is_told_and_recorded(saved: Path) -> None:
    for name in ("snarkas-stopped", "snarkas-stopped-2"):
        stopped = call("run", "snarkas", "--seed", "1", "--limit", "9", "--no-log")
        assert stopped.exit_code == 3
        assert "error[CR701] The game was not over after 9 actions." in stopped.stderr
        assert "one of" in stopped.stderr and f"cardrules replay {name}" in stopped.stderr
        assert len(read_record(saved / f"{name}.json").steps) == 9


def test_a_game_in_which_the_engine_broke_is_recorded(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = Game.apply_answer_in_place

    def breaks(self: Game, s: State, answer: Answer) -> None:
        if s.steps == 6:
            raise KeyError("a fault")
        apply(self, s, answer)

    monkeypatch.setattr(Game, "apply_answer_in_place", breaks)
    broken = call("run", "snarkas", "--seats", "random,random", "--seed", "1", "--no-log")
    assert broken.exit_code == 1
    assert "cardrules replay snarkas-stopped`" in broken.stderr
    assert broken.stderr.endswith("the record of the game is what it takes to find it.\n")
    assert len(read_record(saved / "snarkas-stopped.json").steps) == 6


def test_a_full_disk_does_not_hide_what_stopped_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardrules.cli.kept.write_record", no_space)
    stopped = call("run", "snarkas", "--seed", "1", "--limit", "9", "--no-log")
    assert stopped.exit_code == 3
    assert "CR701" in stopped.stderr and "No space left on device" in stopped.stderr


def test_a_file_that_cannot_be_written_is_told_before_the_game_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_space(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "game.json")

    monkeypatch.setattr("cardrules.cli.replacing.write_record", no_space)
    for name in ("game.json", "x" * 300):
        result = call("run", "snarkas", "--seed", "1", "--record", name)
        assert result.exit_code == 1 and result.stdout == ""
        assert result.stderr in (
            "error: game.json: No space left on device\n",
            f"error: {name}: File name too long\n",
        )


def test_a_game_whose_file_cannot_be_written_any_more_is_kept_in_another(
    tmp_path: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has put something else there meanwhile."""
    path = tmp_path / "game.json"
    act = Playthrough.act

    def act_and_meddle(self: Playthrough, action: Action) -> Moment:
        path.write_text("mine", encoding="utf-8")
        return act(self, action)

    monkeypatch.setattr(Playthrough, "act", act_and_meddle)
    result = call("run", "snarkas", "--seed", "1", "--record", path, "--no-log")
    assert result.exit_code == 1
    assert "Is no record of this game; so the game is in snarkas-left." in result.stderr
    assert path.read_text(encoding="utf-8") == "mine"
    assert read_record(saved / "snarkas-left.json").result is not None


# ---- What may be replaced ------------------------------------------------------------------------


def test_nothing_but_a_record_of_the_same_game_is_replaced(tmp_path: Path) -> None:
    rules, path = tmp_path / "good.rules", tmp_path / "game.json"
    text = bundled()["snarkas"].read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    arguments = ("run", rules, "--seed", "1", "--no-log", "--record")
    refused = call(*arguments, rules)
    assert refused.exit_code == 2 and refused.stdout == ""
    assert f"{rules} is there already, and is no record of this game. Name" in refused.stderr
    assert rules.read_text(encoding="utf-8") == text
    assert call(*arguments, path).exit_code == 0
    first = path.read_bytes()
    assert call(*arguments, path).exit_code == 0, "the same game"
    assert path.read_bytes() == first
    for more in (["--seed", "2"], ["--first", "2"], ["--set", "snarkas_gems=1"], ["--names", "A"]):
        assert call(*arguments, path, *more).exit_code == 2, more
        assert path.read_bytes() == first
    assert call(*arguments, path, "--seed", "2", "--force").exit_code == 0
    assert read_record(path).seed == 2


def test_a_record_that_was_changed_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    arguments = ("run", "snarkas", "--seed", "1", "--no-log", "--record", path)
    call(*arguments)
    path.write_text(path.read_text(encoding="utf-8").replace("Player 1", "Player X"), "utf-8")
    assert call(*arguments).exit_code == 2
    assert call(*arguments, "--force").exit_code == 0


def test_an_empty_file_is_written(tmp_path: Path) -> None:
    """As `mktemp` makes one."""
    path = tmp_path / "game.json"
    path.touch()
    assert call("run", "snarkas", "--no-log", "--record", path).exit_code == 0
    assert read_record(path).result is not None


def test_a_game_that_people_have_played_further_is_not_begun_anew_in_its_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.json"
    seats = [
        SeatEntry(name="Player 1", player="human"),
        SeatEntry(name="Player 2", player="greedy"),
    ]
    playthrough = Playthrough(Game(load("snarkas"), 2), seed=1, starter=0, seats=seats)
    new = RecordFile(path=path, playthrough=playthrough)
    new.begin()
    playthrough.act(playthrough.seat.actions[0])
    new.save()
    played = path.read_bytes()
    again = Playthrough(Game(load("snarkas"), 2), seed=1, starter=0, seats=seats)
    with pytest.raises(click.UsageError, match=r"after 1 actions already: .*--resume") as caught:
        RecordFile(path=path, playthrough=again).begin()
    assert caught.match("--force") and path.read_bytes() == played
    # Whoever goes on with it, or does the same again, loses nothing.
    again.act(again.seat.actions[0])
    RecordFile(path=path, playthrough=again).begin()
    assert path.read_bytes() == played


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 2), ("", 2)])
def test_at_a_terminal_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine", encoding="utf-8")
    monkeypatch.setattr("cardrules.cli.replacing._is_terminal", lambda stream: True)
    arguments = ["run", "snarkas", "--no-log", "--record", str(path)]
    result = CliRunner().invoke(main, arguments, input=f"{answer}\n")
    assert result.exit_code == code
    assert "is no record of this game. Replace it? [y/N]" in result.stderr
    assert (path.read_text(encoding="utf-8") == "mine") is bool(code)


def test_a_resumed_game_goes_on_in_another_file(tmp_path: Path) -> None:
    path, other = tmp_path / "game.json", tmp_path / "other.json"
    call("run", "snarkas", "--seed", "1", "--limit", "9", "--record", path)
    before = path.read_bytes()
    assert call("run", "--resume", path, "--record", other, "--no-log").exit_code == 0
    assert path.read_bytes() == before
    assert call("run", "--resume", path, "--record", other, "--no-log").exit_code == 0
    other.write_text("mine", encoding="utf-8")
    assert call("run", "--resume", path, "--record", other, "--no-log").exit_code == 2


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
@pytest.mark.parametrize("more", [[], ["--force"]])
def test_into_a_link_to_a_device_nothing_is_recorded(tmp_path: Path, more: list[str]) -> None:
    link = tmp_path / "game.json"
    link.symlink_to("/dev/null")
    result = call("run", "snarkas", "--seed", "1", "--no-log", "--record", link, *more)
    assert result.exit_code == 1 and not result.stdout
    assert result.stderr == f"error: {link}: Is a device, not a file\n"


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs a name for the output")
def test_into_a_pipe_the_record_is_written_once_and_whole() -> None:
    run = ("run", "snarkas", "--seed", "1", "--no-log", "--record")
    told = process(*run, "/dev/stdout").stdout
    record = told[told.index("{") : told.rindex("}") + 1]
    assert parse_record(record.encode(), "stdout").result is not None
    assert call(*run, "/dev/null").exit_code == 0


def test_the_highest_seed_is_one_like_any_other(tmp_path: Path) -> None:
    path, seed = tmp_path / "game.json", str((1 << 63) - 1)
    call("run", "snarkas", "--seed", seed, "--limit", "9", "--record", path)
    assert call("run", "--resume", path, "--no-log").exit_code == 0
    assert call("run", "snarkas", "--seed", str(1 << 63)).exit_code == 2


def test_a_game_whose_chance_was_supplied_goes_on_to_the_next_chance_event(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    made = Game(load("snarkas"), 2, chance=[{"starter": 1}, {"shuffle": "deck", "order": []}])
    write_record(Playthrough(made, seed=None).record(), path)
    assert call("run", "--resume", path, "--no-log").exit_code == 0, "it needs no further chance"
    made = Game(
        load("snarkas"), 2, {"length": "best_of_3"},
        chance=[{"starter": 1}, {"shuffle": "deck", "order": []}],
    )  # fmt: skip
    write_record(Playthrough(made, seed=None).record(), path)
    result = call("run", "--resume", path, "--no-log")
    assert result.exit_code == 1
    assert "error: Chance event 3, `shuffle deck`, has no outcome." in result.stderr
    assert len(read_record(path).steps) > 20 and call("replay", path).exit_code == 0


def test_the_seed_is_not_one_of_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds: list[int] = []

    def highest(bound: int) -> int:
        bounds.append(bound)
        return bound - 1

    monkeypatch.setattr("secrets.randbelow", highest)
    assert call("run", "snarkas", "--no-log").stdout.endswith("Seed: 9007199254740991\n")
    assert bounds == [1 << 53]


def test_the_ruleset_says_how_long_a_game_may_last(tmp_path: Path) -> None:
    text = bundled()["snarkas"].read_text(encoding="utf-8")
    rules = tmp_path / "short.rules"
    rules.write_text(text.replace("players:", "most_actions: 9\nplayers:", 1), encoding="utf-8")
    path = tmp_path / "game.json"
    stopped = call("run", rules, "--record", path, "--no-log")
    assert stopped.exit_code == 3 and "after 9 actions" in stopped.stderr
    assert call("run", rules, "--limit", "5000", "--no-log").exit_code == 0


def test_games_are_numbered_only_in_a_match() -> None:
    told = call("run", "snarkas", "--seed", "1", "--auto", "--set", "length=single").stdout
    assert "The game is over: " in told and "Game 1 is over" not in told
    told = call("run", "snarkas", "--seed", "1", "--auto", "--set", "length=best_of_3").stdout
    assert "Game 1 is over: " in told


def test_a_resumed_game_has_its_own_options(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    call("run", "snarkas", "--limit", "9", "--record", path)
    result = call("run", "--resume", path, "--seed", "3")
    assert result.exit_code == 2 and "options of its record" in result.stderr


def test_a_record_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("nothing is forbidden to this user")
    tmp_path.chmod(0o500)
    result = call("run", "snarkas", "--record", tmp_path / "game.json", "--no-log")
    assert result.exit_code == 1 and "Permission denied" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_told_in_a_line() -> None:
    result = call("run", "snarkas", "--record", "/dev/full", "--no-log")
    assert result.exit_code == 1
    assert "No space left" in result.stderr and "Traceback" not in result.output


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_auto_plays_for_people_at_a_terminal() -> None:
    """Only a terminal would ask; with --auto it does not."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command("run", "snarkas", "--auto", "--no-log", "--seed", "1"),
        env=environment(),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as running:
        os.close(theirs)
        told = b""
        try:
            while part := os.read(ours, 4096):
                told += part
        except OSError:
            pass  # how a terminal says that it is over
    os.close(ours)
    assert running.returncode == 0
    assert b"wins." in told or b"share the win" in told


def test_the_help_says_which_bots_play_and_which_are_quicker() -> None:
    told = " ".join(call("run", "--help").output.split())
    assert "Let bots play for people too, without asking: greedy ones." in told
    assert "For many games --seats random,random is quicker." in told


def test_the_help_says_where_memory_does_not_help() -> None:
    told = " ".join(call("run", "--help").output.split())
    assert "could remember; never of cards that nobody may look at." in told


@pytest.mark.parametrize("name", ["", "."])
def test_a_folder_is_no_place_for_a_record_and_told_before_the_game(name: str) -> None:
    result = call("run", "snarkas", "--record", name)
    assert result.exit_code == 2 and result.stdout == ""
    assert "is a " in result.stderr


def test_who_cannot_be_asked_is_told_that_a_bot_plays() -> None:
    told = "bots play for you, and no answers are read"
    for arguments, is_told in (
        (("--seats", "you,random"), True),
        (("--seats", "you,random", "--auto"), False),
        (("--seats", "random,random"), False),
        ((), False),
    ):
        result = call("run", "war", "--seed", "1", "--limit", "5", *arguments)
        assert (told in result.stderr) is is_told, arguments
