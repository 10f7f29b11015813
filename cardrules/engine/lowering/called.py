"""What is still called by name when all that faces decide is looked up: what is declared, and the
actions that are asked to be possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardrules.engine.source.depth import uses
from cardrules.machine import code
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.model import ir
from cardrules.plain import Plain, fields

# What people are told, and what look-ups stand for, is not carried out.
_TOLD = ("statements", "stated", "origin", "type", "span", "shapes", "slots", "waits")


def called_in(parts: tuple[Any, ...], layout: Layout, declared: Declared) -> Declared:
    """What parts of a program call by name, and what that calls."""
    found: dict[str, dict[str, Any]] = {"define": {}, "placement": {}}
    of = {"define": declared.definitions, "placement": declared.placements}
    pending: list[Any] = [parts, tuple(layout.zones.values()), tuple(layout.variables.values())]
    while pending:
        for item in _carried_out(pending.pop()):
            for sort, name in uses(item):
                if sort in found and name not in found[sort]:
                    found[sort][name] = of[sort][name]
                    pending.append(of[sort][name])
    return Declared(
        definitions={
            name: found["define"][name] for name in of["define"] if name in found["define"]
        },
        placements={
            name: found["placement"][name] for name in of["placement"] if name in found["placement"]
        },
    )


def possible_in(parts: tuple[Any, ...]) -> set[str]:
    """The actions of which it is asked whether they are possible."""
    return {
        name
        for item in _carried_out(parts)
        if isinstance(item, ir.Possible)
        for name in item.actions
    }


def _carried_out(part: Any) -> Iterator[ir.Expr]:
    """The expressions in a part, sentences included."""
    pending = [part]
    while pending:
        item = pending.pop()
        if isinstance(item, tuple):
            pending += item
        elif isinstance(item, Plain) and not isinstance(item, code.Stated):
            if isinstance(item, ir.Expr):
                yield item
            pending += [getattr(item, name) for name in fields(type(item)) if name not in _TOLD]
