"""What somebody may save by an interrupt: the stacks that are given to the window."""

from __future__ import annotations

from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.game import Game
from cardrules.model.state import State
from cardrules.model.types import NONE


def stacks_at_stake(game: Game, s: State) -> frozenset[int]:
    """The stacks about which somebody is asked for an interrupt; none at other questions."""
    if s.pending is None:
        return frozenset()
    question = game.program.questions[s.pending[0]]
    if question.arguments is None:
        return frozenset()
    given = zip(question.types, s.frames[-1][question.arguments + FRAME_HEAD], strict=True)
    return frozenset(
        [value for of_type, value in given if of_type.base == "stack" and value != NONE]
    )
