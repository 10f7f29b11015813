"""CR705: a stack is used that is certainly gone.

A stack is gone when its last card has left it. That all of its cards go to a zone is said in one
line, `move row to heap`; whatever stands below it in the same block, or below the `if` around it,
and needs the stack comes too late. All other stacks that may be gone are found in play.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

# Operations that need a stack to be there.
_NEEDS_IT = ("top", "bottom", "owner")


def find_gone_stacks(ruleset: Ruleset) -> Iterator[Finding]:
    """Lines that use a stack below the line that moved all of its cards."""
    for procedure in ruleset.procedures():
        yield from _in(procedure.body)


def _in(body: ir.Body) -> Iterator[Finding]:
    gone: dict[int, Span] = {}
    for item in body:
        for used in _needed(item):
            if used in gone:
                yield Finding(
                    span=item.origin.span,
                    message="The stack that is meant here is gone: its cards were moved away.",
                    help="Do this before the stack goes, or name the zone where its cards are now.",
                    labels=(Label(span=gone[used], text="here all of its cards go"),),
                )
        gone.pop(_named(item), None)
        gone |= _moved_away(item)
        for block in ir.blocks(item):
            yield from _in(block)


def _named(item: ir.Statement) -> int:
    """The slot of the name that a statement gives anew, -1 if it gives none."""
    if isinstance(item, ir.Choose):
        return item.choice.slot
    slot: int = getattr(item, "slot", -1)
    return slot


def _moved_away(item: ir.Statement) -> dict[int, Span]:
    """The slots of stacks whose cards all go to a zone, if only in one of several branches."""
    match item:
        case ir.MoveCards(
            cards=ir.Contents(zone=ir.Local(type=of_type, slot=slot)), to=ir.ZoneOf()
        ) if of_type.base == "stack":
            return {slot: item.origin.span}
        case ir.If():
            found: dict[int, Span] = {}
            for _, body in item.branches:
                # What may be ended in a branch goes on nowhere.
                ends = ir.End | ir.Stop | ir.CallRoutine
                if not any(isinstance(one, ends) for one in ir.statements(body)):
                    for one in body:
                        found.pop(_named(one), None)
                        found |= _moved_away(one)
            return found
    return {}


def _needed(item: ir.Statement) -> Iterator[int]:
    """The slots of stacks that a statement itself needs, without the blocks within it."""
    if isinstance(item, ir.MoveCards) and isinstance(item.to, ir.Local):
        yield item.to.slot
    if ir.blocks(item):
        return
    for part in ir.walk(item):
        if isinstance(part, ir.Operation) and part.op in _NEEDS_IT:
            yield from (one.slot for one in part.arguments if isinstance(one, ir.Local))


CHECK = Check(code="CR705", find=find_gone_stacks)
