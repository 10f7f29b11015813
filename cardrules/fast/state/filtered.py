"""The things of a collection that fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cardrules.fast.state.items import Body, Candidate, Items


class Those(Items):
    """The cards of a collection that are in a set, too."""

    def __init__(self, of: Items, wanted: str) -> None:
        super().__init__(of.code)
        self._of = of
        self._wanted = wanted
        self.has_mask = of.has_mask
        self.most = of.most

    def each(self, body: Body) -> None:
        def look(card: str) -> None:
            with self.code.when(self.code.has(self._wanted, card)):
                body(card)

        self._of.each(look)

    def count(self) -> str:
        return self.code.size(self.mask()) if self.has_mask else super().count()

    def some(self) -> str:
        return self.code.some(self.mask()) if self.has_mask else super().some()

    def mask(self) -> str:
        return self.code.in_both(self._of.mask(), self._wanted)


class Filtered(Items):
    """The things of a collection that fit."""

    def __init__(self, of: Items, fits: Callable[[str], str], *, is_quick: bool = False) -> None:
        super().__init__(of.code)
        self._of = of
        self._fits = fits
        # Whether it is told so quickly what fits that no branch is worth it.
        self._is_quick = is_quick
        self.is_sorted = of.is_sorted
        self.sort = of.sort
        self.most = of.most

    def candidates(self) -> Sequence[Candidate] | None:
        few = self._of.candidates() if self._is_quick else None
        if few is None:
            return None

        def fits(thing: str, is_there: Callable[[], str]) -> str:
            return self.code.hold(is_there(), self._fits(thing))

        return [(thing, partial(fits, thing, is_there)) for thing, is_there in few]

    def each(self, body: Body) -> None:
        def look(item: str) -> None:
            with self.code.when(self._fits(item)):
                body(item)

        self._of.each(look)

    def until(self, found: Callable[[str], str]) -> str:
        return self._of.until(lambda item: self.code.both(self._fits(item), lambda: found(item)))
