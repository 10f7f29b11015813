"""Piles at whose order nobody ever looks: they are laid out as spreads, where a card is one bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from cardrules.fast.expressions.quick import can_stop
from cardrules.machine import code as machine
from cardrules.machine.program import Program
from cardrules.machine.ranges.values import Values, can_leave
from cardrules.model import ir
from cardrules.plain import Plain, fields, replaced

# What is only told, or shown.
_TOLD = (machine.Reveal, machine.Forget, machine.Announce, machine.Say, machine.SayWhy)


def without_needless_order(program: Program) -> Program:
    """The same program with such piles as spreads; a game of it goes the same way."""
    zones = program.layout.zones
    needed = {*_Looking(program).zones(), *_with_triggers(program)}
    needless = [
        name
        for name, zone in zones.items()
        if zone.shape == "pile" and zone.starts is None and zone.top == zone.rest
        if name not in needed
    ]
    if not needless:
        return program
    changed = {name: replaced(zones[name], shape="spread") for name in needless}
    return replaced(program, layout=attrs.evolve(program.layout, zones={**zones, **changed}))


def _with_triggers(program: Program) -> Iterator[str]:
    """The zones of which it matters which card is drawn."""
    for name, zone in program.layout.zones.items():
        if any(zone.base <= at < zone.base + len(zone.owners) for at in program.triggers):
            yield name


class _Looking:
    """Finds the zones at whose order somebody may look: all that are named, but for cards that are
    only counted, tested or added up, and for where cards are laid.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._ranges = Values(program.layout, program.declared)

    def zones(self) -> Iterator[str]:
        """Their names."""
        program = self._program
        zones = program.layout.zones.values()
        pending: list[Any] = [
            [search.plan.steps for search in program.searches], program.ending,
            *[procedure.body for procedure in program.procedures],
            *[(question.player, question.candidates) for question in program.questions],
            *program.declared.definitions.values(), *program.declared.placements.values(),
            *[variable.initial for variable in program.layout.variables.values()],
            *[zone.starts for zone in zones],
            *[sight.condition for zone in zones for sight in (zone.top, zone.rest)],
        ]  # fmt: skip
        while pending:
            part = pending.pop()
            if isinstance(part, ir.ZoneOf | ir.AllContents):
                yield part.zone
            pending += self._looked_at(part)

    def _looked_at(self, part: Any) -> list[Any]:
        """The parts of a part at whose order it looks."""
        match part:
            case _ if isinstance(part, (*_TOLD, ir.Origin)):
                return []
            case machine.Telling():
                return [part.does]
            case machine.Move(to=ir.ZoneOf(holder=holder), place=place) if _is_end(place):
                return [part.cards, holder]
            case machine.Draw(to=ir.ZoneOf(holder=holder), place=place) if _is_end(place):
                return [part.number, part.source, holder]
            case ir.Operation(op="count", arguments=(cards,)):
                return self._cards(cards)
            case ir.Compare(left=cards, right=ir.Const(value=())):
                return self._cards(cards)
            case ir.Contains():
                return [part.element, *self._cards(part.collection)]
            case ir.Fold() if not self._stops(part.body) and not self._can_leave(part):
                return [part.body, *self._cards(part.collection)]
            case ir.Quantified() if not self._stops(part.condition):
                return [part.condition, *self._cards(part.collection)]
            case tuple() | list():
                return list(part)
            case Plain():
                return [getattr(part, name) for name in fields(type(part))]
        return []

    def _cards(self, x: ir.Expr) -> list[Any]:
        """The parts of cards whose order does not matter at whose order somebody may look."""
        match x:
            case ir.Contents(zone=ir.ZoneOf(holder=holder)):
                return [holder]
            case ir.AllContents():
                return [x.holders]
            case ir.Filter() if not self._stops(x.condition):
                return [x.condition, *self._cards(x.collection)]
        return [x]

    def _stops(self, x: ir.Expr) -> bool:
        return can_stop(self._program.declared.definitions, x)

    def _can_leave(self, x: ir.Fold) -> bool:
        return x.fold == "sum" and can_leave(self._ranges.of_sum(x))


def _is_end(place: ir.Place) -> bool:
    return place.where in ("top", "bottom")
