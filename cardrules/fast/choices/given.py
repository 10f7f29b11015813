"""Which things that are given to a routine or a window are collections.

Whoever gives one says so, or whoever looks at it: where none is given, that cannot be told from
what is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardrules.machine import code as machine
from cardrules.machine.program import Procedure, Program, Question
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.model.types import INTEGER, Type


class Given:
    """Tells it of one program. What is no collection is as good as any other number."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._of_routines: dict[int, Sequence[Type]] = {}

    def to_routine(self, procedure: Procedure) -> Sequence[Type]:
        """The types of what is given to a routine."""
        if procedure.index not in self._of_routines:
            searches = [
                search
                for one in self._program.questions
                if one.procedure == procedure.index
                for search in self._searches(one)
            ]
            rows = [
                [value.type for value in x.arguments]
                for other in self._program.procedures
                for x in machine.instructions(other.body)
                if isinstance(x, machine.Call) and x.procedure == procedure.index
            ]
            self._of_routines[procedure.index] = _types(
                len(procedure.parameters), rows, (procedure.body, _looked_at(searches))
            )
        return self._of_routines[procedure.index]

    def to_interrupt(self, search: Search) -> Sequence[Type]:
        """The types of what is given by a window to the search of one of its interrupts."""
        asked = [one for one in self._program.questions
                 if search.index in one.searches and search.given]  # fmt: skip
        return self.to_window(asked[0]) if asked else [INTEGER] * search.given

    def to_window(self, question: Question) -> Sequence[Type]:
        """The types of what is given to the window at which something is asked."""
        searches = self._searches(question)
        numbers = {search.index for search in searches}
        rows = [one.types for one in self._program.questions if numbers & {*one.searches}]
        bodies = [self._program.procedures[search.procedure].body for search in searches]
        return _types(len(question.types), rows or [question.types], (bodies, _looked_at(searches)))

    def _searches(self, question: Question) -> list[Search]:
        return [self._program.searches[number] for number in question.searches]


def _looked_at(searches: Iterable[Search]) -> tuple[ir.Expr, ...]:
    return tuple([step.value for search in searches for step in search.plan.steps])


def _types(number: int, rows: Iterable[Sequence[Type]], looking: object) -> list[Type]:
    """Types by slot, as those say who give something, and those who look at it."""
    found = [INTEGER] * number
    for row in rows:
        for slot, of in enumerate(row):
            if of.base == "collection":
                found[slot] = of
    for part in ir.walk(looking):
        if isinstance(part, ir.Local) and part.type.base == "collection" and part.slot < number:
            found[part.slot] = part.type
    return found
