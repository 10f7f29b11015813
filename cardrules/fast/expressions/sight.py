"""Who sees where a card lies, as far as asking needs it.

What somebody knows of a card that nobody would see there is not kept: where that would decide, the
game is left to another engine.
"""

from __future__ import annotations

from functools import partial

from cardrules.fast.expressions.core import Scope, Value
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.state.memory import STATE
from cardrules.machine.layout import Sight


class Seeing:
    """Writes a function that tells who sees a card, and calls of it."""

    def __init__(self, of: Expressions) -> None:
        self._of = of
        self._code = of.code
        self._layout = of.layout

    def write(self) -> None:
        """Write the function: a bit for each viewer."""
        code, part, layout = self._code, self._of.moving.part, self._layout
        ahead = self._of.moving.memory.ahead()
        with code.function("seen", [STATE, ("%card", "i64")], "i64", ahead):
            place = code.at(part("place"), "%card")
            home = place
            if layout.has_stacks:
                static = str(layout.static_zones)
                home = code.one_of(
                    "i",
                    code.compare(">=", place, static),
                    lambda: code.at(part("holder"), code.minus(place, static)),
                    lambda: place,
                )
            is_top = code.both(
                self._of.moving.is_ordered(place),
                lambda: code.compare("=", self._of.moving.piles.top(place), "%card"),
            )
            found = code.one_of(
                "i", is_top, lambda: self._masks(home, "top"), lambda: self._masks(home, "rest")
            )
            code.give("i", found)

    def _masks(self, home: str, layer: str) -> str:
        """Who sees the tops of a zone, or what is below them."""
        code = self._code
        sights = [(zone, _layer(zone, layer)) for zone in self._layout.zones.values()]
        table = code.table("i", [mask for _, sight in sights for mask in sight.masks])
        found = code.at(table, home)
        for zone, sight in sights:
            if sight.condition is None:
                continue
            for at, owner in enumerate(zone.owners):
                is_it = code.compare("=", home, code.number(zone.base + at))
                otherwise = code.number(sight.otherwise[at])
                scope = Scope(code.number(owner), _no_slot)
                holds = code.either(code.no(is_it), partial(self._of.flag, sight.condition, scope))
                found = code.choose("i", holds, found, otherwise)
        return found

    # -- what is asked -----------------------------------------------------------------------------

    def is_hidden(self, card: str) -> str:
        """Whether there is somebody who may not be told what lies there; none is no secret."""
        code = self._code

        def look() -> str:
            seen = code.call("seen", [STATE, (card, "i64")], "i64")
            hidden = code.compare("!=", seen, code.number(self._layout.everybody))
            place = code.at(self._of.moving.part("place"), card)
            # In an order it depends on what somebody knows.
            with code.when(code.both(hidden, lambda: self._of.moving.is_ordered(place))):
                self._of.give_up()
            return hidden

        return code.both(code.compare(">=", card, "0"), look)

    def want_seen(self, card: str, player: str) -> None:
        """Give the game up if somebody does not see a card."""
        code = self._code
        with code.when(code.compare(">=", card, "0")):
            seen = code.call("seen", [STATE, (card, "i64")], "i64")
            with code.when(code.no(code.has_nth_bit(seen, player))):
                self._of.give_up()


def _layer(zone: object, layer: str) -> Sight:
    found = getattr(zone, layer)
    assert isinstance(found, Sight)
    return found


def _no_slot(slot: int) -> Value:
    raise AssertionError(slot)
