"""Cards that lie nowhere come to a place."""

from __future__ import annotations

from cardrules.fast.state.leaving import Leaving
from cardrules.fast.state.piles import Beside, End
from cardrules.fast.state.places import Shape


class Coming(Leaving):
    """Writes how they do: the place is the parameter `%zone`."""

    def _lay(self, card: str, shape: Shape, end: End) -> None:
        def link() -> None:
            self._laid(card, self.piles.lay("%zone", card, end), shape)

        if shape == "spread":
            self._lay_in_spread(card)
        elif shape == "any":
            self.code.branch(self.is_ordered("%zone"), link, lambda: self._lay_in_spread(card))
        else:
            link()

    def _lay_in_spread(self, card: str) -> None:
        """A card is in the set of its zone."""
        self.code.put_in(self.part("masks"), "%zone", card)
        self.code.put(self.part("place"), card, "%zone")

    def _laid(self, card: str, beside: Beside, shape: Shape) -> None:
        """A card has come to lie in an order."""
        code, zone = self.code, "%zone"
        code.put(self.part("place"), card, zone)

        def in_stack() -> None:
            with code.when(beside.is_top):
                self._exchange_tops(zone, beside.below, card)

        def in_pile() -> None:
            if self.are_piles_sets:
                code.put_in(self.part("masks"), zone, card)

        self._as_shape(shape, zone, in_stack, in_pile)

    def _end(self, end: End) -> str:
        return self.piles.top("%zone") if end == "top" else self.piles.bottom("%zone")
