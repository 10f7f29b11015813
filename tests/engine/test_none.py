"""None is a value of its own: of every type, no number, and no place where cards could go."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from cardrules.engine.positions.determinise import determinised
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.showing.view import make_view
from cardrules.errors import GameLimitError
from cardrules.model.types import NONE
from tests.engine.harness import HAND, Table, after, conserved, table

ZONES = HAND + "zone table shared spread, seen by all\nzone heap per player stacks, seen by all\n"
TWO_EACH = "setup\n    each player clockwise from starter\n        draw 2 from deck to my hand\n"


def said(t: Table) -> list[str]:
    """The sentences in the log that are one word, but for that of a flag `x`."""
    return [line for line in t.log("referee") if " " not in line and line != "X"]


def _shuffled_by(chance: random.Random) -> Callable[[list[int]], list[int]]:
    return lambda cards: chance.sample(cards, len(cards))


def test_no_list_has_none_as_an_index() -> None:
    for length in (1, 1000):
        for base in (0, length, 5000):
            with pytest.raises(IndexError):
                ([0] * length)[base + NONE]


@pytest.mark.parametrize("number", [-1, 0, -4611686018427387903])
def test_a_number_below_zero_is_not_none(number: int) -> None:
    t = after(
        f'set n to 0 - {-number}\nif n is none\n    say "none"\nif n != none\n    say "{{n}}"\n'
        'set n to none\nif n is none\n    say "now"\nsay "{n}"',
        "variable n: integer or none = none",
    )
    assert said(t) == [str(number), "now", "None"]


TYPES = {
    "integer": "3",
    "flag": "true",
    "card": "first of deck",
    "player": "starter",
    "team": "starter.team",
    "stack": "first of starter.heap",
    "cards": "deck",
    "suit": "red",
}


@pytest.mark.parametrize("of_type", TYPES)
def test_a_variable_of_each_type_may_be_none_and_is_seen_to_be(of_type: str) -> None:
    declared = f'values suit: red, blue\nvariable x: {of_type} or none = none "x"\n'
    t = after(
        'if x is none and x = none and not (x != none)\n    say "none"\nlet y = x\n'
        'if y is none\n    say "y"',
        ZONES + declared,
    )
    assert said(t) == ["none", "y"]
    assert t.value("x") == NONE
    assert dict(make_view(t.game, t.state, 0).variables)["x"] == (None,)
    assert state_from_data(t.game, json.loads(json.dumps(t.state.data()))) == t.state
    t = after(
        "if count of deck > 1\n    let high = top of deck\n    let low = bottom of deck\n"
        f"    stack high on low to starter.heap\n    set x to {TYPES[of_type]}\n"
        '    if x is not none\n        say "given"\n    set x to none\n'
        '    if x is none\n        say "gone"',
        ZONES + declared,
    )
    assert said(t) == ["given", "gone"]
    assert "X: none" in t.log(0)


def test_of_sets_that_are_not_there_the_first_is_none() -> None:
    t = after(
        "let none_there = first of (subsets of deck where count of it > 9)\n"
        'if none_there is none\n    say "none"\n'
        "let there = first of (subsets of deck where count of it = 2)\n"
        "if there is not none\n    move there to table\n"
        "set kept to there\nset kept to none_there\nmove kept to table\nreveal kept",
        ZONES + "variable kept: cards or none = none",
    )
    assert said(t) == ["none"]
    assert t.cards("table") == ["1", "2"]
    assert t.value("kept") == NONE


def test_sets_are_compared_also_where_they_may_be_none() -> None:
    t = after(
        "let two = first of (subsets of deck where count of it = 2)\n"
        'if kept = two\n    say "same"\nset kept to two\nif kept = two\n    say "now"\n'
        'if kept != deck\n    say "other"\nif two in subsets of deck\n    say "in"\n'
        'if not kept = none\n    say "there"\nset kept to none\nif kept in subsets of deck\n'
        '    say "in"',
        ZONES + "variable kept: cards or none = none",
    )
    assert said(t) == ["now", "other", "in", "there"]


def test_none_is_moved_and_shown_nowhere() -> None:
    t = after(
        "let s = first of starter.heap\nmove s to table\nmove s to (left of starter).heap\n"
        "move kept to table\nreveal kept\nreveal s\nlet c = top of table_pile\n"
        "move c to table\nreveal c\nmove top of table_pile to table",
        ZONES + "zone table_pile shared pile, seen by all\nvariable kept: cards or none = none",
    )
    assert t.log("referee")[1:-1] == []
    assert len(t.cards("deck")) == 9


def test_of_stacks_in_a_shared_zone_nobody_is_the_owner() -> None:
    t = after(
        "if deck is not empty\n    let high = top of deck\n    let low = first of deck\n"
        "    stack high on low to market\n    let s = first of market\n"
        "    if s is not none\n        set whose to owner of s\n"
        '        if whose is none\n            say "none"\n'
        "        let n = (top of s).number\n"
        '        say "{n}"',
        ZONES + "zone market shared stacks, seen by all\nvariable whose: player or none = starter",
    )
    assert said(t) == ["none", "9"]


def test_a_value_that_is_none_although_it_was_relied_on_stops_the_game_at_its_line() -> None:
    text = (
        "if count of deck > 1\n    let high = top of deck\n    let low = first of deck\n"
        "    stack high on low to starter.heap\n    let s = first of starter.heap\n"
        "    if s is not none\n        move s to table\n        pick c at random from s\n"
        "        let n = c.number\n        move top of deck to table"
    )
    with pytest.raises(GameLimitError) as caught:
        after(text, ZONES)
    found = caught.value.diagnostic
    assert (found.code, found.message) == ("CR405", "`c` is none here.")


# ---- Choices and chance --------------------------------------------------------------------------


def test_a_choice_from_nothing_leaves_the_zones_of_others_alone() -> None:
    rules = (
        ZONES
        + TWO_EACH
        + (
            "play\n    turns clockwise from starter once\n        one of act\naction act\n    do\n"
            "        choose t from opponents where false\n        if t is not none\n"
            "            move my hand to t.hand\n"
            '        else\n            say "nobody"\n'
        )
    )
    t = table(rules).play_on()
    assert said(t) == ["nobody", "nobody"]
    assert [len(t.cards("hand", seat)) for seat in (0, 1)] == [2, 2]


FAMILIES = """
play
    turns clockwise from starter once
        {statement}
        let unit = union of g
        choose c from {{1, 2}}
        if unit = union of g
            say "same"
        let h = g
        reveal union of h
        each one in maximal families of subsets of my hand
            choose d from {{1, 2}}
            if count of union of one = count of my hand
                say "all"
