"""What every part of a procedure needs: its slots, who acts, registers, how it ends."""

from __future__ import annotations

from cardrules.fast.choices.searching import Searching
from cardrules.fast.choices.slots import (
    Several,
    Slot,
    Sorted,
    form_of,
    parameter,
    taken,
    value_in,
)
from cardrules.fast.expressions.core import Form, Scope, Value
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.llvm.checks import Local, Sort
from cardrules.fast.llvm.course import Jump
from cardrules.fast.llvm.resuming import WAITING
from cardrules.fast.llvm.writing import Code
from cardrules.fast.sets.nested import is_nested, is_set
from cardrules.fast.state.memory import OF_A_PASS
from cardrules.machine import code as machine
from cardrules.machine.program import Procedure
from cardrules.machine.search import Search
from cardrules.machine.whereabouts import Whereabouts, changes_who_acts
from cardrules.model import ir

# How a procedure ends: as it should; with it the interrupt that it belongs to; with it what that
# answers; with it the turn; with it the game, which also is so where it is given up. One that can
# be resumed also gives that it waits.
ENDED, STOPPED, ANSWERED, TURN_OVER, GAME_OVER = range(5)
assert WAITING > GAME_OVER


class Procedures:
    """What procedures know of each other."""

    def __init__(self, expressions: Expressions, searching: Searching) -> None:
        self.of = expressions
        self.code: Code = expressions.code
        self.searching = searching
        self.program = expressions.program
        self.moving = expressions.moving
        # The standing rules want to know it; and states that are kept differ by it.
        self.moving.counts_changes = self.code.resumes or self.program.settle is not None
        self.seeing, self.knowing = searching.seeing, searching.knowing
        self.whereabouts = Whereabouts(self.program)
        self.sorted = Sorted(self.program)
        # Whether something is ever stopped, and the procedures that are counted.
        parts = [
            part
            for procedure in self.program.procedures
            for x in machine.instructions(procedure.body)
            for part in (x, *ir.walk(x))
        ]
        self.stops = any(isinstance(part, machine.StopAction) for part in parts)
        self.counted = {
            number
            for part in parts
            if isinstance(part, machine.Running)
            for number in part.procedures
        }

    def given(self, procedure: Procedure) -> dict[int, Form]:
        """The slots of what is given to a procedure, with the forms of the values."""
        if procedure.role in ("action", "interrupt"):
            search = self.search_of(procedure)
            assert search is not None
            found = self.searching.window_forms(search)
            for choice in search.choices:
                found[choice.slot] = "m" if is_set(choice.type) else "i"
            return found
        if procedure.role == "trigger":
            return {0: "i"}
        return {
            slot: form_of(of)
            for slot, of in enumerate(self.searching.given_types.to_routine(procedure))
        }

    def is_carried_out(self, procedure: Procedure) -> bool:
        """Whether anything can carry it out: an action that nobody is offered, nothing can."""
        is_offered = procedure.role in ("action", "interrupt")
        return not is_offered or self.search_of(procedure) is not None

    def search_of(self, procedure: Procedure) -> Search | None:
        """The search for what an action or interrupt is carried out with."""
        found = [one for one in self.program.searches if one.procedure == procedure.index]
        return found[0] if found else None

    def parameters(self, procedure: Procedure) -> list[tuple[str, str]]:
        """The parameters of its function: the state, who acts, and what lies in the first slots."""
        found = [("%z", "ptr"), ("%me", "i64")]
        for slot, form in self.given(procedure).items():
            found += parameter(self.code, f"%p{slot}", form)
        return found


