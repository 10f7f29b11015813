"""CR572: a sentence of the base stands over lines that house rules have changed.

The note of a line with a block tells players what happens there: "everybody draws seven cards". If
a line of the block is replaced or taken away, it may tell them something else than what happens.
Notes of actions are their names, and stay right. Those of turns, rounds and `while` say when they
end.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.base import Base, base_of
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span

_MOST_LABELS = 4


def find_sentences_over_changes(ruleset: Ruleset) -> Iterator[Finding]:
    """Lines of the base with a sentence that stand as they were, over lines that do not."""
    base = base_of(ruleset)
    if base is None:
        return
    for origin, body in _headed(base.ruleset):
        place = base.now(origin.span)
        if place is None or not origin.sentence:
            continue
        gone = [item for item in ir.statements(body) if base.is_gone(item.origin.span)]
        if gone:
            yield Finding(
                span=place,
                message=f'Players are told "{origin.sentence}", and house rules have changed '
                "what it stands over.",
                help="If it is not true any more, write it anew: `change` gives the line another "
                "note.",
                labels=_labels(base, place, gone),
            )


def _labels(base: Base, place: Span, gone: list[ir.Statement]) -> tuple[Label, ...]:
    found = [
        Label(span=item.origin.span, text="this line is not there any more", source=base.source)
        for item in gone[:_MOST_LABELS]
    ]
    new = base.put_below(place)
    return (*found, *([] if new is None else [Label(span=new, text="this is, instead")]))


def _headed(ruleset: Ruleset) -> Iterator[tuple[ir.Origin, ir.Body]]:
    """Lines with what stands below them; those that declare an action are left out."""
    for procedure in ruleset.procedures():
        if procedure.role not in ("action", "interrupt"):
            yield procedure.origin, procedure.body
        for statement in ir.statements(procedure.body):
            if isinstance(statement, ir.Turns | ir.Rounds | ir.While):
                continue
            if isinstance(statement, ir.If):
                heads = (statement.origin, *statement.further)
                yield from zip(heads, ir.blocks(statement), strict=True)
            else:
                yield from ((statement.origin, block) for block in ir.blocks(statement))


CHECK = Check(code="CR572", find=find_sentences_over_changes)
