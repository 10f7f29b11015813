"""A refusal says nothing of cards that the one who is asked cannot know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardrules.engine.showing.explain import explain
from cardrules.model.action import Action
from cardrules.model.state import State
from tests.engine.harness import Table, table
from tests.engine.relabel import relabelled

ZONES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone pool shared pile, seen by nobody
setup
    shuffle deck
    each player clockwise from starter
        draw 3 from deck to my hand
play
    turns clockwise from starter once
        one of go, rest
action rest
    do
        draw 1 from deck to my hand
"""
NOT_NOW = "this is not possible now"
DIG = """action go [R-1]
    require count of deck > {fewest} "the deck is too low"
    require deck is not empty and (top of deck).number > 5 [R-2] "too small"
    require deck is not empty and (top of deck).number mod 2 = 0 [R-3] "not even"
    do
        draw 1 from deck to my hand
"""


def refusal(t: Table, s: State, action: Action) -> Any:
    """Why something is refused; None if it is allowed."""
    found = explain(t.game, s, action)
    if found is None:
        return None
    return [(item.ids, item.sentence) for item in found.reasons]


def refusals(t: Table, action: Action) -> set[str]:
    """All that is said to seat 0, whatever lies hidden, where the action is refused."""
    chance = random.Random(2)
    states = [relabelled(t.game, t.state, [0], chance)[0] for _ in range(40)]
    return {str(refusal(t, s, action)) for s in states if refusal(t, s, action) is not None}


def test_a_condition_on_a_hidden_card_is_not_told() -> None:
    t = table(ZONES + DIG.format(fewest=0))
    assert refusals(t, Action("go")) == {str([(("R-1",), NOT_NOW)])}


def test_what_everybody_can_see_is_told_all_the_same() -> None:
    t = table(ZONES + DIG.format(fewest=7))
    assert refusals(t, Action("go")) == {str([(("R-1",), "the deck is too low")])}


def test_what_holds_of_all_cards_of_the_game_is_no_secret() -> None:
    rules = ZONES + (
        "action go\n    choose card from my hand\n"
        '    require is_lowest(card) [R-4] "the lowest card"\n'
        '    do\n        say "gone"\n'
        "define is_lowest(c: card) = c.number = lowest of number in (cards where number > 0)\n"
    )
    t = table(rules)
    card = next(name for name in t.cards("hand", 0) if name != "1")
    assert refusals(t, Action("go", {"card": card})) == {str([(("R-4",), "the lowest card")])}


@pytest.mark.parametrize(
    ("premises", "arguments"),
    [
        ("choose target from opponents where some c in hand: c.number > 5 \"nothing high\"\n"
         "    require some c in target.hand: c.number < 3 \"nothing low\"", {"target": 2}),
        ("let most = highest of number in opponents.hand\n"
         "    choose card from my hand where number > most \"too low\"\n"
         "    require most > 6 \"not high\"", {}),
        ("choose target from opponents with highest sum of number in hand\n"
         "    require sum of number in target.hand > 16 \"not enough\"", {"target": 3}),
        ("choose bid from {1, 2, 3} where bid < lowest of number in opponents.hand\n"
         "    require bid * 3 < highest of number in opponents.hand", {"bid": 3}),
        ("choose bid from {1, 2, 3} where bid < lowest of number in opponents.hand", {"bid": 9}),
        ("require high(top of pool) or deck is empty \"no\"\n"
         "    require low(top of pool) \"neither\"", {}),
    ],
)  # fmt: skip
def test_a_refusal_does_not_tell_which_condition_fails(
    premises: str, arguments: dict[str, Any]
) -> None:
    rules = ZONES + (
        f'action go\n    {premises}\n    do\n        say "gone"\n'
        "define high(c: card or none) = c is not none and c.number > 5\n"
        "define low(c: card or none) = c is not none and c.number < 7\n"
    )
    rules = rules.replace("play\n", "    draw 1 from deck to pool\nplay\n", 1)
    t = table(rules, 3, cards='plain: {name: "{number}", number: 1 to 9, count: 2}')
    said = refusals(t, Action("go", arguments))
    assert len(said) == 1


def test_the_parameter_of_a_window_is_not_told_to_those_who_cannot_know_it() -> None:
    rules = ZONES + (
        "action go\n    choose card from my hand\n    do\n        move card to pool\n"
        "        open ask(card) to opponents\n"
        "window ask(card: card)\n"
        "interrupt object answers ask\n"
        '    require card.number > 3 "too low"\n'
        '    choose price from my hand where number > card.number "not higher"\n'
        "    do\n        stop\n"
    )
    t = table(rules, cards='plain: {name: "{number}", number: 1 to 9, count: 2}')
    t.state = t.game.apply_answer(t.state, t.game.answers(t.state)[0])
    chance, said = random.Random(3), set()
    price = t.cards("hand", 1)[0]
    for _ in range(40):
        other, _ = relabelled(t.game, t.state, [1], chance)
        found = refusal(t, other, Action("object", {"price": price}))
        if found is not None:
            said.add(str(found))
    assert said <= {str([((), NOT_NOW)])}
    # Nor where the card itself has another face: it is too low, or the price is.
    card = t.state.zones[t.zone_number("pool")][-1]
    for lying in range(t.game.tables.cards):
        if t.state.known[lying] & 2:
            continue
        instead = {card: lying, (card,): (lying,)}
        other = t.state.copy()
        for frame in other.frames:
            frame[3:] = [instead.get(value, value) for value in frame[3:]]
        found = refusal(t, other, Action("object", {"price": price}))
        if found is not None:
            said.add(str(found))
    assert said == {str([((), NOT_NOW)])}
