"""A stack is its cards: when the last one goes it is gone, and nothing means it any more."""

from __future__ import annotations

import json

import pytest

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine import events
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.showing.view import make_view
from cardrules.errors import GameLimitError
from cardrules.lint.runner import lint_source
from cardrules.source import normalised
from tests.engine.harness import Table, conserved, table

ZONES = """
zone deck shared pile, seen by nobody, starts with cards
zone rows shared stacks, seen by all
zone heap shared pile, seen by all
zone hand per player spread, seen by owner
variable kept: stack or none = none
routine new_row
    let a = top of deck
    let b = bottom of deck
    if a is not none and b is not none
        stack a on b to rows
setup
    repeat 3 times
        draw 1 from deck to starter.hand
    do new_row
    do new_row
"""
GO = """
play
    turns clockwise from starter once
        one of go
action go
    choose card from my hand
    choose row from rows
    do
"""


def played(lines: str, more: str = "") -> Table:
    """The table after seat 0 has put its lowest card in question and the first stack to use."""
    body = "".join(f"        {line}\n" for line in lines.splitlines())
    t = table(ZONES + more + GO + body)
    t.state = t.game.apply_answer(t.state, t.game.answers(t.state)[0])
    t.events += t.state.events
    conserved(t.game, t.state)
    return t


@pytest.mark.parametrize(
    "use",
    [
        "move card to row",
        "move card to row at bottom",
        "let x = top of row\nmove x to heap",
        "let x = (bottom of row).number\ndraw x from deck to heap",
        "as owner_of_row(row)\n    draw 1 from deck to heap",
    ],
)
def test_what_needs_a_stack_that_is_gone_stops_the_game(use: str) -> None:
    more = "define owner_of_row(r: stack) = owner of r if owner of r is not none else starter\n"
    with pytest.raises(GameLimitError) as caught:
        played(f"each c in row\n    move c to heap\n{use}", more)
    found = caught.value.diagnostic
    assert found.code == "CR705"
    assert "is gone" in found.message


def test_the_error_of_a_move_names_its_line() -> None:
    with pytest.raises(GameLimitError) as caught:
        played("each c in row\n    move c to heap\nmove card to row")
    found = caught.value.diagnostic
    assert isinstance(found, Diagnostic)
    assert found.source.text[found.span.start : found.span.end] == "move card to row"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('let n = count of row\nsay "{n}"', "0"),
        ('let yes = row is empty\nsay "{yes}"', "Yes"),
        ('let yes = row in rows\nsay "{yes}"', "No"),
        ('say "{row}"', "A stack that is gone"),
        ('move row to heap\nsay "done"', "done"),
        ('move row to rows\nsay "done"', "done"),
        ('reveal row\nsay "done"', "done"),
        ('each c in row\n    say "never"\nsay "done"', "done"),
        ('move rows to heap\nlet n = count of rows\nsay "{n}"', "0"),
    ],
)
def test_a_stack_that_is_gone_is_empty(line: str, told: str) -> None:
    t = played(f"each c in row\n    move c to heap\n{line}")
    assert [text for text in t.log(0) if text in (told, "never")] == [told]


def test_a_card_is_moved_onto_the_stack_of_which_it_is_the_last() -> None:
    t = played("move top of row to heap\nlet last = top of row\nmove last to row\nmove card to row")
    assert [len(stack) for stack in t.stacks("rows")] == [2, 2]


def test_a_stack_of_its_own_cards_is_a_new_one() -> None:
    """Though there is a place for no more stacks than cards."""
    t = played("let low = bottom of row\nlet high = top of row\nstack low on high to rows")
    assert [len(stack) for stack in t.stacks("rows")] == [2, 2]


def test_each_card_may_be_a_stack_of_its_own_when_one_more_is_made() -> None:
    rules = """
zone deck shared spread, seen by all, starts with cards
zone rows shared stacks, seen by all
setup
    each c in deck
        stack c on c to rows
    each r in rows
        each c in r
            stack c on c to rows
"""
    t = table(rules)
    assert [len(stack) for stack in t.stacks("rows")] == [1] * 9
    conserved(t.game, t.state)


def test_a_new_stack_is_never_the_old_one() -> None:
    """Neither for a name, nor for a variable, though the old one's place is free."""
    t = played(
        "set kept to row\n"
        "each c in row\n"
        "    move c to heap\n"
        "do new_row\n"
        "let both = only(row)\n"
        "let n = count of row\n"
        'say "{n}"'
    )
    assert "0" in t.log(0)
    assert [len(stack) for stack in t.stacks("rows")] == [2, 2]
    kept = t.value("kept")
    assert kept == t.game.tables.nowhere
    assert kept not in t.state.zones[t.zone_number("rows")]


