"""By what the winner of a game is found beside the score: each criterion, with its values.

What a criterion counts may have been hidden until now, such as a hand. The rules make it count, so
at the end everybody is told. In a match places come from the match alone: nothing is told there.
"""

from __future__ import annotations

from typing import Any, Literal

import attrs

from cardrules.engine.game import Game
from cardrules.engine.showing.describe import describe
from cardrules.model import ir
from cardrules.model.action import value_text
from cardrules.model.state import State
from cardrules.table.criterion_words import heading_of
from cardrules.table.wording import words


@attrs.frozen(kw_only=True)
class Standing:
    """A criterion, whether it is on the score, and its value for the side of each seat.

    `text` is what the rules write, `heading` what people read.

    `decides`: it puts sides in an order that are equal by all criteria before it.
    """

    extreme: Literal["highest", "lowest"]
    text: str
    heading: str
    is_score: bool
    values: tuple[Any, ...]
    decides: bool

    @property
    def told(self) -> tuple[str, ...]:
        """The values in words."""
        return tuple(words(value_text(value)) for value in self.values)


def standings(game: Game, s: State) -> list[Standing]:
    """The criteria in their order, as a game that is over stands; none in a match."""
    if game.is_match:
        return []
    ruleset, tables = game.ruleset, game.tables
    found: list[Standing] = []
    before: list[tuple[Any, ...]] = [()] * game.players
    for number, criterion in enumerate(ruleset.criteria):
        values = [game.criterion_of(s, number, seat) for seat in range(game.players)]
        after = [(*earlier, value) for earlier, value in zip(before, values, strict=True)]
        found.append(
            Standing(
                extreme=criterion.extreme,
                text=words(criterion.text),
                heading=heading_of(ruleset, criterion),
                is_score=isinstance(criterion.value, ir.ScoreOf),
                values=tuple(describe(tables, s, criterion.value.type, v) for v in values),
                decides=len(set(after)) > len(set(before)),
            )
        )
        before = after
    return found


def score_heading(game: Game) -> str:
    """What the score is called: the heading of the criterion on it."""
    criteria = game.ruleset.criteria
    on_score = (item.heading for item in criteria if isinstance(item.value, ir.ScoreOf))
    return next(on_score, "") or "Score"


def match_heading(game: Game) -> str:
    """What that is called which a match counts."""
    match = game.match
    return (match.heading if match is not None else "") or "Match"


def deciding(game: Game, s: State) -> list[Standing]:
    """The criteria beside the score that have decided anything."""
    return [item for item in standings(game, s) if item.decides and not item.is_score]
