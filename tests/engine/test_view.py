"""What a viewer is shown: a projection of the state through knowledge."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardrules.engine.game import Game
from cardrules.engine.showing.view import CardView, View, make_view, score_parts
from cardrules.errors import OptionError
from tests.bundled import Bundled, at_all_numbers, random_play
from tests.engine.harness import DECK, HAND, ONE_GO, Table, after, table

VIEWERS: tuple[Any, ...] = (0, 1, 2, "spectator", "referee")
ZONES = (
    DECK
    + HAND
    + """
zone table shared spread, seen by all
zone heap shared pile, top seen by all, rest seen by nobody
zone patch per player stacks, top seen by all, rest seen by owner
"""
)
SET_UP = """
draw 2 from deck to starter.hand
draw 3 from deck to heap
draw 2 from deck to table
"""


def view(t: Table, viewer: Any) -> View:
    """The view of a viewer."""
    return make_view(t.game, t.state, viewer)


def test_zones_come_in_their_order_with_their_holders() -> None:
    found = view(after(SET_UP, ZONES, 3), 0)
    assert [(zone.name, zone.holder, zone.index, zone.shape) for zone in found.zones] == [
        ("deck", "shared", 0, "pile"),
        *[("hand", "player", seat, "spread") for seat in range(3)],
        ("table", "shared", 0, "spread"),
        ("heap", "shared", 0, "pile"),
        *[("patch", "player", seat, "stacks") for seat in range(3)],
    ]


def test_numbers_of_cards_are_seen_by_all() -> None:
    t = after(SET_UP, ZONES, 3)
    for viewer in VIEWERS:
        counts = {
            (zone.name, zone.index): zone.count for zone in view(t, viewer).zones if zone.count
        }
        assert counts == {("deck", 0): 2, ("hand", 0): 2, ("heap", 0): 3, ("table", 0): 2}


def test_the_top_of_a_pile_comes_first_and_a_spread_in_the_order_of_the_table() -> None:
    t = after(SET_UP, ZONES, 3)
    found = view(t, 1)
    assert found.zone("heap").cards == (
        CardView("5", True), CardView(None, False), CardView(None, False),
    )  # fmt: skip
    assert [card.face for card in found.zone("table").cards] == ["3", "4"]
    assert [card.face for card in found.zone("hand", 0).cards] == [None, None]


def test_of_a_spread_the_known_cards_come_first_so_that_places_tell_nothing() -> None:
    t = after(SET_UP + "reveal starter.hand where number = 9 to left of starter", ZONES, 3)
    assert view(t, 1).zone("hand", 0).cards == (CardView("9", False), CardView(None, False))
    assert view(t, 2).zone("hand", 0).cards == (CardView(None, False), CardView(None, False))


def test_seen_tells_what_lies_open_from_what_is_remembered() -> None:
    t = after(SET_UP + "draw 1 from deck to heap", ZONES, 3)
    assert view(t, 2).zone("heap").cards[:2] == (CardView("2", True), CardView("5", False))
    assert all(card.seen for card in view(t, 0).zone("hand", 0).cards)


def test_the_referee_sees_all() -> None:
    t = after(SET_UP, ZONES, 3)
    found = view(t, "referee")
    assert all(card.face is not None for zone in found.zones for card in zone.cards)
    assert found.zone("deck").somewhere == ()


def test_cards_known_to_be_somewhere_are_listed_by_kind() -> None:
    t = after(SET_UP + "move table to deck\nshuffle deck", ZONES, 3)
    assert view(t, "spectator").zone("deck").somewhere == ("3", "4")
    assert all(card.face is None for card in view(t, 0).zone("deck").cards)


def test_variables_and_tokens_in_the_words_of_the_game() -> None:
    more = """
variable leader: player = left of starter
variable bait: colour or none = none
variable open_hands: flag = true
variable side: team = starter.team
variable tricks per player: integer = 2
variable pile_of: stack or none = none
tokens coin per player, supply 7
"""
    t = after(
        "give 3 coin to starter\nset starter.tricks to 5",
        ZONES + more,
        3,
        attributes="number: {type: integer, default: 0}\ncolour: {type: [red, blue], default: red}",
    )
    assert dict(view(t, "spectator").variables) == {
        "leader": (2,), "bait": (None,), "open_hands": (True,), "side": ([1],),
        "tricks": (5, 2, 2), "pile_of": (None,), "coin": (3, 0, 0),
    }  # fmt: skip


HOLDING = (
    ZONES
    + """
