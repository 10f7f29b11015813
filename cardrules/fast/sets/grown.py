"""Sets of cards that are made card by card, as long as something can come of them."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.sets.sets import OF_POOL, Numbered
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.memory import Memory

# So often a card is added, and so many sets are found; beyond that a game is left to another
# engine.
MOST_TRIED = 100_000
MOST_FOUND = 8_192


class Grown(Numbered):
    """All sets of some cards that fit, smaller ones first.

    `grows` is asked of the cards at hand, and of these with those that may still come: whether any
    set between both can fit.
    """

    manner = OF_POOL

    def __init__(
        self,
        memory: Memory,
        kinds: Kinds,
        pool: str,
        fits: Callable[[str], str],
        grows: Callable[[str, str], str],
        give_up: Callable[[], None],
    ) -> None:
        super().__init__(kinds.code)
        code, cards = kinds.code, len(kinds.kind)
        self._kinds, self.pool, self._give_up = kinds, pool, give_up
        self._fits, self._grows = fits, grows
        # For each card of a set the cards at hand, and those that may come behind them.
        self._hand, self._left = (memory.sets(code, cards + 1) for _ in range(2))
        self._found, self._cells = (memory.sets(code, MOST_FOUND) for _ in range(2))
        self._number, self._largest = code.local("i", "0"), code.local("i", "0")
        self._find()
        self._total = self._by_size()

    def _find(self) -> None:
        code, depth, tried = self.code, self.code.local("i", "0"), self.code.local("i", "0")
        code.put(self._hand, "0", "0")
        code.put(self._left, "0", self.pool)
        self._note("0")
        with code.loop() as loop:
            at = code.read(depth)
            with code.when(code.compare("<", at, "0")):
                code.leave(loop)
            left = code.at(self._left, at)
            with code.when(code.no(code.some(left))):
                code.write(depth, code.minus(at, "1"))
                code.again(loop)
            with code.when(code.compare(">=", code.read(tried), str(MOST_TRIED))):
                self._give_up()
                code.leave(loop)
            code.write(tried, code.plus(code.read(tried), "1"))
            card = code.lowest(left)
            # Without this card, those that look like it are not taken either.
            code.put(self._left, at, code.without(left, self._kinds.like(card)))
            more = code.in_either(code.at(self._hand, at), code.bit(card))
            behind = code.but_lowest(left)
            with code.when(self._grows(more, code.in_either(more, behind))):
                self._note(more)
                deeper = code.plus(at, "1")
                code.put(self._hand, deeper, more)
                code.put(self._left, deeper, behind)
                code.write(depth, deeper)

    def _note(self, cards: str) -> None:
        """Note a set, if it fits."""
        code = self.code
        with code.when(self._fits(cards)):
            at = code.read(self._number)
            is_room = code.compare("<", at, str(MOST_FOUND))
            with code.when(is_room):
                code.put(self._found, at, cards)
                size = code.larger(code.read(self._largest), code.size(cards))
                code.write(self._largest, size)
                code.write(self._number, code.plus(at, "1"))
            with code.when(code.no(is_room)):
                self._give_up()

    def _by_size(self) -> str:
        """Those of a size stay as they were found: in their order."""
        code = self.code
        number, done = code.read(self._number), code.local("i", "0")
        with (
            code.through("0", code.plus(code.read(self._largest), "1")) as size,
            code.through("0", number) as at,
        ):
            one = code.at(self._found, at)
            with code.when(code.compare("=", code.size(one), size)):
                code.put(self._cells, code.read(done), one)
                code.write(done, code.plus(code.read(done), "1"))
        return number

    def count(self) -> str:
        return self._total

    def nth(self, number: str) -> str:
        return self.code.at(self._cells, number)
