"""CR503 in play: cards of which only play shows that the chooser cannot see them."""

from __future__ import annotations

import pytest

from cardrules.errors import GameLimitError
from tests.engine.harness import DECK, table

RULES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone out  shared spread, seen by all
setup
    each player clockwise from starter
        draw 4 from deck to my hand
play
    turns clockwise from starter once
        one of offer
action offer
    choose offered from subsets of my hand where count of it = 2
    do
        {first}
        open offering(offered) to left of me
window offering(offered: cards)
interrupt take answers offering
    choose card from offered
    do
        move card to my hand
"""


def test_nobody_chooses_among_hidden_cards_by_way_of_a_window() -> None:
    t = table(RULES.format(first="shuffle deck"), 2)
    with pytest.raises(GameLimitError, match="hidden from the one who chooses `card`") as caught:
        t.play_on()
    assert caught.value.diagnostic.code == "CR503"


@pytest.mark.parametrize(
    "first", ["move offered to out", "reveal offered", "reveal offered to left of me"]
)
def test_cards_that_were_shown_before_may_be_chosen(first: str) -> None:
    assert table(RULES.format(first=first), 2).play_on().state.over


def test_nor_among_very_many_of_which_one_is_hidden() -> None:
    rules = RULES.format(first="shuffle deck").replace("draw 4", "draw 20")
    rules = rules.replace("count of it = 2", "count of it = 19")
    rules = rules.replace(
        "choose card from offered", "choose card from subsets of offered where count of it = 9"
    )
    t = table(rules, 2, cards='card: {name: "{number}", number: 1 to 60, count: 1}')
    with pytest.raises(GameLimitError) as caught:
        t.play_on()
    assert caught.value.diagnostic.code == "CR503"


@pytest.mark.parametrize(
    ("domain", "offer"),
    [
        ("my hand", "one of take"),
        ("my hand", "one of show, otherwise take"),
        ("kept", "one of take"),
        ("my hand if count of my hand > 1 else table", "one of take"),
    ],
)
def test_nor_where_only_play_shows_who_sees_the_cards(domain: str, offer: str) -> None:
    rules = f"""
zone hand per player spread, seen by owner when me = active else nobody
zone table shared spread, seen by all
variable kept: cards = starter.hand
setup
    each player clockwise from starter
        draw 3 from deck to my hand
    set kept to (left of starter).hand
action take
    choose card from {domain}
    do
        move card to table
action show
    require table is not empty
    do
        reveal table
play
    turns clockwise from starter once
        as left of active
            {offer}
"""
    with pytest.raises(GameLimitError, match="hidden from the one who chooses `card`"):
        table(DECK + rules, 2).play_on()
