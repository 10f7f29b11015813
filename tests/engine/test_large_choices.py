"""Choices with hundreds of millions of answers: found and refused without listing them."""

from __future__ import annotations

import pytest

from cardrules.engine.game import Game
from cardrules.engine.showing.explain import explain
from cardrules.errors import IllegalActionError
from cardrules.model.action import Action
from cardrules.model.state import State
from tests.engine.harness import game

TEN_OF_FORTY = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone out  per player pile, seen by nobody
setup
    each player clockwise from starter
        draw 40 from deck to my hand
play
    turns clockwise from starter once
        one of lay
action lay
    do
        choose given from subsets of my hand where count of it = 10
        move given to my out
"""


@pytest.fixture(name="at")
def _at() -> tuple[Game, State]:
    made = game(TEN_OF_FORTY, cards='plain: {name: "{number}", number: 1 to 80, count: 1}')
    s = made.start(1, 0)
    return made, made.apply(s, made.legal_actions(s)[0])


def test_they_are_counted_and_taken_by_number(at: tuple[Game, State]) -> None:
    made, s = at
    actions = made.legal_actions(s)
    assert len(actions) == 847_660_528
    action = actions[len(actions) // 2]
    assert len(action.arguments["given"]) == 10 and action.which == 1
    assert made.answer_of(s, action) == action.answer


def test_one_written_by_hand_is_found(at: tuple[Game, State]) -> None:
    made, s = at
    wanted = Action("choose", {"given": list(made.legal_actions(s)[12_345].arguments["given"])})
    after = made.apply(s, wanted)
    assert len(after.zones[made.tables.zone_base["out"]]) == 10


@pytest.mark.parametrize(
    "given", [["1"], ["1"] * 10, ["Joker"] * 10, [], "1", None, [str(n) for n in range(1, 11)]]
)
def test_what_is_not_among_them_is_refused_at_once(at: tuple[Game, State], given: object) -> None:
    made, s = at
    wanted = Action("choose", {"given": given})
    with pytest.raises(IllegalActionError):
        made.apply(s, wanted)
    refusal = explain(made, s, wanted)
    assert refusal is not None and refusal.reasons and refusal.alternatives
