"""Refusals of actions that leave choices open: what forbids every way to complete them."""

from __future__ import annotations

from cardrules.engine.game import Game
from cardrules.engine.positions.position import prepare
from cardrules.engine.showing.explain import Refusal, explain
from cardrules.model.action import Action
from tests.bundled import bundled_named

SNATCH_IT = bundled_named("snatch_it")[0].game()
SNARKAS = bundled_named("snarkas")[0].game()


def refusal(game: Game, position: dict[str, object], action: Action) -> Refusal:
    """Why an action is refused in a position."""
    found = explain(game, prepare(game, position), action)
    assert found is not None
    return found


def test_an_action_that_can_be_completed_is_not_complete() -> None:
    position: dict[str, object] = {"hand 1": ["Crawler 2"], "pond": ["Crawler 1", "Crawler 2"]}
    (reason,) = refusal(SNATCH_IT, position, Action("snatch", {"card": "Crawler 2"})).reasons
    assert reason.incomplete
    assert (reason.ids, reason.sentence) == ((), "prey is not chosen")


def test_an_action_that_no_choice_completes_is_told_why() -> None:
    position: dict[str, object] = {"hand 1": ["Crawler 2", "Flyer 4"], "pond": ["Crawler 4"]}
    found = refusal(SNATCH_IT, position, Action("snatch", {"card": "Crawler 2"}))
    assert not any(reason.incomplete for reason in found.reasons)
    assert "SI-P1" in found.ids


def test_a_line_without_ids_is_forbidden_by_the_rule_of_the_action() -> None:
    found = refusal(SNARKAS, {"hand 1": ["7"]}, Action("play_card", {"card": "8", "captured": []}))
    assert found.ids == ("SN-P1",)
