"""The same properties for every bundled game, at each number of players: a new game gets all of
it for nothing.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.showing.explain import explain
from cardrules.engine.showing.view import make_view, score_parts
from cardrules.errors import ActionError, GameOverError
from cardrules.leaks.shown import random_actions
from cardrules.model.action import Action, action_from_data
from cardrules.model.state import State
from tests.bundled import Bundled, at_all_numbers, random_play
from tests.engine.harness import conserved


@pytest.fixture(scope="module", params=at_all_numbers(), ids=str)
def played(request: pytest.FixtureRequest) -> tuple[Game, list[State]]:
    """A game, and the states of a random play of it, the last one included."""
    item: Bundled = request.param
    of = item.game()
    return of, [s.copy() for s in random_play(of, 11)]


def sample(states: list[State], number: int) -> list[State]:
    """Some of the states, the first ones among them, without the last."""
    middle = states[:-1]
    return middle[:3] + middle[3 :: max(1, len(middle) // number)]


def test_legal_actions_are_empty_exactly_at_the_end(played: tuple[Game, list[State]]) -> None:
    of, states = played
    for s in states[:-1]:
        assert not s.over
        assert s.pending is not None
        assert len(of.answers(s)) > 0
    last = states[-1]
    assert last.over
    assert len(of.answers(last)) == 0
    assert of.decision(last) is None
    with pytest.raises(GameOverError):
        of.apply(last, Action("pass"))


def test_each_decision_is_put_to_a_player_in_words(played: tuple[Game, list[State]]) -> None:
    of, states = played
    for s in states[:-1]:
        decision = of.decision(s)
        assert decision is not None
        assert 0 <= decision.player < of.players
        assert decision.prompt
        names = [answer[0] for answer in of.answers(s)]
        assert (decision.asks_for == "interrupt") == (-1 in names)


def test_each_legal_action_applies_and_means_itself_when_written(
    played: tuple[Game, list[State]],
) -> None:
    of, states = played
    for s in sample(states, 12):
        actions = list(of.legal_actions(s))
        assert len(set(actions)) == len(actions)
        assert len({json.dumps(action.data(), sort_keys=True) for action in actions}) == len(
            actions
        )
        for action in actions[:40]:
            again = action_from_data(json.loads(json.dumps(action.data())))
            assert again == action
            assert of.answer_of(s, again) == action.answer
            assert explain(of, s, again) is None
        for action in actions[:6]:
            after = of.apply(s, action)
            conserved(of, after)
            assert after.steps == s.steps + 1
            assert str(action)


def test_other_actions_are_refused_with_a_reason(played: tuple[Game, list[State]]) -> None:
    of, states = played
    chance = random.Random(1)
    refused = 0
    for s in sample(states, 8):
        legal = set(of.legal_actions(s))
        for action in random_actions(of, s, Stream(chance.randrange(1000), 0), 5):
            if action in legal:
                assert of.apply(s, action).steps == s.steps + 1
                continue
            refused += 1
            with pytest.raises(ActionError):
                of.apply(s, action)
            found = explain(of, s, action)
            assert found is not None
            assert found.reasons and all(reason.sentence for reason in found.reasons)
            assert set(found.alternatives) <= legal
    # Where no action has a premise, whoever is asked may do anything that there is.
    assert refused > 0 or not any(action.premises for action in of.ruleset.actions.values())


def test_cards_are_conserved(played: tuple[Game, list[State]]) -> None:
    of, states = played
    for s in states:
        conserved(of, s)


def test_the_same_seed_gives_the_same_history(played: tuple[Game, list[State]]) -> None:
    of, states = played
    other = Game(of.ruleset, of.players)
    number = 0
    for number, s in enumerate(random_play(other, 11)):
        assert s == states[number]
    assert number == len(states) - 1
    assert of.start(11) != of.start(12)


def test_the_end_is_scored_as_the_parts_and_criteria_say(played: tuple[Game, list[State]]) -> None:
    of, states = played
    last = states[-1]
    result = of.result(last)
    parts = score_parts(of, last)
    totals = tuple(sum(row[seat] for _, row in parts) for seat in range(of.players))
    assert make_view(of, last, 0).scores == totals
    assert result.games == last.game
    assert len(result.winners) > 0
    assert {seat for seat in range(of.players) if result.places[seat] == 1} == set(result.winners)
    for team in of.tables.teams:
        assert len({result.scores[seat] for seat in team}) == 1
        assert len({result.places[seat] for seat in team}) == 1
    if last.game == 1:
        assert result.scores == totals
    assert sorted(result.places)[0] == 1
    assert all(1 <= place <= of.players for place in result.places)


def test_who_has_more_does_not_come_behind(played: tuple[Game, list[State]]) -> None:
    """Unless something else than the score decides first."""
    of, states = played
    last = states[-1]
    result = of.result(last)
    rest: Any = [seat for seat in range(of.players) if seat not in result.winners]
    highest = of.ruleset.criteria[0].extreme == "highest"
    for one in rest:
        for other in rest:
            if result.scores[one] > result.scores[other] and len(of.ruleset.criteria) == 1:
                behind = result.places[one] > result.places[other]
                assert behind is not highest


def test_a_state_goes_through_json_in_the_middle_and_at_the_end(
    played: tuple[Game, list[State]],
) -> None:
    of, states = played
    for s in states:
        assert state_from_data(of, json.loads(json.dumps(s.data()))) == s