def test_a_stack_that_goes_while_others_are_asked_is_gone_for_them_too() -> None:
    """What a window is about, and what each was to be done for, is remembered as gone."""
    rules = (
        ZONES
        + """
play
    turns clockwise from starter once
        one of go
action go
    choose row from rows
    do
        open raid(row) to players
        let n = count of row
        say "left: {n}"
window raid(row: stack)
interrupt take answers raid
    require row is not empty
    do
        each c in row
            move c to heap
        do new_row
"""
    )
    t = table(rules)
    t.state = t.game.apply_answer(t.state, t.game.answers(t.state)[0])
    assert t.legal == ["take", "pass"]
    t.do("take")
    assert t.legal == ["pass"]
    assert state_from_data(t.game, json.loads(json.dumps(t.state.data()))) == t.state
    t.do("pass")
    assert "left: 0" in t.log(0)


def test_a_state_may_remember_several_stacks_that_are_gone() -> None:
    t = played(
        "each one in rows\n"
        "    each two in rows\n"
        "        each c in two\n"
        "            move c to heap\n"
        "    choose yes from {true, false}\n"
        '    say "{yes}"'
    )
    assert t.asked == 0
    assert state_from_data(t.game, json.loads(json.dumps(t.state.data()))) == t.state


def test_both_may_choose_a_stack_that_then_goes_once() -> None:
    rules = (
        ZONES
        + """
play
    together each player clockwise from starter
        choose row from rows
        do
            move row to heap
            let n = count of heap
            say "{n}"
"""
    )
    t = table(rules)
    t.play_on()
    assert [line for line in t.log(0) if line.isdigit()] == ["2", "2"]


def test_each_of_several_stacks_is_what_it_was_though_another_comes_in_its_place() -> None:
    t = played(
        "each one in rows\n"
        "    each two in rows\n"
        "        each c in two\n"
        "            move c to heap\n"
        "    do new_row\n"
        "    let n = count of one\n"
        '    say "{n}"'
    )
    assert t.log(0).count("0") == 2


def test_events_tell_where_a_stack_lay_when_they_happened() -> None:
    t = played(
        "pick some_row at random from rows\n"
        "set kept to some_row\n"
        "each s in rows\n"
        "    each c in s\n"
        "        move c to heap",
    )
    (picked,) = [event for event in t.events if isinstance(event, events.Picked)]
    (was_set,) = [event for event in t.events if isinstance(event, events.VariableSet)]
    assert picked.value == was_set.value
    assert picked.value[0] == t.zone_number("rows")
    line = next(line for line in t.log(0) if line.startswith("Chance picks"))
    assert line in (
        "Chance picks stack 1 of the rows (some row)",
        "Chance picks stack 2 of the rows (some row)",
    )
    assert dict(make_view(t.game, t.state, 0).variables)["kept"] == (None,)


def test_a_stack_that_is_moved_to_where_it_lies_does_not_move() -> None:
    t = played("move row to rows")
    assert not [event for event in t.state.events if isinstance(event, events.Moved)]


def test_what_is_certainly_gone_is_found_before_the_game() -> None:
    text = """---
title: Row
goal: Win.
turn: Go.
players: 2
cards: {plain: {text: "", count: 12}}
---
zone deck shared pile, seen by nobody, starts with cards
zone rows shared stacks, seen by all
zone heap shared pile, seen by all
zone hand per player spread, seen by owner
setup
    draw 2 from deck to starter.hand    "who begins draws two cards"
    let a = top of deck
    let b = bottom of deck
    if a is not none and b is not none
        stack a on b to rows
play
    turns clockwise from starter once
        one of go
action go    "Go"
    choose card from my hand
    choose row from rows
    do
        move row to heap
        LINE
score
    nothing: 0
winner highest score
"""

    def found(line: str) -> list[str]:
        return [
            item.code for item in lint_source(normalised("r.rules", text.replace("LINE", line)))
        ]

    assert found("move card to row") == ["CR705"]
    assert found("move top of row to heap") == ["CR705"]
    other = (
        "let other = first of rows\n        if other is not none\n            move card to other"
    )
    assert found(other) == []
    assert found("if row is not empty\n            move card to row") == []
    assert found("move row to heap\n        move card to heap") == []
