"""The elementary changes of a state, as functions: cards leave a place and come to another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardrules.fast.memory import NOTHING, Memory
from cardrules.fast.writing import Array, Code, Local
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
        self._write("move_below", [("%card", _NUMBER), ("%zone", _NUMBER)], self._move_below)

        places = [("%cells", "ptr"), ("%number", _NUMBER), ("%zone", _NUMBER), ("%depth", _NUMBER)]
        self._write("move_between", [*places, ("%is_below", _NUMBER)], self._move_between)

    def _write(self, name: str, parameters: list[tuple[str, str]], body: object) -> None:
        assert callable(body)
        with self.code.function(name, [("%z", "ptr"), *parameters], "void", self.memory.ahead()):
            body()

    def call(self, name: str, *values: str) -> None:
        """Call one of them."""
        self.code.call(name, [("%z", "ptr"), *[(value, _NUMBER) for value in values]])

    def call_between(
        self, cells: Array, number: str, zone: str, depth: str, *, below: bool
    ) -> None:
        """Cards come to lie so many above the lowest card, or below the highest one."""
        given = [(value, _NUMBER) for value in (number, zone, depth, str(int(below)))]
        self.code.call("move_between", [("%z", "ptr"), (cells.place, "ptr"), *given])

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

    def _dissolve(self, zone: str) -> None:
        """A stack of which nothing is left is gone."""
        code, static = self.code, str(self.layout.static_zones)
        with code.when(code.compare("=", code.at(self.part("count"), zone), "0")):
            self.call("dissolve", code.minus(zone, static))

    def _pick_up(self, zone: str) -> None:
        """A card is in the set of its zone no more."""
        self.code.take_out(self.part("masks"), zone, "%card")

    def _exchange_tops(self, zone: str, old: str, new: str) -> None:
        """Another card is the top one of a stack: of the stacks of a zone these are a set."""
        code, masks = self.code, self.part("masks")
        home = code.at(self.part("holder"), code.minus(zone, str(self.layout.static_zones)))
        with code.when(code.compare(">=", old, "0")):
            code.take_out(masks, home, old)
        with code.when(code.compare(">=", new, "0")):
            code.put_in(masks, home, new)

    def _in_stack(self, zone: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """One thing is done for stacks, and another one for what has a set of its cards."""
        if not self.layout.has_stacks:
            otherwise()
            return
        static = str(self.layout.static_zones)
        self.code.branch(self.code.compare(">=", zone, static), then, otherwise)

    def _unlink(self, zone: str) -> None:
        code = self.code
        below = code.at(self.part("below"), "%card")
        above = code.at(self.part("above"), "%card")
        self._join(below, above, zone)
        count = self.part("count")
        code.put(count, zone, code.minus(code.at(count, zone), "1"))

        def of_stack() -> None:
            with code.when(code.compare("<", above, "0")):
                self._exchange_tops(zone, "%card", below)
            self._dissolve(zone)

        self._in_stack(zone, of_stack, lambda: self._pick_up(zone))

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
                partial(code.put, self.part(side), neighbour, card),
                partial(code.put, self.part(end), zone, card),
            )
        count = self.part("count")
        code.put(count, zone, code.plus(code.at(count, zone), "1"))

        def in_stack() -> None:
            with code.when(code.compare("<", above, "0")):
                self._exchange_tops(zone, below, card)
            code.put(self.part("place"), card, zone)

        self._in_stack(zone, in_stack, lambda: self._lay_in_spread(card, zone))

    def _lay_in_spread(self, card: str, zone: str) -> None:
        """A card is in the set of its zone."""
        code = self.code
        code.put_in(self.part("masks"), zone, card)
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
        self._move_to("top", "lay_card_on_top")

    def _move_below(self) -> None:
        self._move_to("bottom", "lay_card_below")

    def _move_to(self, end: str, laying: str) -> None:
        """One card to an end of another place; one that lies there already is no change."""
        code = self.code
        source = code.at(self.part("place"), "%card")
        is_there = code.both(
            code.compare("=", source, "%zone"),
            lambda: code.either(
                code.no(self.is_ordered("%zone")),
                lambda: code.compare("=", code.at(self.part(end), "%zone"), "%card"),
            ),
        )
        with code.when(code.no(is_there)):
            self.call("take_card", "%card")
            self.call(laying, "%card", "%zone")
            self.changed()

    def _move_between(self) -> None:
        """Cards that come from one place are taken and laid together, in their order."""
        code, place = self.code, self.part("place")
        cells = code.given_array("%cells")
        start = code.local("i", "0")
        with code.loop() as loop:
            first = code.read(start)
            with code.when(code.compare(">=", first, "%number")):
                code.leave(loop)
            source = code.at(place, code.at(cells, first))
            end = code.local("i", first)
            with code.loop() as taking:
                at = code.read(end)
                with code.when(code.compare(">=", at, "%number")):
                    code.leave(taking)
                card = code.at(cells, at)
                with code.when(code.compare("!=", code.at(place, card), source)):
                    code.leave(taking)
                code.write(end, code.plus(at, "1"))
            behind = code.read(end)
            self._through(first, behind, lambda at: self.call("take_card", code.at(cells, at)))
            neighbour = code.local("i", NOTHING)
            with code.when(self.is_ordered("%zone")):
                code.write(neighbour, self._below_the_place())
            self._through(first, behind, lambda at: self._lay_above(code.at(cells, at), neighbour))
            code.write(start, behind)
            self.changed()

    def _through(self, first: str, behind: str, body: Callable[[str], None]) -> None:
        with self.code.through(first, behind) as now:
            body(now)

    def _below_the_place(self) -> str:
        """The card on which they come to lie."""
        code = self.code
        number = code.at(self.part("count"), "%zone")
        depth = code.smaller(code.larger("%depth", "0"), number)
        is_below = code.compare("!=", "%is_below", "0")
        left = code.local("i", code.choose("i", is_below, depth, code.minus(number, depth)))
        card = code.local("i", code.at(self.part("top"), "%zone"))
        with code.loop() as loop:
            with code.when(code.compare("<=", code.read(left), "0")):
                code.leave(loop)
            code.write(left, code.minus(code.read(left), "1"))
            code.write(card, code.at(self.part("below"), code.read(card)))
        return code.read(card)

    def _lay_above(self, card: str, neighbour: Local) -> None:
        code = self.code
        below = code.read(neighbour)

        def link() -> None:
            above = code.one_of(
                "i",
                code.compare(">=", below, "0"),
                lambda: code.at(self.part("above"), below),
                lambda: code.at(self.part("bottom"), "%zone"),
            )
            self._link(card, below, above, "%zone")

        code.branch(self.is_ordered("%zone"), link, lambda: self._lay_in_spread(card, "%zone"))
        code.write(neighbour, card)

    def changed(self) -> None:
        """Something is no more as it was."""
        code, registers = self.code, self.part("registers")
        changes = code.number(self.memory.register("changes"))
        code.put(registers, changes, code.plus(code.at(registers, changes), "1"))
