"""The classes of a pool of cards, which are worth the same, as operations on sums take them."""

from __future__ import annotations

from functools import partial

import attrs

from cardrules.fast.llvm.checks import Array
from cardrules.fast.sets.sums import Sums
from cardrules.kernel import sums


@attrs.frozen
class Known:
    """In a function: how many classes there are, what is known of each, its cards, the sums of
    those before each, and whether none has several cards.
    """

    number: str
    rows: Array
    cards: Array
    reach: Array
    are_single: str

    @property
    def given(self) -> list[tuple[str, str]]:
        """What operations are given."""
        return [(self.reach.place, "ptr"), (self.rows.place, "ptr"), (self.number, "i64")]


class Classes:
    """Finds the classes of a pool."""

    def __init__(self, of: Sums) -> None:
        self._sums, self.code, memory = of, of.code, of.memory
        most = max(1, of.classes)
        self._rows, self._reach = memory.later(sums.OF_CLASS * most), memory.later(most + 1)
        self._cards = memory.later_sets(self.code, most)

    def of_pool(self, pool: str) -> Known:
        """Put down the classes of a pool."""
        code, of = self.code, self._sums
        most = max(1, of.classes)
        rows, own, reach = (one.of(code) for one in (self._rows, self._cards, self._reach))
        weights, of_weight = code.table_of_cards("i", of.weights), code.table("m", of.of_weight)
        left, number = code.local("m", of.fitting_in(pool)), code.local("i", "0")
        some, are_single = code.local("i", "1"), code.local("b", "true")
        with code.loop(most=code.bits) as loop:
            now = code.read(left)
            with code.when(code.no(code.some(now))):
                code.leave(loop)
            at = code.within(code.read(number), most)
            weight = code.within(code.at(weights, code.lowest(now)), sums.MOST_SUM + 1)
            cards = code.in_both(now, code.at(of_weight, weight))
            size, before = code.size(cards), code.read(some)
            code.put(own, at, cards)
            code.put(reach, at, before)
            place = code.at(code.table("i", of.places), weight) if of.is_fixed else at
            start = code.times(at, str(sums.OF_CLASS))
            for part, value in ((sums.WEIGHT, weight), (sums.CARDS, size), (sums.PLACE, place)):
                code.put(rows, code.plus(start, str(part)), value)
            given = [(value, "i64") for value in (before, weight, size)]
            code.write(some, code.call("sums_with", given, "i64"))
            is_single = code.compare("<=", size, "1")
            code.write(are_single, code.hold(code.read(are_single), is_single))
            code.write(left, code.without(now, cards))
            code.write(number, code.plus(at, "1"))
        last = code.within(code.read(number), most + 1)
        code.put(reach, last, code.read(some))
        return Known(last, rows, own, reach, code.read(are_single))

    def taken(self, known: Known, takes: str, at: str) -> str:
        """How many cards of a class a word says."""
        code, start = self.code, self.code.times(at, str(sums.OF_CLASS))
        place = code.at(known.rows, code.plus(start, str(sums.PLACE)))
        return self._sums.taken(takes, place)

    def are_mixed(self, cards: str) -> str:
        """Whether some cards do not all look the same."""
        code = self.code
        return code.compare(">", code.size(self._sums.kinds.one_of_each(cards)), "1")

    def first_of(self, cards: str, number: str) -> str:
        """The first so many of some cards, where that may be all of them."""
        code = self.code
        return code.one_of(
            "m",
            code.compare("=", number, code.size(cards)),
            lambda: cards,
            partial(self._sums.kinds.some_of, cards, number),
        )
