"""Families of sets that are chosen: used in effects, kept in states, imagined by bots."""

from __future__ import annotations

import json

import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.sets.counted import TooManyError
from cardrules.engine.sets.families import maximal_families
from cardrules.engine.work import Counter
from cardrules.model.state import State
from cardrules.sim.players import GreedyBot
from cardrules.sim.seat import seat_at
from tests.engine.harness import game, table

CARDS = 'card: {name: "{number}", number: 1 to 9, count: 2}'
BASE = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone out  shared spread, seen by all
variable taken per player: integer = 0
define sums(held: cards) = subsets of held where sum of number in it = 9 and count of it > 0
define nines(held: cards) = maximal families of sums(held)
setup
    shuffle deck
    each player clockwise from starter
        draw 7 from deck to my hand
"""
IN_AN_ACTION = """
play
    turns clockwise from starter once
        one of meld
action meld
    choose groups from nines(my hand)
    do
        add count of groups to my taken
        move union of groups to out
        choose extra from my hand
        add count of groups to my taken
        move extra to out
"""
IN_EFFECTS = """
play
    each player clockwise from starter
        choose groups from nines(my hand)
        choose extra from my hand
        add 2 * count of groups to my taken
        move union of groups to out
        move extra to out
"""
IN_SECRET = """
play
    together each player clockwise from starter
        choose extra from my hand
        choose groups from nines(my hand)
        let many = count of groups
        do
            add 2 * many to my taken
            move union of groups + only(extra) to out
"""
IN_ANSWER = """
play
    turns clockwise from starter once
        one of ask
action ask
    do
        open asked() to left of me
window asked
interrupt meld answers asked
    choose groups from nines(my hand)
    do
        choose extra from my hand
        add 2 * count of groups to my taken
        move union of groups to out
        move extra to out
"""


def decisions(made: Game, s: State) -> list[State]:
    """All decisions of a game in which the last possibility but passing is always taken."""
    found = []
    while not s.over:
        found.append(s)
        actions = made.legal_actions(s)
        index = len(actions) - 1
        if actions[index].name == "pass" and index:
            index -= 1
        s = made.apply(s, actions[index])
    found.append(s)
    return found


@pytest.mark.parametrize("play", [IN_AN_ACTION, IN_EFFECTS, IN_SECRET, IN_ANSWER])
def test_a_chosen_family_is_what_it_was_chosen_as(play: str) -> None:
    made = game(BASE + play, 2, cards=CARDS)
    some = 0
    for seed in range(12):
        states = decisions(made, made.start(seed, 0))
        for s in states[:-1]:
            assert state_from_data(made, json.loads(json.dumps(s.data()))) == s
            seat = seat_at(made, s)
            sample = seat.sample(lambda items: items[::-1])
            assert len(made.answers(sample)) == len(made.answers(s))
            for action in made.legal_actions(sample)[:3]:
                made.apply(sample, action)
        base = made.tables.variable_base["taken"]
        end = states[-1]
        some += sum(end.vars[base : base + 2])
        numbers = [made.tables.attribute["number"][card] for zone in end.zones for card in zone]
        assert len(numbers) == 18
    assert some > 10


def test_together_with_nothing_that_fits_and_a_family() -> None:
    play = IN_SECRET.replace(
        "choose extra from my hand", "choose extra from my hand where number > 99"
    )
    made = game(BASE + play.replace(" + only(extra)", ""), 2, cards=CARDS)
    s = made.start(3, 0)
    while not s.over:
        s = made.apply(s, made.legal_actions(s)[0])
    assert s.over


KEPT_WHILE_ASKED = """
play
    each player clockwise from starter
        let whole = maximal families of sums(my hand)
        choose extra from my hand
        choose groups from whole
        move union of groups to out
        move extra to out
        let ways = count of whole
        add ways to my taken
"""


def test_families_that_are_named_can_be_imagined_too() -> None:
    made = game(BASE + KEPT_WHILE_ASKED, 2, cards=CARDS)
    s = made.start(3, 0)
    while not s.over:
        sample = seat_at(made, s).sample(lambda items: items[::-1])
        assert len(made.answers(sample)) == len(made.answers(s))
        assert GreedyBot(Stream(1, 1)).choose(seat_at(made, s)) in made.legal_actions(s)
        s = made.apply(s, made.legal_actions(s)[0])


def test_each_set_of_a_family_is_told_in_brackets_so_that_different_families_read_differently() -> (
    None
):
    rules = """
zone deck shared spread, seen by all, starts with cards
zone out  shared spread, seen by all
play
    as starter
        choose groups from maximal families of subsets of deck where count of it > 1
        say "laid: {groups}"
        move union of groups to out
"""
    t = table(rules, cards='card: {name: "{number}", number: 1 to 4, count: 1}')
    legal = t.legal
    assert "choose groups: (1 + 2) and (3 + 4)" in legal
    assert "choose groups: (1 + 2 + 3 + 4)" in legal
    assert len(set(legal)) == len(legal)
    t.choose(groups=[["1", "2"], ["3", "4"]])
    assert "Player 1 chooses (1 + 2) and (3 + 4)" in t.log(0)
    assert "laid: (1 + 2) and (3 + 4)" in t.log(1)


def test_large_families_are_refused_by_their_number() -> None:
    """Neither the stack nor time runs out: the sets are counted before any is put to another."""
    kind = list(range(600))
    with pytest.raises(TooManyError) as caught:
        maximal_families(Counter(), [(card,) for card in kind], kind)
    assert caught.value.what == "groups"
    pairs = [(a, b) for a in range(16) for b in range(a)]
    with pytest.raises(TooManyError) as caught:
        maximal_families(Counter(), pairs, kind)
    assert caught.value.what == "families"


def test_a_family_may_have_hundreds_of_sets() -> None:
    kind = list(range(490))
    (found,) = maximal_families(Counter(), [(card,) for card in kind], kind)
    assert len(found) == 490
