"""CR551: an action, standing rule, trigger or placement that cites no rule of the rulebook.

A rule that cites none, in its head or in any of its lines, is found by nobody who looks it up in
the rulebook. Only rulesets whose front matter lists the rules of the rulebook are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.plain import Plain, fields


def find_without_id(ruleset: Ruleset) -> Iterator[Finding]:
    """Those that cite none."""
    if not ruleset.listed_ids:
        return
    declared: list[tuple[str, Any, ir.Origin]] = [
        *((f"`{name}`", item, item.origin) for name, item in ruleset.actions.items()),
        *((f"`{name}`", item, item.origin) for name, item in ruleset.interrupts.items()),
        *((f"`{name}`", item, item.origin) for name, item in ruleset.standing.items()),
        *((f"`{name}`", item, item.origin) for name, item in ruleset.placements.items()),
        *((f"`{item.zone}`", item, item.procedure.origin) for item in ruleset.triggers),
    ]
    for name, item, origin in declared:
        if not _cites(item):
            yield Finding(
                span=origin.name_span,
                message=f"{name} cites no rule of the rulebook.",
                help=f"Write its ID in brackets behind it: `[{ruleset.listed_ids[0]}]`.",
            )


def _cites(node: Any) -> bool:
    """Whether a part of the ruleset, or something in it, cites a rule."""
    if isinstance(node, ir.Origin):
        return bool(node.ids)
    if isinstance(node, tuple):
        return any(map(_cites, node))
    return isinstance(node, Plain) and any(
        _cites(getattr(node, name)) for name in fields(type(node))
    )


CHECK = Check(code="CR551", find=find_without_id)
