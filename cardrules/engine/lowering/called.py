"""What is still called by name when all that faces decide is looked up: what is declared, and the
actions that are asked to be possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from cardrules.engine.source.depth import uses
from cardrules.engine.specialise.rewriting import parts_of
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.model import ir

# What people are told, and what look-ups stand for, is not carried out; of a search its tests and
# values are looked at anyhow.
_TOLD = ("statements", "stated", "shapes", "slots", "waits", "inner", "sets", "instead_of")


class Called:
    """Notes what is called by name in the parts of a program that it is shown."""

    def __init__(self, layout: Layout, declared: Declared) -> None:
        self._declared = declared
        self._of: dict[str, Mapping[str, Any]] = {
            "define": declared.definitions,
            "placement": declared.placements,
        }
        self._found: dict[str, set[str]] = {"define": set(), "placement": set(), "premises": set()}
        self.look((tuple(layout.zones.values()), tuple(layout.variables.values())))

    def look(self, parts: tuple[Any, ...]) -> None:
        """Note what these parts call, and what that calls."""
        pending = [parts]
        while pending:
            for item in _carried_out(pending.pop()):
                for sort, name in uses(item):
                    if name not in self._found[sort]:
                        self._found[sort].add(name)
                        pending += [(self._of[sort][name],)] if sort in self._of else []

    @property
    def possible(self) -> list[str]:
        """The actions of which it is asked whether they are possible."""
        return sorted(self._found["premises"])

    @property
    def declared(self) -> Declared:
        """The definitions and placements that are called."""
        called, found = self._declared, self._found
        return Declared(
            definitions={
                name: item for name, item in called.definitions.items() if name in found["define"]
            },
            placements={
                name: item for name, item in called.placements.items() if name in found["placement"]
            },
        )


def _carried_out(part: Any) -> Iterator[ir.Expr]:
    """The expressions in a part, sentences included."""
    pending = [part]
    while pending:
        item = pending.pop()
        if isinstance(item, tuple):
            pending += item
        else:
            cls: Any = type(item)
            if cls in _CALLS:
                yield item
            pending += [getattr(item, name) for name in _names_of(cls)]


_CALLS = frozenset({ir.CallDefinition, ir.CallPlacement, ir.Possible})


@cache
def _names_of(cls: Any) -> tuple[str, ...]:
    return tuple([name for name in parts_of(cls) if name not in _TOLD])
