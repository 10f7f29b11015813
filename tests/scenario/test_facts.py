"""Facts: each holds or differs by itself, and a difference says in what, card by card."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.source import normalised
from tests.scenario.harness import outcome, outcomes, passes

POSITION = """
- name: one
  rules: [SN-P1]
  players: 3
  position:
    hand 1: [7, Aster]
    table: [7*, 3, 4]
    won 2: [Jolt, 2 x 5]
    snarkas_gem 3: 2
    deck: {top: [10, 9], count: 30}
    rest: won 3
    last_to_capture: 2
"""


def differs(facts: str) -> tuple[str, str, str, tuple[str, ...]]:
    """The only difference between the position and the facts."""
    found = outcome(f"{POSITION}  expect: {{{facts}}}\n")
    assert not found.mistakes, [item.message for item in found.mistakes]
    (item,) = found.differences
    return item.what, item.expected, item.found, item.details


@pytest.mark.parametrize(
    "facts",
    [
        "table: [3, 4, 7*]",
        "table: 3",
        "table: {with: [3], without: [ZAP], count: 3}",
        "won 2: [Jolt, 5, 5]",
        "won 2: {cards: [5, Jolt, 5], top: [Jolt], bottom: [5, 5]}",
        "won 2: {top: [Jolt, 5]}",
        "deck: {top: [10, 9], count: 30}",
        "hand each: {without: [7*, 5]}, won 1: {without: [ZAP]}",
        "last_to_capture: 2",
        "last_to_capture: [2]",
        "snarkas_gem 3: 2",
        "asked: 1",
        "asked: {seat: 1, for: play_card}",
        "asked: {for: action, sealed: false}",
        "active: 1, starter: 1, round: 1, turn: 1, game: 1, match 2: 0, over: false",
        "score 3: {snarkas: 20}",
        "allowed: [play_card, {do: play_card, card: 7, captured: [7*, 4, 3]}]",
        "only: [{do: play_card, card: 7}, {do: play_card, card: Aster}]",
        "refused: [{do: play_card, card: 8}, {seat: 2, do: play_card}]",
        "refused: [{do: play_card, card: 7, captured: [3], by: [SN-P3], because: cannot}]",
        "sees 2: {hand 1: [hidden, hidden], won 2: {top: [Jolt]}, deck: {without: [10]}}",
        "sees 1: {hand 1: [7, Aster], hand 2: 4}",
        "sees spectator: {hand 1: [2 x hidden], table: [3, 4, 7*]}",
        "chance: []",
        "asks: which card, asks 2: do you play, asks spectator: which card",
    ],
)
def test_facts_that_hold(facts: str) -> None:
    passes(f"{POSITION}  expect: {{{facts}}}\n")


@pytest.mark.parametrize(
    ("facts", "what", "expected", "found", "details"),
    [
        ("table: [3, 7*, 8]", "table", "3, 7*, 8", "3, 4, 7*", ("missing: 8", "too many: 4")),
        ("table: 4", "table", "4 cards", "3 cards", ("3, 4, 7*",)),
        (
            "won 2: [5, Jolt, 5]",
            "won 2",
            "5, Jolt, 5",
            "Jolt, 2 x 5",
            ("card 1: 5 expected, found Jolt", "card 2: Jolt expected, found 5"),
        ),
        (
            "won 2: [Jolt, 5]",
            "won 2",
            "Jolt, 5",
            "Jolt, 2 x 5",
            ("card 3: nothing expected, found 5",),
        ),
        (
            "won 2: {bottom: [5, Jolt]}",
            "won 2",
            "5, Jolt",
            "2 x 5",
            ("card 3: Jolt expected, found 5",),
        ),
        (
            "won 2: {with: [2 x 5, 6]}",
            "won 2",
            "2 x 5, 6 among others",
            "Jolt, 2 x 5",
            ("missing: 6",),
        ),
        ("won 2: {without: [5]}", "won 2", "no 5", "Jolt, 2 x 5", ("too many: 2 x 5",)),
        ("won each: 3", "won each (number 1)", "3 cards", "0 cards", ("nothing",)),
        ("last_to_capture: 3", "last_to_capture", "3", "2", ()),
        ("last_to_capture: none", "last_to_capture", "none", "2", ()),
        ("snarkas_gem 3: 1", "snarkas_gem 3", "1", "2", ()),
        ("asked: 2", "asked", "seat 2", "seat 1 for action, play_card", ()),
        ("asks: a bid", "asks", "a question with `a bid`", "which card do you play?", ()),
        ("asked: {for: interrupt}", "asked", "for interrupt", "seat 1 for action, play_card", ()),
        ("asked: nobody", "asked", "nobody", "seat 1 for action, play_card", ()),
        ("over: true", "over", "true", "false", ()),
        ("winners: [1]", "winners", "1", "the game is not over", ()),
        ("place 1: 1", "place 1", "1", "the game is not over", ()),
        ("match 1: 2", "match 1", "2", "0", ()),
        ("chance: [shuffle deck]", "chance", "shuffle deck", "nothing", ()),
        ("refused: [play_card]", "refused", "refused: play_card", "allowed: ", ()),
    ],
)
def test_what_differs_is_told(
    facts: str, what: str, expected: str, found: str, details: tuple[str, ...]
) -> None:
    if "won each" in facts:
        facts = facts.replace("won each", "won 1")
        what = "won 1"
    told = differs(facts)
    assert told[:2] == (what, expected)
    assert told[2].startswith(found)
    assert told[3] == details


def test_a_fact_of_each_differs_for_each() -> None:
    found = outcome(f"{POSITION}  expect: {{won each: 3}}\n")
    assert [item.what for item in found.differences] == [
        "won each (number 1)",
        "won each (number 3)",
    ]


def test_a_score_differs_with_all_its_parts() -> None:
    what, expected, found, details = differs("score 3: {snarkas: 10}")
    assert (what, expected, found) == ("score 3", "snarkas 10", "snarkas 20")
    assert details[0].startswith("printed ")


def test_only_tells_what_else_is_allowed() -> None:
    what, _, _, details = differs("only: [{do: play_card, card: 7}]")
    assert what == "only"
    assert details == ("allowed as well: play_card card: Aster, captured: nothing",)


def test_allowed_tells_why_not() -> None:
    what, expected, found, _ = differs("allowed: [{do: play_card, card: 7, captured: [3]}]")
    assert (what, expected) == ("allowed", "play_card card: 7, captured: 3")
    assert "SN-P3]" in found


def test_another_rule_than_expected_is_told_with_its_sentence() -> None:
    facts = "refused: [{do: play_card, card: 7, captured: [3], by: [SN-Z1]}]"
    _, expected, found, details = differs(facts)
    assert expected == "play_card card: 7, captured: 3 is refused by SN-Z1"
    assert found == "refused by SN-P4, SN-P2, SN-P3"
    (detail,) = details
    assert detail.startswith("this cannot be chosen as captured: a number takes all that are")


def test_what_a_seat_sees_differs_under_its_name() -> None:
    what, expected, found, _ = differs("sees 2: {hand 1: [7, Aster]}")
    assert (what, expected, found) == ("sees 2: hand 1", "7, Aster", "2 x hidden")


def test_all_facts_are_looked_at() -> None:
    found = outcome(f"{POSITION}  expect: {{table: 4, over: true, deck: 30}}\n")
    assert [item.what for item in found.differences] == ["table", "over"]


def test_the_place_of_a_difference_is_that_of_its_fact() -> None:
    found = outcome(f"{POSITION}  expect:\n    deck: 30\n    table: 4\n")
    (item,) = found.differences
    source = found.scenario.source
    assert source.text[item.span.start : item.span.end] == "table"


def test_the_log_is_that_of_the_last_step_for_one_viewer() -> None:
    passes(f"""{POSITION}  steps:
    - {{do: play_card, card: 7}}
    - expect:
        log 2: {{with: [Player 1 plays 7 and takes], without: [Aster]}}
        log spectator: {{with: [7*]}}
    - until: {{turn: 3}}
  expect: {{log 1: {{without: [Player 1 plays 7]}}}}
