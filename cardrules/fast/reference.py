"""Games played by the reference engine, as the other engines play them: with what comes of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.sets.answers import Answer
from cardrules.engine.sets.counted import count_of
from cardrules.fast.checksums import after_decision, after_end
from cardrules.model.state import State


@attrs.frozen(kw_only=True)
class Played:
    """What came of a game: the score of each side, and of each player how much it was worth."""

    scores: tuple[int, ...]
    returns: tuple[float, ...]
    decisions: int
    checksum: int


def played(
    game: Game, seed: int, look: Callable[[State, Sequence[Answer]], None] | None = None
) -> Played:
    """Play a game in which everybody takes each answer as often as any other.

    Seat p draws from stream 1 + p of the seed, once for each decision: it is the game of
    `cardrules run --seed` with random bots. `look` looks at each state with its answers. Raises
    `GameLimitError` if it does not come to an end.
    """
    state = game.start(seed=seed)
    streams = [Stream(seed, 1 + seat) for seat in range(game.players)]
    checksum = decisions = 0
    while (seat := game.asked(state)) is not None:
        answers = game.answers(state)
        if look is not None:
            look(state, answers)
        number = count_of(answers)
        index = streams[seat].below(number)
        checksum = after_decision(checksum, seat, number, index)
        game.apply_answer_in_place(state, answers[index])
        decisions += 1
    result = game.result(state)
    scores = tuple([result.scores[team[0]] for team in game.program.layout.teams])
    return Played(
        scores=scores,
        returns=result.returns,
        decisions=decisions,
        checksum=after_end(checksum, scores),
    )
