"""A question for an answer names the interrupts that the move leaves open."""

from __future__ import annotations

from tests.engine.harness import DECK, HAND, ONE_GO, Table, table

RULES = (
    DECK
    + HAND
    + """
zone pool shared pile, seen by {seen}
setup
    each player clockwise from starter
        draw 3 from deck to my hand
"""
    + ONE_GO
    + """
action go
    choose card from my hand
    do
        move card to pool
        open ask(card) to opponents
window ask(card: card)
interrupt object answers ask "Object"
    require card.number > 8 "too low"
    choose price from my hand where number > 9
    do
        stop
interrupt outbid answers ask "Outbid"
    require card.number < 9
    choose price from my hand
    do
        stop
"""
)


def asked(t: Table, card: str) -> str:
    """What seat 1 is asked when seat 0 has played a card."""
    t.do("go", card=card)
    assert t.asked == 1
    decision = t.game.decision(t.state)
    assert decision is not None
    return decision.prompt


def test_what_the_move_rules_out_is_not_named() -> None:
    """Not so what the hand rules out: nobody has a card above 9."""
    rules = RULES.format(seen="all")
    assert asked(table(rules), "9") == "Answer? Object"
    assert asked(table(rules), "8") == "Answer? Outbid"


def test_what_only_a_hidden_card_rules_out_is_named() -> None:
    rules = RULES.format(seen="nobody")
    assert asked(table(rules), "9") == asked(table(rules), "8") == "Answer? Object or Outbid"
