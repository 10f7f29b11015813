"""Scores during a game: told where they follow from what lies open, and nowhere else."""

from __future__ import annotations

import pytest

from cardrules.table.describe import describe
from cardrules.table.in_force import InForce
from cardrules.table.winning import parts_of_score
from tests.engine import harness

RULES = """
zone deck shared pile, seen by nobody, starts with cards
zone hand per player spread, seen by owner
zone loot per player pile, {seen}
setup
    each player clockwise from starter
        draw 1 from deck to my hand
play
    turns clockwise from starter until turn = 3
        one of go
action go
    choose card from my hand
    do
        move card to my loot
        draw 1 from deck to my hand
score
    loot: {score}
winner highest score
"""
BY_FACE = "sum of number in my loot"


def scores(seen: str, score: str) -> list[int | None]:
    """The scores that the player of seat 2 is told after seat 1 has taken something."""
    t = harness.table(RULES.format(seen=seen, score=score), 2)
    after = t.game.apply_answer(t.state, t.game.answers(t.state)[0])
    return [player.score for player in describe(t.game, after, 1).players]


def test_a_score_of_open_cards_is_told() -> None:
    first, second = scores("seen by all", BY_FACE)
    assert first and second == 0


@pytest.mark.parametrize(
    "seen", ["seen by owner", "seen by nobody", "rest seen by all, top seen by nobody"]
)
def test_a_score_that_looks_at_cards_that_not_all_see_is_not_even_while_there_are_none(
    seen: str,
) -> None:
    assert scores(seen, BY_FACE) == [None, None]


def standing(seen: str, score: str, seat: int = 0) -> list[str]:
    """What a player is told of the scores after seat 1 has taken something."""
    t = harness.table(RULES.format(seen=seen, score=score), 2)
    after = t.game.apply_answer(t.state, t.game.answers(t.state)[0])
    told = [str(line) for line in describe(t.game, after, seat).lookups.score()]
    return told[: told.index("What counts:")]


def test_the_owner_of_hidden_cards_is_told_the_own_score() -> None:
    assert standing("seen by owner", BY_FACE) == [
        "Your score so far: 9. The others do not see that.",
        "How the others stand depends on cards that you do not see (loot).",
    ]
    assert standing("seen by owner", BY_FACE, 1)[0].startswith("Your score so far: 0. ")


def test_of_cards_that_nobody_sees_no_score_is_told_to_anybody() -> None:
    told = "How all stand nobody can say: it depends on cards that lie hidden (loot)."
    assert standing("seen by nobody", BY_FACE) == standing("seen by nobody", BY_FACE, 1) == [told]


def test_who_is_ahead_is_told_where_all_see_it() -> None:
    assert standing("seen by all", BY_FACE) == [
        "Scores so far, counted as things lie now; they may still change:",
        "Player 1: 9",
        "Player 2: 0",
        "You are ahead.",
    ]
    assert standing("seen by all", BY_FACE, 1)[-1] == "Player 1 is ahead."
    assert standing("seen by all", "0 * count of my loot")[-1] == "All are level."


SEVERAL = (
    BY_FACE
    + '''
    any: 3 if count of loot > 0 else 0 "Most Loot"
    each: 2 * count of loot "cards"
    either: 3 if count of loot > 0 else 1
    sevens: 7 if some c in loot: c.number = 7 else 0 "a seven"
    twos: 2 * count of loot "2 for a card"'''
)


def test_what_an_open_score_is_made_of_is_told_without_what_is_nothing() -> None:
    told = standing("seen by all", SEVERAL)
    assert told[1:3] == ["Player 1: 19 (loot 9, Most Loot 3, cards 2, either 3, 2 for a card 2)",
                         "Player 2: 1 (either 1)"]  # fmt: skip


def test_what_counts_is_told_with_its_worth_where_that_is_a_number() -> None:
    game = harness.table(RULES.format(seen="seen by nobody", score=SEVERAL), 2).game
    told = [str(rule) for rule in parts_of_score(game.ruleset, InForce(game))]
    assert told == ["Loot", "Most Loot: 3", "Cards: 2 each", "Either", "A seven: 7", "2 for a card"]


def test_how_many_cards_there_are_everybody_sees() -> None:
    assert scores("seen by nobody", "count of my loot") == [1, 0]


def test_a_score_that_is_much_work_is_not_told_during_a_game() -> None:
    much = "sum of sum of sum of sum of sum of number in cards in cards in cards in cards in cards"
    assert scores("seen by all", much) == [None, None]
