"""Carrying scenarios out: positions, steps, chance, and what is reported when something differs."""

from __future__ import annotations

import pytest

from cardrules.scenario.report import report_text
from tests.engine.harness import ruleset
from tests.scenario.harness import codes_of, outcome, outcomes, passes

BEGIN = """
- name: one
  rules: [SN-P1]
  position:
    hand 1: [7, 10]
    hand 2: [5]
    table: [3, 3*, 4, 6]
"""
IN_SNATCH_IT = "game: snatch_it\nplayers: 3\nscenarios:\n"
THEFT = (
    IN_SNATCH_IT
    + """
  - name: one
    rules: [SI-A2]
    position:
      hand 1: [Crawler 4]
      hand 2: [Crawler 5]
      patch 2: [[Crawler 3], [Crawler 4, Crawler 3]]
"""
)


def differences(text: str) -> list[tuple[str, str, str]]:
    """What differs in the only scenario of a text: the fact, what was expected, what was found."""
    found = outcome(text)
    assert not found.mistakes, [item.message for item in found.mistakes]
    return [(item.what, item.expected, item.found) for item in found.differences]


# ---- Steps ---------------------------------------------------------------------------------------


def test_an_action_may_leave_out_what_is_clear() -> None:
    passes(
        BEGIN
        + "  steps: [{do: play_card, card: 10, captured: [4, 6]}]\n  expect: {table: [3, 3*]}\n"
    )


def test_an_action_that_is_not_clear_fails_with_those_that_fit() -> None:
    ((what, expected, found),) = differences(BEGIN + "  steps: [{do: play_card, card: 10}]\n")
    assert (what, expected) == ("do", "play_card card: 10")
    assert found.startswith("2 legal actions fit: play_card card: 10, captured: ")


def test_a_refused_action_fails_with_the_reason_and_stops_there() -> None:
    steps = "  steps: [{do: play_card, card: 10, captured: [4]}, {do: play_card, card: 7}]\n"
    ((_, _, found),) = differences(BEGIN + steps)
    assert "refused" in found
    assert "SN-P3" in found


def test_the_seat_of_an_action_is_checked() -> None:
    ((_, expected, found),) = differences(BEGIN + "  steps: [{seat: 2, do: play_card, card: 5}]\n")
    assert expected == "seat 2: play_card card: 5"
    assert found == "refused: seat 1 is asked"


@pytest.mark.parametrize(
    "stack", ["Crawler 4", "2", "{seat: 2, stack: 2}", "{zone: patch, stack: 2}"]
)
def test_a_stack_is_named_by_its_top_its_number_or_its_place(stack: str) -> None:
    passes(
        THEFT
        + f"""    steps:
      - {{seat: 1, do: steal, card: Crawler 4, stack: {stack}}}
      - {{seat: 2, do: pass}}
    expect:
      patch 1: [[Crawler 4, Crawler 4, Crawler 3]]
"""
    )


def test_an_interrupt_is_an_action_like_others() -> None:
    passes(
        THEFT
        + """    steps:
      - {seat: 1, do: steal, card: Crawler 4, stack: 1}
      - expect: {asked: {seat: 2, for: theft, rules: [SI-A3]}}
      - {seat: 2, do: reclaim, answer: Crawler 5}
    expect: {hand 2: [], asked: {seat: 2, for: action}}
""".replace(", rules: [SI-A3]", "")
    )


def test_sealed_choices_are_made_seat_by_seat() -> None:
    passes(
        IN_SNATCH_IT
        + """
  - name: one
    rules: [SI-S5]
    position: {asked: {seat: 1, for: choose}, hand each: {with: [Swarm]}}
    steps:
      - {seat: 1, do: choose, card: Swarm}
      - expect: {asked: {seat: 2, for: card, sealed: true}, pond: 0}
      - {seat: 2, do: choose, card: Swarm}
      - {seat: 3, do: choose, card: Swarm}
    expect: {pond: {with: [3 x Swarm], count: 6}}
"""
    )


