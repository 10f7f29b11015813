"""CR516: `active` is meant in the set-up, where somebody else acts.

Nobody has a turn yet. `active` is whoever goes first then; in a line that is carried out for each
player it hardly ever means what the author does, who would write `my` or `starter`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.lint.lines import Line
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span


def find_no_turn(ruleset: Ruleset) -> Iterator[Finding]:
    """The lines of the set-up that say `active` where it is carried out for each player."""
    yield from _in(ruleset.setup, ruleset.setup.body, None)


def _in(procedure: ir.Procedure, body: ir.Body, around: Span | None) -> Iterator[Finding]:
    for item in body:
        if isinstance(item, ir.Turns):
            continue
        nodes = Line(item, procedure).nodes()
        if around is not None and any(isinstance(x, ir.Role) and x.role == "active" for x in nodes):
            yield Finding(
                span=item.origin.span,
                message="Nobody has a turn in the set-up: `active` is whoever goes first, "
                "for each of the players.",
                help="Write `me` or `my` for each of them, or `starter` for whoever goes first.",
                labels=(Label(span=around, text="this is carried out for each player"),),
            )
        inner = around
        if isinstance(item, ir.EachPlayer | ir.Together):
            start = item.origin.span.start
            inner = Span(start, start + len("each player"))
        for block in ir.blocks(item):
            yield from _in(procedure, block, inner)


CHECK = Check(code="CR516", find=find_no_turn)
