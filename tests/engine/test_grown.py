"""Sets that are made card by card: those, and in the order, that there are if each set is tried."""

from __future__ import annotations

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.lowering import bounds
from cardrules.engine.lowering.growing import growing
from cardrules.engine.sets.grown import grown
from cardrules.model import ir
from cardrules.source import SourceFile

TEXT = """\
---
title: Grown Sets
goal: Lay down sets.
turn: Lay down a set.
players: 2
attributes:
  suit: [red, green, blue]
  number: integer
cards:
  plain: {name: "{number} of {suit}", suit: all, number: 1 to 9, count: COPIES}
---
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone away shared pile, seen by all

define same(set: cards) = highest of number in set = lowest of number in set
define of_one_suit(set: cards) = every c in set: every d in set: c.suit = d.suit
define span(set: cards) = highest of number in set - lowest of number in set
define runs(set: cards) = of_one_suit(set) and span(set) = count of set - 1
define is_meld(set: cards) = count of set >= 2 and (same(set) or runs(set))

setup
    shuffle deck
    each player clockwise from starter
        draw 7 from deck to my hand

play
    turns clockwise from starter until count of deck < 3 or turn > 8
        one of lay, otherwise pass
        draw 2 from deck to my hand

action lay
    choose card from my hand
    choose set from WHAT
    do
        move set to away

action pass
    do
        move my hand to away

score
    all: count of hand
winner lowest score
"""
# With whether something is read off that stops holding while a set grows.
CONDITIONS = [
    ("same(it)", True),
    ("count of it > 1 and of_one_suit(it)", True),
    ("is_meld(it)", True),
    ("not is_meld(it)", False),
    ("it is not empty and every c in it: c.suit = (first of it).suit", True),
    ("not (some c in it: c.number = 3 or c.suit = blue) and count of it in {1, 3}", True),
    ("(some c in it: c.number > 4) and span(it) <= 1", True),
    ("count of (it where number = 2) <= 1 and count of (it where suit = red) = 2", True),
    ("sum of number in it <= 7 and sum of number in it != 5", True),
    ("not (sum of number in it > 6 or same(it))", True),
    ("not card in it and same(it)", True),
    ("card in it and count of it < 3", True),
    ("count of it <= count of (my hand - it)", False),
    ("some s in {red, blue}: every c in it: c.suit = s", True),
    ("of_one_suit(it) if card.number > 3 else same(it)", False),
    ("same(it) and it is not empty and (first of it).number > 2", True),
    ("count of it + lowest of number in it > 5 and same(it)", True),
]  # fmt: skip


def game_of(condition: str, copies: int, sets: str = "subsets") -> Game:
    what = f"{sets} of my hand where {condition}"
    text = TEXT.replace("WHAT", what).replace("COPIES", str(copies))
    ruleset, found = analyse_source(SourceFile("grown.rules", text))
    assert ruleset is not None, [one.message for one in found]
    return Game(ruleset, 2)


def played(game: Game, seed: int) -> tuple[list[list[str]], int]:
    """What could be chosen in a game by chance, and the work of it."""
    s = game.start(seed)
    below = Stream(seed, 1).below
    told, work = [], 0
    while answers := game.legal_actions(s):
        told.append([str(one) for one in answers])
        work += s.work
        s = game.apply(s, answers[below(len(answers))])
    return told, work


def tried(condition: str, copies: int, seed: int, monkeypatch: pytest.MonkeyPatch, sets: str
          ) -> tuple[list[list[str]], int]:  # fmt: skip
    """The same where each set is tried."""
    with monkeypatch.context() as patch:
        patch.setattr(bounds, "growing", lambda *given: None)
        return played(game_of(condition, copies, sets), seed)


@pytest.mark.parametrize("copies", [1, 3])
@pytest.mark.parametrize(("condition", "is_read_off"), CONDITIONS)
def test_they_are_those_that_fit(
    condition: str, is_read_off: bool, copies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(condition, copies)
    loops = [loop for search in game.program.searches for loop in search.plan.loops]
    assert any(one.growing is not None for loop in loops for one in loop.sets) == is_read_off
    told, _ = played(game, 1)
    assert told == tried(condition, copies, 1, monkeypatch, "subsets")[0]
    assert max(map(len, told)) > 1


def test_maximal_ones_are_those_into_which_no_further_card_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for condition in ("same(it)", "of_one_suit(it)"):
        game = game_of(condition, 2, "maximal subsets")
        wanted, _ = tried(condition, 2, 2, monkeypatch, "maximal subsets")
        assert played(game, 2)[0] == wanted


def test_it_is_less_work(monkeypatch: pytest.MonkeyPatch) -> None:
    _, work = played(game_of("is_meld(it)", 1), 3)
    _, before = tried("is_meld(it)", 1, 3, monkeypatch, "subsets")
    assert work * 3 < before


def test_where_it_would_be_more_work_all_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    condition = "count of it = 1 and not (some c in it: c.number = 7)"
    monkeypatch.setitem(globals(), "TEXT", TEXT.replace("draw 7", "draw 14"))
    assert played(game_of(condition, 2), 4)[0] == tried(condition, 2, 4, monkeypatch, "subsets")[0]


def test_so_often_and_no_more_a_card_is_added() -> None:
    cards, kind = (0, 1, 2, 3), [0, 0, 1, 2]
    found = grown(cards, kind, lambda one: True, lambda least, most: len(least) < 2, 10)
    # Three cards, and each with those that may come behind it: 3 + 3 + 1.
    assert found == ([(), (0,), (2,), (3,)], 7)
    assert grown(cards, kind, lambda one: True, lambda least, most: len(least) < 2, 6) is None


def test_what_another_part_makes_sure_of_is_not_looked_at() -> None:
    """Without the part that asks for a card, there might be none to look at."""
    game = game_of("count of it != 2 and away is not empty and (top of away).number = 1", 1)
    (search,) = [one for one in game.program.searches if one.name == "lay"]
    assert all(sets.growing is None for loop in search.plan.loops for sets in loop.sets)
    assert played(game, 5)[0]


def test_nothing_is_read_off_where_only_cards_that_may_come_matter() -> None:
    game = game_of("some c in it: c.number = 4", 1)
    (search,) = [one for one in game.program.searches if one.name == "lay"]
    (subsets,) = [loop.value for loop in search.plan.loops if isinstance(loop.value, ir.Subsets)]
    declared = game.program.declared.definitions
    assert growing(subsets, declared, game.program.layout.attribute) is None