""")


def test_a_line_that_is_missing_is_told_with_those_that_are_there() -> None:
    text = (
        f"{POSITION}  steps: [{{do: play_card, card: 7}}]\n  expect: {{log 2: {{with: [Jolt]}}}}\n"
    )
    (item,) = outcome(text).differences
    assert (item.what, item.expected, item.found) == ("log 2", "a line with `Jolt`", "no such line")
    assert any("Player 1 plays 7" in line for line in item.details)


def test_stacks_are_compared_one_by_one() -> None:
    text = """
game: snatch_it
players: 3
scenarios:
  - name: one
    rules: [SI-V2]
    position: {patch 2: [[Swarm, Flyer 6], [Flyer 1]]}
    expect: {patch 2: [[Swarm, Flyer 6], [Flyer 2], [Flyer 3]]}
"""
    (item,) = outcome(text).differences
    assert (item.expected, item.found) == (
        "[Swarm, Flyer 6] [Flyer 2] [Flyer 3]",
        "[Swarm, Flyer 6] [Flyer 1]",
    )
    assert item.details == (
        "stack 2: Flyer 2 expected, found Flyer 1",
        "stack 3: Flyer 3 expected, found no stack",
    )


ROW = """---
title: Row
players: 2
attributes: {number: integer}
cards: {plain: {name: "{number}", number: 1 to 9, count: 1}}
---
zone deck shared pile, seen by nobody, starts with cards
zone line shared row, seen by all
setup
    move deck where number = 5 to line
    move deck where number = 2 to line
play
    end game
score
    points: 1
winner highest score
"""


def test_a_row_is_written_from_its_last_place_and_the_other_way_round_is_told() -> None:
    ruleset = analyse_source(normalised("row.rules", ROW))[0]
    text = "game: row\nscenarios:\n  - {{name: a, expect: {{line: {}}}}}\n"
    (right,) = outcomes(text.format("[2, 5]"), ruleset)
    assert right.passed
    (wrong,) = outcomes(text.format("[5, 2]"), ruleset)
    (difference,) = wrong.differences
    assert difference.details == (
        "the cards are right, the other way round: a row is written from its last place on",
    )
