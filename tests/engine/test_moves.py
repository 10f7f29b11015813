"""What moves do to places and to knowledge, each sentence by a tiny game.

Numbers are the cards; the deck lies with 9 on top. Seat 0 is the starter, seat 1 sits to the left.
"""

from __future__ import annotations

import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.showing.view import CardView, make_view
from cardrules.errors import EngineError, RulesetError
from tests.engine.harness import DECK, HAND, NUMBERS, ONE_GO, Table, after, conserved, game, table

ZONES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone hoard per player pile, seen by nobody
zone table shared spread, seen by all
zone heap shared pile, top seen by all, rest seen by nobody
zone bag shared spread, seen by nobody
zone line shared row, seen by all
"""
PATCH = "zone patch per player stacks, top seen by all, rest seen by owner\n"
TWINS = 'twin: {name: "{number}", number: [1, 2], count: [3, 3]}'
EVERYBODY = (0, 1, 2, "spectator")
DEAL = """
draw 1 from deck to starter.hand
draw 1 from deck to (left of starter).hand
draw 1 from deck to starter.hand
"""


def set_up(statements: str, *, seats: int = 3, extra: str = "", **more: object) -> Table:
    """A table of three after these statements."""
    found = after(statements, ZONES + extra, seats, **more)
    conserved(found.game, found.state)
    return found


# ---- Seeing --------------------------------------------------------------------------------------


def test_cards_dealt_to_a_hand_are_known_to_its_owner_alone() -> None:
    t = set_up(DEAL)
    assert t.faces(0, "hand", 0) == ["7", "9"]
    assert t.faces(1, "hand", 1) == ["8"]
    for viewer in (1, 2, "spectator"):
        assert t.faces(viewer, "hand", 0) == [None, None]


def test_nobody_knows_the_deck_but_everybody_its_height() -> None:
    t = set_up(DEAL)
    for viewer in EVERYBODY:
        assert t.faces(viewer, "deck") == [None] * 6
    assert t.faces("referee", "deck") == ["1", "2", "3", "4", "5", "6"]


def test_what_lies_open_is_known_to_all() -> None:
    t = set_up("draw 2 from deck to table\ndraw 2 from deck to line")
    for viewer in EVERYBODY:
        assert t.faces(viewer, "table") == ["8", "9"]
        assert t.faces(viewer, "line") == ["7", "6"]


def test_a_revealed_card_is_known_to_all_where_it_lies() -> None:
    t = set_up(DEAL + "reveal starter.hand where number = 9")
    for viewer in (1, 2, "spectator"):
        assert t.faces(viewer, "hand", 0) == ["9", None]


def test_a_card_peeked_at_is_known_to_the_one_who_looked() -> None:
    t = set_up("if deck is not empty\n    reveal top of deck to starter")
    assert t.faces(0, "deck")[-1] == "9"
    assert t.faces(1, "deck")[-1] is None
    assert "spectator" not in t.log("spectator")[-1]


def test_a_spectator_sees_what_all_see_and_no_more() -> None:
    t = set_up(DEAL + "reveal starter.hand to players")
    assert t.faces(2, "hand", 0) == ["7", "9"]
    assert t.faces("spectator", "hand", 0) == [None, None]


def test_one_sees_the_top_and_the_owner_the_rest() -> None:
    zones = "zone mound per player pile, top seen by all, rest seen by owner\n"
    t = set_up("draw 3 from deck to starter.mound", extra=zones)
    assert t.faces(0, "mound", 0) == ["9", "8", "7"]
    assert t.faces(1, "mound", 0) == [None, None, "7"]


def test_others_may_see_what_the_owner_does_not() -> None:
    t = set_up(
        "draw 1 from deck to starter.brow", extra="zone brow per player pile, seen by others\n"
    )
    assert t.faces(0, "brow", 0) == [None]
    assert t.faces(1, "brow", 0) == t.faces(2, "brow", 0) == ["9"]
    assert t.faces("spectator", "brow", 0) == [None]


def test_partners_see_the_zone_of_the_team() -> None:
    t = after(
        "draw 1 from deck to starter.chest",
        DECK + "zone chest per team spread, seen by owner\n",
        seats=4,
        front="teams: {4: [[1, 3], [2, 4]]}",
    )
    assert t.faces(0, "chest") == t.faces(2, "chest") == ["9"]
    assert t.faces(1, "chest") == t.faces(3, "chest") == t.faces("spectator", "chest") == [None]


def test_a_hand_that_is_laid_open_is_seen_by_all_from_then_on() -> None:
    rules = """
    variable open_hands: flag = false
    zone hand per player spread, seen by all when open_hands else owner
    setup
        each player clockwise from starter
            draw 2 from deck to my hand
    play
        turns clockwise from starter once
            one of wait, show
    action wait
        do
            say "{me} waits"
    action show
        do
            set open_hands to true
    """.replace("\n    ", "\n")
    t = table(rules)
    assert t.faces(1, "hand", 0) == [None, None]
    assert t.do("show").faces(1, "hand", 0) == ["8", "9"]
    assert t.faces("spectator", "hand", 1) == ["6", "7"]


# ---- Following -----------------------------------------------------------------------------------


def test_what_one_peeked_at_is_followed_out_of_the_deck() -> None:
    t = set_up(
        "if deck is not empty\n    reveal top of deck to starter\n"
        "draw 2 from deck to (left of starter).hand"
    )
    assert t.faces(0, "hand", 1) == ["9", None]
    assert t.faces(2, "hand", 1) == [None, None]


@pytest.mark.parametrize(("place", "wanted"), [("at bottom", 0), ("above 2 cards", 2), ("", 6)])
def test_one_knows_where_one_tucked_a_card(place: str, wanted: int) -> None:
    t = set_up(DEAL + f"move starter.hand where number = 9 to deck {place}")
    assert t.faces(0, "deck")[wanted] == "9"
    assert t.faces(0, "deck").count(None) == 6
    for viewer in (1, 2, "spectator"):
        assert t.faces(viewer, "deck") == [None] * 7


def test_one_still_knows_what_one_tucked_after_the_piles_are_exchanged() -> None:
    t = set_up(
        DEAL + "draw 2 from deck to starter.hoard\n"
        "move starter.hand where number = 9 to starter.hoard at bottom\n"
        "swap starter.hoard with (left of starter).hoard"
    )
    assert t.faces(0, "hoard", 1) == ["9", None, None]
    assert t.faces(1, "hoard", 1) == [None, None, None]


def test_a_card_that_is_handed_over_is_known_to_giver_and_receiver_alone() -> None:
    t = set_up(DEAL + "move starter.hand where number = 9 to (left of starter).hand")
    assert t.faces(0, "hand", 1) == [None, "9"] or t.faces(0, "hand", 1) == ["9", None]
    assert t.faces(1, "hand", 1) == ["8", "9"]
    assert t.faces(2, "hand", 1) == t.faces("spectator", "hand", 1) == [None, None]


def test_a_card_that_goes_from_the_open_into_the_dark_is_known_there() -> None:
    t = set_up("draw 2 from deck to table\nmove table where number = 9 to starter.hoard")
    for viewer in EVERYBODY:
        assert t.faces(viewer, "hoard", 0) == ["9"]


def test_whoever_swaps_hands_knows_what_the_other_now_holds() -> None:
    t = set_up(DEAL + "swap starter.hand with (left of starter).hand")
    assert t.faces(0, "hand", 1) == ["7", "9"]
    assert t.faces(1, "hand", 0) == ["8"]
    assert t.faces(0, "hand", 0) == ["8"]
    assert t.faces(2, "hand", 0) == [None]


def test_a_whole_hand_that_goes_to_another_hand_is_followed_by_whoever_knew_of_it() -> None:
    t = set_up(
        DEAL + "reveal starter.hand where number = 9 to right of starter\n"
        "move starter.hand to (left of starter).hand"
    )
    assert t.faces(2, "hand", 1) == ["9", None, None]


def test_a_pile_that_is_laid_on_another_keeps_its_order_and_what_was_known() -> None:
    t = set_up(
        "draw 3 from deck to starter.hoard\n"
        "each c in starter.hoard where number = 8\n    reveal c to starter\n"
        "draw 1 from deck to (left of starter).hoard\n"
        "move starter.hoard to (left of starter).hoard"
    )
    assert t.cards("hoard", 1) == ["6", "9", "8", "7"]
    assert t.faces(0, "hoard", 1) == [None, None, "8", None]


def test_of_a_whole_hand_that_goes_under_a_pile_one_knows_that_a_card_is_in_there() -> None:
    """Nobody but those who see the hand or the pile can tell in which order the cards lie there."""
    t = set_up(
        DEAL + "reveal starter.hand where number = 9 to left of starter\n"
        "draw 1 from deck to starter.hoard\nmove starter.hand to starter.hoard at bottom"
    )
    assert t.faces(0, "hoard", 0) == ["9", "7", None], "the owner laid them down"
    assert t.faces(1, "hoard", 0) == [None, None, None]
    assert t.somewhere(1, "hoard", 0) == ["9"]
    assert t.somewhere(2, "hoard", 0) == []


def test_a_last_card_in_hand_is_followed_exactly() -> None:
    t = set_up(
        "draw 1 from deck to starter.hand\nreveal starter.hand to left of starter\n"
        "move starter.hand to starter.hoard"
    )
    assert t.faces(1, "hoard", 0) == ["9"]


def test_a_hand_that_is_exchanged_for_a_pile_is_known_to_be_in_there_in_some_order() -> None:
    t = set_up(
        DEAL + "reveal starter.hand where number = 9 to left of starter\n"
        "draw 3 from deck to starter.hoard\nswap starter.hand with starter.hoard"
    )
    assert t.faces(1, "hoard", 0) == [None, None]
    assert t.somewhere(1, "hoard", 0) == ["9"]
    assert t.faces(0, "hand", 0) == ["4", "5", "6"]


def test_what_one_knew_to_be_somewhere_in_a_pile_is_known_when_the_pile_becomes_a_hand() -> None:
    """In a hand there is no more to know of a card than that it is there."""
    t = set_up(
        "draw 2 from deck to starter.hoard\n"
        "reveal starter.hoard where number = 9 to left of starter\n"
        "shuffle starter.hoard\nswap starter.hand with starter.hoard"
    )
    assert t.faces(1, "hand", 0) == ["9", None]


# ---- Losing --------------------------------------------------------------------------------------

KNOWN_NINE = DEAL + "reveal starter.hand where number = 9 to left of starter\n"


@pytest.mark.parametrize("gone", ["7", "9"])
def test_after_a_hidden_move_out_of_a_hand_nobody_knows_which_card_went(gone: str) -> None:
    """Once nobody can point at the card that was shown."""
    unpointed = KNOWN_NINE + "shuffle starter.hand\n"
    t = set_up(unpointed + f"move starter.hand where number = {gone} to starter.hoard")
    assert t.faces(1, "hand", 0) == [None]
    assert t.faces(1, "hoard", 0) == [None]
    assert t.somewhere(1, "hoard", 0) == []
    assert t.faces(0, "hoard", 0) == [gone], "the owner saw it go"


def test_a_move_that_one_sees_leaves_what_one_knew() -> None:
    t = set_up(KNOWN_NINE + "move starter.hand where number = 7 to table")
    assert t.faces(1, "hand", 0) == ["9"]


def test_the_receiver_saw_which_card_came() -> None:
    t = set_up(KNOWN_NINE + "move starter.hand where number = 7 to (left of starter).hand")
    assert t.faces(1, "hand", 0) == ["9"]


def test_out_of_a_bag_that_nobody_sees_no_card_can_be_followed() -> None:
    t = set_up(
        "draw 2 from deck to table\nmove table to bag\ndraw 1 from deck to bag\n"
        "move bag where number = 7 to starter.hoard"
    )
    for viewer in EVERYBODY:
        assert t.faces(viewer, "bag") == [None, None]
        assert t.faces(viewer, "hoard", 0) == [None]


def test_after_a_shuffle_one_knows_that_a_card_is_in_there_but_not_where() -> None:
    t = set_up("draw 2 from deck to table\nmove table to deck\nshuffle deck")
    for viewer in EVERYBODY:
        assert t.faces(viewer, "deck") == [None] * 9
        assert t.somewhere(viewer, "deck") == ["8", "9"]


def test_what_was_known_of_a_shuffled_deck_is_lost_when_a_card_leaves_it_unseen() -> None:
    t = set_up(
        "draw 2 from deck to table\n"
        "move table to deck\n"
        "shuffle deck\n"
        "draw 1 from deck to starter.hand"
    )
    for viewer in (1, 2, "spectator"):
        assert t.somewhere(viewer, "deck") == []
    drawn = set(t.cards("hand", 0))
    assert t.somewhere(0, "deck") == sorted({"8", "9"} - drawn)


def test_a_card_that_leaves_a_shuffled_deck_openly_takes_nothing_else_along() -> None:
    t = set_up(
        "draw 2 from deck to table\nmove table to deck\nshuffle deck\ndraw 1 from deck to table"
    )
    for viewer in EVERYBODY:
        assert t.somewhere(viewer, "deck") == sorted({"8", "9"} - set(t.cards("table")))


def test_what_was_in_a_shuffled_deck_that_moves_as_a_whole_is_still_in_there() -> None:
    t = set_up(
        "draw 2 from deck to table\nmove deck to starter.hoard\nmove table to deck\nshuffle deck\n"
        "move deck to starter.hoard at bottom"
    )
    assert t.somewhere(1, "hoard", 0) == ["8", "9"]


def test_a_pile_that_is_moved_onto_itself_does_not_bring_back_what_a_draw_takes_away() -> None:
    t = set_up(
        "draw 2 from deck to table\nmove table to deck\nshuffle deck\nmove deck to deck\n"
        "draw 1 from deck to starter.hand"
    )
    for viewer in (1, 2, "spectator"):
        assert t.somewhere(viewer, "deck") == []
        assert t.somewhere(viewer, "hand", 0) == []


def test_the_known_card_that_went_into_a_hidden_move_is_found_again_when_it_is_seen() -> None:
    t = set_up(
        KNOWN_NINE
        + "move starter.hand where number = 9 to starter.hoard\nmove starter.hoard to table"
    )
    assert t.faces(1, "table") == ["9"]


def test_to_shuffle_a_hand_changes_nothing() -> None:
    """A spread has no order: there is nothing to lose, and its cards stay in that of the card
    table.
    """
    t = set_up(KNOWN_NINE + "shuffle starter.hand")
    assert t.faces(0, "hand", 0) == ["7", "9"]
    assert t.faces(1, "hand", 0) == ["9", None]


# ---- Cards that look the same --------------------------------------------------------------------


def test_cards_that_look_the_same_are_known_by_number() -> None:
    """Three 2s on top of the deck, three 1s below."""
    t = set_up(
        "if deck is not empty\n    reveal top of deck to left of starter\n"
        "draw 3 from deck to starter.hand",
        cards=TWINS,
    )
    assert t.faces(1, "hand", 0) == ["2", None, None]
    known = [t.state.known[card] for card in t.state.zones[t.zone_number("hand", 0)]]
    assert known == sorted(known, reverse=True), "the fuller masks lie on the lower numbers"


def test_of_two_twins_it_is_the_known_one_that_goes() -> None:
    """One saw a 2 in that hand. When a 2 is played from it, one cannot know that another is
    left.
    """
    t = set_up(
        "if deck is not empty\n    reveal top of deck to left of starter\n"
        "draw 3 from deck to starter.hand\n"
        "pick gone at random from starter.hand\nmove gone to table",
        cards=TWINS,
    )
    assert t.faces(1, "hand", 0) == [None, None]
    assert t.faces(1, "table") == ["2"]


def test_to_be_shown_a_twin_twice_is_not_to_know_two() -> None:
    """The card that is shown the second time may be the one that was shown before."""
    t = set_up(
        "draw 3 from deck to starter.hand\neach c in starter.hand\n    reveal c to left of starter",
        cards=TWINS,
    )
    assert t.faces(1, "hand", 0) == ["2", None, None]


def test_to_be_shown_twins_at_once_is_to_know_both() -> None:
    t = set_up(
        "draw 3 from deck to starter.hand\nreveal starter.hand to left of starter", cards=TWINS
    )
    assert t.faces(1, "hand", 0) == ["2", "2", "2"]


def test_what_is_known_does_not_depend_on_which_twin_it_was() -> None:
    """Whatever twin chance takes, as much is known, by as many."""
    masks = set()
    for seed in range(12):
        t = set_up(
            "draw 3 from deck to starter.hand\npick shown at random from starter.hand\n"
            "reveal shown to left of starter\nshuffle starter.hand\n"
            "pick gone at random from starter.hand\n"
            "move gone to (right of starter).hand",
            cards=TWINS,
            seed=seed,
        )
        masks.add(tuple(sorted(t.state.known)))
        assert t.faces(0, "hand", 0) == ["2", "2"]
        assert t.faces(1, "hand", 0) == t.faces(2, "hand", 0) == [None, None]
        assert t.faces(0, "hand", 2) == t.faces(2, "hand", 2) == ["2"]
    assert len(masks) == 1


def test_twins_in_a_shuffled_pile_are_known_by_number_too() -> None:
    t = set_up("draw 2 from deck to table\nmove table to deck\nshuffle deck", cards=TWINS)
    assert t.somewhere(1, "deck") == ["2", "2"]
    t = set_up(
        "draw 2 from deck to table\nmove table to deck\nshuffle deck\n"
        "while table is empty and deck is not empty\n    draw 1 from deck to table",
        cards=TWINS,
    )
    seen = t.cards("table")
    assert t.somewhere(1, "deck") == ["2"] * (2 - seen.count("2"))


def test_a_twin_that_is_seen_to_leave_a_shuffled_pile_is_taken_for_the_known_one() -> None:
    """One knew of one 2 in there. A 2 goes, whichever: one cannot know of another."""
    for seed in range(5):
        t = set_up(
            "draw 1 from deck to table\nmove table to deck\nshuffle deck\n"
            "each c in deck where number = 2\n    if table is empty\n        move c to table",
            cards=TWINS,
            seed=seed,
        )
        assert t.cards("table") == ["2"]
        assert t.somewhere(1, "deck") == []


# ---- Places --------------------------------------------------------------------------------------


def test_draw_takes_from_the_top_one_after_the_other() -> None:
    t = set_up("draw 3 from deck to heap")
    assert t.cards("heap") == ["9", "8", "7"]
    t = set_up("draw 3 from deck to heap at bottom")
    assert t.cards("heap") == ["7", "8", "9"]


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("", ["9", "8", "7", "1"]),
        ("at bottom", ["1", "9", "8", "7"]),
        ("above 1 cards", ["9", "1", "8", "7"]),
        ("below 1 cards", ["9", "8", "1", "7"]),
        ("above 0 cards", ["1", "9", "8", "7"]),
        ("below 0 cards", ["9", "8", "7", "1"]),
        ("above 99 cards", ["9", "8", "7", "1"]),
        ("below 99 cards", ["1", "9", "8", "7"]),
        ("above 0 - 5 cards", ["1", "9", "8", "7"]),
    ],
)
def test_the_places_in_a_pile(place: str, wanted: list[str]) -> None:
    t = set_up(f"draw 3 from deck to heap\nmove deck where number = 1 to heap {place}")
    assert t.cards("heap") == wanted


def test_several_cards_at_the_bottom_lie_in_their_order_downwards() -> None:
    t = set_up("draw 1 from deck to heap\nmove deck where number < 4 to heap at bottom")
    assert t.cards("heap") == ["3", "2", "1", "9"]


def test_cards_from_several_zones_go_group_by_group() -> None:
    t = set_up(DEAL + "move players.hand to line")
    assert t.cards("line") == ["7", "9", "8"]


def test_a_card_moved_within_its_own_zone_goes_to_its_new_place() -> None:
    t = set_up("draw 3 from deck to line\nmove line where number = 9 to line")
    assert t.cards("line") == ["8", "7", "9"]


def test_an_uncovered_top_is_seen_by_those_who_see_tops() -> None:
    t = set_up("draw 3 from deck to heap\nmove heap where number = 7 to starter.hoard")
    for viewer in EVERYBODY:
        assert t.faces(viewer, "heap") == [None, "8"] or t.faces(viewer, "heap") == ["9", "8"]
        assert t.faces(viewer, "hoard", 0) == ["7"], "it lay on top when it went"


def test_a_covered_card_is_remembered_not_seen() -> None:
    t = set_up("draw 1 from deck to heap\ndraw 1 from deck to heap")
    zone = [(card.face, card.seen) for card in _zone(t, 1, "heap")]
    assert zone == [("8", True), ("9", False)]


def _zone(t: Table, viewer: int, name: str) -> tuple[CardView, ...]:
    return make_view(t.game, t.state, viewer).zone(name).cards


def test_moving_none_or_nothing_does_nothing() -> None:
    t = set_up(
        "let none_of_it = table where number = 3\nmove none_of_it to heap\nmove table to heap"
    )
    assert t.cards("heap") == []
    assert [line for line in t.log("referee") if "->" in line] == []


# ---- Stacks --------------------------------------------------------------------------------------

TWO_STACKS = """
draw 4 from deck to line
let low = first of (line where number = 9)
let high = first of (line where number = 8)
if low is not none and high is not none
    stack high on low to starter.patch