"""


@pytest.mark.parametrize(
    "statement",
    [
        "pick g at random from maximal families of subsets of my hand",
        "choose g from maximal families of subsets of my hand",
    ],
)
def test_a_family_is_kept_while_others_are_asked(statement: str) -> None:
    rules = ZONES + TWO_EACH + FAMILIES.format(statement=statement)
    t = table(rules)
    shuffler = random.Random(3)
    for _ in range(40):
        if t.asked is None:
            break
        again = state_from_data(t.game, json.loads(json.dumps(t.state.data())))
        assert again == t.state
        other = determinised(t.game, t.state, t.asked, _shuffled_by(shuffler))
        conserved(t.game, other)
        t.state = t.game.apply_answer(again, t.game.answers(again)[0])
        t.events += t.state.events
    assert "same" in said(t) and "all" in said(t)


def test_each_set_of_a_loop_is_renamed_as_what_it_is() -> None:
    rules = (
        ZONES
        + TWO_EACH
        + (
            "play\n    turns clockwise from starter once\n"
            "        each one in subsets of my hand where count of it = 1\n"
            "            choose n from {1, 2}\n            reveal one\n"
        )
    )
    t = table(rules)
    assert t.asked is not None
    other = determinised(t.game, t.state, 1 - t.asked, lambda cards: cards[::-1])
    conserved(t.game, other)
    while other.pending is not None:
        other = t.game.apply_answer(other, t.game.answers(other)[0])


def test_that_no_set_fits_is_one_answer_and_written_as_null() -> None:
    rules = (
        ZONES
        + TWO_EACH
        + (
            "play\n    as starter\n        choose s from subsets of my hand "
            "where count of it = 2 and sum of number in it > 90\n"
        )
        + '        say "{s}"\n'
    )
    t = table(rules)
    (answer,) = t.game.legal_actions(t.state)
    assert answer.data() == {"action": "choose", "s": None}
    t.choose(s=None)
    assert said(t) == ["None"]


def test_who_has_no_card_that_fits_is_asked_together_with_all_and_lays_none() -> None:
    rules = (
        ZONES
        + TWO_EACH
        + (
            "play\n    together each player clockwise from starter\n"
            "        choose given from my hand where number > 7\n"
            "        let double = 2 * given.number\n        do\n"
            '            say "{double}"\n            move given to table\n'
        )
    )
    t = table(rules)
    assert t.legal == ["choose given: 8", "choose given: 9"]
    t.choose(given="9")
    assert t.legal == ["choose given: none"]
    t.choose(given=None)
    assert said(t) == ["18"]
    assert t.cards("table") == ["9"]


def test_the_answers_of_others_are_imagined_whether_or_not_something_fitted() -> None:
    rules = (
        ZONES
        + TWO_EACH
        + (
            "play\n    together each player clockwise from starter\n"
            "        choose given from my hand where number > 7\n        do\n"
            "            move given to table\n"
        )
    )
    t = table(rules, 3)
    t.choose(given="9").choose(given=None)
    seen = set()
    for seed in range(20):
        shuffler = random.Random(seed)
        other = determinised(t.game, t.state, 2, _shuffled_by(shuffler))
        seen.add(json.dumps(other.frames))
        other = t.game.apply_answer(other, t.game.answers(other)[0])
        assert other.over
    assert len(seen) > 1
