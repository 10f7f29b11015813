"""What is known while a procedure is lowered: labels, constructs around a statement, the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import attrs

from cardrules.engine.lowering.knowing import Knowing
from cardrules.engine.lowering.laid import Given, around, behind, kept_beside
from cardrules.engine.lowering.looked import Looked
from cardrules.engine.lowering.search import Plans
from cardrules.machine import code
from cardrules.machine.layout import Layout
from cardrules.machine.program import Question, Wait
from cardrules.machine.search import Search
from cardrules.machine.shapes import Shape, Shapes
from cardrules.machine.tally import Sort, Tallied, Tally
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import FLAG, INTEGER
from cardrules.plain import PlainInOrder

Block = list[code.Instruction]
Awaited = Literal["answer", "routine", "settle", "trigger", "turn"]
Lower = Callable[["Lowering", Any], Block]


def number(value: int) -> ir.Const:
    """A whole number as a value."""
    return ir.Const(type=INTEGER, value=value)


def lies_in(slot: int) -> ir.Local:
    """What a number slot of the machine's own holds."""
    return ir.Local(type=INTEGER, slot=slot)


def one_more(slot: int, step: int = 1) -> code.Plus:
    """What a number slot holds, and a step further."""
    return code.Plus(type=INTEGER, value=lies_in(slot), more=step)


def compare(left: ir.Expr, operator: str, right: ir.Expr) -> ir.Compare:
    """A comparison of two numbers."""
    return ir.Compare(type=FLAG, operator=operator, left=left, right=right)  # type: ignore[arg-type]


class Construct(PlainInOrder):
    """A construct around a statement: what leaves it, and what is then to be put back."""

    name: str
    label: int
    restore: tuple[code.Instruction, ...] = ()


@attrs.define(eq=False, repr=False)
class Common:
    """What all procedures of a game share while they are lowered."""

    layout: Layout
    rules: Ruleset
    # What a part of them was before options and players were known.
    stated: Callable[[Any], Any]
    # The number of each procedure by its key (`action go`).
    numbers: Mapping[str, int]
    looked: Mapping[str, Looked]
    plans: Plans
    lowerers: Mapping[type[ir.Statement], Lower]
    # For each zone base with triggers: the procedure for each line.
    triggers: Mapping[int, Mapping[int, int]]
    has_standing: bool
    shows: bool
    given: Given
    knowing: Knowing
    tally: Tally | None
    questions: list[Question] = attrs.field(factory=list)
    searches: list[Search] = attrs.field(factory=list)
    by_action: dict[str, int] = attrs.field(factory=dict)
    places: int = 0


@attrs.define(eq=False, repr=False)
class Lowering:
    """One procedure."""

    common: Common
    key: str
    # The number of each statement of the procedure, by its identity.
    numbers: Mapping[int, int] = attrs.field(factory=dict)
    # All its statements.
    source: ir.Body = ()
    labels: int = 0
    constructs: list[Construct] = attrs.field(factory=list)
    # What lies in slots where instructions are being written, and anywhere.
    shapes: Shapes = attrs.field(factory=dict)
    all_shapes: dict[int, Shape] = attrs.field(factory=dict)
    statement: int = 0
    waits: list[Wait] = attrs.field(factory=list)

    @property
    def looked(self) -> Looked:
        """What is kept beside the names of this procedure."""
        return self.common.looked.get(self.key, Looked())

    def new_label(self) -> int:
        """A label that nothing else in this procedure has."""
        self.labels += 1
        return self.labels

    def new_place(self) -> int:
        """The number of a place that is watched."""
        self.common.places += 1
        return self.common.places

    def lay(self, shapes: Shapes) -> None:
        """From here on this lies in slots."""
        self.shapes = {**self.shapes, **shapes}
        self.all_shapes.update(shapes)

    def wait(self, awaits: Awaited) -> int:
        """The number of a wait: the procedure can stand here."""
        self.waits.append(Wait(statement=self.statement, awaits=awaits, shapes=self.shapes))
        return len(self.waits) - 1

    def body(self, body: ir.Body) -> Block:
        """The instructions of a block of statements."""
        found: Block = []
        outer, outermost = self.shapes, self.statement
        for statement in body:
            before = self.shapes
            self.statement = self.numbers[id(statement)]
            self.lay(around(statement, before, self.common.layout.players))
            found += self.count("statement", statement.origin)
            lowered = self.common.lowerers[type(statement)](self, statement)
            if isinstance(statement, ir.Event) and statement.telling is not None:
                lowered = self._told(lowered, statement.telling)
            found += lowered
            self.shapes = before
            self.lay(behind(statement))
        self.shapes, self.statement = outer, outermost
        return found

    def _told(self, lowered: Block, telling: ir.Telling) -> Block:
        """The last instruction of a statement is what does it, and is what is told."""
        if not telling.sentence.parts:
            return lowered
        *before, does = lowered
        return [*before, code.Telling(does=does, telling=telling, origin=does.origin)]

    def within(self, construct: Construct, body: ir.Body) -> Block:
        """The instructions of a body within a construct."""
        self.constructs.append(construct)
        found = self.body(body)
        self.constructs.pop()
        return found

    def count(self, sort: Sort, origin: ir.Origin, name: str = "", *, notes: bool = False) -> Block:
        """The instruction that counts a part of the rules, in a game that is looked into."""
        if self.common.tally is None:
            return []
        number = self.common.tally.number(Tallied(sort, origin.span, name))
        return [code.Count(numbers=(number,), notes=notes, origin=origin)]

    def beside(self, slot: int) -> int | None:
        """The first of the slots that are kept beside a name, if sentences need that."""
        found = self.looked.slots.get(slot)
        if found is not None:
            self.lay(kept_beside((found,)))
        return found
