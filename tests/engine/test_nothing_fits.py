"""Whether a question is asked must not tell whether a hidden card fits it."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.engine.positions.position import prepare
from cardrules.model.state import State
from cardrules.source import normalised

RULES = """---
title: Hand over
players: 2
attributes:
  colour: [red, blue]
cards:
  card: {name: "{colour}", colour: all, count: 10}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone open per player spread, seen by all
setup
    each player clockwise from starter
        draw 2 from deck to my hand
        draw 2 from deck to my open
play
    turns clockwise from starter until deck is empty
        one of ask
action ask
    do
        as left of me
            choose given%s from my %s where colour = red
            move given to active.hand
        draw 1 from deck to my hand
score
    cards: count of hand
winner highest score
"""


def after_asking(forced: str, zone: str, cards: list[str]) -> tuple[Game, State]:
    """The state after seat 1 has asked seat 2 for a red card."""
    ruleset, found = analyse_source(normalised("hand_over.rules", RULES % (forced, zone)))
    assert ruleset is not None, list(found)
    game = Game(ruleset, 2)
    state = prepare(game, {"asked": 1, f"{zone} 2": cards})
    return game, game.apply(state, game.legal_actions(state)[0])


@pytest.mark.parametrize("forced", ["", " unless forced"])
def test_who_holds_nothing_that_fits_is_asked_all_the_same(forced: str) -> None:
    game, state = after_asking(forced, "hand", ["blue", "blue"])
    decision = game.decision(state)
    assert decision is not None
    assert (decision.player, decision.asks_for) == (1, "choose")
    (action,) = game.legal_actions(state)
    assert action.arguments == {"given": None}
    later = game.apply(state, action)
    assert later.zones.count(()) == state.zones.count(())
    # The next one to be asked is seat 2 for its own turn: nothing was handed over.
    assert game.decision(later).asks_for == "action"  # type: ignore[union-attr]


def test_who_holds_something_is_asked_in_the_same_way() -> None:
    decisions = []
    for cards in (["red", "blue"], ["blue", "blue"]):
        game, state = after_asking("", "hand", cards)
        decisions.append(game.decision(state))
    assert decisions[0] == decisions[1]


@pytest.mark.parametrize(("zone", "cards"), [("open", ["blue", "blue"]), ("hand", [])])
def test_nobody_is_asked_where_all_can_see_that_nothing_fits(zone: str, cards: list[str]) -> None:
    game, state = after_asking("", zone, cards)
    assert game.decision(state).asks_for == "action"  # type: ignore[union-attr]
