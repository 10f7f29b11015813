"""`show`: what becomes of a ruleset."""

from __future__ import annotations

import json
import re

import pytest

from cardrules.rulesets import bundled
from tests.cli.calls import ROOT, call

EXAMPLES = ROOT / "examples" / "house_rules"


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


def test_interrupts_are_a_table_of_events_and_answers() -> None:
    told = call("show", "snatch_the_cat", "--interrupts").output.splitlines()
    assert told[0].split() == [
        "event", "who", "is", "asked", "order", "Tink's", "Gaze", "Guardian", "Angel",
    ]  # fmt: skip
    (death,) = [line.split() for line in told if line.startswith("Death")]
    assert death == ["Death", "the", "target", "\u2013", "stops", "it"]
    data = json.loads(call("show", "snatch_the_cat", "--interrupts", "--json").output)
    answers = {event["name"]: list(event["answers"]) for event in data["events"]}
    assert answers["death"] == ["guardian_angel"] and answers["swap"] == ["tinks_gaze"]
    assert [item["answered_by"] for item in data["interrupts"]] == [[], []]


def test_an_interrupt_that_is_answered_is_an_event_too() -> None:
    path = EXAMPLES / "tink_against_tink.rules"
    data = json.loads(call("show", path, "--interrupts", "--json").output)
    (event,) = [item for item in data["events"] if item["name"] == "tinks_gaze"]
    assert event["deep"] == 8 and event["order"] == "one after the other, clockwise"
    assert event["asked"] == "all others" and list(event["answers"]) == ["tinks_gaze"]
    assert data["interrupts"][0]["answered_by"] == ["Tink's Gaze"]


def test_a_window_in_a_loop_asks_those_of_the_loop() -> None:
    data = json.loads(call("show", EXAMPLES / "jump_in.rules", "--interrupts", "--json").output)
    (event,) = data["events"]
    assert event["asked"] == "all others" and event["answers"]["jump_in"]["stops"] is False


def test_placements_are_told_in_all_forms() -> None:
    text = call("show", "snatch_it", "--placements").output
    assert re.search(r"^Crawler 2 +Crawler 1, Crawler 2$", text, re.MULTILINE)
    markdown = call("show", "snatch_it", "--placements", "--format", "markdown").output
    assert "| Crawler 2 | Crawler 1, Crawler 2 |" in markdown
    dot = call("show", "snatch_it", "--placements", "--format", "dot").output
    assert dot.startswith('digraph "pond_protocol" {') and '"Swarm" -> "Flyer 6";' in dot
    (data,) = json.loads(call("show", "snatch_it", "--placements", "--json").output)
    fits = {item["card"]: item["on"] for item in data["cards"]}
    assert fits["Swarm"] == ["Crawler 6", "Flyer 6"] and "Last Bite" not in fits


def test_what_a_game_does_not_have_is_told() -> None:
    assert call("show", "war", "--placements").output.startswith("No placement")
    assert call("show", "war", "--interrupts").output.startswith("Nothing can be answered")
    assert json.loads(call("show", "war", "--placements", "--json").output) == []


def test_forms_are_for_what_has_them() -> None:
    assert call("show", "war", "--json").exit_code == 2
    assert call("show", "war", "--format", "dot").exit_code == 2
    assert call("show", "snatch_it", "--interrupts", "--format", "dot").exit_code == 2
    assert (
        call("show", "snatch_it", "--interrupts", "--format", "markdown", "--json").exit_code == 2
    )
