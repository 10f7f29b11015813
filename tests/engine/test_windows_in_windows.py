"""Interrupts that answer their own sort: how deep that goes, and what is stopped."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.positions.state_data import state_from_text, text_from_state
from cardrules.source import normalised
from tests.engine.harness import HAND, Table, ruleset, table

_RULES = """
zone pile shared spread, seen by all
variable done: integer = 0
{hand}
window defence(card: card), up to {deep} deep
interrupt veto answers defence
    choose answer from my hand
    do
        move answer to pile
        open defence(answer) to others
        stop
action strike
    choose card from my hand
    do
        move card to pile
        open defence(card) to others
        add 1 to done
setup
    each p in players
        draw 4 from deck to p.hand
play
    turns clockwise from starter once
        one of strike
"""


def _table(deep: int, seats: int = 2) -> Table:
    found = table(_RULES.format(hand=HAND, deep=deep), seats)
    return found.do("strike", card=found.cards("hand")[0])


def _vetoes(found: Table, number: int) -> Table:
    """So many vetoes, each against the one before it."""
    for _ in range(number):
        seat = found.asked
        assert seat is not None
        found.do("veto", answer=found.cards("hand", seat)[0])
    return found


@pytest.mark.parametrize(("deep", "vetoes"), [(2, 2), (3, 3), (4, 4)])
def test_it_goes_as_deep_as_is_said(deep: int, vetoes: int) -> None:
    found = _vetoes(_table(deep), vetoes)
    # Nobody is asked whether the last one is stopped: it takes effect.
    assert len(found.cards("pile")) in (1 + vetoes, 2 + vetoes)
    assert found.asked is not None and "strike" in found.legal[0]


@pytest.mark.parametrize(("vetoes", "done"), [(0, 1), (1, 0), (2, 1), (3, 0)])
def test_each_veto_stops_what_it_answers(vetoes: int, done: int) -> None:
    found = _vetoes(_table(5), vetoes)
    while found.legal and found.legal[-1] == "pass":
        found.do("pass")
    assert found.value("done") == done


def test_whoever_has_not_been_asked_yet_is_asked_when_a_veto_was_stopped() -> None:
    found = _table(2, seats=3)
    assert found.asked == 1
    _vetoes(found, 1)
    assert found.asked in (0, 2)
    while found.asked != 0:
        found.do("pass")
    _vetoes(found, 1)
    # The veto of seat 1 is stopped; seat 2 may still answer the strike.
    assert (found.asked, found.legal[-1]) == (2, "pass")


def test_a_state_within_goes_on_from_its_data() -> None:
    found = _vetoes(_table(4), 2)
    of = found.game
    again = state_from_text(of, text_from_state(of, found.state))
    assert again == found.state
    assert of.answers(again) == of.answers(found.state)


def test_without_a_depth_it_is_a_circle() -> None:
    text = ruleset(_RULES.format(hand=HAND, deep=2)).text.text
    for wrong, code in ((text.replace(", up to 2 deep", ""), "CR305"),
                        (text.replace("up to 2", "up to 99"), "CR206")):  # fmt: skip
        _, diagnostics = analyse_source(normalised("tiny.rules", wrong))
        assert [item.code for item in diagnostics] == [code]
