"""Where cards may lie that are moved."""

from __future__ import annotations

from cardrules.machine import code
from cardrules.machine.whereabouts import NOWHERE, OWN, Whereabouts
from tests.engine.harness import HAND, game

ANYWHERE = {"anywhere"}


def moved(rules: str) -> list[set[str]]:
    """What is known of each thing that is moved, in the order of the program."""
    program = game(f"{HAND}zone discard shared pile, seen by all\n{rules}").program
    whereabouts = Whereabouts(program)
    names = [
        whereabouts.before(x, x.cards)
        for procedure in program.procedures
        for x in code.instructions(procedure.body)
        if isinstance(x, code.Move)
    ]
    return [ANYWHERE if one is None else set(one) for one in names]


def test_zones_that_are_named() -> None:
    assert moved("""
play
    turns clockwise from starter once
        move (my hand where number > 1) to discard
        move first of my hand to discard
        move top of deck to discard
        move (my hand + discard) to deck
""") == [{"hand"}, {"hand", NOWHERE}, {"deck", NOWHERE}, {"hand", "discard"}]


def test_what_is_chosen_lies_where_it_is_chosen_from_until_something_moves() -> None:
    assert moved("""
play
    turns clockwise from starter once
        one of play_card
action play_card
    choose card from my hand
    choose other from players.hand
    do
        move card to discard
        move other to deck
        move card to deck
""") == [{OWN + "hand"}, {"hand", "discard"}, {"discard", "deck"}]


def test_what_others_move_in_the_meantime() -> None:
    assert moved("""
play
    turns clockwise from starter once
        let mine = my hand where number > 1
        do lose(first of mine)
        move mine to deck
routine lose(card: card or none)
    if card is not none
        move card to discard
""") == [{"hand", "discard"}, {"hand", NOWHERE}]


def test_a_loop_begins_again_with_what_it_has_moved() -> None:
    assert moved("""
play
    turns clockwise from starter once
        let mine = my hand where number > 1
        repeat 2 times
            move mine to deck
""") == [{"hand", "deck"}]


def test_a_definition_is_what_it_says_of_what_it_is_given() -> None:
    assert moved("""
define low(among: cards) = among where number < 3
play
    turns clockwise from starter once
        move low(my hand) to discard
        move low(discard) to deck
""") == [{"hand"}, {"discard"}]


def test_nothing_is_known_of_what_a_variable_holds() -> None:
    assert moved("""
variable kept: card or none = none
play
    turns clockwise from starter once
        set kept to first of my hand
        if kept is not none
            move kept to deck
""") == [ANYWHERE]
