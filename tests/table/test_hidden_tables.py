"""Tables of states that differ only in what a viewer cannot know are equal, menus included."""

from __future__ import annotations

import random

import pytest

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.determinise import determinised
from cardrules.leaks.shown import viewer_of
from cardrules.model.state import State
from cardrules.table.describe import describe
from tests.bundled import Bundled, at_all_numbers, at_both_ends
from tests.engine.indistinguishable import sampled, viewers
from tests.engine.relabel import relabelled

# More lines than that are opened of no menu: what is behind them is told alike.
FEW = 40


def told(of: Game, s: State, bit: int) -> object:
    """All that the table tells a viewer."""
    table = describe(of, s, viewer_of(of, bit))
    menu = None if table.question is None else table.question.menu
    depth = 1 if menu is not None and len(menu.lines) <= FEW else 0
    answers = [str(line) for text in ("", "1") for line in table.lookups.why(text)]
    looked_up = (table.lookups.rules_here(), table.lookups.score(), table.lookups.about("a"))
    return table.data(depth), answers, [str(line) for lines in looked_up for line in lines]


def compare(item: Bundled, *, seed: int, every: int) -> None:
    """Both ways to change what a viewer cannot know, at states of a game."""
    of, chance, stream = item.game(), random.Random(seed), Stream(seed, 5)
    changed = 0
    for s in sampled(of, seed, every=every, steps=160):
        for bit in viewers(of):
            here = told(of, s, bit)
            other, face = relabelled(of, s, [bit], chance)
            assert told(of, other, bit) == here
            changed += face != list(range(of.tables.cards))
            if bit < of.players:
                other = determinised(of, s, bit, stream.shuffled)
                assert told(of, other, bit) == here
                changed += other != s
    assert changed > 0


@pytest.mark.parametrize("item", at_both_ends(), ids=str)
def test_the_table_does_not_depend_on_what_its_viewer_cannot_know(item: Bundled) -> None:
    compare(item, seed=1, every=37)


@pytest.mark.slow
@pytest.mark.parametrize("item", at_all_numbers(), ids=str)
def test_the_same_in_many_states(item: Bundled) -> None:
    for seed in range(2, 6):
        compare(item, seed=seed, every=11)