variable marked: card or none = none
variable several: cards = table
"""
)


def test_a_card_in_a_variable_is_shown_to_who_sees_where_it_lies() -> None:
    t = after(
        SET_UP + "reveal starter.hand where number = 9 to left of starter\n"
        "set marked to first of (starter.hand where number = 9)\n"
        "set several to starter.hand + table",
        HOLDING,
        3,
    )
    shown = {viewer: dict(view(t, viewer).variables) for viewer in VIEWERS}
    assert shown[0] == shown["referee"] == {"marked": ("9",), "several": (["8", "9", "3", "4"],)}
    for viewer in (1, 2, "spectator"):
        assert shown[viewer] == {
            "marked": ("a card",),
            "several": (["a card", "a card", "3", "4"],),
        }
    t = after(SET_UP + "set marked to first of table", HOLDING, 3)
    assert dict(view(t, 2).variables)["marked"] == ("3",)


def test_scores_are_public_at_the_end_and_the_referees_before() -> None:
    rules = (
        ZONES
        + ONE_GO
        + (
            "action go\n"
            "    do\n"
            "        draw 1 from deck to my hand\n"
            "score\n"
            '    cards: count of hand "cards"\n'
            "    twice: 2 * count of hand\n"
        )
    )
    t = table(rules, 2)
    assert view(t, 0).scores is None
    assert view(t, "referee").scores == (0, 0)
    t.do("go").do("go")
    assert view(t, 0).scores == view(t, "spectator").scores == (3, 3)
    assert score_parts(t.game, t.state) == (("cards", (1, 1)), ("twice", (2, 2)))


def test_hands_that_are_laid_open_at_the_end_are_seen() -> None:
    rules = """
variable finished: flag = false
zone hand per player spread, seen by all when finished else owner
setup
    draw 2 from deck to starter.hand
play
    set finished to true
"""
    t = table(DECK + rules, 2)
    assert t.state.over
    assert t.faces(1, "hand", 0) == ["8", "9"]


def test_whose_turn_it_is_and_what_is_asked_is_public() -> None:
    rules = (
        ZONES
        + ONE_GO
        + (
            'action go [X-1] "Go on"\n'
            "    do\n"
            "        as left of me\n"
            '            choose yes from {true, false} [X-2] "Really?"\n'
        )
    )
    t = table(rules, 3)
    for viewer in VIEWERS:
        found = view(t, viewer)
        assert (found.active, found.starter, found.turn, found.game, found.over) == (
            0,
            0,
            1,
            1,
            False,
        )
        assert found.decision is not None
        assert (found.decision.player, found.decision.asks_for) == (0, "action")
    t.do("go")
    asked = view(t, "spectator").decision
    assert asked is not None
    assert (asked.player, asked.asks_for, asked.prompt, asked.ids) == (
        1,
        "choose",
        "Really?",
        ("X-2",),
    )


@pytest.mark.parametrize("viewer", [3, -1, "Referee", "seat 1", None, 1.0])
def test_there_are_no_other_viewers(viewer: Any) -> None:
    with pytest.raises(OptionError):
        view(after(SET_UP, ZONES, 3), viewer)


def test_a_zone_that_does_not_exist() -> None:
    with pytest.raises(KeyError):
        view(after(SET_UP, ZONES, 3), 0).zone("cellar")


def test_views_are_json_data_with_seats_from_one() -> None:
    t = table(
        ZONES
        + ONE_GO
        + "action go\n    do\n        end game\nsetup\n    draw 1 from deck to starter.hand\n",
        3,
    )
    data = json.loads(json.dumps(view(t, 1).data()))
    assert (data["viewer"], data["active"], data["starter"]) == (2, 1, 1)
    assert data["decision"]["player"] == 1
    assert [zone["index"] for zone in data["zones"] if zone["name"] == "hand"] == [1, 2, 3]
    assert data["zones"][1]["cards"] == [{"face": None, "seen": False}]
    assert view(t, "spectator").data()["viewer"] == "spectator"


def test_sealed_answers_are_not_in_any_view() -> None:
    rules = (
        ZONES
        + """
setup
    each player clockwise from starter
        draw 2 from deck to my hand
play
    together each player clockwise from starter
        choose card from my hand
        do
            move card to table
"""
    )
    views = []
    for card in ("8", "9"):
        t = table(rules, 3)
        t.choose(card=card)
        views.append([view(t, viewer) for viewer in (0, 1, 2, "spectator")])
    assert views[0] == views[1]


@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_no_view_names_a_card_that_the_viewer_does_not_know(item: Bundled) -> None:
    """And each names as many cards as the masks say, wherever they lie."""
    of = item.game()
    for number, s in enumerate(random_play(of, 2, steps=150)):
        if number % 10 == 0:
            for seat in (0, of.players - 1, of.players):
                bit = 1 << seat
                found = make_view(of, s, "spectator" if seat == of.players else seat)
                faces = _faces(found)
                names = [of.ruleset.kinds[of.tables.kind[card]].name
                         for card in range(of.tables.cards) if s.known[card] & bit]  # fmt: skip
                assert sorted(faces) == sorted(names)
                json.dumps(found.data())


def _faces(found: View) -> list[str]:
    cards = [card for zone in found.zones for card in zone.cards]
    cards += [card for zone in found.zones for stack in zone.stacks for card in stack]
    return [card.face for card in cards if card.face is not None]


def test_games_do_not_share_what_is_shown() -> None:
    t = after(SET_UP, ZONES, 3)
    again = Game(t.game.ruleset, 3)
    assert make_view(again, t.state, 1) == view(t, 1)
