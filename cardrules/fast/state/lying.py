"""Cards as they lie: in a set, in an order, side by side in an array."""

from __future__ import annotations

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.items import Body, Items
from cardrules.fast.state.moving import Moving


class Cards(Items):
    """Cards as a set, in the order of their numbers."""

    is_sorted = True
    has_mask = True

    def __init__(self, code: Code, cards: str, *, is_whole: bool = True) -> None:
        super().__init__(code)
        self._cards = cards
        self.most = code.bits
        # Whether it is a set for sure; what has a name may be none.
        self.is_whole = is_whole

    def each(self, body: Body) -> None:
        with self.code.through_cards(self._cards) as card:
            body(card)

    def count(self) -> str:
        return self.code.size(self._cards)

    def some(self) -> str:
        return self.code.some(self._cards)

    def has(self, thing: str) -> str:
        # None is no card.
        code = self.code
        return code.both(code.compare(">=", thing, "0"), lambda: code.has(self._cards, thing))

    def nth(self, number: str) -> str:
        return self.code.nth(self._cards, number)

    def as_set(self) -> str | None:
        if self.is_whole:
            return self._cards
        code = self.code
        is_none = code.compare("=", self._cards, code.none, "m")
        return code.choose("m", is_none, "0", self._cards)

    def mask(self) -> str:
        return self._cards


class InOrder(Items):
    """The cards of an ordered zone, the lowest first."""

    def __init__(self, moving: Moving, zone: str, *, is_stack: bool = False) -> None:
        super().__init__(moving.code)
        self._moving = moving
        self.zone = zone
        # Of the cards of a zone there is a set beside, but not of those of a stack.
        self.has_mask = moving.may_keep_sets and not is_stack
        self.most = moving.code.bits

    def each(self, body: Body) -> None:
        self._moving.piles.each(self.zone, body)

    def count(self) -> str:
        return self._moving.piles.count(self.zone)

    def some(self) -> str:
        return self._moving.piles.some(self.zone)

    def has(self, thing: str) -> str:
        code = self.code
        place = self._moving.part("place")
        return code.both(
            code.compare(">=", thing, "0"),
            lambda: code.compare("=", code.at(place, thing), self.zone),
        )

    def mask(self) -> str:
        if not self.has_mask:
            return super().mask()
        self._moving.are_piles_sets = True
        return self.code.at(self._moving.part("masks"), self.zone)


class Row(Items):
    """Things that lie side by side in an array, from a place on; less than none of them is none."""

    def __init__(
        self, code: Code, cells: Array, size: str, start: str = "0", *, stays: bool = False
    ) -> None:
        super().__init__(code)
        # Whether it lies at the begin of an array of a function, which nobody else changes.
        self.stays = stays
        self.cells = cells
        self.size = size
        self.start = start

    def each(self, body: Body) -> None:
        with self.code.through("0", self.size, self.code.room_of(self.cells)) as now:
            body(self.nth(now))

    def count(self) -> str:
        return self.size

    def some(self) -> str:
        return self.code.compare(">", self.size, "0")

    def nth(self, number: str) -> str:
        return self.code.at(self.cells, self.code.plus(number, self.start))