def test_until_plays_on_by_itself_and_passes() -> None:
    found = outcome(
        THEFT
        + "    steps: [{do: steal, stack: 1}, {until: {asked: {for: action}}}]\n"
        + "    expect: {patch 1: 2, patch 2: 2}\n"
    )
    assert found.passed
    assert found.trail[-1] == "seat 2: pass (by itself)"


def test_until_that_never_comes_fails() -> None:
    ((what, expected, found),) = differences(BEGIN + "  steps: [{until: {round: 99}}]\n")
    assert (what, expected) == ("round", "99")
    assert found.isdecimal()


# ---- Chance --------------------------------------------------------------------------------------


def test_supplied_chance_counts_from_the_position() -> None:
    passes(
        IN_SNATCH_IT
        + """
  - name: one
    rules: [SI-K3]
    position:
      hand 1: [Crawler 4]
      hand 2: [Crawler 5]
      patch 2: [[Crawler 3]]
      discard: [Swarm, Flyer 1, Flyer 2]
      deck: []
      rest: pond
    chance: [{shuffle: deck, order: [Flyer 2]}]
    steps: [{do: steal, card: Crawler 4}, {do: reclaim}]
    expect: {hand 1: [Flyer 2], deck: 2, chance: [shuffle deck]}
"""
    )


def test_chance_that_does_not_come_fails() -> None:
    text = BEGIN + "  chance: [{shuffle: deck, order: [1]}]\n  expect: {asked: 1}\n"
    assert differences(text) == [("chance", "1 event of chance", "0 events")]


def test_chance_of_another_kind_fails() -> None:
    text = "- {name: a, rules: [A-1], chance: [{shuffle: table, order: []}], expect: {deck: 36}}\n"
    ((what, _, found),) = differences(text)
    assert what == "chance"
    assert "`shuffle deck`" in found


def test_supplied_chance_does_not_reach_the_next_scenario() -> None:
    first = (
        "- {name: a, rules: [A-1], chance: [{shuffle: deck, order: [1, 2]}], expect: {deck: 36}}\n"
    )
    second = "- {name: b, rules: [A-1], expect: {hand 1: {count: 6}, deck: 36}}\n"
    passes(first + second)


def test_the_seed_decides_what_is_left_to_chance() -> None:
    text = "- {name: a, rules: [A-1], seed: SEED, expect: {hand 1: 6, deck: {top: [CARD]}}}\n"
    tops = {outcome(text.replace("SEED", str(n)).replace("CARD", "1")).passed for n in range(40)}
    assert tops == {True, False}


# ---- Mistakes of the scenario itself -------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("  expect: {tabel: []}\n", "CR604"),
        ("  expect: {table: [Astre]}\n", "CR604"),
        ("  expect: {hand 7: 3}\n", "CR604"),
        ("  expect: {hand: 3}\n", "CR604"),
        ("  expect: {sees 9: {table: 4}}\n", "CR604"),
        ("  expect: {score 1: {prnted: 4}}\n", "CR604"),
        ("  expect: {allowed: [{do: play_crad}]}\n", "CR604"),
        ("  expect: {allowed: [{do: play_card, crad: 7}]}\n", "CR604"),
        ("  expect: {allowed: [{do: play_card, card: Astre}]}\n", "CR604"),
        ("  expect: {table: {top: [7]}}\n", "CR604"),
        ("  expect: {refused: [{do: pass}]}\n", "CR604"),
        (f"  options: {{length: {'9' * 5000}}}\n  expect: {{over: false}}\n", "CR603"),
        ("  steps: [{do: play_card, captured: [Astre]}]\n", "CR604"),
        ("  starter: chance\n  steps: [{do: play_card, card: 7}]\n", "CR605"),
        ("  starter: 3\n  steps: [{do: play_card, card: 7}]\n", "CR605"),
    ],
)
def test_what_the_game_does_not_have_is_a_mistake(lines: str, code: str) -> None:
    assert codes_of(BEGIN + lines) == {code}
    assert all(len(item.message) < 200 for item in outcome(BEGIN + lines).mistakes)


