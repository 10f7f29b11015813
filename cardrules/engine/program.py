"""Procedures as they are carried out: functions of the state and the running frame.

A decision suspends a procedure by leaving the number of its site in the state, and in its frame the
place where it stands, so that nothing but plain data is needed to go on. A frame is: the number of
the procedure, its place (0 where it begins), who acts, and the slots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from cardrules.engine.looked import Looked
from cardrules.engine.stops import Forms, Stop
from cardrules.model import ir
from cardrules.model.state import State

Frame = list[Any]
# Carries out a part, and gives the number of the next one or one of the codes below.
Part = Callable[[State, Frame], int]

# Codes in place of the next part.
SWITCH = -1  # the frames have changed: go on with the innermost
ASK = -2  # somebody must decide
GAME_END = -3  # the play is over


@attrs.frozen
class Line:
    """The line from which generated source comes, and what repeats it.

    That is the innermost loop around it, or itself if it carries out another procedure.
    """

    origin: ir.Origin
    of: str


@attrs.define
class Code:
    """One procedure: its parts, and where it can stand while something else goes on."""

    index: int
    procedure: ir.Procedure
    # Where it is kept from which cards names come that sentences say.
    looked: Looked = attrs.field(factory=Looked)
    parts: list[Part] = attrs.field(factory=list)
    # By the place where it stands: the part that goes on, and what lies in slots. And the forms of
    # all slots, which are 0 as long as nothing has been laid into them.
    goes_on: dict[int, int] = attrs.field(factory=lambda: {0: 0})
    stops: dict[int, Stop] = attrs.field(factory=dict)
    forms: Forms = attrs.field(factory=dict)
    # For each place within a turn: that at which the turn is over.
    ends_of_turns: dict[int, int] = attrs.field(factory=dict)

    @property
    def size(self) -> int:
        """How many slots its frames have; those of a trigger have the card that came up besides."""
        return self.procedure.slots + int(self.procedure.role == "trigger")
