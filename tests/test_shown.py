"""What somebody gave to a call is shown again shortly, and what cannot be written is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cardrules
from cardrules.shown import can_be_written, shown

HUGE: Any = 10**5000
TOLD = "a number of thousands of digits"


def test_a_value_is_shown_as_it_is_written_and_a_long_one_by_its_beginning() -> None:
    assert shown("three") == "'three'" and shown(3) == "3"
    assert shown("x" * 100) == "'" + "x" * 39 + "..."


def test_what_cannot_be_written_is_called_something() -> None:
    assert shown(HUGE) == TOLD and not can_be_written(HUGE)
    assert shown([HUGE]) == "something that is too long" and not can_be_written([HUGE])
    assert can_be_written([1, {"two": 2}])


Call = Callable[[cardrules.Ruleset, cardrules.Game, cardrules.State], Any]
CALLS: dict[str, Call] = {
    "players": lambda rules, game, s: cardrules.Game(rules, players=HUGE),
    "options": lambda rules, game, s: cardrules.Game(rules, 3, HUGE),
    "option": lambda rules, game, s: cardrules.Game(rules, 3, dict.fromkeys(rules.options, HUGE)),
    "name of an option": lambda rules, game, s: cardrules.Game(rules, 3, {HUGE: 1}),
    "limit": lambda rules, game, s: cardrules.Game(rules, 3, limit=-HUGE),
    "chance": lambda rules, game, s: cardrules.Game(rules, 3, chance=HUGE),
    "outcome": lambda rules, game, s: cardrules.Game(rules, 3, chance=[HUGE]).start(1),
    "outcome of chance": lambda rules, game, s: cardrules.Game(
        rules, 3, chance=[{"starter": HUGE}]
    ).start(1),
    "seed": lambda rules, game, s: game.start(HUGE),
    "starter": lambda rules, game, s: game.start(1, starter=HUGE),
    "viewer": lambda rules, game, s: cardrules.make_view(game, s, HUGE),
    "viewer of a table": lambda rules, game, s: cardrules.describe(game, s, HUGE),
    "reader": lambda rules, game, s: cardrules.Narrator(game, HUGE),
    "which": lambda rules, game, s: game.apply(s, cardrules.Action("attack", {}, HUGE)),
    "argument": lambda rules, game, s: game.apply(s, cardrules.Action("attack", {"card": HUGE})),
    "arguments": lambda rules, game, s: game.apply(s, cardrules.Action("attack", {"card": [HUGE]})),
    "name": lambda rules, game, s: game.apply(s, cardrules.Action(HUGE)),
    "data": lambda rules, game, s: cardrules.action_from_data({"action": "go", "which": HUGE}),
    "explain": lambda rules, game, s: cardrules.explain(
        game, s, cardrules.Action("attack", {"target": HUGE})
    ),
    "position": lambda rules, game, s: cardrules.prepare(game, {"hand 1": [HUGE]}),
    "asked": lambda rules, game, s: cardrules.prepare(game, {"asked": HUGE}),
    "part of a position": lambda rules, game, s: cardrules.prepare(game, {HUGE: 1}),
    "starter of a position": lambda rules, game, s: cardrules.prepare(game, {}, starter=HUGE),
    "bot": lambda rules, game, s: cardrules.make_bot("random", 1, -HUGE),
    "kind of bot": lambda rules, game, s: cardrules.make_bot(HUGE, 1, 0),
    "state": lambda rules, game, s: cardrules.state_from_data(game, HUGE),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_number_of_thousands_of_digits_is_refused_shortly(call: Call) -> None:
    ruleset = cardrules.load("snatch_the_cat")
    game = cardrules.Game(ruleset, players=3)
    with pytest.raises(cardrules.CardrulesError) as caught:
        call(ruleset, game, game.start(1))
    assert len(str(caught.value)) < 400


def test_an_action_with_such_a_number_is_not_legal_and_can_be_told() -> None:
    game = cardrules.Game(cardrules.load("snatch_the_cat"), players=3)
    action = cardrules.Action("attack", {"target": HUGE})
    assert action not in game.legal_actions(game.start(1))
    assert TOLD in str(action)
