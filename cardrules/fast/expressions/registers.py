"""Registers that hold the same in all of a game."""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.kernel.numbers import NONE
from cardrules.machine import code as machine
from cardrules.machine.program import Program
from cardrules.model import ir

# What these hold when a game begins.
_BEGUN = {"direction": 1, "next_turn": NONE}


def steady_registers(program: Program) -> Mapping[str, int]:
    """What registers hold, of those into which nothing else comes."""
    changed = set[str]()
    for procedure in program.procedures:
        for x in machine.instructions(procedure.body):
            match x:
                case machine.Reverse():
                    changed.add("direction")
                case machine.SetRegister(register=name, value=ir.Const(value=value)):
                    if value != _BEGUN.get(name):
                        changed.add(name)
                case machine.SetRegister(register=name):
                    changed.add(name)
    return {name: value for name, value in _BEGUN.items() if name not in changed}
