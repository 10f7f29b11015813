"""An action that the engine has made itself is applied as it is at its decision, and only there."""

from __future__ import annotations

import pickle

import attrs
import pytest

from cardrules.engine.showing import describe as describing
from cardrules.errors import ActionError
from cardrules.model.action import Action
from cardrules.model.types import Type
from tests.engine.harness import DECK, HAND, ONE_GO, Table, table

RULES = f"""{DECK}{HAND}
zone line shared row, seen by all
setup
    draw 1 from deck to line
    each player clockwise from starter
        draw 3 from deck to my hand
{ONE_GO}
action go
    choose card from my hand
    choose bid from {{1, 2, 3}}
    do
        move card to line
"""


def described(t: Table, monkeypatch: pytest.MonkeyPatch, action: Action) -> int:
    """How many values are put into words while an action is applied."""
    calls: list[Type] = []
    plain = describing.describe

    def count(tables, s, of_type, value):
        calls.append(of_type)
        return plain(tables, s, of_type, value)

    monkeypatch.setattr("cardrules.engine.game.describe", count)
    monkeypatch.setattr("cardrules.engine.sets.narrow.describe", count)
    t.game.apply(t.state, action)
    return len(calls)


def test_nothing_is_described_to_apply_an_action_of_this_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    t = table(RULES)
    legal = t.game.legal_actions(t.state)
    assert described(t, monkeypatch, legal[4]) == 0
    assert described(t, monkeypatch, list(legal)[4]) == 0
    written = Action(legal[4].name, legal[4].arguments)
    assert described(t, monkeypatch, written) > 0


def test_an_action_of_another_decision_is_looked_for() -> None:
    t = table(RULES)
    mine = t.game.legal_actions(t.state)[0]
    after = t.game.apply(t.state, mine)
    with pytest.raises(ActionError):
        t.game.apply(after, mine)


def test_an_action_that_was_changed_means_what_it_says() -> None:
    t = table(RULES)
    first, *_, last = t.game.legal_actions(t.state)
    changed = attrs.evolve(first, arguments=last.arguments)
    assert t.game.answer_of(t.state, changed) == last.answer
    with pytest.raises(ActionError):
        t.game.answer_of(t.state, attrs.evolve(first, which=2))


def test_an_action_that_was_pickled_means_the_same() -> None:
    t = table(RULES)
    action = t.game.legal_actions(t.state)[3]
    again = pickle.loads(pickle.dumps(action))
    assert again == action and again.answer is None
    assert t.game.answer_of(t.state, again) == action.answer
