"""Procedures as compiled code: a function for each, which is over when the procedure is.

A function gives how its procedure ended. Whoever is asked answers by chance at once, so that
nothing has to wait; or, in games that are resumed, each function of a procedure that may wait stops
there, and those that have called it do so, too (`cardrules.fast.llvm.resuming`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardrules.fast.llvm.checks import Local
from cardrules.fast.llvm.course import Jump
from cardrules.fast.procedures.asking import Given
from cardrules.fast.procedures.frames import ENDED, GAME_OVER, STOPPED, TURN_OVER, Procedures
from cardrules.fast.procedures.looping import Looping
from cardrules.fast.state.piles import End
from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.program import Procedure
from cardrules.model import ir


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


class Body(Looping):
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

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, x: machine.Draw) -> None:
        """Card after card, with what acts before each."""
        code = self.code
        left = code.local("i", self.number(x.number))
        # The card before which something has acted already.
        tried = code.local("i", "-2")
        if not x.triggers and isinstance(x.number, ir.Const) and x.number.value == 1:
            with code.block() as only:
                self._draw_next(x, left, tried, only)
            return
        with code.loop(counts=True) as loop:
            with code.when(code.compare("<=", code.read(left), "0")):
                code.leave(loop)
            self.count_work()
            self._draw_next(x, left, tried, loop)

    def _draw_next(self, x: machine.Draw, left: Local, tried: Local, loop: Jump) -> None:
        code = self.code
        pile = self.number(x.source)
        is_empty = code.no(self.moving.piles.some(pile))
        card = self.moving.piles.top_or_none(pile)
        if x.triggers:
            self._set_off(pile, card, tried, loop)
        with code.when(is_empty):
            code.leave(loop)
        to = self.number(x.to)
        if x.to.type.base == "stack":
            to = self.of.stacks.zone(to)
            with code.when(code.compare("=", to, self.of.stacks.nowhere)):
                self.give_up()
        if x.place.where == "top":
            with code.when(code.compare("=", pile, to)):
                code.leave(loop)
        if x.place.where in ("above", "below") or self.all.knowing is not None:
            self._draw_between(x, pile, to, left)
        else:
            code.write(left, code.minus(code.read(left), "1"))
            self._draw_one(x, card, pile, to)
        code.write(tried, "-2")

    def _draw_one(self, x: machine.Draw, card: str, pile: str, to: str) -> None:
        end: End = "top" if x.place.where == "top" else "bottom"
        shape, source, target = self.shape_of(x.to), x.source, x.to
        is_other = not (
            isinstance(source, ir.ZoneOf)
            and isinstance(target, ir.ZoneOf)
            and source.zone == target.zone
        )
        if self.shape_of(source) == "pile" and shape != "any" and is_other:
            self.moving.draw(pile, to, shape, end)
        else:
            self.moving.move(card, to, shape, end)

    def _draw_between(self, x: machine.Draw, pile: str, to: str, left: Local) -> None:
        """As many cards as nothing acts before, laid together."""
        code = self.code
        cells, number = code.array("i", self.layout.cards + 1), code.local("i", "0")
        with code.block() as block:

            def look(card: str) -> None:
                now = code.read(number)
                with code.when(code.compare(">=", now, code.read(left))):
                    code.leave(block)
                acts = self._acts_before(x, pile, card)
                with code.when(code.both(code.compare(">", now, "0"), lambda: acts)):
                    code.leave(block)
                code.put(cells, now, card)
                code.write(number, code.plus(now, "1"))

            self.moving.piles.downwards(pile, look)
        taken = code.read(number)
        code.write(left, code.minus(code.read(left), taken))
        self._lay_between(x.place, cells, taken, to)

    def _acts_before(self, x: machine.Draw, pile: str, card: str) -> str:
        code = self.code
        found = "false"
        if x.triggers:
            lines = code.table_of_cards("i", self.layout.line)
            for zone, triggers in self.all.program.triggers.items():
                for line in triggers:
                    if line >= 0:
                        is_it = code.compare("=", pile, code.number(zone))
                        is_line = code.compare("=", code.at(lines, card), code.number(line))
                        found = code.holds(found, code.hold(is_it, is_line))
        return found

    def _set_off(self, pile: str, card: str, tried: Local, loop: Jump) -> None:
        """What acts before a card is drawn, or where none is left; then it is looked at again."""
        code, layout = self.code, self.layout
        lines = code.table_of_cards("i", layout.line)
        for zone, triggers in self.all.program.triggers.items():
            with code.when(code.compare("=", pile, code.number(zone))):
                is_new = code.compare("!=", code.read(tried), card)
                for line, number in triggers.items():

                    def is_of_line(line: int = line) -> str:
                        if line < 0:
                            return code.compare("<", card, "0")
                        return code.both(
                            code.compare(">=", card, "0"),
                            lambda: code.compare("=", code.at(lines, card), code.number(line)),
                        )

                    with code.when(code.both(is_new, is_of_line)):
                        code.write(tried, card)
                        self.carry_out(
                            self.all.program.procedures[number], [(card, "i64")], code.number(NONE)
                        )
                        code.again(loop)


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
