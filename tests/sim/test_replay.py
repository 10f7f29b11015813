"""Records played again: the same game, without a generator; and what does not fit is named."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.playing.chance_events import Listed, Supply
from cardrules.errors import ChanceError, ReplayError
from cardrules.model.ruleset import Ruleset
from cardrules.sim.players import make_bots
from cardrules.sim.record import Record, record_from_data
from cardrules.sim.replay import Replay, replay_record, resume_record
from cardrules.sim.run import Playthrough, play_out
from cardrules.source import normalised
from tests.bundled import Bundled, at_all_numbers
from tests.sim.tiny import piles, played


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_record_of_any_game_replays_to_the_same_end(item: Bundled, seed: int) -> None:
    made = item.game()
    playthrough = played(made, seed)
    record = through_json(playthrough.record())
    assert record == playthrough.record()
    replayed = replay_record(record, made.ruleset)
    assert replayed.state == playthrough.state
    assert made.result(replayed.state) == made.result(playthrough.state)
    assert replayed.record() == record


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_a_game_goes_on_from_its_record_as_if_it_had_not_stopped(item: Bundled) -> None:
    made = item.game()
    whole = Playthrough(made, seed=2)
    bots = make_bots(["random"] * made.players, 2)
    while not whole.over and len(whole.steps) < 15:
        whole.act(bots[whole.seat.player].choose(whole.seat))
    resumed = resume_record(through_json(whole.record()), made.ruleset)
    assert resumed.state == whole.state
    for playthrough in (whole, resumed):
        play_out(playthrough, make_bots(["random"] * made.players, 3))
    assert resumed.state == whole.state and resumed.record() == whole.record()


def through_json(record: Record) -> Record:
    return record_from_data(json.loads(json.dumps(record.data())))


# ---- Tampering -----------------------------------------------------------------------------------


def edited(change: Callable[[dict[str, Any]], None]) -> Record:
    """The record of a tiny game after somebody has been at it."""
    data = json.loads(json.dumps(played(piles(), 4).record().data()))
    change(data)
    return record_from_data(data)


def _other_card(data: dict[str, Any]) -> None:
    data["steps"][2]["arguments"]["card"] = data["steps"][0]["arguments"]["card"]


def _other_seat(data: dict[str, Any]) -> None:
    data["steps"][1]["seat"] = 3 - data["steps"][1]["seat"]


def _other_action(data: dict[str, Any]) -> None:
    data["steps"][4]["action"] = "stroke"


def _step_left_out(data: dict[str, Any]) -> None:
    del data["steps"][3]


def _step_too_many(data: dict[str, Any]) -> None:
    data["steps"].append(data["steps"][-1])


def _other_checksum(data: dict[str, Any]) -> None:
    data["steps"][3]["checksum"] = "0" * 16


def _outcome_too_many(data: dict[str, Any]) -> None:
    data["steps"][2]["chance"].append({"pick": "gift", "result": "1"})


def _cut_off(data: dict[str, Any]) -> None:
    del data["steps"][4:]


def _result_lost(data: dict[str, Any]) -> None:
    data["result"] = None


def _other_result(data: dict[str, Any]) -> None:
    data["result"]["returns"].reverse()


@pytest.mark.parametrize(
    ("change", "step", "reason"),
    [
        (_other_card, 2, "you have no . in your hand"),
        (_other_seat, 1, r"seat \d is asked here"),
        (_other_action, 4, "it could be drop, keep"),
        (_step_left_out, 3, r"seat \d is asked here"),
        (_step_too_many, 6, "the game is over before it"),
        (_other_checksum, 3, "not as the record says"),
        (_outcome_too_many, 2, "chance is asked for something else"),
        (_cut_off, 4, "after its last step the game goes on"),
        (_result_lost, 6, "has no result"),
        (_other_result, 6, "another than the record says"),
    ],
)
def test_what_was_edited_is_named_with_its_step(
    change: Callable[[dict[str, Any]], None], step: int, reason: str
) -> None:
    with pytest.raises(ReplayError, match=reason) as caught:
        replay_record(edited(change), piles().ruleset)
    assert caught.value.step == step


def _shuffle_swapped(data: dict[str, Any]) -> None:
    order = data["opening"]["chance"][1]["order"]
    order[0], order[3] = order[3], order[0]  # to the other hand


def _shuffle_of_another(data: dict[str, Any]) -> None:
    data["opening"]["chance"][1]["shuffle"] = "out"


def _unknown_card(data: dict[str, Any]) -> None:
    data["opening"]["chance"][1]["order"][3] = "Joker"


def _no_outcomes(data: dict[str, Any]) -> None:
    data["opening"]["chance"] = []
    for step in data["steps"]:
        step["chance"] = []


def _other_starter(data: dict[str, Any]) -> None:
    data["starter"]["seat"] = 3 - data["starter"]["seat"]


def _seat_too_many(data: dict[str, Any]) -> None:
    data["seats"].append({"name": "Eve", "player": "human"})


def _wrong_players(data: dict[str, Any]) -> None:
    data["players"] = 7


def _wrong_option(data: dict[str, Any]) -> None:
    data["options"]["speed"] = 3


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_shuffle_swapped, "not as the record says"),
        (_shuffle_of_another, "is `shuffle deck`"),
        (_unknown_card, "no further 'Joker'"),
        (_no_outcomes, "has no outcome: there are 0"),
        (_other_starter, "is the starter, but the record says seat"),
        (_seat_too_many, "2 players, but 3 seats"),
        (_wrong_players, "not 7"),
        (_wrong_option, "no option 'speed'"),
    ],
)
def test_what_was_edited_before_the_first_step_is_the_opening(
    change: Callable[[dict[str, Any]], None], reason: str
) -> None:
    with pytest.raises(ReplayError, match="opening does not fit") as caught:
        replay_record(edited(change), piles().ruleset)
    assert caught.value.step is None
    assert caught.match(reason)


def test_a_replay_that_runs_out_of_outcomes_does_not_draw_any() -> None:
    def drop_picks(data: dict[str, Any]) -> None:
        for step in data["steps"]:
            step["chance"] = []
            step["checksum"] = None

    record = edited(drop_picks)
    first = next(i for i, step in enumerate(record.steps) if step.action.name == "drop")
    with pytest.raises(ReplayError, match="has no outcome") as caught:
        replay_record(record, piles().ruleset)
    assert caught.value.step == first


def test_a_record_without_checksums_is_checked_by_its_actions() -> None:
    def drop_checksums(data: dict[str, Any]) -> None:
        data["opening"]["checksum"] = None
        for step in data["steps"]:
            step["checksum"] = None

    assert replay_record(edited(drop_checksums), piles().ruleset).over


# ---- Other rules ---------------------------------------------------------------------------------


def changed(old: str, new: str) -> Ruleset:
    """The tiny rules with something else in them."""
    text = piles().ruleset.text.text
    assert old in text
    found, diagnostics = analyse_source(normalised("tiny.rules", text.replace(old, new)))
    assert found is not None, [item.message for item in diagnostics]
    return found


def test_rules_that_only_read_differently_still_fit() -> None:
    record = played(piles(), 4).record()
    rules = changed('"Keep a card"', '"Put a card aside"')
    replay = Replay(record, rules)
    assert replay.rules_changed
    assert len(list(replay.moments())) == 7


def test_a_zone_that_nobody_uses_makes_no_difference() -> None:
    rules = changed("zone out ", "zone attic shared pile, seen by all\nzone out ")
    assert replay_record(played(piles(), 4).record(), rules).over


def test_changed_rules_are_told_by_the_first_step_that_they_refuse() -> None:
    record = played(piles(), 4).record()
    rules = changed("where number < 6", "where number < 0")
    first = next(i for i, step in enumerate(record.steps) if step.action.name == "drop")
    with pytest.raises(ReplayError, match=r"only a low card is dropped \[T-3\]") as caught:
        replay_record(record, rules)
    assert caught.value.step == first


def test_changed_effects_are_told_by_the_first_step_that_ends_otherwise() -> None:
    record = played(piles(), 4).record()
    rules = changed("move card to my mine", "move card to out")
    first = next(i for i, step in enumerate(record.steps) if step.action.name == "keep")
    with pytest.raises(ReplayError, match="cards or counters after it") as caught:
        replay_record(record, rules)
    assert caught.value.step == first


def test_a_changed_score_is_told_by_the_result() -> None:
    record = played(piles(), 4).record()
    with pytest.raises(ReplayError, match="result is another") as caught:
        replay_record(record, changed("sum of number in mine", "count of mine"))
    assert caught.value.step == len(record.steps)


# ---- Going on ------------------------------------------------------------------------------------


def supplied(number: int) -> tuple[Playthrough, Supply]:
    """A game after so many steps whose chance is that of another one, and what supplies it."""
    outcomes = played(piles(), 4).record().outcomes
    made = piles()
    made.supply_chance(Listed(outcomes))
    playthrough = Playthrough(made, seed=None)
    for _ in range(number):
        actions = playthrough.seat.actions
        playthrough.act(actions[len(actions) - 1])
    return playthrough, Listed(outcomes)


@pytest.mark.parametrize("number", [0, 3])
def test_a_game_with_supplied_outcomes_goes_on_with_further_ones(number: int) -> None:
    playthrough, supply = supplied(number)
    record = through_json(playthrough.record())
    assert record.seed is None and record.generator is None
    assert replay_record(record, piles().ruleset).state == playthrough.state
    resumed = resume_record(record, piles().ruleset, supply)
    assert resumed.state == playthrough.state
    ends = []
    for going_on in (playthrough, resumed):
        with contextlib.suppress(ChanceError):
            play_out(going_on, make_bots(["random", "random"], 3))
        ends.append((going_on.state, going_on.record()))
    assert len(ends[0][1].steps) > number
    assert ends[0] == ends[1]


def test_without_further_outcomes_such_a_game_stops_where_it_needs_one() -> None:
    playthrough, _ = supplied(0)
    resumed = resume_record(playthrough.record(), piles().ruleset)
    with pytest.raises(ChanceError, match=r"Chance event 3, `pick gift`, has no outcome\."):
        while not resumed.over:
            actions = resumed.seat.actions
            resumed.act(actions[len(actions) - 1])
    assert resumed.record() == replay_record(resumed.record(), piles().ruleset).record()


def test_where_the_first_outcomes_were_supplied_the_generator_goes_on_as_it_would_have() -> None:
    """A supplied outcome takes the place of one that is drawn all the same."""
    outcomes = played(piles(), 4).record().outcomes[:2]
    made = piles()
    made.supply_chance(Listed(outcomes))
    whole = Playthrough(made, seed=9)
    resumed = resume_record(through_json(whole.record()), made.ruleset)
    assert resumed.state == whole.state and resumed.state.draws > 0
    for playthrough in (whole, resumed):
        play_out(playthrough, make_bots(["random", "random"], 3))
    assert resumed.state == whole.state


def test_a_game_of_another_generator_cannot_go_on() -> None:
    record = attrs.evolve(Playthrough(piles(), seed=1).record(), generator="dice-9")
    with pytest.raises(ReplayError, match="its generator was dice-9"):
        resume_record(record, piles().ruleset)
