"""What decides that somebody is asked."""

from __future__ import annotations

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def condition_around(ruleset: Ruleset, asked: ir.Origin) -> ir.Origin | None:
    """The innermost `if` or `while` around a line at which somebody is asked."""
    found = None
    for procedure in ruleset.procedures():
        for item in ir.walk(procedure.body):
            if isinstance(item, ir.If | ir.While) and any(
                getattr(part, "origin", None) == asked
                for block in ir.blocks(item)
                for part in ir.statements(block)
            ):
                found = item.origin
    return found
