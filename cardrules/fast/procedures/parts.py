"""What all functions of a whole game are written with."""

from __future__ import annotations

from cardrules.fast.choices.searching import Searching
from cardrules.fast.expressions.core import MOST_ROOM, Scope, Value
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.knowing.needed import knowledge_needed
from cardrules.fast.llvm.writing import Code
from cardrules.fast.procedures.frames import Procedures
from cardrules.fast.procedures.unordered import without_needless_order
from cardrules.fast.state.chains import Chains
from cardrules.fast.state.memory import STATE, Memory
from cardrules.fast.state.moving import Moving
from cardrules.machine.program import Program


class Parts:
    """What writes functions, state, expressions and procedures of a program.

    `is_checked`: what lies beyond an array stops the process.
    """

    # Whether its games stop at each decision.
    resumes = False

    def __init__(self, program: Program, features: str = "", *, is_checked: bool = False) -> None:
        # What questions need of what somebody knows, which depends on the order of piles.
        self.needs = knowledge_needed(program)
        if not self.resumes and not self.needs:
            program = without_needless_order(program)
        self.program = program
        self._is_checked = is_checked
        self.layout = program.layout
        self.moving = self._begun(features)
        self.code, self.memory = self.moving.code, self.moving.memory
        self.of = Expressions(program, self.moving)
        self.of.score = lambda player: self.code.call("side_score", [STATE, (player, "i64")], "i64")
        self.searching = Searching(self.of)
        self.procedures = Procedures(self.of, self.searching)

    def _begun(self, features: str) -> Moving:
        """What functions are written with, where the state lies, and what changes it."""
        code = Code(self.layout.cards, features, traps=self._is_checked, resumes=self.resumes)
        procedures, keeps = len(self.program.procedures), bool(self.needs)
        memory = Memory(self.layout, code, procedures, MOST_ROOM, keeps_knowledge=keeps)
        return Moving(code, memory, Chains(code, memory))

    def _get(self, name: str) -> str:
        return self.of.register(name)

    def _set(self, name: str, value: str) -> None:
        at = self.code.number(self.memory.register(name))
        self.code.put(self.moving.part("registers"), at, value)

    def _first_of(self, side: str) -> str:
        firsts = [team[0] for team in self.layout.teams]
        if firsts == list(range(len(firsts))):
            return side
        return self.code.at(self.code.table("i", firsts), side)

    def scope_of(self, side: str) -> Scope:
        """What names mean where something is worked out for a side."""
        return Scope(self._first_of(side), no_slot)


def no_slot(slot: int) -> Value:
    raise AssertionError(f"slot {slot} outside of a procedure")
