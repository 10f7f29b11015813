"""What a game is worth to its players: returns, where more is always better."""

from __future__ import annotations

import pytest

from cardrules.engine.game import Game
from cardrules.engine.playing.payoffs import payoffs_told
from cardrules.model.action import Result
from tests.bundled import Bundled, bundled, random_play
from tests.engine.harness import ruleset

# The three players have 1, 3 and 3 points, and 5, 2 and 1 tricks.
POINTS = """
variable points per player: integer = 0
variable tricks per player: integer = 0
setup
    each player clockwise from starter
        set my points to 1 if me = starter else 3
        set my tricks to 5 if me = starter else 2 if me = left of starter else 1
score
    points: points
"""


def result_of(winner: str, **more: str) -> Result:
    of = Game(ruleset(POINTS + winner + "\n", players="3", **more), 3)
    return of.result(of.start(0, 0))


@pytest.mark.parametrize(
    ("winner", "winners", "returns"),
    [
        ("winner highest score", (1, 2), (1, 3, 3)),
        ("winner lowest score", (0,), (-1, -3, -3)),
        ("winner lowest score then highest tricks", (0,), (-1, -3, -3)),
        ("winner highest tricks then lowest score", (0,), (-1, -3, -3)),
        ("winner highest tricks", (0,), (1, 0, 0)),
        ("winner highest tricks = 2 or tricks = 5", (0, 1), (0.5, 0.5, 0)),
        ("winner highest points", (1, 2), (0, 0.5, 0.5)),
    ],
)
def test_returns_are_scores_with_their_direction_or_a_shared_win(
    winner: str, winners: tuple[int, ...], returns: tuple[float, ...]
) -> None:
    result = result_of(winner)
    assert (result.scores, result.winners, result.returns) == ((1, 3, 3), winners, returns)


@pytest.mark.parametrize(
    ("match", "scores", "sign"),
    [
        ("winner lowest score\nmatch of 2 games", (4, 4, 6), -1),
        ("winner highest score\nmatch of 2 games", (4, 4, 6), 1),
        ("winner lowest score\nmatch race to 5", (8, 10, 10), -1),
        ("winner lowest score\nmatch best of 1", (1, 0, 0), 1),
    ],
)
def test_of_a_match_the_total_counts(match: str, scores: tuple[int, ...], sign: int) -> None:
    result = result_of(match)
    assert result.scores == scores
    assert result.returns == tuple(sign * score for score in scores)


@pytest.mark.parametrize(
    ("winner", "told"),
    [
        ("winner highest score", "the score"),
        ("winner lowest score", "minus the score, since the lowest wins"),
        ("winner highest tricks", "1 shared by those who win, 0 for the others"),
        (
            "winner highest tricks then highest score",
            "the score; a winner may have less than others, since `winner` looks at something "
            "else first",
        ),
        ("winner highest score\nmatch best of 3", "the score; of a match its total"),
    ],
)
def test_what_the_returns_are_is_told(winner: str, told: str) -> None:
    assert payoffs_told(ruleset(POINTS + winner + "\n", players="3")) == told


@pytest.mark.parametrize("item", bundled(), ids=str)
def test_who_wins_has_no_less_than_others_unless_it_is_said(item: Bundled) -> None:
    for seed in range(3):
        of = item.game()
        *_, last = random_play(of, seed)
        result = of.result(last)
        worst = min(result.returns[seat] for seat in result.winners)
        if "a winner may have less" not in payoffs_told(of.ruleset):
            assert worst == max(result.returns)
