"""What games were worth to their players, by the scores of their sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardrules.engine.game import Game
from cardrules.engine.playing.payoffs import payoffs

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]


class Worth:
    """Knows how a game is scored; `direction`: whether the most (1) or the fewest points are worth
    most; None if points do not count.
    """

    def __init__(self, numpy: Any, game: Game) -> None:
        self._numpy, self._layout = numpy, game.program.layout
        ending = game.program.ending
        series = ending.series
        self.direction = ending.direction_of_score if series is None else ending.direction_of_series

    def of(self, scores: Numbers, winners: Numbers) -> Numbers:
        """What games were worth to each player: by the scores of sides, and who has won, a bit for
        each side; of a game that is given up with nobody yet, nothing.
        """
        layout = self._layout
        if self.direction is not None:
            found: Numbers = self.direction * scores[:, layout.team_of].astype("float64")
            return found
        rows = [
            payoffs(
                [0] * layout.players,
                [seat for seat in range(layout.players) if best >> layout.team_of[seat] & 1],
                None,
            )
            # A game that is given up has no winner yet.
            if best
            else [0] * layout.players
            for best in winners.tolist()
        ]
        shares: Numbers = self._numpy.array(rows, dtype="float64")
        return shares.reshape(len(rows), layout.players)
