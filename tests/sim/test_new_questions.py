"""Games that were recorded without house rules, replayed with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules import load
from cardrules.engine.game import Game
from cardrules.errors import ReplayError
from cardrules.model.ruleset import Ruleset
from cardrules.sim.players import make_bots
from cardrules.sim.record import Record
from cardrules.sim.replay import Replay, replay_record
from cardrules.sim.run import Playthrough, play_out

_WORD = """\
values announcement: last_card, silence

in action play_card
    before end turn
        choose word from {last_card, silence}
        if word = last_card
            draw 1 from stock to my hand
"""


@pytest.fixture
def record() -> Record:
    """A game of Crazy Eights without house rules."""
    game = Game(load("crazy_eights"), 3, {"max_turns": 100})
    playthrough = Playthrough(game, seed=3, starter=0)
    return play_out(playthrough, make_bots(["random"] * 3, 3)).record()


def _rules(tmp_path: Path, rules: str, front: str = "") -> Ruleset:
    path = tmp_path / "mine.rules"
    path.write_text(f"---\ntitle: Mine\nextends: crazy_eights\n{front}---\n{rules}")
    return load("crazy_eights", [path])


def test_a_choice_with_a_default_lets_the_record_fit(record: Record, tmp_path: Path) -> None:
    ruleset = _rules(tmp_path, _WORD, "defaults: {word: silence}\n")
    playthrough = replay_record(record, ruleset)
    assert playthrough.over
    assert playthrough.game.result(playthrough.state) == record.result
    added = [step.action for step in playthrough.steps if step.action.name == "choose"]
    words = [action for action in added if "word" in action.arguments]
    played = sum(step.action.name == "play_card" for step in record.steps)
    assert len(words) == played > 0
    assert len(playthrough.steps) == len(record.steps) + played


def test_a_default_that_changes_something_names_the_first_step(
    record: Record, tmp_path: Path
) -> None:
    ruleset = _rules(tmp_path, _WORD, "defaults: {word: last_card}\n")
    with pytest.raises(ReplayError, match=r"Step \d+ does not fit .* are not as the record says"):
        replay_record(record, ruleset)


@pytest.mark.parametrize("front", ["", "defaults: {word: shout}\n", "defaults: {other: silence}\n"])
def test_without_a_default_the_question_does_not_fit(
    record: Record, tmp_path: Path, front: str
) -> None:
    with pytest.raises(ReplayError) as caught:
        replay_record(record, _rules(tmp_path, _WORD, front))
    assert "is asked for word by house rules that the record does not know" in str(caught.value)
    first = next(n for n, s in enumerate(record.steps) if s.action.name == "play_card")
    assert caught.value.step is not None and caught.value.step > first


def test_windows_are_passed(record: Record, tmp_path: Path) -> None:
    rules = (
        "in action play_card\n    before end turn\n        open veto to others\n"
        "window veto\n"
        "interrupt object answers veto\n    choose answer from my hand\n"
        "    do\n        move answer to discards\n"
    )
    playthrough = replay_record(record, _rules(tmp_path, rules))
    assert playthrough.game.result(playthrough.state) == record.result
    assert any(
        step.action.name == "pass" for step in playthrough.steps if not step.action.arguments
    )


def test_a_choice_that_an_action_has_gained_has_its_default(record: Record, tmp_path: Path) -> None:
    rules = (
        "values mood: glad, sad\n"
        "in action play_card\n    after choose card\n        choose mine from {glad, sad}\n"
    )
    ruleset = _rules(tmp_path, rules, "defaults: {mine: glad}\n")
    playthrough = replay_record(record, ruleset)
    played = [step.action for step in playthrough.steps if step.action.name == "play_card"]
    assert played and all(action.arguments["mine"] == "glad" for action in played)
    with pytest.raises(ReplayError):
        replay_record(record, _rules(tmp_path, rules))


def test_what_the_record_knows_has_no_default(record: Record, tmp_path: Path) -> None:
    ruleset = _rules(tmp_path, _WORD, "defaults: {word: silence}\n")
    game = Game(ruleset, 3, {"max_turns": 100})
    with_it = play_out(Playthrough(game, seed=3, starter=0), make_bots(["random"] * 3, 3)).record()
    playthrough = replay_record(with_it, ruleset)
    assert len(playthrough.steps) == len(with_it.steps)
    assert playthrough.record() == with_it


def test_moments_up_to_a_step_have_those_of_new_questions(record: Record, tmp_path: Path) -> None:
    replay = Replay(record, _rules(tmp_path, _WORD, "defaults: {word: silence}\n"))
    number = 12
    moments = list(replay.moments_until(number))
    last = moments[-1]
    assert last.action is not None and last.action.name == record.steps[number - 1].action.name
    assert len(moments) >= number + 1
