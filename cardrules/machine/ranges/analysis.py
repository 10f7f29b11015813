"""The bounds of all slots and variables of a program, and which of its tests never hold.

They hold in every game that is played from its beginning. A position from outside may have other
values (`cardrules.engine.positions`), as long as they are of the right shape. It is worked out when
somebody asks for it: play does not need it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import attrs

from cardrules.machine import code
from cardrules.machine.control import Control
from cardrules.machine.program import Program
from cardrules.machine.ranges.bounds import Bound, joined, widened
from cardrules.machine.ranges.carrying_out import Cell, Facts, Pass
from cardrules.machine.ranges.names import Names, joined_names
from cardrules.machine.ranges.shapes import bound_of_shape, met
from cardrules.model import ir

# So often what comes together at a place may grow step by step; then it grows to the next number
# that the rules mention, and after so many times to where all numbers end.
_STEP_BY_STEP = 3
_BY_NUMBERS = 30
# So often what was found is looked at again, to come closer.
_CLOSER = 3


@attrs.frozen(eq=False)
class Tested:
    """A test of a branch, and whether it may hold, and may not, when it is looked at."""

    branch: code.Branch
    index: int
    may: frozenset[bool]


class Bounds:
    """What is known of the values of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.control = Control(program)
        self._facts, self._last = _found(program, self.control)

    def variable(self, name: str) -> Bound | None:
        """What a variable may be, or how many tokens somebody may have, at any time of a game."""
        found: Bound | None = self._facts[("variable", name)]
        return found

    def slot(self, procedure: int, slot: int) -> Bound | None:
        """What may lie in a slot besides 0, which lies there before anything is laid into it.

        None: nothing is known, or nothing is ever laid there.
        """
        shape = self._program.procedures[procedure].slots[slot].shape
        by_shape = None if shape is None else bound_of_shape(shape, self._last.values)
        cell = ("slot", procedure, slot)
        return met(self._facts[cell], by_shape) if cell in self._facts else by_shape

    def is_begun(self, procedure: int) -> bool:
        """Whether a game can come to a procedure."""
        return ("begin", procedure) in self._facts

    def is_reached(self, x: code.Instruction) -> bool:
        """Whether a game can come to an instruction."""
        return id(x) in self._last.reached

    def tests(self) -> Iterator[Tested]:
        """The tests of branches that a game can come to."""
        tests = self._last.tests
        for (branch, index), may in tests.may.items():
            yield Tested(tests.branches[branch], index, frozenset(may))


def _found(program: Program, control: Control) -> tuple[Facts, Pass]:
    facts = _Growing(program)
    while facts.is_new:
        facts.is_new = False
        Pass(program, control, facts.facts, facts.add).run()
    found = facts.facts
    for _ in range(_CLOSER):
        closer: Facts = {}
        last = Pass(program, control, found, partial(_add, closer, joined))
        last.run()
        found = closer
    return found, last


class _Growing:
    """Facts that grow until nothing new is found."""

    def __init__(self, program: Program) -> None:
        self.facts: Facts = {}
        self.is_new = True
        self._steps = sorted(numbers_in(program))
        self._grown: dict[Cell, int] = {}

    def add(self, cell: Cell, value: Any) -> None:
        """Add what was found for a cell."""
        before = self.facts.get(cell)
        is_known = cell in self.facts
        grown = self._grown.get(cell, 0)
        join = joined
        if grown >= _STEP_BY_STEP:
            join = partial(widened, steps=self._steps if grown < _BY_NUMBERS else ())
        # Nothing is worked out from all that lies in a slot.
        _add(self.facts, joined if cell[0] == "slot" else join, cell, value)
        if not is_known or before != self.facts[cell]:
            self._grown[cell] = grown + 1
            self.is_new = self.is_new or cell[0] != "slot"


def _add(
    facts: Facts, join: Callable[[Bound | None, Bound | None], Bound | None], cell: Cell, value: Any
) -> None:
    if cell not in facts:
        facts[cell] = value
    elif isinstance(value, Names):
        facts[cell] = joined_names(facts[cell], value, join)
    else:
        facts[cell] = join(facts[cell], value)


def numbers_in(program: Program) -> set[int]:
    """The numbers that a program mentions: values go up or down to one of these, mostly."""
    layout = program.layout
    found = {0, 1, layout.players, layout.cards, *(zone.capacity for zone in layout.zones.values())}
    parts = (
        *(item.body for item in program.procedures),
        *(step.value for item in program.searches for step in item.plan.steps),
        *(item.value for item in program.declared.definitions.values()),
        *((item.initial, item.supply or ()) for item in layout.variables.values()),
    )
    for node in ir.walk(parts):
        if isinstance(node, ir.Const):
            found.update(map(int, node.value if isinstance(node.value, tuple) else (node.value,)))
    for printed in layout.attribute.values():
        found.update(value for value in printed if isinstance(value, int))
    return found
