"""What a game is worth to its players: returns, where more is always better.

They are the scores with the sign of the direction in which `winner` looks at the score: the fewest
points win, so points count as losses. Of a match they are its total. Where `winner` does not look
at the score at all, 1 is shared among those who have won.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def direction_of_score(ruleset: Ruleset) -> int | None:
    """1 if the highest score wins, -1 if the lowest does, None if the score does not count."""
    for criterion in ruleset.criteria:
        if isinstance(criterion.value, ir.ScoreOf):
            return 1 if criterion.extreme == "highest" else -1
    return None


def decides_before_score(ruleset: Ruleset) -> bool:
    """Whether something comes before the score, so that a winner may have less of it."""
    return not isinstance(ruleset.criteria[0].value, ir.ScoreOf)


def payoffs(
    scores: Sequence[int], winners: Collection[int], direction: int | None
) -> tuple[float, ...]:
    """The returns of players with these scores; without a direction the winners share 1."""
    if direction is not None:
        return tuple(direction * score for score in scores)
    share = 1 if len(winners) == 1 else 1 / len(winners)
    return tuple(share if player in winners else 0 for player in range(len(scores)))


def payoffs_told(ruleset: Ruleset) -> str:
    """What the returns of a game are, and whether a winner may have less than others."""
    direction = direction_of_score(ruleset)
    if direction is None:
        told = "1 shared by those who win, 0 for the others"
    elif direction > 0:
        told = "the score"
    else:
        told = "minus the score, since the lowest wins"
    if ruleset.matches:
        told += "; of a match its total"
    if direction is not None and decides_before_score(ruleset):
        told += "; a winner may have less than others, since `winner` looks at something else first"
    return told
