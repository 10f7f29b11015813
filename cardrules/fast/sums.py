"""Families of sets of cards of which a sum is given: what comes of a pool is found out once.

Nearly always there is no set with the sum, or one. Then there is one family, and which cards it
takes can be seen at once from the sums that cards of the pool have.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial

from cardrules.fast.kinds import Kinds
from cardrules.fast.memory import Memory
from cardrules.fast.writing import Array
from cardrules.kernel import sums
from cardrules.machine.search import Bound


def measure_of(bounds: Sequence[Bound]) -> Bound | None:
    """The one bound of sets, if it says what the sum of a number of their cards is."""
    if len(bounds) == 1 and bounds[0].measure is not None and bounds[0].operator == "=":
        return bounds[0]
    return None


class Sums:
    """What sums the cards of a pool have, of a number that is below 0 on no card.

    It is kept until another pool is asked for: all depends on the cards of the pool alone. Cards of
    one number are a class, as operations have it.
    """

    def __init__(self, kinds: Kinds, memory: Memory, weights: Sequence[int], number: int) -> None:
        self.code, self.kinds, self.memory, self.number = kinds.code, kinds, memory, number
        # Cards that are too much by themselves are left out.
        self._weights = [min(weight, sums.MOST_SUM + 1) for weight in weights]
        self._of_weight = [
            sum([1 << card for card, own in enumerate(weights) if own == weight])
            for weight in range(sums.MOST_SUM + 1)
        ]
        classes = sorted({*weights} & {*range(sums.MOST_SUM + 1)})
        # Where there are few, a weight has the same place in all pools.
        self.is_fixed = len(classes) <= sums.MOST_CLASSES
        self._places = [bisect_left(classes, weight) for weight in range(sums.MOST_SUM + 1)]
        later_sets = partial(memory.later_sets, kinds.code)
        # The pool that is known, and what is known of it.
        self._pool, self._cards = later_sets(1), later_sets(len(classes))
        self._number = memory.later(1)
        self._reach = memory.later(sums.AHEAD + len(classes))
        self._classes = memory.later(sums.OF_CLASS * len(classes))
        self._only = memory.later(len(classes))
        self._write()

    def _write(self) -> None:
        code, ahead = self.code, self.memory.ahead()
        given = [("%z", "ptr"), ("%pool", code.types["m"])]
        with code.function(f"know_sums_{self.number}", given, "void", ahead):
            self._find_out("%pool")
        given.append(("%target", "i64"))
        with code.function(f"only_family_{self.number}", given, code.types["m"], ahead):
            code.give("m", self._only_family("%pool", "%target"))

    # -- what is known of a pool -------------------------------------------------------------------

    def _find_out(self, pool: str) -> None:
        """Note which classes of cards the pool has, and which sums there are."""
        code = self.code
        reach, classes = self._reach.of(code), self._classes.of(code)
        weights, of_weight = code.table("i", self._weights), code.table("m", self._of_weight)
        fitting = code.in_both(pool, code.mask(sum(self._of_weight)))
        code.call("begin_classes", [(reach.place, "ptr")])
        left, number = code.local("m", fitting), code.local("i", "0")
        with code.loop() as loop:
            now, at = code.read(left), code.read(number)
            with code.when(code.no(code.some(now))):
                code.leave(loop)
            weight = code.at(weights, code.lowest(now))
            cards = code.in_both(now, code.at(of_weight, weight))
            code.write(left, code.without(now, cards))
            code.write(number, code.plus(at, "1"))
            code.put(self._cards.of(code), at, cards)
            place = code.at(code.table("i", self._places), weight) if self.is_fixed else at
            size = code.size(cards)
            numbers = [(value, "i64") for value in (at, place, weight, size)]
            is_mixed = code.both(code.compare(">", size, "1"), partial(self.are_mixed, cards))
            code.call(
                "add_class",
                [(reach.place, "ptr"), (classes.place, "ptr"), *numbers, (is_mixed, "i1")],
            )
        code.put(self._number.of(code), "0", code.read(number))
        code.put(self._pool.of(code), "0", self.marked(pool))

    def marked(self, pool: str) -> str:
        """A pool with the bit of none: even an empty one is not what lies there at the begin."""
        return self.code.in_either(pool, self.code.none)

    def are_mixed(self, cards: str) -> str:
        """Whether some cards do not all look the same."""
        code = self.code
        return code.compare(">", code.size(self.kinds.one_of_each(cards)), "1")

    def know(self, pool: str) -> None:
        """Find out about a pool, if it is another one than the last time."""
        code = self.code
        known = code.at(self._pool.of(code), "0")
        with code.when(code.compare("!=", known, self.marked(pool), "m")):
            code.call(f"know_sums_{self.number}", [("%z", "ptr"), (pool, code.types["m"])])

    def ways_to(self, target: str) -> str:
        """How many sets of the pool that is known have a sum: 0, 1, or more."""
        reach = self._reach.of(self.code)
        return self.code.call("ways_to", [(reach.place, "ptr"), (target, "i64")], "i64")

    def classes(self) -> tuple[str, Array, Array]:
        """How many classes the pool that is known has, what is known of each, and its cards."""
        code = self.code
        number = code.at(self._number.of(code), "0")
        return number, self._classes.of(code), self._cards.of(code)

    def given(self, target: str) -> list[tuple[str, str]]:
        """What operations on the pool that is known are given."""
        number, classes, _ = self.classes()
        arrays = [(array.place, "ptr") for array in (self._reach.of(self.code), classes)]
        return [*arrays, (number, "i64"), (target, "i64")]

    # -- one family --------------------------------------------------------------------------------

    def only_family(self, pool: str, target: str) -> str:
        """The cards of the only family of the only set with a sum."""
        code = self.code
        given = [("%z", "ptr"), (pool, code.types["m"]), (target, "i64")]
        return code.call(f"only_family_{self.number}", given, code.types["m"])

    def _only_family(self, pool: str, target: str) -> str:
        code, takes = self.code, self._only.of(self.code)
        self.know(pool)
        code.call("put_only_family", [*self.given(target), (takes.place, "ptr")])
        found = code.local("m", "0")
        number, _, own = self.classes()
        with code.through("0", number) as at:
            taken = code.at(takes, at)
            with code.when(code.compare(">", taken, "0")):
                some = self.first_of(code.at(own, at), taken)
                code.write(found, code.in_either(code.read(found), some))
        return code.read(found)

    def first_of(self, cards: str, number: str) -> str:
        """The first so many of some cards, where that may be all of them."""
        code = self.code
        return code.one_of(
            "m",
            code.compare("=", number, code.size(cards)),
            lambda: cards,
            lambda: self.kinds.some_of(cards, number),
        )
