"""Procedures as programs: lists of instructions that can be left and re-entered at a decision.

An instruction is a function of the state and the running frame that gives the index of the next
instruction, or one of the codes below. Structured statements become jumps here and nowhere else; a
decision suspends the program by leaving the number of its site in the state, so that nothing but
plain data is needed to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from cardrules.engine.emit import Place
from cardrules.engine.looked import Looked
from cardrules.engine.stops import Forms, Stop, around, at_the_start, behind, kept_beside
from cardrules.engine.telling import tell
from cardrules.model import ir
from cardrules.model.state import State

if TYPE_CHECKING:
    from cardrules.engine.build import Builder

Frame = list[Any]
Instruction = Callable[[State, Frame], int]
Restore = Callable[[State, Frame], None]

# Codes in place of the next instruction.
SWITCH = -1  # the frames have changed: go on with the innermost
ASK = -2  # somebody must decide
GAME_END = -3  # the play is over


@attrs.define
class Label:
    """A place in a program, known when all of it is written."""

    pc: int = -1


@attrs.define
class Construct:
    """A construct around a statement: where it is left, and what is then as it was before."""

    kind: str
    end: Label
    next: Label
    restore: Restore | None


_REPEATING = (
    ir.Turns,
    ir.Rounds,
    ir.Repeat,
    ir.While,
    ir.EachIn,
    ir.EachPlayer,
    ir.CallRoutine,
    ir.Draw,
)


@attrs.frozen
class Line:
    """The line from which an instruction comes, and the kind of statement that repeats it.

    That is the innermost loop around it, or the statement itself if it carries out others.
    """

    origin: ir.Origin
    kind: type[ir.Statement] | None


@attrs.define
class Code:
    """The program of one procedure; `lines` has the line of each instruction."""

    index: int
    procedure: ir.Procedure
    # Where it is kept from which cards names come that sentences say.
    looked: Looked = attrs.field(factory=Looked)
    instructions: list[Instruction] = attrs.field(factory=list)
    lines: list[Line] = attrs.field(factory=list)
    # Where it can stand while somebody is asked or something else is carried out; and the forms of
    # all slots, which are 0 as long as nothing has been laid into them.
    stops: dict[int, Stop] = attrs.field(factory=dict)
    forms: Forms = attrs.field(factory=dict)
    # For each `turns`: the instructions in it, and where its next turn begins, who acts then.
    turns: list[tuple[int, int, Label, int]] = attrs.field(factory=list)


# What writes each kind of statement.
Writers = Mapping[type[ir.Statement], Callable[..., None]]


class Writer:
    """Writes the program of one procedure; functions of expressions are given by the builder."""

    def __init__(self, builder: Builder, code: Code, writers: Writers) -> None:
        self._writers = writers
        self.builder = builder
        self.mover = builder.mover
        self.code = code
        self.constructs: list[Construct] = []
        # The line that is being written.
        self.origin = code.procedure.origin
        self._kind: type[ir.Statement] | None = None
        # What lies in slots at the place that is being written.
        self.forms: Forms = {}
        self.lay(at_the_start(builder.tables.ruleset, code.procedure, builder.given))
        given, beside = range(len(code.procedure.parameters)), code.looked.slots
        self.lay(kept_beside(beside[slot] for slot in given if slot in beside))
        # Instructions are made when all functions exist.
        self.pending: list[Callable[[], Instruction]] = []
        # Where jumps stand, and where they go.
        self._jumps: dict[int, Label] = {}

    # -- writing -----------------------------------------------------------------------------------

    def add(self, make: Callable[[], Instruction]) -> None:
        """The next instruction."""
        self.pending.append(make)
        self.code.lines.append(Line(self.origin, self._kind))

    @property
    def here(self) -> int:
        """The index of the instruction that comes next."""
        return len(self.pending)

    def mark(self, label: Label) -> None:
        """The label means the instruction that comes next."""
        label.pc = self.here

    def fn(self, expr: ir.Expr) -> Callable[[], Callable[[State, Frame], Any]]:
        """What gives the function of an expression, once it exists."""
        return self.builder.function(expr, Place())

    def finish(self) -> None:
        """Make all instructions; the last one returns."""
        self.add(lambda: _return)
        code = self.code
        code.instructions = [make() for make in self.pending]
        # A jump costs nothing: in its place stands what it leads to.
        for place, label in self._jumps.items():
            target = label.pc
            while target in self._jumps:
                target = self._jumps[target].pc
            code.instructions[place] = code.instructions[target]
            code.lines[place] = code.lines[target]

    def body(self, body: ir.Body) -> None:
        """Write statements."""
        outer = self.origin, self._kind, self.forms
        for statement in body:
            self.origin, kind = statement.origin, type(statement)
            self._kind = kind if kind in _REPEATING else outer[1]
            before = self.forms
            self.lay(around(statement, before))
            self._writers[type(statement)](self, statement)
            if isinstance(statement, ir.Event):
                tell(self, statement)
            self.forms = before
            self.lay(behind(statement))
        self.origin, self._kind, self.forms = outer

    def lay(self, forms: Forms) -> None:
        """From here on this lies in slots."""
        self.forms = {**self.forms, **forms}
        self.code.forms.update(forms)

    def stop(self, pc: int, *above: Code, site: int | None = None) -> Stop:
        """The program can stand at this instruction, while one of these is carried out above it."""
        stop = self.code.stops.setdefault(pc, Stop(self.forms))
        # Several ways may lead here: what lies there for certain is what all of them have laid.
        stop.forms = {slot: self.forms[slot] for slot in stop.forms if slot in self.forms}
        stop.above.update(code.index for code in above)
        stop.site = stop.site if site is None else site
        return stop

    def end_of_turn(self, following: Label, inside: int, current: int) -> None:
        """A turn within `turns` can be ended from within an action, and then goes on here."""
        self.stop(following.pc, self.builder.code("settle"))
        self.code.turns.append((inside - 1, self.here, following, current))

    def jump(self, label: Label) -> None:
        """Go to a label."""
        self._jumps[self.here] = label
        self.add(lambda: lambda s, f: label.pc)

    def call(self, procedure: str) -> None:
        """Carry out a procedure without arguments; nobody acts in it."""
        after = self.here + 1
        code = self.builder.code(procedure)
        self.stop(after, code)

        def make() -> Instruction:
            index, slots = code.index, code.procedure.slots

            def instruction(s: State, f: Frame) -> int:
                f[1] = after
                s.frames.append([index, 0, f[2], *[0] * slots])
                return SWITCH

            return instruction

        self.add(make)

    def restore(self, restore: Restore) -> None:
        """Put back what was otherwise before."""
        after = self.here + 1

        def instruction(s: State, f: Frame) -> int:
            restore(s, f)
            return after

        self.add(lambda: instruction)

    def settle(self) -> None:
        """Bring about the standing rules, if there are any."""
        if self.builder.standing:
            self.call("settle")


def _return(s: State, f: Frame) -> int:
    s.frames.pop()
    return SWITCH if s.frames else GAME_END
