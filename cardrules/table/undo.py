"""Whether an action may be taken back: only as long as it has told nobody anything.

That is read off the states before and after and the events between them: no chance, no card whose
face (or whose being in a zone) somebody has learned, no sealed answers opened, and nobody else who
has acted, been passed over or had a look at the table since.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from cardrules.engine import events
from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.game import Game
from cardrules.model.state import State
from cardrules.sim.run import Moment


@attrs.define
class StepBack:
    """What it takes to go back to a decision; `refusal` says why one may not, or is empty."""

    seat: int
    state: State
    moment: Moment
    steps: int
    told: int
    seen: dict[Any, int]
    refusal: str = ""


def refusal_to_go_back(
    game: Game, before: State, after: State, happened: Iterable[events.Event], seat: int
) -> str:
    """Why the action of a seat between these states cannot be taken back; empty if it can."""
    if after.over or after.game != before.game:
        return "the game is over"
    if after.chance != before.chance:
        return "chance has decided something since"
    for card in range(game.tables.cards):
        learned = after.known[card] & ~before.known[card]
        learned |= after.among[card] & ~(before.among[card] | before.known[card])
        if learned:
            # Which card it is, is not said: whoever reads this may not be among those who know.
            own = learned & 1 << seat
            return f"{'you have' if own else 'others have'} learned something about a card since"
    asked_before, asked_now = before.pending, after.pending
    if asked_before is None or asked_now is None:
        return "the game has gone on"
    question = game.program.questions[asked_before[0]]
    if question.form == "sealed":
        assert question.among is not None
        position = question.among[1] + FRAME_HEAD
        is_same = asked_now[0] == asked_before[0]
        if not is_same or after.frames[-1][position] <= before.frames[-1][position]:
            return "the secret answers have been opened"
    passed_over = {
        event.player for event in happened if isinstance(event, events.TurnBegan | events.Asked)
    } - {seat, asked_now[1]}
    if passed_over:
        return "the turn has gone past other players"
    return ""
