"""Loops of procedures: their passes, and what each of them costs of the work that may be done."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.fast.procedures.asking import Asking
from cardrules.machine import code as machine
from cardrules.machine.control import carried_out
from cardrules.machine.whereabouts import changes_who_acts


class Looping(Asking):
    """Writes them."""

    # Whether this is in a loop that does not count its passes.
    _is_free = False

    def block(self, block: machine.Block) -> None:
        """Instructions one after the other."""
        raise NotImplementedError

    def loop(self, x: machine.Loop) -> None:
        """A block that is carried out again and again."""
        mark = self.of.nested.mark()
        if changes_who_acts(x.body):
            self.code.note_changes(self.me)
        outer, is_counted = self._is_free, self._is_counted(x)
        self._is_free = outer or not is_counted
        with self.code.loop(counts=True) as jump:
            self.labels[x.label] = jump
            if not self._seals(x.body):
                self.of.nested.release(mark)
            # What does not come to a pass need not count it.
            behind = _behind_test(x.body)
            self.block(x.body[:behind])
            if is_counted and self.code.is_reached:
                self.count_work()
            self.block(x.body[behind:])
        self._is_free = outer

    def _is_counted(self, x: machine.Loop) -> bool:
        """Whether passes are counted: there are few of them through the players, if nothing in
        them carries out a procedure, or goes through the players, too.
        """
        program = self.all.program
        if x.of != "each player" or self._is_free:
            return True
        return any(carried_out(program, part) for part in machine.instructions(x.body))

    def _seals(self, block: machine.Block) -> bool:
        """Whether answers are laid under seal in each pass of a block, at which others look."""
        questions = self.all.program.questions
        return any(
            isinstance(x, machine.Ask)
            and questions[x.question].form not in ("window", "action", "choose")
            for x in _within_pass(block)
        )

    def leave(self, x: machine.Leave) -> None:
        """Out of a loop or block."""
        self.code.leave(self.labels[x.label])

    def count_down(self, x: machine.CountDown) -> None:
        """One pass less; with none left the game is given up."""
        code, slot = self.code, self.local(x.slot)
        left = code.read(slot)
        with code.when(code.compare("<=", left, "0")):
            self.give_up()
        code.write(slot, code.minus(left, "1"))


def _behind_test(block: machine.Block) -> int:
    """Where a pass of a loop begins behind the test with which it is left at once."""
    at = 1 if isinstance(block[0], machine.Restore) else 0
    is_test = len(block) > at and isinstance(block[at], machine.Branch)
    return at + 1 if is_test else 0


def _within_pass(block: machine.Block) -> Iterator[machine.Instruction]:
    """The instructions of a pass of a loop, but for those in loops within it."""
    for x in block:
        yield x
        if not isinstance(x, machine.Loop):
            for inner in machine.blocks(x):
                yield from _within_pass(inner)
