"""Who sees where a card lies, as far as asking needs it.

What somebody knows of a card that they do not see there is kept where a program needs it
(`cardrules.fast.knowing`). Where it is not kept and would decide, the game is left to another
engine.
"""

from __future__ import annotations

from functools import partial

from cardrules.fast.expressions.core import Scope, Value
from cardrules.fast.expressions.values import Expressions
from cardrules.fast.state.memory import STATE
from cardrules.machine.layout import Sight


class Seeing:
    """Writes functions that tell who sees a card or a zone, and calls of them."""

    def __init__(self, of: Expressions) -> None:
        self._of = of
        self._code = of.code
        self._layout = of.layout
        self._keeps_knowledge = of.moving.memory.keeps_knowledge

    def write(self) -> None:
        """Write the functions, which give a bit for each viewer."""
        code, part = self._code, self._of.moving.part
        ahead = self._of.moving.memory.ahead()
        if self._keeps_knowledge:
            for layer in ("top", "rest"):
                with code.function(f"sees_{layer}", [STATE, ("%zone", "i64")], "i64", ahead):
                    code.give("i", self._masks(self._home("%zone"), layer))
            if not self._of.kinds.all_differ:
                self._write_knows_one_like()
            return
        with code.function("seen", [STATE, ("%card", "i64")], "i64", ahead):
            place = code.at(part("place"), "%card")
            home = self._home(place)
            is_top = code.both(
                self._of.moving.is_ordered(place),
                lambda: code.compare("=", self._of.moving.piles.top(place), "%card"),
            )
            found = code.one_of(
                "i", is_top, lambda: self._masks(home, "top"), lambda: self._masks(home, "rest")
            )
            code.give("i", found)

    def _home(self, place: str) -> str:
        """The zone to which a place belongs: of a stack that in which it lies."""
        code, layout = self._code, self._layout
        if not layout.has_stacks:
            return place
        static = str(layout.static_zones)
        return code.one_of(
            "i",
            code.compare(">=", place, static),
            lambda: code.at(self._of.moving.part("holder"), code.minus(place, static)),
            lambda: place,
        )

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

    # -- who sees zones ----------------------------------------------------------------------------

    def top_of(self, zone: str) -> str:
        """Who sees the top card of a zone or stack."""
        return self._code.call("sees_top", [STATE, (zone, "i64")], "i64")

    def rest_of(self, zone: str) -> str:
        """Who sees the cards of a zone or stack below the top; of a spread, all its cards."""
        return self._code.call("sees_rest", [STATE, (zone, "i64")], "i64")

    # -- what is asked -----------------------------------------------------------------------------

    def is_hidden(self, card: str) -> str:
        """Whether there is somebody who may not be told what lies there; none is no secret."""
        look = self._is_not_told if self._keeps_knowledge else self._is_not_seen
        return self._code.both(self._code.compare(">=", card, "0"), partial(look, card))

    def _is_not_told(self, card: str) -> str:
        code, moving = self._code, self._of.moving
        place = code.at(moving.part("place"), card)
        told = code.one_of(
            "i",
            moving.is_ordered(place),
            lambda: code.at(moving.part("known"), card),
            lambda: self.rest_of(place),
        )
        return code.compare("!=", told, code.number(self._layout.everybody))

    def _is_not_seen(self, card: str) -> str:
        code = self._code
        seen = code.call("seen", [STATE, (card, "i64")], "i64")
        hidden = code.compare("!=", seen, code.number(self._layout.everybody))
        place = code.at(self._of.moving.part("place"), card)
        # In an order it depends on what somebody knows.
        with code.when(code.both(hidden, lambda: self._of.moving.is_ordered(place))):
            self._of.give_up()
        return hidden

    def want_seen(self, card: str, player: str) -> None:
        """Give the game up if somebody neither sees nor knows a card: the reference engine stops it
        there. Of two cards that look alike in one place it is enough to know one.
        """
        code = self._code
        with code.when(code.compare(">=", card, "0")):
            viewers = code.at(self._of.moving.part("known"), card)
            with code.when(code.no(code.has_nth_bit(viewers, player))):
                if self._of.kinds.all_differ:
                    self._of.give_up()
                    return
                given = [STATE, (card, "i64"), (player, "i64")]
                with code.when(code.no(code.call("knows_like", given, "i1"))):
                    self._of.give_up()

    def _write_knows_one_like(self) -> None:
        """Whether somebody knows a card that looks like another one in the same place."""
        code, moving = self._code, self._of.moving
        kinds = self._of.kinds
        parameters = [STATE, ("%card", "i64"), ("%player", "i64")]
        with code.function("knows_like", parameters, "i1", moving.memory.ahead()):
            place = code.at(moving.part("place"), "%card")
            kind = code.at(code.table_of_cards("i", kinds.kind), "%card")
            found = code.local("b", "false")
            with code.through_cards(code.at(code.table("m", kinds.masks), kind)) as other:
                is_there = code.compare("=", code.at(moving.part("place"), other), place)
                known = code.has_nth_bit(code.at(moving.part("known"), other), "%player")
                with code.when(code.hold(is_there, known)):
                    code.write(found, "true")
            code.give("b", code.read(found))


def _layer(zone: object, layer: str) -> Sight:
    found = getattr(zone, layer)
    assert isinstance(found, Sight)
    return found


def _no_slot(slot: int) -> Value:
    raise AssertionError(slot)
