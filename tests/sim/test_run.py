"""Playthroughs: moments, steps, and what happens when a game cannot go on."""

from __future__ import annotations

import pytest

from cardrules.engine.chance import GENERATOR
from cardrules.errors import EngineError, GameLimitError, GameOverError, IllegalActionError
from cardrules.model.action import Action
from cardrules.sim.players import make_bots
from cardrules.sim.record import Record, SeatEntry
from cardrules.sim.replay import replay_record
from cardrules.sim.run import Playthrough, play, play_out
from tests.engine.harness import game
from tests.sim.tiny import ENDLESS, piles, played


def test_play_gives_the_opening_and_then_a_moment_for_each_action() -> None:
    playthrough = Playthrough(piles(), seed=1)
    moments = list(play(playthrough, make_bots(["random", "random"], 1)))
    assert [moment.number for moment in moments] == list(range(7))
    assert moments[0].player is None and moments[0].action is None and moments[0].events
    assert [moment.action for moment in moments[1:]] == [step.action for step in playthrough.steps]
    assert moments[-1].state is playthrough.state and playthrough.over


def test_play_goes_on_from_where_the_playthrough_stands() -> None:
    playthrough = Playthrough(piles(), seed=1)
    playthrough.act(playthrough.seat.actions[0])
    moments = list(play(playthrough, make_bots(["random", "random"], 1)))
    assert moments[0].number == 1
    assert len(playthrough.steps) == 6


def test_a_refused_action_leaves_the_playthrough_as_it_was() -> None:
    playthrough = Playthrough(piles(), seed=1)
    before = playthrough.state
    with pytest.raises(IllegalActionError):
        playthrough.act(Action("keep", {"card": "no such card"}))
    assert playthrough.state is before and playthrough.steps == []


def test_nothing_can_be_done_after_the_end() -> None:
    with pytest.raises(GameOverError):
        played(piles()).act(Action("keep", {"card": "1"}))


def test_an_endless_game_is_stopped_with_its_record() -> None:
    made = game(ENDLESS, limit=10)
    playthrough = Playthrough(made)
    with pytest.raises(GameLimitError, match="not over after 10 actions") as caught:
        play_out(playthrough, make_bots(["random", "random"], 1))
    record = caught.value.record
    assert isinstance(record, Record)
    assert len(record.steps) == 10 and record.result is None
    assert len(replay_record(record, made.ruleset).steps) == 10


def test_a_fault_of_the_engine_comes_with_the_record_that_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    playthrough = Playthrough(piles(), seed=1)
    playthrough.act(playthrough.seat.actions[0])

    def broken(*_: object) -> None:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr(playthrough.game, "apply", broken)
    with pytest.raises(EngineError, match="by accident") as caught:
        playthrough.act(playthrough.seat.actions[0])
    assert isinstance(caught.value.record, Record)
    assert len(caught.value.record.steps) == 1


def test_a_record_says_all_that_was_given() -> None:
    seats = [SeatEntry(name="Ann", player="human"), SeatEntry(name="Ben", player="greedy")]
    record = Playthrough(piles(), seed=5, starter=1, seats=seats).record()
    assert (record.seed, record.generator) == (5, GENERATOR)
    assert (record.starter, record.starter_drawn) == (1, False)
    assert record.names == ("Ann", "Ben")
    assert record.ruleset.name == "tiny" and record.ruleset.title == "Tiny"
    assert record.result is None and record.steps == ()


def test_a_record_without_generator_has_no_seed() -> None:
    record = played(piles()).record()
    made = game_with(record)
    playthrough = Playthrough(made, seed=None)
    for step in record.steps:
        playthrough.act(step.action)
    again = playthrough.record()
    assert again.seed is None and again.generator is None
    assert again.outcomes == record.outcomes and again.result == record.result


def game_with(record: Record):
    made = piles()
    made.supply_chance(lambda index: record.outcomes[index])
    return made


def test_the_starter_of_a_match_is_that_of_its_first_game() -> None:
    made = game(
        "play\n    repeat 0 times\n        end repeat\nmatch best of 5 when count of players > 9\n"
    )
    assert Playthrough(made, starter=1).record().starter == 1
    match = game(
        """
zone deck shared pile, seen by nobody, starts with cards
zone mine per player pile, seen by all
play
    turns clockwise from starter once
        one of take
action take
    do
        draw 1 from deck to my mine
score
    taken: sum of number in mine
match best of 3
"""
    )
    playthrough = Playthrough(match, starter=1)
    for _ in range(2):
        playthrough.act(playthrough.seat.actions[0])
    assert playthrough.state.starter == 0
    assert playthrough.record().starter == 1
