"""CR705: a stack is used that is certainly gone.

A stack is gone when its last card has left it. That all of its cards go to a zone is said in one
line, `move row to heap`; whatever stands below it in the same block and needs the stack comes too
late. All other stacks that may be gone are found in play.
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
        named = getattr(item, "slot", None)
        if isinstance(item, ir.Choose):
            named = item.choice.slot
        if named is not None:
            gone.pop(named, None)
        moved = _moved_away(item)
        if moved is not None:
            gone[moved] = item.origin.span
        for block in ir.blocks(item):
            yield from _in(block)


def _moved_away(item: ir.Statement) -> int | None:
    """The slot of a stack whose cards all go to a zone."""
    match item:
        case ir.MoveCards(
            cards=ir.Contents(zone=ir.Local(type=of_type, slot=slot)), to=ir.ZoneOf()
        ) if of_type.base == "stack":
            return slot
    return None


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
