"""The tree of what can be chosen: all of it can be reached, and none of it is made before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.model.action import action_from_data
from cardrules.model.state import State
from cardrules.table.describe import describe
from cardrules.table.menu import Menu
from tests.bundled import Bundled, at_both_ends, random_play
from tests.engine import harness


def menu_of(of: Game, s: State) -> Menu:
    """The menu of whoever is asked."""
    decision = of.decision(s)
    assert decision is not None
    question = describe(of, s, decision.player).question
    assert question is not None and question.menu is not None
    return question.menu


def actions_in(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The actions at the ends of a tree."""
    for line in data["lines"]:
        if line["action"] is not None:
            yield line["action"]
        elif line["menu"] is not None:
            yield from actions_in(line["menu"])


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_the_tree_ends_in_all_legal_actions(item: Bundled) -> None:
    of = item.game()
    for number, s in enumerate(random_play(of, 2, steps=24)):
        if number % 8 or s.over or len(of.answers(s)) > 60:
            continue
        data = menu_of(of, s).data(depth=9)
        found = {action_from_data(action) for action in actions_in(data)}
        assert found == set(of.legal_actions(s))
        assert data["total"] == len(of.legal_actions(s))


MANY = """
setup
    each player clockwise from starter
        draw 40 from deck to my hand
play
    turns clockwise from starter once
        one of keep
action keep
    choose kept from subsets of my hand where count of it = 10
    do
        end game
"""


def test_of_hundreds_of_millions_a_menu_is_opened_where_somebody_looks() -> None:
    cards = 'card: {name: "{number}", number: 1 to 80, count: 1}'
    t = harness.table(harness.DECK + harness.HAND + MANY, 2, cards=cards)
    menu = menu_of(t.game, t.state)
    assert menu.total == 847_660_528
    assert sum(line.count for line in menu.lines) == 10 * menu.total
    for _ in range(9):
        menu = menu.open(menu.lines[0])
    action = menu.action(menu.lines[0])
    assert action is not None and action in t.game.legal_actions(t.state)


def test_only_the_one_who_is_asked_has_a_menu() -> None:
    rules = MANY.replace("40", "2").replace("= 10", "= 1")
    t = harness.table(harness.DECK + harness.HAND + rules, 2)
    for viewer in (1, "spectator", "referee"):
        question = describe(t.game, t.state, viewer).question
        assert question is not None and question.menu is None


IN_A_ROW = """
zone line shared row, seen by all
setup
    move deck where number = 5 to line
    move deck where number = 2 to line
    move deck where number = 7 to line
    each player clockwise from starter
        move deck where number = 9 to my hand
        move deck where number = 1 to my hand
play
    turns clockwise from starter once
        one of take
action take
    choose card from my hand + line
    do
        end game
"""


def test_cards_of_a_row_stand_as_they_lie() -> None:
    of = harness.game(harness.DECK + harness.HAND + IN_A_ROW, 2)
    lines = [line["text"] for line in menu_of(of, of.start(0, 0)).data(depth=1)["lines"]]
    assert [text.split()[-1] for text in lines] == ["1", "9", "5", "2", "7"]