let low2 = first of (line where number = 7)
let high2 = first of (line where number = 6)
if low2 is not none and high2 is not none
    stack high2 on low2 to starter.patch
"""


def test_a_stack_has_the_first_card_on_top_and_comes_last() -> None:
    t = set_up(TWO_STACKS, extra=PATCH)
    assert t.stacks("patch", 0) == [["9", "8"], ["7", "6"]]


def test_a_stack_that_moves_stays_a_stack_and_comes_last() -> None:
    first = "move starter.patch where (top of it).number = 8 to (left of starter).patch\n"
    then = "move starter.patch to (left of starter).patch"
    t = set_up(TWO_STACKS + first + then, extra=PATCH)
    assert t.stacks("patch", 0) == []
    assert t.stacks("patch", 1) == [["9", "8"], ["7", "6"]]


def test_the_new_owner_of_a_stack_sees_below_its_top_and_the_old_one_remembers() -> None:
    covered = TWO_STACKS.replace("line", "hoard").replace("to hoard", "to starter.hoard")
    covered = covered.replace("(hoard", "(starter.hoard")
    t = set_up(covered, extra=PATCH)
    view = _stack_faces(t, 1, 0)
    assert view == [[None, "8"], [None, "6"]]
    t = set_up(covered + "move starter.patch to (left of starter).patch", extra=PATCH)
    assert _stack_faces(t, 1, 1) == _stack_faces(t, 0, 1) == [["9", "8"], ["7", "6"]]
    assert _stack_faces(t, 2, 1) == [[None, "8"], [None, "6"]]


def _stack_faces(t: Table, viewer: int, holder: int) -> list[list[str | None]]:
    zone = make_view(t.game, t.state, viewer).zone("patch", holder)
    return [[card.face for card in stack[::-1]] for stack in zone.stacks]


def test_a_stack_whose_cards_are_gone_is_gone() -> None:
    t = set_up(TWO_STACKS + "each s in starter.patch\n    if (top of s).number = 8\n"
               "        move s to table", extra=PATCH)  # fmt: skip
    assert t.stacks("patch", 0) == [["7", "6"]]
    t = set_up(TWO_STACKS + "move starter.patch to table", extra=PATCH)
    assert t.stacks("patch", 0) == []
    assert t.cards("table") == ["6", "7", "8", "9"]
    assert set(t.state.holder) == {-1}


def test_a_stack_loses_its_cards_one_by_one() -> None:
    lines = "each s in starter.patch\n    repeat 2 times\n        move top of s to table"
    t = set_up(TWO_STACKS + lines, extra=PATCH)
    assert t.stacks("patch", 0) == []
    assert t.cards("table") == ["6", "7", "8", "9"]


def test_a_card_on_itself_is_a_stack_of_one_and_no_card_is_no_stack() -> None:
    lines = (
        "draw 1 from deck to line\nlet only_one = first of line\n"
        "if only_one is not none\n    stack only_one on only_one to starter.patch\n"
        "as starter\n    choose nothing_there from my hand\n"
        "    if nothing_there is not none\n"
        "        stack nothing_there on nothing_there to my patch"
    )
    t = set_up(lines, extra=PATCH)
    assert t.stacks("patch", 0) == [["9"]]


def test_a_card_of_a_stack_may_begin_another() -> None:
    lines = (
        "let other = first of (deck where number = 5)\n"
        "each s in starter.patch\n    if other is not none and (top of s).number = 6\n"
        "        stack other on top of s to (left of starter).patch"
    )
    t = set_up(TWO_STACKS + lines, extra=PATCH)
    assert t.stacks("patch", 0) == [["9", "8"], ["7"]]
    assert t.stacks("patch", 1) == [["6", "5"]]


# ---- Set-up of zones -----------------------------------------------------------------------------


def test_each_card_must_start_somewhere() -> None:
    rules = "zone deck shared pile, seen by nobody, starts with cards where number > 3\n"
    with pytest.raises(RulesetError, match="'1' starts in no zone"):
        table(rules)


def test_no_card_may_start_in_two_zones() -> None:
    rules = DECK + "zone other shared pile, seen by all, starts with cards where number = 2\n"
    with pytest.raises(RulesetError, match="both in other and in deck"):
        table(rules)


def test_cards_may_start_in_different_zones() -> None:
    t = table(
        "zone deck shared pile, seen by nobody, starts with cards where number > 3\n"
        "zone open shared spread, seen by all, starts with cards where number < 4\n"
    )
    assert t.cards("open") == ["1", "2", "3"]
    assert t.faces(1, "open") == ["1", "2", "3"]
    assert t.faces(1, "deck") == [None] * 6


def test_cards_are_conserved_in_a_long_random_game() -> None:
    rules = (
        ZONES
        + PATCH
        + ONE_GO.replace("once", "until deck is empty").replace("go", "a, b, c, d")
        + """
