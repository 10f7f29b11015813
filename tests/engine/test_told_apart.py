"""Cards that look the same are one value, unless a test asks for another than a certain card."""

from __future__ import annotations

import pytest

from cardrules.engine.showing.explain import explain
from tests.engine.harness import Table, table
from tests.engine.walking import answers_by_walking

RULES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone out  shared spread, seen by all
define differ(one: card, two: card) = one != two
setup
    draw 4 from deck to starter.hand
play
    turns clockwise from starter once
        if possible lay
            one of lay
"""
# Two of each number.
CARDS = 'plain: {name: "{number}", number: 1 to 2, count: 2}'
EFFECTS = "    do\n        move card to out\n        move other to out\n"
SAME_NUMBER = "require card.number = other.number"
PAIRS = ["lay card: 1, other: 1", "lay card: 2, other: 2"]
# Premises that all ask for two cards of a number.
OTHER_ONE = {
    "a condition": ["choose card from my hand", "choose other from my hand where it != card"],
    "a condition behind": [
        "choose card from my hand",
        "choose other from my hand",
        "require not card = other",
    ],
    "by way of a name": [
        "choose card from my hand",
        "let taken = only(card)",
        "choose other from my hand where not (it in taken)",
    ],
    "a name further down": [
        "choose card from my hand",
        "choose other from my hand",
        "let same = card = other",
        "require not same",
    ],
    "by way of a definition": [
        "choose card from my hand",
        "choose other from my hand where differ(it, card)",
    ],
    "some of several": [
        "choose card from my hand",
        "choose other from my hand where every c in only(card): c != it",
    ],
    "what is left": ["choose card from my hand", "choose other from my hand - only(card)"],
}


def dealt(*premises: str, effects: str = EFFECTS) -> Table:
    """A table whose first player holds all cards."""
    lines = "".join(f"    {line}\n" for line in premises)
    return table(f"{RULES}action lay\n{lines}{effects}", cards=CARDS)


@pytest.mark.parametrize("premises", OTHER_ONE.values(), ids=OTHER_ONE)
def test_of_two_cards_that_look_the_same_one_is_another(premises: list[str]) -> None:
    found = dealt(*premises, SAME_NUMBER)
    assert found.legal == PAIRS
    game, s = found.game, found.state
    assert answers_by_walking(game, s) == list(game.answers(s))
    for action in game.legal_actions(s):
        assert explain(game, s, action) is None
        after = game.apply(s, action)
        assert len(after.zones[game.tables.zone_base["out"]]) == 2


def test_what_is_among_all_that_look_the_same_is_one_value() -> None:
    found = dealt("choose card from my hand", "choose other from my hand where it in my hand")
    assert len(found.legal) == 4
    found = dealt(
        "choose card from my hand",
        "choose other from my hand where it in (my hand where number > 1)",
    )
    assert found.legal == ["lay card: 1, other: 2", "lay card: 2, other: 2"]


def test_a_card_that_is_not_in_a_set_that_was_chosen() -> None:
    found = dealt(
        "choose given from subsets of my hand where count of it = 1",
        "choose card from my hand where not (it in given)",
        effects="    do\n        move card to out\n",
    )
    assert found.legal == [
        *("lay given: 1, card: 1", "lay given: 1, card: 2"),
        *("lay given: 2, card: 1", "lay given: 2, card: 2"),
    ]
    assert answers_by_walking(found.game, found.state) == list(found.game.answers(found.state))


def test_another_one_than_a_card_that_was_chosen_before() -> None:
    effects = (
        "    do\n        choose other from my hand where it != card\n        move other to out\n"
    )
    found = dealt("choose card from my hand where number = 1", effects=effects)
    game = found.game
    s = game.apply(found.state, game.legal_actions(found.state)[0])
    assert [str(action) for action in game.legal_actions(s)] == [
        "choose other: 1", "choose other: 2"
    ]  # fmt: skip


def test_where_the_same_card_will_do_as_well_both_are_possible() -> None:
    found = dealt(
        "choose card from my hand where number = 1",
        "choose other from my hand where it != card or number = 1",
    )
    assert found.legal == [
        "lay card: 1, other: 1", "lay card: 1, other: 1, which: 2", "lay card: 1, other: 2"
    ]  # fmt: skip


def test_only_such_loops_tell_cards_apart() -> None:
    for premises in OTHER_ONE.values():
        game = dealt(*premises).game
        (search,) = [one for one in game.program.searches if one.name == "lay"]
        card, other = search.plan.loops
        assert not card.apart and len(other.apart) == (premises != OTHER_ONE["what is left"])
        assert other.depends_on == (0,)
