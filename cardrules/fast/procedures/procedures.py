"""Procedures as compiled code: a function for each, which is over when the procedure is.

A function gives how its procedure ended. Whoever is asked answers by chance at once, so that
nothing has to wait; or, in games that are resumed, each function of a procedure that may wait stops
there, and those that have called it do so, too (`cardrules.fast.llvm.resuming`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardrules.fast.procedures.answering import Given
from cardrules.fast.procedures.drawing import Drawing
from cardrules.fast.procedures.frames import ENDED, GAME_OVER, STOPPED, TURN_OVER, Procedures
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.program import Procedure


def write_procedure(procedures: Procedures, procedure: Procedure) -> None:
    """Write the function of a procedure."""
    ahead = procedures.moving.memory.ahead()
    name, parameters = f"procedure_{procedure.index}", procedures.parameters(procedure)
    stops = procedures.code.resumes and procedure.may_wait
    with procedures.code.function(name, parameters, "i64", ahead, stops=stops):
        body = Body(procedures, procedure)
        body.count_running(1)
        body.block(procedure.body)
        if procedures.code.is_reached:
            body.give(str(ENDED))


class Body(Drawing):
    """Writes the course of one procedure."""

    def block(self, block: machine.Block) -> None:
        """Instructions one after the other; nothing comes behind a jump."""
        for x in block:
            if not self.code.is_reached:
                return
            _WRITERS[type(x)](self, x)

    def nothing(self, x: machine.Instruction) -> None:
        """What is only told, or shown."""

    def telling(self, x: machine.Telling) -> None:
        """What is done is done; nobody is told of it."""
        self.block((x.does,))

    def count(self, x: machine.Count) -> None:
        """One more in the tally, in a build that counts."""
        if self.of.counting is not None:
            card = None if x.card is None else self.code.read(self.local(x.card))
            self.of.counting.count(x, card)

    # -- the order of things -----------------------------------------------------------------------

    def branch(self, x: machine.Branch) -> None:
        """The block of the first test that holds."""
        self._branch(list(x.branches), x.otherwise)

    def _branch(self, branches: list[Any], otherwise: machine.Block) -> None:
        if not branches:
            self.block(otherwise)
            return
        (test, block), *further = branches
        self.code.branch(
            self.of.flag(test, self.scope),
            lambda: self.block(block),
            lambda: self._branch(further, otherwise),
        )

    def labelled(self, x: machine.Labelled) -> None:
        """A block that can be left."""
        with self.code.block() as jump:
            self.labels[x.label] = jump
            self.block(x.body)

    def turn(self, x: machine.Turn) -> None:
        """A turn, which others can end."""
        with self.code.block() as jump:
            self.turns.append(jump)
            self.labels[x.label] = jump
            self.block(x.body)
            self.turns.pop()

    def pass_on(self, x: machine.PassOn) -> None:
        """Whose turn is next."""
        code, current = self.code, self.local(x.current)
        after = self.of.next_seat(code.read(current))
        named, nobody = self.register("next_turn"), code.number(NONE)
        if named != nobody:
            after = code.choose("i", code.compare("!=", named, nobody), named, after)
        code.write(current, after)
        self.set_register_to("next_turn", nobody)

    # -- other procedures --------------------------------------------------------------------------

    def call(self, x: machine.Call) -> None:
        """A routine."""
        procedure = self.all.program.procedures[x.procedure]
        given: list[tuple[str, str]] = []
        forms = self.all.given(procedure)
        for at, value in enumerate(x.arguments):
            if forms[at] == "row":
                cells, size = self.of.side_by_side(self.of.items(value, self.scope), value)
                given += [(cells.place, "ptr"), (size, "i64")]
            else:
                given.append((self.number(value), "i64"))
        self.carry_out(procedure, given)

    def carry_out(self, procedure: Procedure, given: Given, me: str | None = None) -> None:
        """Carry out a procedure, and what its end means here."""
        code = self.code
        acting = code.read(self.me) if me is None else me
        arguments = [("%z", "ptr"), (acting, "i64"), *given]
        name = f"procedure_{procedure.index}"
        # What cannot wait calls nothing that waits there, be it a trigger of another pile.
        if code.resumes and procedure.may_wait and self.procedure.may_wait:
            how = code.call_on(name, arguments)
        else:
            how = code.call(name, arguments, "i64")
        with code.when(code.compare("!=", how, str(ENDED))):
            if self.turns:
                with code.when(code.compare("=", how, str(TURN_OVER))):
                    self._leave_turn()
            self.give(how)

    def settle(self, x: machine.Settle) -> None:
        """The standing rules."""
        self._settle()

    def _settle(self) -> None:
        number = self.all.program.settle
        if number is not None:
            self.carry_out(self.all.program.procedures[number], ())

    def end_turn(self, x: machine.EndTurn) -> None:
        """The end of the turn around this."""
        if self.all.knowing is not None:
            self.all.knowing.forget_shown()
        if self.turns:
            self._leave_turn()
        else:
            self.give(str(TURN_OVER))

    def _leave_turn(self) -> None:
        """The turn is over after the standing rules, which stand in it no more."""
        turn = self.turns.pop()
        self._settle()
        if self.code.is_reached:
            self.code.leave(turn)
        self.turns.append(turn)

    def end_game(self, x: machine.EndGame) -> None:
        """The end."""
        self.give(str(GAME_OVER))

    def stop_action(self, x: machine.StopAction) -> None:
        """The end of what is answered."""
        self.give(str(STOPPED))


_WRITERS: Mapping[type[machine.Instruction], Callable[[Body, Any], None]] = {
    machine.Assign: Body.put,
    machine.Put: Body.put,
    machine.PutAll: Body.put_all,
    machine.PutTuple: Body.put_tuple,
    machine.SetRegister: Body.set_register,
    machine.Reverse: Body.reverse,
    machine.Keep: Body.keep,
    machine.Restore: Body.restore,
    machine.SetVariable: Body.set_variable,
    machine.MoveTokens: Body.move_tokens,
    machine.Move: Body.move,
    machine.Draw: Body.draw,
    machine.Shuffle: Body.shuffle,
    machine.MoveStacks: Body.move_stacks,
    machine.NewStack: Body.new_stack,
    machine.Swap: Body.swap,
    machine.Pick: Body.pick,
    machine.Reveal: Body.reveal,
    machine.Forget: Body.forget,
    machine.Announce: Body.nothing,
    machine.Say: Body.nothing,
    machine.SayWhy: Body.nothing,
    machine.Telling: Body.telling,
    machine.Branch: Body.branch,
    machine.Labelled: Body.labelled,
    machine.Turn: Body.turn,
    machine.Loop: Body.loop,
    machine.Leave: Body.leave,
    machine.CountDown: Body.count_down,
    machine.Count: Body.count,
    machine.Watch: Body.nothing,
    machine.Call: Body.call,
    machine.Settle: Body.settle,
    machine.StopAction: Body.stop_action,
    machine.EndTurn: Body.end_turn,
    machine.EndGame: Body.end_game,
    machine.PassOn: Body.pass_on,
    machine.Ask: Body.ask,
    machine.Unpack: Body.unpack,
}
