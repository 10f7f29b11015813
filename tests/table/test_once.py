"""What it costs to describe a table: what is the same everywhere is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.sim.players import make_bots
from cardrules.sim.run import Playthrough, play_out
from cardrules.table.describe import describe
from tests.engine.harness import HAND, game

ASKING = (
    HAND
    + """
setup
    each player clockwise from starter
        draw 3 from deck to my hand
play
    turns clockwise from starter once
        one of go
            ask "{me}, one of {count of my hand}?"
action go
    choose card from my hand
    do
        move card to deck
"""
)


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that are put into words."""
    found: list[str] = []
    question: Callable[..., str] = Game.question

    def noting(self: Game, *arguments: Any, **more: Any) -> str:
        found.append(question(self, *arguments, **more))
        return found[-1]

    monkeypatch.setattr(Game, "question", noting)
    return found


def test_the_question_of_a_table_is_put_into_words_once(questions: list[str]) -> None:
    of = game(ASKING)
    asked = describe(of, of.start(0, 0), 0, names=["Ann", "Bob"]).question
    assert asked is not None and asked.prompt == "You, one of 3?"
    assert questions == [asked.prompt]


def test_bots_hear_no_question_that_they_do_not_ask_for(questions: list[str]) -> None:
    playthrough = play_out(Playthrough(game(ASKING)), make_bots(["random"] * 2, 0))
    assert len(playthrough.steps) == 2 and not questions
    playthrough = Playthrough(game(ASKING), starter=0)
    assert playthrough.seat.decision.prompt == "Player 1, one of 3?" and len(questions) == 1


def test_tables_of_a_game_have_faces_and_options_in_common() -> None:
    of = game(ASKING, front='options:\n  fast: {default: false, help: "quicker"}')
    one, other = (describe(of, of.start(seed), 0) for seed in (1, 2))
    assert one.faces is other.faces and one.options is other.options
    another = game(ASKING)
    there = describe(another, another.start(0), 0)
    assert there.faces == one.faces and there.faces is not one.faces
