"""Cards leave the place where they lie."""

from __future__ import annotations

from cardrules.fast.state.places import Places, Shape


class Leaving(Places):
    """Writes how they do: the card is the parameter `%card`."""

    def _take(self) -> None:
        zone = self.code.at(self.part("place"), "%card")
        self.code.branch(
            self.is_ordered(zone),
            lambda: self._unlink(zone, "any"),
            lambda: self._out_of_spread(zone),
        )

    def _out_of_spread(self, zone: str) -> None:
        self.code.take_out(self.part("masks"), zone, "%card")

    def _unlink(self, zone: str, shape: Shape) -> None:
        beside = self.piles.take(zone, "%card")

        def of_stack() -> None:
            with self.code.when(beside.is_top):
                self._exchange_tops(zone, "%card", beside.below)
            if not self.memory.keeps_knowledge:
                self.dissolve(zone)

        self._as_shape(shape, zone, of_stack, lambda: self._out_of_pile(zone))

    def _out_of_pile(self, zone: str) -> None:
        if self.are_piles_sets:
            self.code.take_out(self.part("masks"), zone, "%card")

    def dissolve(self, zone: str) -> None:
        """A stack of which nothing is left is gone."""
        code, static = self.code, str(self.layout.static_zones)
        with code.when(code.no(self.piles.some(zone))):
            self.call("dissolve", code.minus(zone, static))