class Frame:
    """One procedure that is being written."""

    def __init__(self, procedures: Procedures, procedure: Procedure) -> None:
        self.all = procedures
        self.of = procedures.of
        self.code = procedures.code
        self.moving = procedures.moving
        self.procedure = procedure
        self.layout = procedures.program.layout
        self.slots: dict[int, Slot] = {}
        self.labels: dict[int, Jump] = {}
        # Which registers are kept in which slot.
        self.kept: dict[int, tuple[machine.Register, ...]] = {}
        # The turns that are being written, the innermost last.
        self.turns: list[Jump] = []
        self.me = self.code.local("i", "%me")
        self.code.note_steady(self.me)
        # Whether it is the same from begin to end who acts.
        self.is_one = not changes_who_acts(procedure.body)
        # Which collections of collections are there already.
        self.begin = self.code.local("i", self.of.nested.mark())
        given = procedures.given(procedure)
        for slot, form in given.items():
            self.slots[slot] = taken(self.code, f"%p{slot}", form)
        self.forms = procedures.sorted.slots(procedure, given)

    # -- values ------------------------------------------------------------------------------------

    @property
    def scope(self) -> Scope:
        """What names mean here."""
        return Scope("%me" if self.is_one else self.code.read(self.me), self._read_slot)

    def _read_slot(self, number: int) -> Value:
        slot = self.slots.get(number)
        assert slot is not None
        assert not isinstance(slot, list)
        return value_in(self.code, slot)

    def number(self, x: ir.Expr) -> str:
        """One thing."""
        return self.of.number(x, self.scope)

    def local(self, slot: int, sort: Sort = "i") -> Local:
        """The slot of one thing."""
        found = self.slots.get(slot)
        if found is None:
            found = self.slots[slot] = self.code.local(sort, "0")
        assert isinstance(found, Local)
        return found

    def several(self, slot: int, of: ir.Expr) -> Local | Several:
        """The slot of a collection."""
        found = self.slots.get(slot)
        if found is None:
            if self.forms.get(slot) == "m":
                found = self.code.local("m", "0")
            else:
                room = self.of.room(of)
                found = Several(self.code.array("i", room), self.code.local("i", "0"), room)
                self.code.note_length(found.cells, found.size)
            self.slots[slot] = found
        assert isinstance(found, Local | Several)
        return found

    def lay_all(self, slot: int, of: ir.Expr) -> None:
        """All things of a collection into a slot."""
        if is_nested(of.type):
            number = self.of.number(of, self.scope)
            self.code.write(self.local(slot), number)
            return
        items, to = self.of.items(of, self.scope), self.several(slot, of)
        if isinstance(to, Local):
            self.code.write(to, self.of.mask_or_none(items))
            return
        room = self.of.room(of)
        if room > to.room:
            # Wherever it is laid into, there is room for the most.
            to.cells, to.room = self.code.array("i", room), room
            self.code.note_length(to.cells, to.size)
        cells, size = self.of.side_by_side(items, of)
        self.of.copy(cells, "0", to.cells, "0", size)
        self.code.write(to.size, size)

    # -- registers ---------------------------------------------------------------------------------

    def register(self, name: str) -> str:
        """What a register holds now."""
        return self.code.read(self.me) if name == "me" else self.of.register(name)

    def set_register_to(self, name: str, value: str) -> None:
        """A value into a register."""
        if name == "me":
            self.code.write(self.me, value)
        else:
            self.of.set_register(name, value)

    def changed(self) -> None:
        """Something is no more as it was: the standing rules ask for it."""
        if self.all.program.settle is not None:
            self.moving.changed()

    # -- the end -----------------------------------------------------------------------------------

    def count_work(self) -> None:
        """Count a pass; a game in which there is too much to do is given up."""
        code = self.code
        left = code.minus(self.register("work_left"), str(OF_A_PASS))
        self.set_register_to("work_left", left)
        with code.when(code.compare("<", left, "0"), is_likely=False):
            self.give_up()

    def give_up(self) -> None:
        """This game is left to another engine."""
        self.of.give_up()
        self.give(str(GAME_OVER))

    def give(self, how: str) -> None:
        """The procedure is over, in one of the ways that there are."""
        code, role = self.code, self.procedure.role
        self.count_running(-1)
        self.of.nested.release(code.read(self.begin))
        if self.all.stops and role in ("action", "interrupt"):
            is_over = code.compare("=", how, str(ANSWERED))
            ended = code.choose("i", is_over, str(ENDED), how)
            if role == "interrupt":
                # Without an action that it answers, the interrupt alone is over.
                is_within = code.compare(">", self.register("acting"), "0")
                after = code.choose("i", is_within, str(ANSWERED), str(ENDED))
                ended = code.choose("i", code.compare("=", how, str(STOPPED)), after, ended)
            how = ended
        code.give("i", how)

    def count_running(self, more: int) -> None:
        """Count what is carried out just now, where somebody asks for it."""
        code, procedure = self.code, self.procedure
        if self.all.stops and procedure.role in ("action", "interrupt"):
            acting = code.plus(self.register("acting"), code.number(more))
            self.set_register_to("acting", acting)
        if procedure.index in self.all.counted:
            running, at = self.moving.part("running"), code.number(procedure.index)
            code.put(running, at, code.plus(code.at(running, at), code.number(more)))
