"""Turns and rounds within others, and what is as before when they are over."""

from __future__ import annotations

import pytest

from cardrules.model.types import NONE
from tests.engine.harness import HAND, Table, table

ASK = "choose n from {1, 2}"


def _asked(found: Table, number: int) -> list[int]:
    """Who is asked so many times, if everybody takes the first answer."""
    seats = []
    for _ in range(number):
        assert found.asked is not None
        seats.append(found.asked)
        found.state = found.game.apply_answer(found.state, found.game.answers(found.state)[0])
    return seats


def test_after_turns_within_a_turn_it_is_the_same_turn_as_before() -> None:
    found = table(
        f"""
variable whose per player: integer = 0
variable which: integer = 0
play
    turns clockwise from starter until turn = 2
        reverse
        turns clockwise from right of me once
            {ASK}
        set active.whose to turn
        {ASK}
    set which to turn
""",
        3,
    )
    # The outer turn of seat 0 goes on after the inner ones, and its `reverse` still holds.
    assert _asked(found, 8) == [2, 0, 1, 0, 1, 2, 0, 2]
    assert [found.value("whose", seat) for seat in range(3)] == [1, 0, 2]
    assert found.value("which") == 0


def test_next_turn_holds_after_turns_within_the_turn() -> None:
    found = table(
        f"""
play
    turns clockwise from starter until turn = 2
        next turn right of me
        turns clockwise from me once
            {ASK}
""",
        3,
    )
    assert _asked(found, 6) == [0, 1, 2, 2, 0, 1]


@pytest.mark.parametrize("end", ["end rounds", "end repeat"])
def test_leaving_turns_by_what_is_around_them_gives_back_the_turn(end: str) -> None:
    around = "rounds" if end == "end rounds" else "repeat 1 times"
    found = table(
        f"""
variable whose: player or none = none
play
    turns clockwise from starter until turn = 1
        {around}
            turns clockwise from left of me
                {ASK}
                {end}
        set whose to active
        {ASK}
""",
        3,
    )
    assert _asked(found, 2) == [1, 0]
    assert found.value("whose") == 0


def test_rounds_are_counted_anew_and_the_outer_ones_go_on() -> None:
    found = table(
        """
variable inner: integer = 0
variable outer: integer = 0
play
    rounds until round = 2
        rounds until round = 3
            add round to inner
        add round to outer
"""
    )
    assert (found.value("inner"), found.value("outer")) == (2 * (1 + 2 + 3), 1 + 2)


def test_an_action_ends_the_innermost_turn() -> None:
    found = table(
        f"""
play
    turns clockwise from starter until turn = 1
        turns clockwise from me once
            one of leave
            {ASK}
        {ASK}
action leave
    do
        end turn
""",
        3,
    )
    assert _asked(found, 4) == [0, 1, 2, 0]
    assert found.state.over


def test_standing_rules_hold_after_an_action_that_ends_the_turn() -> None:
    found = table(
        HAND
        + f"""
play
    turns clockwise from starter until turn = 1
        one of leave
        {ASK}
action leave
    do
        end turn
standing hand_of_two
    each player clockwise from active
        draw 2 - count of hand_of_me from deck to my hand
define hand_of_me = my hand
"""
    )
    assert found.do("leave").state.over
    assert [len(found.cards("hand", seat)) for seat in range(2)] == [2, 2]


def test_the_owner_of_a_card_is_whose_zone_it_lies_in() -> None:
    found = table(
        HAND
        + """
zone heap per player stacks, seen by all
variable holder: player or none = none
variable of_stacked: player or none = none
variable of_shared: player or none = starter
play
    draw 2 from deck to (right of starter).hand
    each c in (right of starter).hand
        set holder to owner of c
    each c in deck where number = 7
        each d in deck where number = 6
            stack c on d to (left of starter).heap
        set of_stacked to owner of c
    each c in deck where number = 5
        set of_shared to owner of c
""",
        3,
    )
    assert [found.value(name) for name in ("holder", "of_stacked", "of_shared")] == [2, 1, NONE]


def test_the_first_of_the_players_with_the_most_is_never_none() -> None:
    found = table(
        """
variable points per player: integer = 0
variable best: player = starter
define ahead = players with highest points
play
    set (left of starter).points to 3
    set best to first of ahead
""",
        3,
    )
    assert found.value("best") == 1


@pytest.mark.parametrize(
    "each",
    ["each player clockwise from me where it in opponents",
     "turns clockwise from me where it in opponents once"],
)  # fmt: skip
def test_in_the_condition_on_who_takes_part_acts_who_acts_around_it(each: str) -> None:
    """And not whoever was the last to take part."""
    found = table(
        f"""
variable had per player: integer = 0
play
    turns clockwise from starter until turn = 1
        {each}
            set my had to my had + 1
        {ASK}
""",
        4,
        front="teams: {4: [[1, 3], [2, 4]]}",
    )
    assert [found.value("had", seat) for seat in range(4)] == [0, 1, 0, 1]
