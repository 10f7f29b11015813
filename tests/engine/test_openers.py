"""Whoever is asked for an answer is told what is being done."""

from __future__ import annotations

import pytest

from cardrules.engine.showing.narrate import Narrator
from tests.engine.harness import HAND, ONE_GO, Table, table

# Seat 1 holds 9 and 8, seat 2 has 7 and 6.
DEALT = (
    HAND
    + """
zone table shared pile, seen by all
zone hole shared pile, seen by nobody
setup
    each player clockwise from starter
        draw 2 from deck to my hand
"""
    + ONE_GO
)
WINDOW = """
window theft(card: card)
    ask "does {me} stop it?"
interrupt stop_it answers theft "Stop it"
    choose answer from my hand
    do
        move answer to table
        stop
"""


def asked(action: str, window: str = WINDOW) -> Table:
    """The question for an answer, once the action has been taken with the 9."""
    return table(f"{DEALT}{window}{action}").do("go", card="9")


def question(of: Table, viewer: int = 1) -> str:
    """How seat 2 is asked, as a viewer reads it who is called "you"."""
    return Narrator(of.game, viewer, ["Ann", "Ben"], you=True).question(of.state)


ACTION = """
action go
    choose card from my hand
    let whom = left of me
    let worth = card.number + 1
    say "{me} attacks {whom} with {card} for {worth}"
    do
        move card to table
        open theft(card) to whom
        move card to hole
"""


def test_a_question_begins_with_what_the_action_says() -> None:
    of = asked(ACTION)
    assert question(of) == "Ann attacks you with 9 for 10. Do you stop it?"
    assert question(of, 0) == "You attack Ben with 9 for 10. Does Ben stop it?"
    decision = of.game.decision(of.state)
    assert decision is not None
    assert decision.prompt == "Player 1 attacks Player 2 with 9 for 10. Does Player 2 stop it?"


def test_a_window_without_a_question_of_its_own_asks_with_its_answers() -> None:
    of = asked(ACTION, WINDOW.replace('    ask "does {me} stop it?"\n', ""))
    assert question(of) == "Ann attacks you with 9 for 10. Answer? Stop it"


def test_a_sentence_that_ends_gets_no_second_full_stop() -> None:
    of = asked(ACTION.replace("for {worth}", "now!"))
    assert question(of) == "Ann attacks you with 9 now! Do you stop it?"


@pytest.mark.parametrize(
    "value",
    ["count of my hand", "top of table", "count of deck", "opponents with highest count of hand"],
)
def test_what_may_have_changed_is_not_said_again(value: str) -> None:
    of = asked(ACTION.replace("{worth}", f"{{{value}}}"))
    assert question(of) == "Do you stop it?"


def test_a_name_keeps_what_it_was() -> None:
    of = asked(ACTION.replace("card.number + 1", "count of my hand"))
    assert question(of) == "Ann attacks you with 9 for 2. Do you stop it?"


def test_who_acts_in_between_is_not_taken_for_the_one_whose_action_it_is() -> None:
    within = ACTION.replace("        open", "        as whom\n            open")
    of = asked(within.replace("to whom", "to left of me"))
    assert question(of, 0) == "Do you stop it?"


def test_a_routine_opens_a_window_for_the_action_that_carries_it_out() -> None:
    of = asked(ACTION.replace("open theft(card) to whom", "do attempt(card, whom)") + """
routine attempt(card: card, whom: player)
    open theft(card) to whom
""")  # fmt: skip
    assert question(of) == "Ann attacks you with 9 for 10. Do you stop it?"


def test_without_an_action_nothing_is_said_of_it() -> None:
    rules = DEALT.replace("one of go", "open theft(me) to left of me")
    of = table(rules + WINDOW.replace("card: card", "thief: player"))
    assert question(of) == "Do you stop it?"


def test_a_card_that_nobody_sees_is_not_named() -> None:
    of = asked(ACTION.replace("move card to table", "move card to hole"))
    assert question(of) == "Ann attacks you with a card for something. Do you stop it?"


def test_an_answer_that_is_answered_is_told() -> None:
    of = asked(ACTION, """
window theft(card: card)
interrupt parry answers theft
    choose answer from my hand
    say "{me} parries with {answer}"
    do
        move answer to table
        open again to active
window again
    ask "does {me} insist?"
interrupt insist answers again
    choose more from my hand
    do
        stop
""").do("parry", answer="7")  # fmt: skip
    assert question(of, 0) == "Ben parries with 7. Do you insist?"
