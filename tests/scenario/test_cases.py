"""Tables of cases: each row, combined with each combination, is a scenario of its own."""

from __future__ import annotations

import pytest

from cardrules.scenario.cases import MOST_CASES, MOST_VALUES
from cardrules.scenario.model import Expect, Scenario
from tests.scenario.harness import loaded, outcome, passes


def scenarios(text: str) -> tuple[Scenario, ...]:
    """The scenarios of a text, which must be well formed."""
    file, mistakes = loaded(text)
    assert file is not None, [item.message for item in mistakes]
    return file.scenarios


def mistake(text: str) -> tuple[str, str, str]:
    """The code of the first mistake, the text that it points at, and its message."""
    _, mistakes = loaded(text)
    item = mistakes[0]
    return item.code, item.source.text[item.span.start : item.span.end], item.message


TABLE = """
- name: <card> on <count>, <seat>, <cards>
  rules: [<rule>]
  table:
    columns: [card, count, rule]
    rows:
      - [7*, 36, SN-P2]
      - [Aster, 35, SN-P7]
  position: {table: [<card>, 2 x <card>], hand <seat>: <cards>}
  expect: {deck: <count>}
  each:
    seat: [1, 2]
    cards: [[1, 2], []]
"""


def test_every_row_is_combined_with_every_combination() -> None:
    names = [item.name for item in scenarios(TABLE)]
    assert names == [
        f"{row}, {seat}, {cards}"
        for row in ("7* on 36", "Aster on 35")
        for seat in (1, 2)
        for cards in ("1 + 2", "nothing")
    ]


def test_placeholders_are_filled_in_everywhere() -> None:
    first = scenarios(TABLE)[0]
    assert first.rules == ("SN-P2",)
    assert first.position == {"table": ["7*", "2 x 7*"], "hand 1": [1, 2]}
    (step,) = first.steps
    assert isinstance(step, Expect)
    assert (step.facts[0].key, step.facts[0].value) == ("deck", 36)


def test_cases_whose_name_has_no_placeholder_get_their_values() -> None:
    text = "- {name: A hand, rules: [SN-S1], each: {seat: [1, 2]}, expect: {hand <seat>: 6}}\n"
    assert [item.name for item in scenarios(text)] == ["A hand (1)", "A hand (2)"]


def test_a_row_may_have_placeholders_of_each() -> None:
    text = """
- name: <what>
  rules: [SN-P2]
  table: {columns: [what], rows: [[<number>*], [<number>**]]}
  each: {number: [1, 2]}
  position: {hand 1: [<what>]}
  expect: {hand 1: [<what>]}
"""
    assert [item.name for item in scenarios(text)] == ["1*", "2*", "1**", "2**"]
    passes(text)


def test_a_placeholder_may_stand_for_steps_and_actions() -> None:
    passes("""
- name: <card>
  rules: [SN-P1]
  table:
    columns: [card, first, allowed]
    rows:
      - [7, {do: play_card, card: 7}, [{do: play_card, card: 8}]]
      - [9, {do: play_card, card: 9}, [play_card]]
  position: {hand 1: [<card>], hand 2: [8], table: []}
  steps: [<first>]
  expect: {allowed: <allowed>}
""")


@pytest.mark.parametrize(
    ("old", "new", "shown", "message"),
    [
        ("<cards>}", "<card_s>}", "<card_s>", "The placeholder `<card_s>` has no column."),
        (
            "    seat: [1, 2]",
            "    seat: [1, 2]\n    more: [5]",
            "5",
            "The column `more` does not occur",
        ),
        ("[7*, 36, SN-P2]", "[7*, 36]", "[7*, 36]", "This row has 2 values, but there are 3"),
        ("cards: [[1, 2], []]", "card: [1]", "[1]", "`card` is a column of the table already."),
    ],
)
def test_what_does_not_fit_is_told_at_its_place(
    old: str, new: str, shown: str, message: str
) -> None:
    code, at, told = mistake(TABLE.replace(old, new))
    assert code == "CR602"
    assert shown in at
    assert message in told


def test_a_placeholder_without_any_table_is_a_mistake() -> None:
    code, at, _ = mistake("- {name: a, rules: [A-1], expect: {hand <seat>: 6}}\n")
    assert (code, at) == ("CR602", "hand <seat>")


