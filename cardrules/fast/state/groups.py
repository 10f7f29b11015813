"""Cards that come from one place and are laid together, in their order, so many from an end."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.llvm.checks import Array
from cardrules.fast.state.coming import Coming
from cardrules.fast.state.places import NUMBER


class Groups(Coming):
    """Writes what is done with them."""

    def call_between(
        self, cells: Array, number: str, zone: str, depth: str, *, below: bool
    ) -> None:
        """Cards come to lie so many above the lowest card, or below the highest one."""
        given = [(value, NUMBER) for value in (number, zone, depth, str(int(below)))]
        self.code.call("move_between", [("%z", "ptr"), (cells.place, "ptr"), *given])

    def _move_between(self) -> None:
        """Cards that come from one place are taken and laid together, in their order."""
        code = self.code
        cells = code.given_array("%cells")

        def move(first: str, behind: str, source: str) -> None:
            self.take_group(cells, first, behind)
            self.lay_group(lambda at: code.at(cells, at), first, behind)
            self.changed()

        self.each_group(cells, code.in_room("%number", cells), move)

    def each_group(self, cells: Array, number: str, body: Callable[[str, str, str], None]) -> None:
        """Do something with cards that come one after the other from one place: where they begin,
        where they end, and the place.
        """
        code, place = self.code, self.part("place")
        start = code.local("i", "0")
        with code.loop() as loop:
            first = code.read(start)
            with code.when(code.compare(">=", first, number)):
                code.leave(loop)
            source = code.at(place, code.at(cells, first))
            end = code.local("i", first)
            with code.loop() as taking:
                at = code.read(end)
                with code.when(code.compare(">=", at, number)):
                    code.leave(taking)
                card = code.at(cells, at)
                with code.when(code.compare("!=", code.at(place, card), source)):
                    code.leave(taking)
                code.write(end, code.plus(at, "1"))
            behind = code.read(end)
            body(first, behind, source)
            code.write(start, behind)

    def take_group(self, cells: Array, first: str, behind: str) -> None:
        """Cards leave where they lie."""
        self._through(first, behind, lambda at: self.call("take_card", self.code.at(cells, at)))

    def lay_group(self, card_at: Callable[[str], str], first: str, behind: str) -> None:
        """Cards that lie nowhere come to the place `%zone`, one above the other."""
        self.code.branch(
            self.is_ordered("%zone"),
            lambda: self._insert(card_at, first, behind),
            lambda: self._through(first, behind, lambda at: self._lay_in_spread(card_at(at))),
        )

    def _through(self, first: str, behind: str, body: Callable[[str], None]) -> None:
        with self.code.through(first, behind) as now:
            body(now)

    def _insert(self, card_at: Callable[[str], str], first: str, behind: str) -> None:
        """Cards come to lie so many above the lowest card, or below the highest one."""
        code, piles = self.code, self.piles
        number = piles.count("%zone")
        depth = code.smaller(code.larger("%depth", "0"), number)
        is_below = code.compare("!=", "%is_below", "0")
        place = piles.place("%zone", code.choose("i", is_below, code.minus(number, depth), depth))

        def lay(at: str) -> None:
            card = card_at(at)
            self._laid(card, piles.insert("%zone", card, place), "any")

        self._through(first, behind, lay)
