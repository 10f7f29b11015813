"""A refused action is taken for the answer that it would be, as far as the player can know it."""

from __future__ import annotations

import pytest

from cardrules.engine.showing.describe import card_name
from cardrules.engine.showing.meant import answer_meant
from cardrules.model.action import Action
from tests.engine import harness

RULES = """
zone hand per player spread, seen by owner
setup
    draw 2 from deck to starter.hand
play
    as starter
        one of lay, dig, otherwise rest
action lay
    choose card from my hand where number > 100
    choose target from opponents
    do
        move card to deck
action dig
    require count of deck > 100
    choose card from deck
    do
        move card to deck
action rest
    do
        shuffle deck
"""
GAME = harness.game(harness.DECK + RULES, 2)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Action("lay", {"card": "9"}), "9"),  # there is one opponent
        (Action("lay", {"card": "9", "target": 2}), "9"),
        (Action("lay", {"target": 2}), None),  # of two cards
        (Action("lay", {"card": "1", "target": 2}), None),  # it lies in the deck
        (Action("dig", {"card": "1"}), None),  # and nobody sees it there
    ],
)
def test_an_answer_is_meant_whose_cards_are_known(action: Action, told: str | None) -> None:
    s = GAME.start(0, 0)
    schema = next(one for one in GAME.program.searches if one.name == action.name)
    answer = answer_meant(GAME, s, schema, action)
    assert (None if answer is None else card_name(GAME.tables, answer[1])) == told
