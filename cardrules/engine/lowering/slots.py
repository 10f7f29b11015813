"""What the slots of a procedure are: names of the rules with their types, and the machine's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.machine.program import Slot
from cardrules.model import ir
from cardrules.model.types import CARD, Type

_OF_THE_MACHINE = Slot(name="", type=None)
_Named = tuple[int, str, Type | None]


def slots_of(
    procedure: ir.Procedure,
    premises: tuple[ir.Premise, ...],
    given: Sequence[tuple[ir.Expr, ...]],
    size: int,
) -> tuple[Slot, ...]:
    """The slots of a procedure, `size` of them; `given` is with what it is carried out anywhere."""
    found = [_OF_THE_MACHINE] * size
    # A trigger is given the card that came up.
    kinds = [CARD] if procedure.role == "trigger" else [item.type for item in (*given, ())[0]]
    for number, name in enumerate(procedure.parameters):
        # What is never carried out has no types.
        found[number] = Slot(name=name, type=kinds[number] if number < len(kinds) else None)
    for number, name, kind in (*_of_premises(premises), *_of_statements(procedure.body)):
        found[number] = Slot(name=name, type=kind)
    return tuple(found)


def _of_premises(premises: tuple[ir.Premise, ...]) -> Iterator[_Named]:
    for item in premises:
        match item:
            case ir.Choice():
                yield item.slot, item.name, item.type
            case ir.Naming():
                yield item.slot, item.name, item.value.type


def _of_statements(body: ir.Body) -> Iterator[_Named]:
    for item in ir.statements(body):
        match item:
            case ir.Let():
                yield item.slot, item.name, item.value.type
            case ir.Pick():
                yield item.slot, item.name, item.domain.type.element
            case ir.EachIn():
                yield item.slot, item.name, item.collection.type.element
            case ir.Choose():
                yield from _of_premises((item.choice,))
            case ir.Together():
                yield from _of_premises(item.premises)
