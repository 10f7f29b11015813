"""The elementary changes of a state, as functions: cards leave a place and come to another one."""

from __future__ import annotations

from cardrules.fast.memory import NOTHING, Memory
from cardrules.fast.writing import Array, Code
from cardrules.machine.layout import Layout

# A card or a zone as a parameter.
_NUMBER = "i64"


class Moving:
    """Writes the functions that move cards, and calls of them."""

    def __init__(self, code: Code, memory: Memory) -> None:
        self.code = code
        self.memory = memory
        self.layout: Layout = memory.layout
        self.ordered = code.table("i", [int(one) for one in self.layout.ordered])

    def part(self, name: str) -> Array:
        """A part of the state."""
        return self.memory.array(name)

    def write(self) -> None:
        """Write the functions."""
        self._write("take_card", [("%card", _NUMBER)], self._take)
        self._write("lay_card_on_top", [("%card", _NUMBER), ("%zone", _NUMBER)], self._lay_on_top)
        self._write("lay_card_below", [("%card", _NUMBER), ("%zone", _NUMBER)], self._lay_below)
        self._write("move_card", [("%card", _NUMBER), ("%zone", _NUMBER)], self._move)

    def _write(self, name: str, parameters: list[tuple[str, str]], body: object) -> None:
        assert callable(body)
        with self.code.function(name, [("%z", "ptr"), *parameters], "void", self.memory.ahead()):
            body()

    def call(self, name: str, *values: str) -> None:
        """Call one of them."""
        self.code.call(name, [("%z", "ptr"), *[(value, _NUMBER) for value in values]])

    # -- what they do ------------------------------------------------------------------------------

    def is_ordered(self, zone: str) -> str:
        """Whether a zone has an order."""
        known = set(self.layout.ordered)
        if len(known) == 1:
            return self.code.flag(known.pop())
        return self.code.compare("!=", self.code.at(self.ordered, zone), "0")

    def _take(self) -> None:
        code = self.code
        zone = code.at(self.part("place"), "%card")
        code.branch(self.is_ordered(zone), lambda: self._unlink(zone), lambda: self._pick_up(zone))

    def _pick_up(self, zone: str) -> None:
        code, masks = self.code, self.part("masks")
        code.put(masks, zone, code.without(code.at(masks, zone), code.bit("%card")))

    def _unlink(self, zone: str) -> None:
        code = self.code
        below = code.at(self.part("below"), "%card")
        above = code.at(self.part("above"), "%card")
        self._join(below, above, zone)
        count = self.part("count")
        code.put(count, zone, code.minus(code.at(count, zone), "1"))

    def _join(self, below: str, above: str, zone: str) -> None:
        """Two cards of a zone become neighbours; where there is none, the other is at its end."""
        code = self.code
        code.branch(
            code.compare(">=", below, "0"),
            lambda: code.put(self.part("above"), below, above),
            lambda: code.put(self.part("bottom"), zone, above),
        )
        code.branch(
            code.compare(">=", above, "0"),
            lambda: code.put(self.part("below"), above, below),
            lambda: code.put(self.part("top"), zone, below),
        )

    def _link(self, card: str, below: str, above: str, zone: str) -> None:
        """A card comes between two neighbours."""
        code = self.code
        code.put(self.part("below"), card, below)
        code.put(self.part("above"), card, above)
        for neighbour, side, end in ((below, "above", "bottom"), (above, "below", "top")):
            code.branch(
                code.compare(">=", neighbour, "0"),
                lambda at=neighbour, part=side: code.put(self.part(part), at, card),
                lambda part=end: code.put(self.part(part), zone, card),
            )
        count = self.part("count")
        code.put(count, zone, code.plus(code.at(count, zone), "1"))
        code.put(self.part("place"), card, zone)

    def _lay_in_spread(self, card: str, zone: str) -> None:
        code, masks = self.code, self.part("masks")
        code.put(masks, zone, code.in_either(code.at(masks, zone), code.bit(card)))
        code.put(self.part("place"), card, zone)

    def _lay_on_top(self) -> None:
        top = self.part("top")
        self.code.branch(
            self.is_ordered("%zone"),
            lambda: self._link("%card", self.code.at(top, "%zone"), NOTHING, "%zone"),
            lambda: self._lay_in_spread("%card", "%zone"),
        )

    def _lay_below(self) -> None:
        bottom = self.part("bottom")
        self.code.branch(
            self.is_ordered("%zone"),
            lambda: self._link("%card", NOTHING, self.code.at(bottom, "%zone"), "%zone"),
            lambda: self._lay_in_spread("%card", "%zone"),
        )

    def _move(self) -> None:
        """One card on top of another place; one that lies there already is no change."""
        code = self.code
        source = code.at(self.part("place"), "%card")
        is_there = code.both(
            code.compare("=", source, "%zone"),
            lambda: code.either(
                code.no(self.is_ordered("%zone")),
                lambda: code.compare("=", code.at(self.part("top"), "%zone"), "%card"),
            ),
        )
        with code.when(code.no(is_there)):
            self.call("take_card", "%card")
            self.call("lay_card_on_top", "%card", "%zone")
            registers = self.part("registers")
            changes = code.number(self.memory.register("changes"))
            code.put(registers, changes, code.plus(code.at(registers, changes), "1"))
