"""Procedures as they are carried out: functions of the state and the running frame.

A decision suspends a procedure by leaving the number of its site in the state, and in its frame the
place where it stands, so that nothing but plain data is needed to go on. A frame is: the number of
the procedure, its place (0 where it begins), who acts, and the slots.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from cardrules.engine.frames import Frame
from cardrules.engine.lowering.looked import Looked
from cardrules.machine.program import Procedure
from cardrules.machine.shapes import Shapes
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.plain import PlainInOrder

# Carries out a part, and gives the number of the next one or one of the codes below.
Part = Callable[[State, Frame], int]

# Codes in place of the next part.
SWITCH = -1  # the frames have changed: go on with the innermost
ASK = -2  # somebody must decide
GAME_END = -3  # the play is over


class Line(PlainInOrder):
    """The line from which generated source comes, and what repeats it.

    That is the innermost loop around it, or itself if it carries out another procedure.
    """

    origin: ir.Origin
    of: str


@attrs.define(eq=False, repr=False)
class Waiting:
    """A wait of a procedure: what lies in slots then, and what it is waiting for.

    `site`: the number of the site at which somebody is asked. `above`: the numbers of the
    procedures that can have been called here.
    """

    shapes: Shapes
    site: int | None = None
    above: set[int] = attrs.field(factory=set)


@attrs.define(eq=False, repr=False)
class Code:
    """One procedure: its parts, and where it can wait while something else goes on."""

    procedure: Procedure
    # Where it is kept from which cards names come that sentences say.
    looked: Looked = attrs.field(factory=Looked)
    parts: list[Part] = attrs.field(factory=list)
    # By the place where it stands: the part that goes on, and what lies in slots.
    goes_on: dict[int, int] = attrs.field(factory=lambda: {0: 0})
    waits: dict[int, Waiting] = attrs.field(factory=dict)
    # For each place within a turn: that at which the turn is over.
    ends_of_turns: dict[int, int] = attrs.field(factory=dict)
    # Its number, and how many slots its frames have.
    index: int = attrs.field(init=False)
    size: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.index, self.size = self.procedure.index, len(self.procedure.slots)
