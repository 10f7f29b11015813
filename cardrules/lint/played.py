"""What comes up in games that are played by chance, in each setting in turn.

These are games that somebody could play: what is seen in them is certain, and what is not seen may
be there all the same. The seeds are fixed, so the same ruleset is always played the same way.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.playing.watch import Passed
from cardrules.engine.sets.counted import count_of
from cardrules.errors import GameLimitError
from cardrules.lint.settings import Setting, Settings, game_in
from cardrules.model.state import State

_MOST_SETTINGS = 12
_GAMES = 10
# So many answers are given in one game, and in all of them together; and so much work is done for
# them, as `cardrules.engine.work` counts it.
_MOST_IN_A_GAME = 2_000
_MOST_ANSWERS = 20_000
_MOST_WORK = 60_000_000
# The stream of who plays by chance; 0 is that of the table.
_PLAYER = 1


@attrs.frozen(eq=False)
class Seen:
    """What came up in a game: somebody who could do nothing, or what stopped the game."""

    setting: Setting
    seed: int
    game: Game
    passed: Passed | None = None
    stopped: GameLimitError | None = None


def played(settings: Settings) -> Iterator[Seen]:
    """What comes up; a setting in which a game was stopped is not played any more."""
    tried = [(item, game_in(settings.ruleset, item)) for item in settings.tried[:_MOST_SETTINGS]]
    games = [(item, game) for item, game in tried if game is not None]
    left, work = _MOST_ANSWERS, 0
    for seed in range(_GAMES):
        for setting, game in games[:]:
            given = _Answers(game, seed, min(left, _MOST_IN_A_GAME))
            try:
                for item in given.passed():
                    yield Seen(setting, seed, game, passed=item)
            except GameLimitError as error:
                yield Seen(setting, seed, game, stopped=error)
                games.remove((setting, game))
            left -= given.number
            work += given.work
            if left <= 0 or work > _MOST_WORK:
                return


class _Answers:
    """Answers by chance to all questions of one game, so many at the most."""

    def __init__(self, game: Game, seed: int, most: int) -> None:
        self._game, self._seed, self._most = game, seed, most
        self.number = self.work = 0

    def passed(self) -> Iterator[Passed]:
        """Play; gives who could do nothing, and where. Raises what stops the game."""
        game = self._game
        chance = Stream(self._seed, _PLAYER)
        s = game.start(self._seed, narrated=False)
        yield from _passed(s)
        while answers := game.answers(s):
            if self.number >= self._most:
                return
            self.number += 1
            self.work += s.work
            try:
                game.apply_answer_in_place(s, answers[chance.below(count_of(answers))])
            finally:
                self.work += s.work
                yield from _passed(s)


def _passed(s: State) -> list[Passed]:
    return [] if s.watch is None else s.watch.passed
