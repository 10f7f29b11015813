"""What the slots of a procedure are: the names of the rules, and what can lie there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.machine.program import Slot
from cardrules.machine.shapes import Shapes
from cardrules.model import ir


def slots_of(shapes: Shapes, names: Mapping[int, str], size: int) -> tuple[Slot, ...]:
    """The slots of a procedure, `size` of them; `shapes` is all that is laid there anywhere."""
    return tuple([Slot(name=names.get(slot, ""), shape=shapes.get(slot)) for slot in range(size)])


def names_of(procedure: ir.Procedure, premises: tuple[ir.Premise, ...]) -> dict[int, str]:
    """The names that the rules give to slots of a procedure."""
    names = dict(enumerate(procedure.parameters))
    names.update(_of_premises(premises))
    names.update(_of_statements(procedure.body))
    return names


def _of_premises(premises: tuple[ir.Premise, ...]) -> Iterator[tuple[int, str]]:
    for item in premises:
        if isinstance(item, ir.Choice | ir.Naming):
            yield item.slot, item.name


def _of_statements(body: ir.Body) -> Iterator[tuple[int, str]]:
    for item in ir.statements(body):
        match item:
            case ir.Let() | ir.Pick() | ir.EachIn():
                yield item.slot, item.name
            case ir.Choose():
                yield from _of_premises((item.choice,))
            case ir.Together():
                yield from _of_premises(item.premises)
