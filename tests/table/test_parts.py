"""Declarations of a ruleset by their names, rule IDs and sentences."""

from __future__ import annotations

import pytest

from cardrules.table.parts import parts_called, parts_of, parts_with
from tests.engine import harness

RULES = """
zone pot shared pile, seen by all
placement climbs(card on target)
    step:    card.number = target.number + 1   [T-5] "one higher"
play
    turns clockwise from starter once
        one of lay_card
action lay_card [T-1]    "Lay a card"
    choose card from my hand [T-2]
    do
        move card to pot
score [T-8] "what counts"
    all: count of pot [T-9]
winner highest score [T-10]
"""
RULESET = harness.ruleset(harness.DECK + harness.HAND + RULES)


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ("lay card", ["lay_card"]),
        ("a card", ["lay_card"]),
        ("t-2", ["lay_card"]),
        ("T-5", ["climbs"]),
        ("what counts", ["score"]),
        ("t-9", ["score"]),
        ("winner", ["winner"]),
        ("pot", ["pot"]),
        ("nothing of the kind", []),
        ("", []),
    ],
)
def test_a_part_is_found_by_its_name_an_id_in_it_or_its_sentence(
    wanted: str, names: list[str]
) -> None:
    assert [part.name for part in parts_with(RULESET, wanted)] == names


def test_of_sentences_only_the_label_of_an_action_is_a_name() -> None:
    assert [part.name for part in parts_called(RULESET, "Lay a")] == ["lay_card"]
    assert not parts_called(RULESET, "a card") and not parts_called(RULESET, "what counts")


def test_a_part_has_its_lines_without_blanks_that_only_line_things_up() -> None:
    (part,) = parts_called(RULESET, "climbs")
    assert part.source(RULESET) == [
        "placement climbs(card on target)",
        '    step:  card.number = target.number + 1  [T-5] "one higher"',
    ]


def test_the_parts_are_in_the_order_of_the_text() -> None:
    names = [part.name for part in parts_of(RULESET)]
    assert names.index("pot") < names.index("climbs") < names.index("lay_card")
    assert names.index("lay_card") < names.index("score") < names.index("winner")
