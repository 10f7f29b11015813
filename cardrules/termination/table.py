"""What of a program is measured, and what holds of it at any time of a game."""

from __future__ import annotations

from functools import cached_property
from itertools import count

from cardrules.machine import code
from cardrules.machine.control import Control
from cardrules.machine.program import Program
from cardrules.machine.ranges.analysis import numbers_in
from cardrules.machine.ranges.values import Values
from cardrules.model import ir
from cardrules.model.types import FLAG, INTEGER
from cardrules.termination.linear import ZERO, Sum, Unknowns
from cardrules.termination.path import Key, Path

# So many flags are told apart: each may double what has to be followed.
_MOST_FLAGS = 6
# Beyond this no number is a bound: the solver reckons with some fifteen digits.
LARGE = 1_000_000


class Table:
    """The program of a game, and what is measured in it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.control = Control(program)
        self.values = Values(program.layout, program.declared)
        self.unknowns = Unknowns()
        self._players = count(1)
        self.zones = tuple(self.layout.zones)
        self.by_procedure = {
            item.procedure: item for item in program.searches if item.procedure >= 0
        }
        self.by_name = {item.name: item for item in program.searches if item.procedure >= 0}

    def somebody(self) -> int:
        """A player of whom nothing is known."""
        return next(self._players)

    @cached_property
    def single_cards(self) -> tuple[int, ...]:
        """The lines with just one card that some pile waits for."""
        awaited = {line for lines in self.program.triggers.values() for line in lines}
        return tuple(
            sorted(one for one in awaited if one >= 0 and self.layout.line.count(one) == 1)
        )

    @cached_property
    def stack_zones(self) -> tuple[str, ...]:
        """The zones in which stacks lie."""
        return tuple(name for name, item in self.layout.zones.items() if item.shape == "stacks")

    @cached_property
    def flags(self) -> tuple[str, ...]:
        """The shared flags at which a test looks."""
        tested = {
            node.variable
            for graph in self.control.graphs
            for x in graph.nodes
            for node in ir.walk(getattr(x, "branches", ()))
            if isinstance(node, ir.VariableValue)
        }
        found = [
            name
            for name, item in self.layout.variables.items()
            if item.type == FLAG and item.holders == 1 and item.supply is None and name in tested
        ]
        return tuple(found[:_MOST_FLAGS])

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The shared variables that are numbers."""
        return tuple(
            name
            for name, item in self.layout.variables.items()
            if item.type == INTEGER and item.holders == 1 and item.supply is None
        )

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The tokens that have a supply."""
        return tuple(
            name for name, item in self.layout.variables.items() if item.supply is not None
        )

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """All that is measured."""
        return (
            *[("zone", name) for name in self.zones],
            *[("variable", name) for name in self.numbers],
            *[("tokens", name) for name in self.tokens],
            *[("register", name) for name in ("round", "turn", "changes")],
        )

    @cached_property
    def counted(self) -> frozenset[int]:
        """The procedures of which the rules count how many are carried out within each other."""
        bodies = tuple([item.body for item in self.program.procedures])
        found = [node for node in ir.walk(bodies) if isinstance(node, code.Running)]
        return frozenset(one for node in found for one in node.procedures)

    @cached_property
    def mentioned(self) -> tuple[int, ...]:
        """The numbers that the program mentions, in order."""
        return tuple(sorted(n for n in numbers_in(self.program) if abs(n) <= LARGE))

    @cached_property
    def compared(self) -> dict[Key, tuple[int, ...]]:
        """The numbers with which the rules compare variables and counters."""
        found: dict[Key, tuple[int, ...]] = {}
        parts = (
            *[item.body for item in self.program.procedures],
            *[item.value for item in self.program.declared.definitions.values()],
        )
        for node in ir.walk(tuple(parts)):
            if isinstance(node, ir.Compare):
                for side, other in ((node.left, node.right), (node.right, node.left)):
                    key = _key_of(side)
                    number = other.value if isinstance(other, ir.Const) else None
                    if key is not None and isinstance(number, int) and abs(number) <= LARGE:
                        found[key] = (*found.get(key, ()), int(number))
        return found

    def always(self, path: Path) -> None:
        """Note what holds at any time: no card is ever lost, and none is in two places."""
        total = ZERO
        for name in self.zones:
            total = total + path.of(name)
            path.know(path.of(name))
        path.know(total - self.layout.cards, Sum(self.layout.cards) - total)
        for line in self.single_cards:
            path.know(path.of(path.fixed["card", line]) - 1)
        for name in self.tokens:
            path.know(path.amounts["tokens", name])

    def anywhere(self) -> Path:
        """A way of which nothing is known but what always holds; nothing is fixed in it yet."""
        path = Path()
        path.amounts = {key: self.unknowns.new() for key in self.keys}
        path.base = dict(path.amounts)
        return path


def _key_of(x: ir.Expr) -> Key | None:
    match x:
        case ir.Counter(counter="round" | "turn" as name):
            return "register", name
        case ir.VariableValue(holder=None):
            return "variable", x.variable
    return None