def places(text: str) -> list[tuple[str, str]]:
    """The code of each mistake, and the text that it points at."""
    _, mistakes = loaded(text)
    return [(item.code, item.source.text[item.span.start : item.span.end]) for item in mistakes]


def test_a_case_that_is_not_of_the_form_is_told_once_for_each_value() -> None:
    text = (
        "- {name: <n> <b>, rules: [A-1], each: {n: [x, 2, y], b: [1, 2]}, players: <n>, "
        "expect: {deck: 36, table: <b>}}\n"
    )
    assert places(text) == [("CR601", "x"), ("CR601", "y")]


def test_a_mistake_of_all_cases_is_told_once() -> None:
    text = "- {name: <n>, rules: [A-1], each: {n: [1, 2]}, seed: <n>, expect: {asked: [1]}}\n"
    assert places(text) == [("CR601", "[1]")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("expect: {deck: <count>}", "expect: {deck: <count>, hand <seat>: 1, hand 1: 1}"),
        ("columns: [card, count, rule]", "columns: [card, card, rule]"),
        ("seat: [1, 2]", "seat: [1, <card>]"),
    ],
)
def test_nothing_of_a_table_is_dropped(old: str, new: str) -> None:
    assert {code for code, _ in places(TABLE.replace(old, new))} == {"CR602"}


@pytest.mark.parametrize(
    "head", ["players: <n>", "starter: <n>", "seed: <n>", "options: {race_to: <n>}"]
)
def test_a_placeholder_in_the_head_is_a_mistake(head: str) -> None:
    case = "scenarios: [{name: <n>, rules: [A-1], each: {n: [2, 3]}, expect: {deck: 36}}]\n"
    assert places(f"game: snarkas\n{head}\n{case}") == [("CR602", "<n>")]


@pytest.mark.parametrize(
    ("value", "case", "code", "shown"),
    [
        ("9", "players: <x>, expect: {deck: 36}", "CR603", "players"),
        ("9", "expect: {hand <x>: 6}", "CR604", "9"),
        ("nine", "expect: {table: [7, <x>]}", "CR604", "nine"),
        ("[7, nine]", "expect: {table: <x>}", "CR604", "nine"),
        ("nine", "position: {table: [7, <x>]}, expect: {table: 2}", "CR605", "nine"),
        ("9", "position: {hand <x>: 3}, expect: {table: 2}", "CR605", "9"),
        ("9", "expect: {refused: [{seat: <x>, do: play_card}]}", "CR604", "9"),
    ],
)
def test_what_a_row_has_wrong_is_told_in_the_row(
    value: str, case: str, code: str, shown: str
) -> None:
    text = f"- {{name: <x>, rules: [SN-S1], each: {{x: [{value}]}}, {case}}}\n"
    (mistake,) = outcome(text).mistakes
    at = mistake.source.text[mistake.span.start : mistake.span.end]
    assert (mistake.code, at) == (code, shown)


def test_the_values_of_all_cases_together_are_bounded() -> None:
    long = ", ".join(["Aster"] * 300)
    each = f"{{a: [{', '.join(str(number) for number in range(1000))}]}}"
    text = f"- {{name: <a>, rules: [A-1], each: {each}, expect: {{deck: <a>, table: [{long}]}}}}\n"
    code, _, message = mistake(text)
    assert code == "CR602"
    assert f"{MOST_VALUES} may stand in a file" in message


def test_thousands_of_digits_are_no_number() -> None:
    digits = "9" * 5000
    text = (
        f"- {{name: a, rules: [A-1], each: {{n: [{digits}]}}, expect: {{table: <n>, log 1<n>: 1}}}}"
    )
    assert {code for code, _ in places(text)} <= {"CR601", "CR604"}


def test_there_is_a_limit_to_the_number_of_cases() -> None:
    items = ", ".join(str(number) for number in range(101))
    each = f"{{a: [{items}], b: [{items}]}}"
    code, _, message = mistake(
        f"- {{name: a, rules: [A-1], each: {each}, expect: {{deck: <a>}}}}\n"
    )
    assert code == "CR602"
    assert f"may have {MOST_CASES}" in message
