"""Zones whose top is seen by others than the rest: each sees the places that are his to see."""

from __future__ import annotations

import pytest

from cardrules.engine.showing.view import Viewer, make_view
from tests.engine.harness import Table, after

VIEWERS: tuple[Viewer, ...] = (0, 1, "spectator")


def known(t: Table, name: str, holder: int = 0) -> dict[object, list[str | None]]:
    """What each viewer knows of a zone, lowest card first."""
    return {viewer: t.faces(viewer, name, holder) for viewer in VIEWERS}


def for_all(faces: list[str | None]) -> dict[object, list[str | None]]:
    """The same for each viewer."""
    return {viewer: faces for viewer in VIEWERS}


@pytest.mark.parametrize("shape", ["pile", "row"])
def test_who_sees_the_rest_does_not_see_what_lands_on_top(shape: str) -> None:
    zone = f"zone heap shared {shape}, top seen by nobody, rest seen by all"
    t = after("draw 1 from deck to heap", zone)
    assert known(t, "heap") == for_all([None])
    assert "A card goes from the deck to the heap" in t.log(0)
    assert not any("9" in line for viewer in VIEWERS for line in t.log(viewer))


def test_a_covered_card_is_seen_by_those_who_see_the_rest() -> None:
    zone = "zone heap shared pile, top seen by nobody, rest seen by all"
    t = after("repeat 2 times\n    draw 1 from deck to heap", zone)
    assert known(t, "heap") == for_all(["9", None])
    assert "2 cards go from the deck to the heap" in t.log(0)


def test_several_cards_at_once_are_seen_but_for_the_one_on_top() -> None:
    zone = "zone heap shared pile, top seen by nobody, rest seen by all"
    t = after("draw 3 from deck to heap", zone)
    assert known(t, "heap") == for_all(["9", "8", None])
    assert "8, 9 and a card go from the deck to the heap" in t.log(1)


def test_a_card_that_is_put_below_is_seen_by_those_who_see_the_rest() -> None:
    zone = "zone heap shared pile, top seen by nobody, rest seen by all"
    t = after("draw 1 from deck to heap\ndraw 1 from deck to heap at bottom", zone)
    assert known(t, "heap") == for_all(["8", None])
    assert "8 goes from the deck to the heap" in t.log(1)


def test_the_top_is_seen_by_others_and_the_rest_by_all() -> None:
    zone = "zone own per player pile, top seen by others, rest seen by all"
    t = after("repeat 2 times\n    draw 1 from deck to starter.own", zone)
    assert t.faces(0, "own") == ["9", None]
    assert t.faces(1, "own") == ["9", "8"]
    # Who only watches is none of the others.
    assert t.faces("spectator", "own") == ["9", None]
    assert "2 cards go from the deck to Player 1's own" in t.log(0)
    assert "8 and 9 go from the deck to Player 1's own" in t.log(1)


def test_an_uncovered_card_is_seen_by_those_who_see_tops_alone() -> None:
    zone = (
        "zone own per player pile, top seen by others, rest seen by nobody\n"
        "zone box shared pile, seen by nobody"
    )
    t = after("draw 2 from deck to starter.own\nmove top of starter.own to box", zone)
    assert t.faces(0, "own") == [None]
    assert t.faces(1, "own") == ["9"]


def test_teams_see_the_places_of_their_team() -> None:
    t = after(
        "draw 2 from deck to starter.chest",
        "zone chest per team pile, top seen by nobody, rest seen by owner",
        4,
        front="teams: {4: [[1, 3], [2, 4]]}",
    )
    assert t.faces(0, "chest") == t.faces(2, "chest") == ["9", None]
    assert t.faces(1, "chest") == t.faces("spectator", "chest") == [None, None]


def test_a_new_stack_and_a_moved_one_hide_their_top() -> None:
    t = after(
        "let a = top of deck\n"
        "let b = bottom of deck\n"
        "if a is not none and b is not none\n"
        "    stack a on b to starter.patch",
        "zone patch per player stacks, top seen by nobody, rest seen by all",
    )
    (stack,) = t.state.zones[t.zone_number("patch")]
    low, high = t.state.zones[stack]
    assert t.state.known[low] == t.game.tables.everybody
    assert t.state.known[high] == 0
    t.game.builder.mover.move_stacks(t.state, (stack,), t.zone_number("patch", 1), None)
    assert t.state.known[high] == 0


def test_a_meld_out_of_a_hand_is_a_stack_that_is_known_as_far_as_it_is_seen() -> None:
    zones = (
        "zone hand per player spread, seen by owner\n"
        "zone open_patch per player stacks, seen by all\n"
        "zone patch per player stacks, top seen by all, rest seen by owner"
    )
    lines = "draw 5 from deck to starter.hand\nstack starter.hand where number > 6 to starter."
    t = after(lines + "open_patch\nstack starter.hand to starter.patch", zones)
    assert t.stacks("open_patch") == [["7", "8", "9"]] and t.stacks("patch") == [["5", "6"]]
    view = make_view(t.game, t.state, 1)
    faces = {
        name: [[card.face for card in stack] for stack in zone.stacks]
        for name, zone in (
            (t.game.tables.zone_names[at][0], it) for at, it in enumerate(view.zones)
        )
        if zone.stacks
    }
    assert faces == {"open_patch": [["9", "8", "7"]], "patch": [["6", None]]}
    assert "7, 8 and 9 go from Player 1's hand to stack 1 of Player 1's open patch" in t.log(1)


def test_a_hidden_hand_that_is_laid_on_such_a_pile_gives_away_all_but_the_top() -> None:
    zone = (
        "zone hand per player spread, seen by owner\n"
        "zone heap shared pile, top seen by nobody, rest seen by all"
    )
    t = after("draw 3 from deck to starter.hand\nmove starter.hand to heap", zone)
    assert t.faces(0, "heap") == ["7", "8", "9"]
    assert t.faces(1, "heap") == ["7", "8", None]
    assert "7, 8 and a card go from Player 1's hand to the heap" in t.log(1)


def test_where_the_view_of_a_zone_of_stacks_changes_the_cards_of_its_stacks_are_seen() -> None:
    """Not cards whose numbers are those of the stacks."""
    t = after(
        "let a = top of deck\n"
        "let b = bottom of deck\n"
        "if a is not none and b is not none\n"
        "    stack a on b to starter.patch\n"
        "set open to true",
        "zone patch per player stacks, seen by all when open else nobody\n"
        "variable open: flag = false",
    )
    (stack,) = t.state.zones[t.zone_number("patch")]
    everybody = t.game.tables.everybody
    lying = t.state.zones[stack]
    assert [t.state.known[card] for card in lying] == [everybody, everybody]
    assert not any(t.state.known[card] for card in range(t.game.tables.cards) if card not in lying)


@pytest.mark.parametrize(
    "line",
    [
        "move starter.hand to starter.hand",
        "move first of starter.hand to starter.hand",
        "swap starter.hand with starter.hand",
        "move top of deck to deck",
        "move bottom of deck to deck at bottom",
        "move deck to deck",
        "draw 3 from deck to deck",
    ],
)
def test_what_goes_where_it_lies_changes_nothing(line: str) -> None:
    """Nor is it told, and nobody forgets what he knows; a standing rule may say it and rest."""
    zone = "zone hand per player spread, seen by owner"
    begin = "draw 3 from deck to starter.hand\nreveal first of starter.hand"
    here, there = after(begin, zone), after(f"{begin}\n{line}", zone)
    assert there.state.zones == here.state.zones
    assert there.state.known == here.state.known
    assert there.state.changes == here.state.changes
    assert there.log(0) == here.log(0)
