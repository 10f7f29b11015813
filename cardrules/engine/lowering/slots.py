"""What the slots of a procedure are: names of the rules with their types, and the machine's own."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.machine.program import Slot
from cardrules.model import ir
from cardrules.model.types import Type

_OF_THE_MACHINE = Slot(name="", type=None)


def slots_of(
    procedure: ir.Procedure, premises: tuple[ir.Premise, ...], size: int
) -> tuple[Slot, ...]:
    """The slots of a procedure, `size` of them."""
    parts = (premises, procedure.body)
    named = {number: Slot(name=name, type=kind) for number, name, kind in _named(parts)}
    used = {item.slot: item.type for item in ir.walk(parts) if isinstance(item, ir.Local)}
    for number, name in enumerate(procedure.parameters):
        # What nothing looks at need not be known.
        named.setdefault(number, Slot(name=name, type=used.get(number)))
    return tuple(named.get(number, _OF_THE_MACHINE) for number in range(size))


def _named(parts: object) -> Iterator[tuple[int, str, Type | None]]:
    """Where names are given: the slot, the name and the type of its value."""
    for item in ir.walk(parts):
        match item:
            case ir.Choice():
                yield item.slot, item.name, item.type
            case ir.Naming() | ir.Let():
                yield item.slot, item.name, item.value.type
            case ir.Pick():
                yield item.slot, item.name, item.domain.type.element
            case ir.EachIn():
                yield item.slot, item.name, item.collection.type.element
