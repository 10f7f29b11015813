"""Who sees a zone, where that depends on the game: conditions as functions of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.engine.playing.moves import Mover
from cardrules.machine.layout import Layout, Sight
from cardrules.model import ir
from cardrules.model.state import State

# What gives the function `(s, me)` of a value that stands at a line, once it is made.
SideFunction = Callable[[ir.Expr, ir.Origin], Callable[[], Callable[..., Any]]]


class Seeing:
    """The conditions of one game."""

    def __init__(self, layout: Layout, function: SideFunction) -> None:
        self._conditions: list[tuple[int, int, str, Sight, Callable[[], Callable[..., Any]]]] = []
        for zone in layout.zones.values():
            for layer, sight in (("top", zone.top), ("rest", zone.rest)):
                if sight.condition is not None:
                    get = function(sight.condition, zone.origin)
                    for holder in range(len(zone.owners)):
                        self._conditions.append((zone.base, holder, layer, sight, get))

    def tell(self, mover: Mover) -> None:
        """Let cards be moved by these conditions, when their functions are made."""
        for base, holder, layer, sight, get in self._conditions:
            condition, yes, no = get(), sight.masks[holder], sight.otherwise[holder]

            def mask(
                s: State,
                condition: Any = condition,
                owner: int = holder,
                yes: int = yes,
                no: int = no,
            ) -> int:
                return yes if condition(s, owner) else no

            mover.conditional[base + holder, layer] = mask
