"""Cards that no choice can take are asked for, unless something says what they are for."""

from __future__ import annotations

import pytest

from cardrules.diagnostics.model import Severity
from cardrules.lint.check import Wish
from cardrules.lint.runner import report_on
from cardrules.source import normalised

GAME = """---
title: Blanks
players: 2
attributes: {{number: {{type: integer, default: 0}}}}
cards: {{card: {{name: "{{number}}", number: 1 to 9, count: 2}}, blank: {{count: 2{text}}}}}
---
zone deck shared pile, seen by nobody, starts with cards
zone heap shared pile, seen by all
zone hand per player spread, seen by owner
setup
    shuffle deck
    each player clockwise from starter
        draw 4 from deck to my hand
play
    turns clockwise from starter until some p in players: p.hand is empty
        one of lay, wait
action lay
    choose card from my hand{condition}
    do
        move card to heap
action wait
    do
        end turn
{more}score
    left: count of hand
winner lowest score
"""
ASKED = "No choice can take a `blank`, and it is not said what it is for."


def questions(condition: str, text: str = "", more: str = "") -> list[str]:
    game = GAME.format(condition=condition, text=text, more=more)
    wishes: tuple[Wish, ...] = ("questions",)
    found = report_on(normalised("blanks.rules", game), wishes=wishes).diagnostics
    assert not [item for item in found if item.severity is Severity.ERROR]
    return [item.message for item in found if "No choice" in item.message]


@pytest.mark.parametrize(
    "condition", [" where it is card", " where number > 0", "\n    require card is not blank"]
)
def test_a_card_that_no_choice_can_take_is_asked_for(condition: str) -> None:
    assert questions(condition) == [ASKED]


@pytest.mark.parametrize(
    ("condition", "text", "more"),
    [
        ("", "", ""),
        (" where number < 5", "", ""),
        # What is not decided by faces may be.
        (" where number = count of heap", "", ""),
        (" where it is card", ', text: "It only fills your hand."', ""),
        (" where it is card", "", "when blank comes up from deck\n    move it to heap\n"),
    ],
)
def test_what_can_be_taken_or_is_told_is_not(condition: str, text: str, more: str) -> None:
    assert questions(condition, text, more) == []
