"""Cards in an order as chains: each card knows the one below it and the one above it, so that
nothing is moved but what moves, and nothing can be full.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardrules.fast.llvm.checks import Array, Local
from cardrules.fast.state.memory import NOTHING
from cardrules.fast.state.piles import Beside, Body, End, Piles

_ENDS = (("top", NOTHING), ("bottom", NOTHING), ("count", "0"))


class Chains(Piles):
    """Writes what is done with them."""

    def _at(self, part: str, index: str) -> str:
        return self.code.at(self.memory.array(part), index)

    def _put(self, part: str, index: str, value: str) -> None:
        self.code.put(self.memory.array(part), index, value)

    def top(self, zone: str) -> str:
        return self._at("top", zone)

    def bottom(self, zone: str) -> str:
        return self._at("bottom", zone)

    def count(self, zone: str) -> str:
        return self._at("count", zone)

    def some(self, zone: str) -> str:
        return self.code.compare("!=", self.count(zone), "0")

    def each(self, zone: str, body: Body) -> None:
        self._along(self.bottom(zone), "above", body)

    def downwards(self, zone: str, body: Body) -> None:
        self._along(self.top(zone), "below", body)

    def _along(self, first: str, way: str, body: Body) -> None:
        code = self.code
        at = code.local("i", first, (-1, code.bits))
        with code.loop(most=code.bits) as loop:
            card = code.read(at)
            with code.when(code.compare("<", card, "0")):
                code.leave(loop)
            code.known(card, 0, code.bits)
            code.write(at, self._at(way, card))
            body(card)

    def note(self, zone: str, cells: Array) -> str:
        code, most = self.code, self.code.room_for_cards
        number = code.local("i", "0")

        def note(card: str) -> None:
            at = code.known(code.read(number), 0, most - 1)
            code.put(cells, at, card)
            code.write(number, code.plus(at, "1"))

        self.each(zone, note)
        return code.read(number)

    def reorder(self, zone: str, cells: Array, size: str) -> None:
        code = self.code
        before = code.local("i", "-1", (-1, code.room_for_cards - 1))
        with code.through("0", size) as now:
            card = code.at(cells, now)
            self._put("below", card, code.read(before))
            self._put("above", card, code.at(cells, code.plus(now, "1")))
            code.write(before, card)
        self._put("bottom", zone, code.at(cells, "0"))
        top = code.read(before)
        self._put("top", zone, top)
        self._put("above", top, NOTHING)

    def begin(self) -> None:
        for zone in self.memory.layout.zones.values():
            if zone.shape != "stacks":
                for at in range(len(zone.owners)):
                    self.clear(str(zone.base + at))

    def clear(self, zone: str) -> None:
        for part, value in _ENDS:
            self._put(part, zone, value)

    def _count(self, zone: str, by: Callable[[str, str], str]) -> None:
        self._put("count", zone, by(self.count(zone), "1"))

    def lay(self, zone: str, card: str, end: End) -> Beside:
        last = self._at(end, zone)
        below, above = (last, NOTHING) if end == "top" else (NOTHING, last)
        self._link(zone, card, below, above)
        is_top = "true" if end == "top" else self.code.compare("<", above, "0")
        return Beside(below, is_top)

    def _link(self, zone: str, card: str, below: str, above: str) -> None:
        """A card comes between two neighbours; a neighbour that is none is known to be so."""
        code = self.code
        self._put("below", card, below)
        self._put("above", card, above)
        for neighbour, side, end in ((below, "above", "bottom"), (above, "below", "top")):
            is_last = partial(self._put, end, zone, card)
            if neighbour == NOTHING:
                is_last()
                continue
            code.branch(
                code.compare(">=", neighbour, "0"),
                partial(self._put, side, neighbour, card),
                is_last,
            )
        self._count(zone, code.plus)

    def take(self, zone: str, card: str) -> Beside:
        code = self.code
        below, above = self._at("below", card), self._at("above", card)
        code.branch(
            code.compare(">=", below, "0"),
            lambda: self._put("above", below, above),
            lambda: self._put("bottom", zone, above),
        )
        code.branch(
            code.compare(">=", above, "0"),
            lambda: self._put("below", above, below),
            lambda: self._put("top", zone, below),
        )
        self._count(zone, code.minus)
        return Beside(below, code.compare("<", above, "0"))

    def draw(self, zone: str) -> str:
        code, card = self.code, self.top(zone)
        below = self._at("below", card)
        self._put("top", zone, below)
        code.branch(
            code.compare(">=", below, "0"),
            lambda: self._put("above", below, NOTHING),
            lambda: self._put("bottom", zone, NOTHING),
        )
        self._count(zone, code.minus)
        return card

    def place(self, zone: str, number: str) -> Local:
        """The card on which what comes next comes to lie."""
        code = self.code
        left = code.local("i", code.minus(self.count(zone), number))
        card = code.local("i", self.top(zone))
        with code.loop(most=code.bits) as loop:
            with code.when(code.compare("<=", code.read(left), "0")):
                code.leave(loop)
            code.write(left, code.minus(code.read(left), "1"))
            code.write(card, self._at("below", code.read(card)))
        return card

    def insert(self, zone: str, card: str, place: Local) -> Beside:
        code = self.code
        below = code.read(place)
        above = code.one_of(
            "i",
            code.compare(">=", below, "0"),
            lambda: self._at("above", below),
            lambda: self.bottom(zone),
        )
        self._link(zone, card, below, above)
        code.write(place, card)
        return Beside(below, code.compare("<", above, "0"))
