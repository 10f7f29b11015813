"""Whoever was shown a card follows it in its next move, until somebody could have lost sight."""

from __future__ import annotations

import json

import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.positions.determinise import determinised
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.view import make_view
from tests.engine.harness import Table, after, table
from tests.engine.relabel import with_faces

ZONES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone bag shared spread, seen by nobody
zone heap shared pile, seen by all
"""
DEAL = "draw 3 from deck to starter.hand\nlet card = first of starter.hand\n"


def begun(lines: str) -> Table:
    """The table after these lines, with seat 0 holding 7, 8 and 9, and `card` the 7."""
    lines = f"{DEAL}if card is not none\n" + "".join(f"    {x}\n" for x in lines.splitlines())
    return after(lines, ZONES, 3)


def test_a_card_that_was_shown_is_followed_to_where_nobody_sees_it() -> None:
    t = begun("reveal card\nmove card to deck")
    for viewer in (0, 1, 2, "spectator"):
        assert t.faces(viewer, "deck")[-1] == "7"
        assert "7 goes from Player 1's hand to the deck" in t.log(viewer)


def test_only_those_to_whom_it_was_shown_follow_it() -> None:
    t = begun("reveal card to left of starter\nmove card to deck")
    assert t.faces(1, "deck")[-1] == "7"
    assert t.faces(2, "deck")[-1] is None
    assert "A card goes from Player 1's hand to the deck" in t.log(2)


def test_a_card_that_was_not_shown_is_not_followed() -> None:
    t = begun("move card to deck")
    assert t.faces(1, "deck")[-1] is None


def test_what_else_is_known_of_the_zone_is_kept() -> None:
    """They see which card goes, so they know that the other one stays."""
    t = begun("reveal starter.hand\nmove card to deck")
    assert t.faces(1, "hand") == ["8", "9"]


@pytest.mark.parametrize(
    ("between", "is_followed"),
    [
        ("draw 1 from deck to starter.hand", True),
        ("pick other at random from starter.hand - only(card)\n"
         "move other to heap", True),
        ("pick other at random from starter.hand - only(card)\n"
         "move other to bag", False),
        ("shuffle starter.hand", False),
        ("swap starter.hand with (left of starter).hand", False),
        ("move starter.hand to bag", False),
    ],
)  # fmt: skip
def test_it_is_followed_unless_a_card_has_left_its_zone_unseen(
    between: str, is_followed: bool
) -> None:
    t = begun(f"reveal card\n{between}\nmove card to deck")
    assert (t.faces(2, "deck")[-1] == "7") is is_followed


def test_it_is_followed_once() -> None:
    t = begun("draw 1 from deck to bag\nreveal card\nmove card to bag\nmove card to deck")
    assert t.faces(1, "deck")[-1] is None


def test_several_cards_at_once_are_followed_if_all_of_them_were_shown() -> None:
    both = "let two = starter.hand where number < 9\n"
    t = begun(both + "reveal two\nmove two to deck")
    assert t.faces(1, "deck")[-2:] == ["7", "8"]
    t = begun(both + "reveal card\nmove two to deck")
    assert t.faces(1, "deck")[-2:] == [None, None]


ACTION = """
setup
    draw 3 from deck to starter.hand
play
    turns clockwise from starter once
        one of show
        move starter.hand to bag
        draw 1 from deck to starter.hand
action show
    choose card from my hand
    do
        reveal card
        choose other from my hand
        {then}
"""


def test_it_is_followed_while_others_are_asked_and_a_state_keeps_that() -> None:
    t = table(ZONES + ACTION.format(then="move card to deck"), 3)
    t.do("show", card="7")
    assert t.state.shown == ((6, 0b1110),)
    s = state_from_data(t.game, json.loads(json.dumps(t.state.data())))
    assert s == t.state and s.copy() == s
    t.state = s
    t.choose(other="7")
    assert t.state.shown == ()
    assert "7 goes from Player 1's hand to the deck" in t.log(2)


def test_when_the_action_has_settled_it_is_not_followed_any_more() -> None:
    rules = ACTION.format(then="move other to heap").replace(
        "        move starter.hand to bag\n",
        "        pick gone at random from starter.hand\n        move gone to bag\n",
    )
    t = table(ZONES + rules, 3)
    t.do("show", card="7").choose(other="8")
    assert t.state.shown == ()
    picked = {line for line in t.log(2) if "the bag" in line}
    assert picked == {"A card goes from Player 1's hand to the bag"}


def test_whether_there_is_a_second_card_like_it_does_not_show() -> None:
    """Another card of the same look is not the one that was shown."""
    cards = 'plain: {name: "{number}", number: [1, 2], count: [4, 1]}'
    rules = ZONES + (
        "setup\n    draw 3 from deck to starter.hand\n"
        "play\n    turns clockwise from starter once\n        one of show\n"
        "action show\n    choose card from my hand\n    do\n"
        "        reveal card\n"
        "        pick other at random from my hand - only(card)\n"
        "        move other to bag\n        move card to deck\n"
    )
    t = table(rules, 3, cards=cards)
    # Hands of 1, 1, 2 and of 1, 1, 1: of two cards others know nothing.
    assert t.cards("hand") == ["1", "1", "2"]
    face = [0, 1, 4, 3, 2]
    other = with_faces(t.game, t.state, face)
    logs = set()
    for s in (t.state, other):
        answer = t.game.answers(s)[0]
        done = t.game.apply_answer(s, answer)
        logs.add(tuple(Narrator(t.game, 1).lines(done, done.events)))
    assert len(logs) == 1


def test_an_imagined_state_keeps_the_card_that_was_shown_and_no_twin_of_it() -> None:
    cards = 'plain: {name: "{number}", number: [1, 2, 3], count: [2, 4, 4]}'
    t = table(ZONES + ACTION.format(then="move card to deck"), 3, cards=cards)
    s = t.game.apply_answer(t.state, t.game.answers(t.state)[0])
    hand = t.zone_number("hand")
    s.zones[hand], s.zones[t.zone_number("deck")] = (0, 1, 5), (2, 3, 4, 6, 7, 8, 9)
    for card in range(10):
        s.place[card] = hand if card in (0, 1, 5) else t.zone_number("deck")
        s.known[card] = 1 if card in (0, 1, 5) else 0
    # The second of two twins was shown; packed, the first one stands for it.
    s.known[0], s.shown = 0b1111, ((1, 0b1110),)
    stream, twins = Stream(3, 3), set()
    for _ in range(60):
        imagined = determinised(t.game, s, 1, stream.shuffled)
        assert make_view(t.game, imagined, 1) == make_view(t.game, s, 1)
        assert [t.game.tables.kind[card] for card, _ in imagined.shown] == [0]
        twins.add(t.names(imagined.zones[hand]).count("1"))
    assert twins == {1, 2}
