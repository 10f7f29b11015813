"""How a game ends, as data: what each side has, who is first, and whether there is another game."""

from __future__ import annotations

from typing import Literal

from cardrules.model import ir
from cardrules.plain import Plain


class Part(Plain):
    """A part of the score of a side: a value for its first player."""

    name: str
    value: ir.Expr
    origin: ir.Origin


class Criterion(Plain):
    """A value for the first player of a side; the highest (`sign` 1) or the lowest (-1) is first.

    `is_score`: the value is the score.
    """

    sign: Literal[1, -1]
    value: ir.Expr
    is_score: bool
    origin: ir.Origin


class Series(Plain):
    """Several games, with `number` as these options have it.

    `best`: the match is over when a side has won more than half of so many games; a game that is
    shared counts for nobody. `race`: when the scores of a side come to so much and no other side
    has as good a total. `games`: after so many. In the last two the scores add up, and the first
    criterion says whether more or less is better.
    """

    mode: Literal["best", "race", "games"]
    number: int
    origin: ir.Origin


class Ending(Plain):
    """The score is the sum of its parts. A criterion decides among those who are equal by all
    before it; who is equal by all of them shares the place.
    """

    score: tuple[Part, ...]
    criteria: tuple[Criterion, ...]
    series: Series | None

    @property
    def direction_of_score(self) -> int | None:
        """1 if the highest score wins, -1 if the lowest does, None if the score does not count."""
        return next((item.sign for item in self.criteria if item.is_score), None)

    @property
    def direction_of_series(self) -> int:
        """Whether more (1) or less (-1) of what a series counts is better."""
        adds_up = self.series is not None and self.series.mode != "best"
        return self.criteria[0].sign if adds_up else 1
