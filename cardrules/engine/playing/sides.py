"""What sides have, and who is first: the ending of a game, carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardrules.engine.playing.payoffs import payoffs
from cardrules.engine.playing.seeing import SideFunction
from cardrules.engine.source.arithmetic import plus
from cardrules.kernel.order import keep_extreme, put_places
from cardrules.machine.ending import Ending
from cardrules.machine.layout import Layout
from cardrules.machine.tally import Sort, Tallied, Tally
from cardrules.model import ir
from cardrules.model.action import Result
from cardrules.model.state import State


class Sides:
    """The values of the sides of one game, all of them worked out for their first players."""

    def __init__(
        self,
        layout: Layout,
        ending: Ending,
        function: SideFunction,
        tally: Tally | None = None,
    ) -> None:
        self._layout = layout
        self.ending = ending
        self._tally = tally
        self._score = [function(item.value, item.origin) for item in ending.score]
        self._criteria = [function(item.value, item.origin) for item in ending.criteria]

    def score_parts(self, s: State, player: int) -> list[int]:
        """The parts of the score of a player's side, as the rules count them now."""
        found = self._score_parts(s, player)
        if self._tally is not None:
            for part, value in zip(self.ending.score, found, strict=True):
                self._count("score", part.origin, is_reached=value != 0)
        return found

    def _score_parts(self, s: State, player: int) -> list[int]:
        first = self._layout.teams[self._layout.team_of[player]][0]
        return [get()(s, first) for get in self._score]

    def score(self, s: State, player: int) -> int:
        """The score of a player's side, as the rules count it now."""
        found = 0
        for part, value in zip(self.ending.score, self._score_parts(s, player), strict=True):
            found = plus(found, value, part.origin.span.start, part.origin.span.end)
        return found

    def scores(self, s: State) -> tuple[int, ...]:
        """The score of each side."""
        return tuple([self.score(s, team[0]) for team in self._layout.teams])

    def criterion(self, s: State, number: int, player: int) -> Any:
        """What a criterion counts for a side, given by its first player."""
        return self._criteria[number]()(s, player)

    def best(self, s: State) -> list[int]:
        """The sides that the criteria put first, as the game stands."""
        sides = list(range(len(self._layout.teams)))
        for item, get in zip(self.ending.criteria, self._criteria, strict=True):
            values = [get()(s, self._layout.teams[side][0]) for side in sides]
            del sides[keep_extreme(sides, values, len(sides), item.sign) :]
        return sides

    def leaders(self, s: State) -> tuple[int, ...]:
        """The players who would win if the game were over now."""
        best = set(self.best(s))
        players = range(self._layout.players)
        return tuple([player for player in players if self._layout.team_of[player] in best])

    # -- the end -----------------------------------------------------------------------------------

    def is_decided(self, s: State, scores: tuple[int, ...]) -> bool:
        """Whether all is over with this game; what a series counts goes into the state."""
        if self._tally is not None:
            self._count_ending(s)
        is_decided = self._is_decided(s, scores)
        if self._tally is not None and self.ending.series is not None:
            self._count("match", self.ending.series.origin, is_reached=is_decided)
        return is_decided

    def _is_decided(self, s: State, scores: tuple[int, ...]) -> bool:
        series = self.ending.series
        if series is None:
            # Nothing is left that could fail when somebody asks who has won.
            self._places(s, scores)
            return True
        if series.mode == "best":
            best = self.best(s)
            won = [int(best == [side]) for side in range(len(scores))]
            s.sides = tuple([a + b for a, b in zip(s.sides, won, strict=True)])
            return max(s.sides) > series.number // 2
        at = series.origin.span
        sums = [plus(a, b, at.start, at.end) for a, b in zip(s.sides, scores, strict=True)]
        s.sides = tuple(sums)
        if series.mode == "games":
            return s.game >= series.number
        best_sum = (max if self.ending.direction_of_series > 0 else min)(sums)
        return max(sums) >= series.number and sums.count(best_sum) == 1

    # -- what is reached ---------------------------------------------------------------------------

    def _count(self, sort: Sort, origin: ir.Origin, name: str = "", *, is_reached: bool) -> None:
        assert self._tally is not None
        number = self._tally.number(Tallied(sort, origin.span, name))
        self._tally.counts[number] += is_reached

    def _count_ending(self, s: State) -> None:
        """Which parts of the score are not 0, and which criteria put one side before another."""
        sides = range(len(self._layout.teams))
        for side in sides:
            self.score_parts(s, self._layout.teams[side][0])
        values = [tuple(get()(s, self._layout.teams[side][0]) for get in self._criteria)
                  for side in sides]  # fmt: skip
        for number, item in enumerate(self.ending.criteria):
            pairs = {value[: number + 1] for value in values}
            decides = len(pairs) > len({value[:number] for value in values})
            self._count("criterion", item.origin, str(number), is_reached=decides)

    def result(self, s: State) -> Result:
        """How a game or match that is over has ended."""
        ending, layout = self.ending, self._layout
        if ending.series is None:
            best, values = set(self.best(s)), self.scores(s)
            direction = ending.direction_of_score
        else:
            direction, values = ending.direction_of_series, s.sides
            top = min(values) if direction < 0 else max(values)
            best = {side for side, value in enumerate(values) if value == top}
        places = self._places(s, values)
        sides = [layout.team_of[player] for player in range(layout.players)]
        winners = tuple([player for player, side in enumerate(sides) if side in best])
        scores = tuple([values[side] for side in sides])
        return Result(
            winners=winners,
            scores=scores,
            returns=payoffs(scores, winners, direction),
            places=tuple([places[side] for side in sides]),
            games=s.game,
        )

    def _places(self, s: State, values: Sequence[int]) -> list[int]:
        """The place of each side, from 1; the criteria decide among those with equal values."""
        ending, teams = self.ending, self._layout.teams
        if ending.series is None:
            signs: list[int] = [item.sign for item in ending.criteria]
            by_side = [[get()(s, team[0]) for get in self._criteria] for team in teams]
            table = [value for values in zip(*by_side, strict=True) for value in values]
        else:
            signs, table = [ending.direction_of_series], list(values)
        places = [0] * len(teams)
        put_places(places, table, len(teams), signs, len(signs))
        return places