def test_a_mistake_points_at_its_part_of_the_position() -> None:
    (mistake,) = outcome(BEGIN.replace("[5]", "[5, Astre]") + "  expect: {deck: 1}\n").mistakes
    assert mistake.source.text[mistake.span.start : mistake.span.end] == "Astre"
    assert mistake.code == "CR605"


def test_a_game_that_cannot_be_is_no_mistake_where_that_is_expected() -> None:
    passes("- {name: a, rules: [A-1], players: 9, expect: {playable: false}}\n")
    ((what, expected, found),) = differences(
        "- {name: a, rules: [A-1], players: 2, expect: {playable: false}}\n"
    )
    assert (what, expected, found) == ("playable", "false", "true")


def test_all_mistakes_of_a_scenario_are_told() -> None:
    lines = "  expect: {tabel: [], table: 4, hand 9: 1, deck: {top: [Astre]}}\n"
    found = outcome(BEGIN + lines)
    assert [item.code for item in found.mistakes] == ["CR604"] * 3
    text = found.scenario.source.text
    places = [text[item.span.start : item.span.end] for item in found.mistakes]
    assert places == ["tabel", "hand 9", "Astre"]
    lines = "  chance: [{shuffle: dekc, order: [1]}, {starter: 1}]\n  expect: {over: false}\n"
    assert [item.code for item in outcome(BEGIN + lines).mistakes] == ["CR604"] * 2


@pytest.mark.parametrize(
    "chance",
    [
        "{shuffle: dekc, order: [1]}",
        "{shuffle: deck, order: [Astre]}",
        "{shuffle: deck, order: [9999 x Aster]}",
        "{pick: crad, result: Aster}",
        "{starter: 1}",
        "{starter: 9}",
    ],
)
def test_chance_that_can_never_come_is_a_mistake(chance: str) -> None:
    text = f"- {{name: a, rules: [A-1], chance: [{chance}], expect: {{deck: 36}}}}\n"
    assert codes_of(text) - {"CR606"} == {"CR604"}


def test_an_action_game_is_asked_for_an_action_and_another_for_what_comes() -> None:
    passes(BEGIN + "  expect: {asked: {seat: 1, for: action}}\n")
    (mistake,) = outcome(
        "- {name: a, rules: [SN-P1], position: {asked: {seat: 1, for: acton}}, expect: {turn: 1}}\n"
    ).mistakes
    assert mistake.message.endswith("but for `action`, `play_card`.")
    assert mistake.help == "Say which with `asked: {seat: 1, for: ...}`."


NONE_FITS = """
zone hand  per player spread, seen by owner
zone table shared spread, seen by all
variable kept: cards or none = none
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    turns clockwise from starter until deck is empty
        one of act
action act
    do
        draw 1 from deck to my hand
        choose pair from subsets of my hand where count of it = 2 and sum of number in it > 17
        set kept to pair
        choose high from my hand where number = 9
        move high to table
        choose whom from players
        reveal my hand to whom
"""


def test_who_has_nothing_that_fits_chooses_none() -> None:
    text = """game: tiny
players: 2
scenarios:
  - name: nothing fits
    rules: [A-1]
    position: {asked: 1, hand 1: ["1", "2"], deck: {top: ["3"]}}
    steps:
      - {seat: 1, do: act}
      - expect: {only: [{do: choose, pair: none}]}
      - {seat: 1, do: choose, pair: none}
      - expect: {kept: none, only: [{do: choose, high: none}]}
      - {seat: 1, do: choose, high: none}
      - expect: {allowed: [{do: choose, whom: SEAT}]}
"""
    tiny = ruleset(NONE_FITS)
    (found,) = outcomes(text.replace("SEAT", "2"), tiny)
    assert found.passed, report_text(found)
    (found,) = outcomes(text.replace("SEAT", "none"), tiny)
    assert {item.code for item in found.mistakes} == {"CR604"}
