"""Who may know what lies in the slots of a program.

What is on cards only those know who know the cards; what is chosen under seal, until all have
answered, only the one who chose it; all else is known to all, as everything is that variables hold.
Of what a name was made is followed through procedures. Which cards these were, and who knows them
at the time, only play can tell: this says where there is something to be hidden at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cardrules.machine import code
from cardrules.machine.program import Procedure, Program, Question
from cardrules.machine.search import Loop, Name, Search
from cardrules.model import ir

Knowers = Literal["all", "cards", "sealed"]
# A slot, by procedure and number.
_Slot = tuple[int, int]


class Whose:
    """Tells of each slot of a program who may know what lies there."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._sealed = {
            (item.procedure, item.answers)
            for item in program.questions
            if item.answers is not None
        }  # fmt: skip
        self._definitions: dict[str, bool] = {}
        self._of_cards: set[_Slot] = set()
        laid = [one for item in program.procedures for one in self._laid(item)]
        size = -1
        while size != len(self._of_cards):
            size = len(self._of_cards)
            self._of_cards |= {slot for slot, at, value in laid if self._is_of_cards(value, at)}

    def of(self, procedure: int, slot: int) -> Knowers:
        """Who may know what lies in a slot: `all`, those who know the `cards` of which it is made,
        or while it is `sealed` the one who chose it.
        """
        if (procedure, slot) in self._sealed:
            return "sealed"
        return "cards" if (procedure, slot) in self._of_cards else "all"

    # -- what lies there ---------------------------------------------------------------------------

    def _laid(self, procedure: Procedure) -> Iterator[tuple[_Slot, int, ir.Expr]]:
        """What is laid into slots, and in which procedure it is worked out."""
        here = procedure.index
        for x in code.instructions(procedure.body):
            match x:
                case code.Assign() | code.Put() | code.PutAll():
                    yield (here, x.slot), here, x.value
                case code.PutTuple():
                    for value in x.values:
                        yield (here, x.slot), here, value
                case code.Pick():
                    yield (here, x.slot), here, x.domain
                case code.Call():
                    for slot, value in enumerate(x.arguments):
                        yield (x.procedure, slot), here, value
                case code.Ask():
                    yield from self._asked(here, self._program.questions[x.question])
        if procedure.role == "trigger":
            # The card that has come up.
            self._of_cards.add((here, 0))

    def _asked(self, here: int, question: Question) -> Iterator[tuple[_Slot, int, ir.Expr]]:
        for search in self._program.searches_of(question):
            there = here if search.procedure < 0 else search.procedure
            for step in search.plan.steps:
                if isinstance(step, Name):
                    yield (there, step.slot), there, step.value
                elif isinstance(step, Loop) and step.choice.type.has_cards:
                    self._of_cards.add((there, step.slot))
            yield from self._given(here, question, search)

    def _given(
        self, here: int, question: Question, search: Search
    ) -> Iterator[tuple[_Slot, int, ir.Expr]]:
        """What a window gives to its interrupts: all of it lies in one slot."""
        if question.arguments is not None:
            for slot, of_type in enumerate(question.types):
                given = ir.Local(type=of_type, slot=question.arguments)
                if slot < search.given:
                    yield (search.procedure, slot), here, given

    # -- what it is made of ------------------------------------------------------------------------

    def _is_of_cards(self, x: ir.Expr, procedure: int) -> bool:
        """Whether a value is cards, or is made from what is on them."""
        return x.type.has_cards or self._looks(x, procedure)

    def _looks(self, x: ir.Expr, procedure: int) -> bool:
        """Whether a value depends on faces. Where cards lie, and how many, anybody can see."""
        match x:
            case ir.Local() | code.Element() | code.Size():
                return (procedure, x.slot) in self._of_cards
            case ir.VariableValue():
                return False
            case ir.Attribute() | ir.IsLine() | ir.CallPlacement() | ir.Subsets():
                return True
            case code.LookUp():
                return bool(x.arguments)
            case ir.ScoreOf() | ir.Possible() | ir.Everyone(group="leaders"):
                return True
            case ir.Compare() if x.left.type.has_cards and not isinstance(x.right, ir.Const):
                return True
            case ir.Contains() if x.element.type.has_cards:
                return True
            case ir.CallDefinition() if self._definition(x.definition):
                return True
        return any(self._looks(part, procedure) for part in ir.parts(x))

    def _definition(self, name: str) -> bool:
        if name not in self._definitions:
            self._definitions[name] = False
            value = self._program.declared.definitions[name].value
            self._definitions[name] = self._looks(value, -1)
        return self._definitions[name]
