"""Programs that are written or changed by hand, such as a block as the set-up of a tiny game.

No ruleset becomes just these instructions, so an instruction can be looked at by itself. What a
block has found out it leaves in the variables `a`, `b` and `c`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from cardrules.engine import build
from cardrules.engine.game import Game
from cardrules.engine.lowering.context import lies_in, number
from cardrules.engine.lowering.program import lower
from cardrules.machine import code
from cardrules.machine.program import Procedure, Program, Slot
from cardrules.machine.shapes import COUNT
from cardrules.model import ir
from cardrules.model.types import CARDS, INTEGER, zone_of
from cardrules.plain import replaced
from tests.engine.harness import Table, ruleset

AT = ir.Origin(span=ir.NOWHERE)
TOP = ir.Place(where="top")
# The deck is 1 to 9, the 9 on top; in it card 0 is the 1.
RULES = """
zone heap shared pile, seen by all
zone out  shared pile, seen by all
variable a: integer = 0
variable b: integer = 0
variable c: integer = 0
"""


def changed(
    rules: str, key: str, change: Callable[[Procedure], Procedure], seats: int = 2
) -> Table:
    """The table of a tiny game of which one procedure is another than its rules have become."""

    def lowered(*given: Any) -> Program:
        program = lower(*given)
        procedures = tuple(change(item) if item.key == key else item for item in program.procedures)
        return replaced(program, procedures=procedures)

    with patch.object(build, "lower", lowered):
        return Table(Game(ruleset(rules, players=str(seats)), seats))


def carried_out(*block: code.Instruction, slots: int = 4, rules: str = RULES) -> Table:
    """The table after a block has been carried out as the set-up."""
    frame = (Slot(shape=COUNT),) * slots
    return changed(rules, "setup", lambda item: replaced(item, body=block, slots=frame))


def note(variable: str, value: ir.Expr) -> code.SetVariable:
    """A value into a variable."""
    return code.SetVariable(variable=variable, holder=None, value=value, origin=AT)


def note_one_more(variable: str) -> code.SetVariable:
    """One more into a variable."""
    held = ir.VariableValue(type=INTEGER, variable=variable, holder=None)
    return note(variable, code.Plus(type=INTEGER, value=held, more=1))


def put(slot: int, value: int) -> code.Put:
    """A number into a slot."""
    return code.Put(slot=slot, value=number(value), origin=AT)


def one_further(slot: int) -> code.Put:
    """One more in a slot."""
    return code.Put(
        slot=slot, value=code.Plus(type=INTEGER, value=lies_in(slot), more=1), origin=AT
    )


def register(name: code.Register) -> code.RegisterValue:
    """What a register holds."""
    return code.RegisterValue(type=INTEGER, register=name)


def when(test: ir.Expr, *block: code.Instruction) -> code.Branch:
    """A block if a test holds."""
    return code.Branch(branches=((test, block),), otherwise=(), origin=AT)


def zone(name: str) -> ir.ZoneOf:
    """A shared pile."""
    return ir.ZoneOf(type=zone_of("pile"), zone=name, holder=None)


def cards_of(name: str) -> ir.Contents:
    """The cards of a shared pile."""
    return ir.Contents(type=CARDS, zone=zone(name))


def values(found: Table) -> tuple[int, int, int]:
    """What a block has left in the variables."""
    return found.value("a"), found.value("b"), found.value("c")
