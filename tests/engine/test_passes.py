"""A choice that is asked for in each pass of a `repeat` knows which of them it is."""

from __future__ import annotations

import pytest

from cardrules.engine.positions.state_data import state_from_text, text_from_state
from cardrules.table.describe import describe
from tests.cli.play_harness import Sat, people
from tests.engine.harness import HAND, Table, game, table

# Each has four cards and gives some of them away.
RULES = (
    HAND
    + """
zone table shared pile, seen by all
setup
    each player clockwise from starter
        draw 4 from deck to my hand
play
    turns clockwise from starter once
        repeat TIMES times
            BODY
"""
)
CHOICE = """choose card from my hand
                ask "which card do you give away?"
            move card to table"""


def asked(body: str = CHOICE, times: str = "2") -> Table:
    """The first question."""
    return table(RULES.replace("TIMES", times).replace("BODY", body))


def which(of: Table) -> tuple[int, int]:
    """Which of how many times is asked now."""
    decision = of.game.decision(of.state)
    assert decision is not None
    question = describe(of.game, of.state, decision.player).question
    assert question is not None
    assert (question.number, question.of) == (decision.number, decision.of)
    return decision.number, decision.of


def test_each_pass_has_its_number() -> None:
    of = asked()
    found = [which(of)]
    for card in ("9", "8", "5"):
        found.append(which(of.choose(card=card)))
    assert found == [(1, 2), (2, 2), (1, 2), (2, 2)]


def test_how_often_is_what_it_was_at_the_beginning() -> None:
    of = asked(times="count of my hand - 1")
    assert which(of.choose(card="9")) == (2, 3)


def test_a_state_that_is_kept_knows_it_too() -> None:
    of = asked().choose(card="9")
    of.state = state_from_text(of.game, text_from_state(of.game, of.state))
    assert which(of) == (2, 2)


@pytest.mark.parametrize(
    "head",
    ["if count of my hand > 0", "as left of me", "each player clockwise from me where it = me"],
)
def test_it_may_stand_in_a_branch_or_be_that_of_others(head: str) -> None:
    within = CHOICE.replace("\n", "\n    ")
    assert which(asked(f"{head}\n                {within}")) == (1, 2)


@pytest.mark.parametrize(
    "body",
    [
        # Asked more often than there are passes.
        "while count of my hand > 1\n                choose card from my hand\n"
        "                move card to table",
        # Perhaps asked less often.
        f"{CHOICE}\n            if count of table > 5\n                end repeat",
    ],
)
def test_where_it_may_be_asked_otherwise_nothing_is_said_of_it(body: str) -> None:
    assert which(asked(body)) == (1, 1)


def test_at_the_table_the_question_says_it() -> None:
    sat = Sat(game(RULES.replace("TIMES", "2").replace("BODY", CHOICE)), people(2))
    sat.type("")
    assert "Which card do you give away?  (1 of 2)\n" in sat.shown
    assert "Which card do you give away?  (2 of 2)\n" in sat.type("1")


def test_once_is_not_counted() -> None:
    sat = Sat(game(RULES.replace("TIMES", "1").replace("BODY", CHOICE)), people(2))
    sat.type("")
    assert "Which card do you give away?\n" in sat.shown