action a
    choose card from deck
    do
        move card to my hand
action b
    choose card from my hand
    choose where_to from players
    do
        move card to where_to.hoard above 1 cards
action c
    require count of my hand > 1
    do
        let low = first of my hand
        let rest_of_it = my hand where number > 0
        if low is not none
            pick high at random from my hand where it != low
            if high is not none
                stack high on low to my patch
        move rest_of_it to my hand
action d
    do
        swap my hand with (left of me).hoard
        draw 1 from deck to my hand
"""
    )
    of = game(rules, 3, cards=NUMBERS.replace("count: 1", "count: 3"))
    t = Table(of)
    number = 0
    while (answers := of.answers(t.state)) and number < 400:
        of.apply_answer_in_place(t.state, answers[(number * 7919 + 3) % len(answers)])
        conserved(of, t.state)
        number += 1
    assert number > 20


def test_hands_keep_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    t = after(DEAL, ZONES + HAND.replace("hand", "spare"), 3)
    assert t.cards("spare") == []
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("cards", "lying"), [((0,), (1, 2)), ((0, 1), (1, 2)), ((0, 1), (1,))])
def test_a_card_that_is_not_where_it_should_be_is_no_move(
    cards: tuple[int, ...], lying: tuple[int, ...]
) -> None:
    """Such a state is a bug of the engine, and must not go on."""
    t = set_up("draw 2 from deck to starter.hand")
    s, zone = t.state, t.zone_number("deck")
    s.zones[zone] = lying
    for card in cards:
        s.place[card] = zone
    with pytest.raises(EngineError, match="were to leave zone"):
        t.game.builder.mover.move(s, cards, t.zone_number("hand"), "top", 0, None)


# ---- A card that moves alone ---------------------------------------------------------------------

OF_MANY_SHAPES = ZONES + PATCH + "zone row per player row, seen by owner\n"
OF_MANY_SHAPES += "zone dark shared pile, top seen by nobody, rest seen by all\n"
MIXED = """
setup
    shuffle deck
    each p in players
        draw 4 from deck to p.hand
        draw 1 from deck to p.hoard
    let lower = first of starter.hand
    let upper = first of (left of starter).hand
    if lower is not none and upper is not none
        stack upper on lower to starter.patch
    draw 3 from deck to table
    draw 2 from deck to line
    draw 2 from deck to bag
    move (left of starter).hand to heap
    shuffle heap
"""
MANY_TWINS = 'twin: {name: "{number}", number: 1 to 5, count: 6}'


@pytest.mark.parametrize("seed", range(4))
def test_a_card_that_moves_alone_moves_like_a_group(seed: int) -> None:
    t = Table(game(OF_MANY_SHAPES + MIXED, 3, cards=MANY_TWINS), seed=seed)
    state, mover, chance = t.state, t.game.builder.mover, Stream(seed, 1)
    moved = 0
    for _ in range(200):
        card = chance.below(t.game.tables.cards)
        to = chance.below(t.game.tables.static_zones)
        if to in mover.of_stacks:
            to = (state.zones[to] or (0,))[0]
        alone, among = state.copy(), state.copy()
        alone.events, among.events = [], []
        mover.move(alone, (card,), to, "top", 0, None)
        mover._move_group(among, (card,), state.place[card], to, "top", 0, None)
        assert alone == among
        assert alone.events == among.events
        moved += bool(alone.events)
        state = alone
    assert moved > 100
