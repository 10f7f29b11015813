"""`show`: what becomes of a ruleset."""

from __future__ import annotations

import pytest

from cardrules.rulesets import bundled
from tests.cli.calls import call


@pytest.mark.parametrize("name", bundled())
def test_each_game_can_be_shown_in_all_forms(name: str) -> None:
    for form in ("--program", "--actions", "--ir"):
        result = call("show", name, form)
        assert result.exit_code == 0 and result.output


def test_the_program_is_that_of_the_players_and_options_that_are_given() -> None:
    three = call("show", "hearts").output
    assert three == call("show", "hearts", "--players", "3", "--program").output
    assert three != call("show", "hearts", "--players", "4").output
    closed = call("show", "war", "--set", "shuffle_won=false").output
    assert "shuffle zone=stake" in call("show", "war").output
    assert "shuffle zone=stake" not in closed


def test_actions_are_only_what_can_be_chosen_and_the_ir_knows_no_options() -> None:
    actions = call("show", "war", "--actions").output
    assert "search 0 turn_up carries out action turn_up" in actions
    assert "procedure" not in actions
    assert "if option shuffle_won" in call("show", "war", "--ir").output


def test_wrong_numbers_options_and_rulesets_are_told() -> None:
    assert call("show", "war", "--players", "9").exit_code == 2
    assert call("show", "war", "--set", "speed=3").exit_code == 2
    assert call("show", "no_such_game").exit_code != 0
