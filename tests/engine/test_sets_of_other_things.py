"""Collections of sets of what is no card; sets that are given to an action of which it is asked
whether it is possible; and cards that may be none, where twins are told apart by them.
"""

from __future__ import annotations

import pytest

from tests.engine.harness import after, table

ZONES = "zone table shared spread, seen by all\nzone row1 shared row, seen by all\n"
HAND = "zone hand per player spread, seen by all\nzone away shared pile, seen by all\n"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("only({100, 1}) = only({1, 100})", True),
        ("only({100}) = only({1})", False),
        ("only({1}) + only({2}) = only({2}) + only({1})", True),
        ("only({1}) + only({2}) = only({1})", False),
        ("{2, 1} in only({1, 2})", True),
        ("{2} in only({1, 2})", False),
        ("only(players) = only(clockwise_from(left of starter))", True),
        ("only(players) = only(only(starter))", False),
        ("only(starter) in only(players) + only(only(starter))", True),
        ("only(only(table) + only(row1)) = only(only(row1) + only(table))", True),
        ("only(only({1}) + only({2})) = only(only({2}) + only({1}))", True),
        ("only({1}) in only(only({2}))", False),
    ],
)
def test_sets_of_what_is_no_card_are_the_same_if_their_things_are(
    condition: str, *, holds: bool
) -> None:
    word = "yes" if holds else "no"
    found = after(f'let b = {condition}\nsay "it is {{b}}"', ZONES).log(0)
    assert f"it is {word}" in [line.lower().rstrip(".") for line in found], found


TWINS = 'plain: {name: "{number}", number: 1 to 3, count: 3}'
MELD = (
    HAND
    + """\
setup
    draw 9 from deck to my_hand
action meld
    choose s from subsets of my hand where count of it = 2 and sum of number in it = 3
    do
        move s to away
action lay
    choose c from my hand
    let other = first of (my hand where number = 2 and it != c)
    require other is not none
    let s = GIVEN
    require possible meld(s)
    do
        move c to away
play
    turns clockwise from starter once
        one of lay
"""
)


@pytest.mark.parametrize(
    ("given", "number"),
    [
        # Whichever twins they are, and in whatever order they come.
        ("only(c) + only(other)", 1),
        ("only(other) + only(c)", 1),
        ("only(c)", 0),
    ],
)
def test_a_set_that_is_given_may_be_of_twins(given: str, number: int) -> None:
    rules = MELD.replace("GIVEN", given).replace("to my_hand", "to starter.hand")
    found = table(rules, cards=TWINS).legal
    # The one that is the other is told apart from the two that look like it.
    assert [line for line in found if line == "lay c: 1"] == ["lay c: 1"] * number


def test_a_card_that_may_be_none_tells_twins_apart_only_where_it_is_there() -> None:
    rules = (
        HAND
        + """\
variable kept: cards or none = none
setup
    draw 9 from deck to starter.hand
action keep
    choose c from my hand where kept is none or it not in kept
    do
        set kept to only(c)
play
    turns clockwise from starter until turn > 4
        one of keep
"""
    )
    found = table(rules, cards=TWINS)
    assert found.legal == ["keep c: 1", "keep c: 2", "keep c: 3"]
    found.do("keep", c="1").play_on()
    assert found.state.over
