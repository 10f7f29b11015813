"""Options and numbers of players are constants in a program, and what they decide is gone."""

from __future__ import annotations

import pytest

from cardrules.engine.game import Game
from cardrules.engine.showing.explain import explain
from cardrules.machine.printing import print_program
from cardrules.model.action import Action
from tests.engine.harness import ruleset

FRONT = """options:
  strict: {default: false, help: Strict rules.}
  size: {default: 3, min: 1, max: 9, help: Cards in a hand.}
  length: {default: short, values: {short: Short., long: Long.}, help: How long.}"""
RULES = """
zone hand per player spread, seen by owner
zone heap shared pile, seen by all
define extra = size + 2 * count of players if strict else 0
define wild(c: card) = strict and c.number = 7
placement on_heap(card on target)
    larger: card.number > target.number or wild(card)
    strictly: not strict or (card.number + count of deck) mod 2 = 0
setup
    each player clockwise from starter
        draw extra + size from deck to my hand
    move top of deck to heap
play
    turns clockwise from starter until deck is empty
        if length = long
            shuffle deck
        else if count of players > 2 and strict
            move top of deck to heap
        one of go, idle
action go
    require not strict or count of heap > 0                [T-2] "only onto the heap"
    choose card from my hand where some t in heap: on_heap(it on t)  [T-3] "it must fit"
    do
        move card to heap
action idle
    require strict                                         [T-1] "only in the strict game"
    do
        end turn
"""


def printed(players: int = 2, **options: object) -> str:
    game = Game(ruleset(RULES, front=FRONT, players="2 to 3"), players, options)
    return "\n".join(print_program(game.program))


def test_options_and_players_are_constants() -> None:
    assert "option " not in printed() + printed(3, strict=True)
    assert "draw number=3 " in printed()
    assert "draw number=12 " in printed(3, strict=True, size=3)


@pytest.mark.parametrize(
    ("options", "there", "gone"),
    [
        ({}, ".number > ", "shuffle"),
        ({}, "require false", "mod 2"),
        ({"length": "long"}, "shuffle", "mod 2"),
        ({"strict": True}, "deck)) to=heap place=top", "shuffle"),
        ({"strict": True}, "mod 2", "require false"),
    ],
)
def test_what_is_decided_is_gone(options: dict[str, object], there: str, gone: str) -> None:
    play = printed(3, **options)
    assert there in play
    assert gone not in play


def test_a_placement_holds_where_all_its_clauses_always_do() -> None:
    rules = RULES.replace("    larger: card.number > target.number or wild(card)\n", "")
    game = Game(ruleset(rules, front=FRONT, players="2 to 3"), 2)
    (placement,) = game.program.declared.placements.values()
    assert placement.clauses == ()
    assert "go" in {action.name for action in game.legal_actions(game.start(seed=1))}


def test_statements_keep_their_places() -> None:
    """A state that was saved says where it stands by the statements of the text."""
    places = [
        [place.number for place in Game(ruleset(RULES, front=FRONT, players="2 to 3"), 2, options)
         .program.procedures[1].waits]
        for options in ({}, {"length": "long"})
    ]  # fmt: skip
    assert places[0] == places[1]


def test_a_refusal_names_the_line_that_options_decide() -> None:
    game = Game(ruleset(RULES, front=FRONT, players="2 to 3"), 2)
    s = game.start(1, 0)
    refused = explain(game, s, Action("idle"))
    assert refused is not None and [item.ids for item in refused.reasons] == [("T-1",)]
