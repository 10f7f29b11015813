"""Which searches are for two cards of which the one must fit the other, by their kinds alone."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.fast.sets.pairs import Pairs
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.memory import Later
from cardrules.machine import code as machine
from cardrules.machine.layout import Layout
from cardrules.machine.program import Program
from cardrules.machine.search import Loop, Name, Search, Test
from cardrules.model import ir
from cardrules.model.types import FLAG


@attrs.define
class Paired:
    """What is known of such a search.

    `of_stacks`: which of both choices, 0 or 1, is one of stacks by their top cards. `found`: where
    the pairs are kept that were found when it was counted, each once.
    """

    pairs: Pairs
    of_stacks: int | None
    found: Later | None = None


def paired_in(search: Search, program: Program, kinds: Kinds) -> Paired | None:
    """What is known of a search, if it is such a one."""
    match search.plan.steps:
        case (Loop() as first, Loop() as last, Test() as test, *names):
            pass
        case _:
            return None
    if not all(isinstance(step, Name) for step in names):
        return None
    of_stacks = [_is_of_stacks(loop, program.layout) for loop in (first, last)]
    if None in of_stacks or all(of_stacks) or first.slot in ir.named_in(last.value):
        return None
    rows = _rows(test.condition, first, last, program)
    if kinds.all_differ or rows is None or not Pairs.can_have(kinds, rows):
        return None
    return Paired(Pairs(kinds, rows), of_stacks.index(True) if any(of_stacks) else None)


def _is_of_stacks(loop: Loop, layout: Layout) -> bool | None:
    """Whether a choice is one of stacks, or one of the cards of a spread; None if it is neither."""
    if loop.choice.type.base == "stack":
        match loop.value:
            case ir.AllContents() | ir.Contents(zone=ir.ZoneOf()):
                return True
        return None
    match loop.value:
        case ir.Contents(zone=ir.ZoneOf(zone=name)) if loop.choice.type.base == "card":
            return False if layout.zones[name].shape == "spread" and not loop.apart else None
    return None


def _rows(
    condition: ir.Expr, first: Loop, last: Loop, program: Program
) -> Sequence[Sequence[object]] | None:
    """For each kind of the first choice which kinds of the last one fit."""
    if not isinstance(condition, machine.LookUp) or len(condition.arguments) != 2:  # noqa: PLR2004
        return None
    table, kinds = program.tables[condition.table], len(program.layout.faces)
    sides = [_is_side(item, first, last) for item in condition.arguments]
    if table.type != FLAG or sides not in ([0, 1], [1, 0]):
        return None
    rows = [table.values(row, kinds) for row in range(kinds)]
    return rows if sides == [0, 1] else list(zip(*rows, strict=True))


def _is_side(x: ir.Expr, first: Loop, last: Loop) -> int | None:
    """Which of both choices a card is, or of which stack it is the top card."""
    for number, loop in enumerate((first, last)):
        match x:
            case ir.Local(slot=slot) if slot == loop.slot and loop.choice.type.base == "card":
                return number
            case ir.Operation(op="top", arguments=(ir.Local(slot=slot),)) if (
                slot == loop.slot and loop.choice.type.base == "stack"
            ):
                return number
    return None
