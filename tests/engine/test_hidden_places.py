"""The tests of hidden information, in a game in which each zone is seen in another way.

Tops that are seen by others than the rest, views that depend on the game, zones of teams, cards
that have just been shown: two states that differ only in what a viewer cannot know are the same to
this viewer, and stay so when the same is done in both.
"""

from __future__ import annotations

import random

import attrs
import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import determinised
from tests.bundled import random_play
from tests.engine.harness import conserved, game
from tests.engine.indistinguishable import (
    log,
    same_for,
    same_question,
    shown_to,
    viewers,
)
from tests.engine.relabel import relabelled

RULES = """
zone deck  shared pile, seen by nobody, starts with cards
zone hand  per player spread, seen by owner
zone heap  shared pile, top seen by nobody, rest seen by all
zone line  shared row, top seen by nobody, rest seen by all
zone own   per player pile, top seen by others, rest seen by all
zone mine  per player pile, top seen by owner, rest seen by nobody
zone chest per team pile, top seen by nobody, rest seen by owner
zone rows  shared stacks, top seen by nobody, rest seen by all
zone lit   per player spread, seen by all when gone > 2 else owner
zone bag   shared spread, seen by nobody
variable gone per player: integer = 0

setup
    shuffle deck
    each player clockwise from starter
        draw 4 from deck to my hand
        draw 1 from deck to my own
        draw 1 from deck to my lit
    draw 2 from deck to heap
    let low = bottom of deck
    let high = top of deck
    if low is not none and high is not none
        stack high on low to rows

play
    turns clockwise from starter until turn = 24
        one of lay, hand_over, show, dig, gather, trade
        if turn mod 5 = 0
            shuffle heap
        if my hand is empty
            draw 3 from deck to my hand

action lay
    choose card from my hand
    choose place from {1, 2, 3, 4, 5}
    do
        add 1 to my gone
        if place = 1
            move card to heap
        else if place = 2
            move card to line
        else if place = 3
            move card to my own
        else if place = 4
            move card to my chest
        else
            each row in rows
                move card to row

action hand_over
    choose card from my hand
    choose target from others
    do
        move card to target.lit
        move top of my own to target.hand
        move bottom of my own to bag

action show
    choose card from my hand
    choose target from others
    do
        reveal card to target
        pick other at random from my hand
        move other to bag
        move card to deck
        move card to my mine

action dig
    do
        draw 2 from deck to my own
        draw 1 from deck to line at bottom
        move heap to bag
        draw 2 from deck to heap

action gather
    choose target from others
    require target.own is not empty
    do
        move target.own to my chest
        swap my mine with my chest

action trade
    choose target from others
    do
        swap my lit with target.lit
        move my lit to my mine
        if deck is not empty
            draw 1 from deck to my lit

score
    gone: gone
winner highest score
"""
CARDS = 'plain: {name: "{number}", number: 1 to 8, count: [4, 1, 3, 2, 4, 2, 3, 5]}'


@attrs.frozen
class Places:
    """The game with a number of players."""

    players: int

    def game(self) -> Game:
        """The game; with four players there are two teams."""
        return game(
            RULES, self.players, cards=CARDS, front="teams: {4: [[1, 3], [2, 4]]}", players="2 to 4"
        )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_viewer_is_shown_does_not_depend_on_what_it_cannot_know(players: int) -> None:
    of = Places(players).game()
    changed = 0
    for seed in range(2):
        chance, stream = random.Random(seed), Stream(seed, 5)
        for number, s in enumerate(random_play(of, seed)):
            conserved(of, s)
            if s.pending is None or number % 4 != seed:
                continue
            for bit in viewers(of):
                other, face = relabelled(of, s, [bit], chance)
                same_for(of, s, other, bit, chance)
                changed += face != list(range(of.tables.cards))
                if bit < of.players:
                    same_for(of, s, determinised(of, s, bit, stream.shuffled), bit, chance)
    assert changed > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_action_has_the_same_log_if_nothing_of_the_difference_is_shown(
    players: int,
) -> None:
    of = Places(players).game()
    for seed in range(3):
        chance = random.Random(seed)
        for number, s in enumerate(random_play(of, seed)):
            if s.pending is None or number % 3 != seed:
                continue
            asked = s.pending[1]
            index = chance.randrange(len(of.answers(s)))
            after = of.apply_answer(s, of.answers(s)[index])
            for bit in viewers(of):
                keep = shown_to(of, after, bit)
                other, _ = relabelled(of, s, {bit, asked}, chance, keep=keep)
                after_other = of.apply_answer(other, of.answers(other)[index])
                assert log(of, after, bit) == log(of, after_other, bit)
                same_question(of, after, after_other)
