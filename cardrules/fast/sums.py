"""Families of sets of cards of which a sum is given: what comes of a pool is found out once.

Nearly always there is no set with the sum, or one. Then there is one family, and which cards it
takes can be seen at once from the sums that cards of the pool have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.kinds import Kinds
from cardrules.fast.memory import Memory
from cardrules.fast.sets import Numbered
from cardrules.fast.unions import MOST_FAMILIES, Unions
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

    It is kept until another pool is asked for: all depends on the cards of the pool alone.
    """

    def __init__(
        self,
        kinds: Kinds,
        memory: Memory,
        weights: Sequence[int],
        number: int,
        unions: Callable[[str, str], Unions],
        is_before: Callable[[str, str], str],
    ) -> None:
        """`unions` finds the unions of all maximal families of the sets of a pool with a sum, and
        `is_before` tells in which order sets come.
        """
        self.code, self._kinds, self._memory = kinds.code, kinds, memory
        self._unions, self._is_before = unions, is_before
        # Cards that are too much by themselves are left out.
        self._weights = [min(weight, sums.MOST_SUM + 1) for weight in weights]
        self._of_weight = [
            sum([1 << card for card, own in enumerate(weights) if own == weight])
            for weight in range(sums.MOST_SUM + 1)
        ]
        classes = len({*weights} & {*range(sums.MOST_SUM + 1)})
        self._pool = memory.later_sets(self.code, 1)
        self._number = memory.later(1)
        self._reach = memory.later(sums.AHEAD + classes)
        self._classes = memory.later(sums.OF_CLASS * classes)
        self._cards = memory.later_sets(self.code, classes)
        self._takes = memory.later(sums.MOST_BEGUN * classes)
        self._words = memory.later(sums.MOST_SETS + sums.MOST_BEGUN)
        self._left = memory.later(sums.MOST_SETS)
        self._names = [f"{what}_{number}" for what in ("know_sums", "only_family", "unions")]
        self._write()

    def _write(self) -> None:
        code, memory = self.code, self._memory
        given = [("%z", "ptr"), ("%pool", code.types["m"])]
        with code.function(self._names[0], given, "void", memory.ahead()):
            self._find_out("%pool")
        given.append(("%target", "i64"))
        with code.function(self._names[1], given, code.types["m"], memory.ahead()):
            code.give("m", self._only_family("%pool", "%target"))
        given.append(("%row", "ptr"))
        with code.function(self._names[2], given, "i64", memory.ahead()):
            row = code.inside(code.given_array("%row"), "0", "m")
            self._put_quickly("%pool", "%target", row)
            found = self._unions("%pool", "%target")
            number = found.count()
            with code.through("0", number) as at:
                code.put(row, at, found.nth(at))
            code.give("i", number)

    def _find_out(self, pool: str) -> None:
        """Note which classes of cards the pool has, and which sums there are."""
        code, kinds = self.code, self._kinds
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
            several = code.compare(">", code.size(kinds.one_of_each(cards)), "1")
            code.call(
                "add_class",
                [(reach.place, "ptr"), (classes.place, "ptr"), (at, "i64"), (weight, "i64"),
                 (code.size(cards), "i64"), (several, "i1")],
            )  # fmt: skip
        code.put(self._number.of(code), "0", code.read(number))
        code.put(self._pool.of(code), "0", code.in_either(pool, code.none))

    def know(self, pool: str) -> None:
        """Find out about a pool, if it is another one than the last time."""
        code = self.code
        # The bit of none tells an empty pool from one that was never looked at.
        known = code.at(self._pool.of(code), "0")
        with code.when(code.compare("!=", known, code.in_either(pool, code.none), "m")):
            code.call(self._names[0], [("%z", "ptr"), (pool, code.types["m"])])

    def ways_to(self, target: str) -> str:
        """How many sets of the pool that is known have a sum: 0, 1, or more."""
        reach = self._reach.of(self.code)
        return self.code.call("ways_to", [(reach.place, "ptr"), (target, "i64")], "i64")

    def only_family(self, pool: str, target: str) -> str:
        """The cards of the only family of the only set with a sum."""
        code = self.code
        given = [("%z", "ptr"), (pool, code.types["m"]), (target, "i64")]
        return code.call(self._names[1], given, code.types["m"])

    def row(self) -> Array:
        """Room for all unions of maximal families."""
        return self._memory.sets(self.code, MOST_FAMILIES)

    def put_unions(self, pool: str, target: str, row: Array) -> str:
        """All unions of maximal families of the sets with a sum; gives how many."""
        given = [("%z", "ptr"), (pool, self.code.types["m"]), (target, "i64"), (row.place, "ptr")]
        return self.code.call(self._names[2], given, "i64")

    def _only_family(self, pool: str, target: str) -> str:
        code = self.code
        self.know(pool)
        number = code.at(self._number.of(code), "0")
        reach, classes, takes = (one.of(code) for one in (self._reach, self._classes, self._takes))
        code.call(
            "put_only_family",
            [(reach.place, "ptr"), (classes.place, "ptr"), (number, "i64"), (target, "i64"),
             (takes.place, "ptr")],
        )  # fmt: skip
        return self._taken(number, "0")

    def _put_quickly(self, pool: str, target: str, row: Array) -> None:
        """Give all unions, if they can be found by classes alone."""
        code = self.code
        self.know(pool)
        number = code.at(self._number.of(code), "0")
        parts = (self._reach, self._classes), (self._takes, self._words, self._left)
        given, in_hand = ([(one.of(code).place, "ptr") for one in some] for some in parts)
        found = code.call(
            "put_unions_to", [*given, (number, "i64"), (target, "i64"), *in_hand], "i64"
        )
        with code.when(code.compare(">=", found, "0")):
            with code.through("0", found) as at:
                self._put_sorted(row, at, self._taken(number, code.times(at, number)))
            code.give("i", found)

    def _put_sorted(self, row: Array, number: str, cards: str) -> None:
        """A union more, behind all that are not behind it."""
        code = self.code
        at = code.local("i", number)
        with code.loop() as loop:
            now = code.read(at)
            before = code.minus(now, "1")
            is_first = code.compare("<=", now, "0")
            is_there = code.either(
                is_first, lambda: code.no(self._is_before(cards, code.at(row, before)))
            )
            with code.when(is_there):
                code.leave(loop)
            code.put(row, now, code.at(row, before))
            code.write(at, before)
        code.put(row, code.read(at), cards)

    def _taken(self, number: str, start: str) -> str:
        """The cards of which so many of each class are taken."""
        code, kinds = self.code, self._kinds
        takes, found, own = self._takes.of(code), code.local("m", "0"), self._cards.of(code)
        with code.through("0", number) as at:
            taken = code.at(takes, code.plus(at, start))
            with code.when(code.compare(">", taken, "0")):
                cards = code.at(own, at)
                is_whole = code.compare("=", taken, code.size(cards))
                some = code.one_of(
                    "m", is_whole, lambda: cards, lambda: kinds.some_of(cards, taken)
                )
                code.write(found, code.in_either(code.read(found), some))
        return code.read(found)


class UnionsOfSum(Numbered):
    """The cards of each maximal family of the sets of a pool with a sum."""

    all_differ = True

    def __init__(self, of: Sums, pool: str, target: str) -> None:
        super().__init__(of.code)
        code = self.code
        self._of, self._pool, self._target = of, pool, target
        of.know(pool)
        ways = of.ways_to(target)
        self._is_some = code.compare("!=", ways, "0")
        self._are_several = code.compare(">", ways, "1")
        self._row = of.row()
        self._found = code.one_of(
            "i", self._are_several, lambda: of.put_unions(pool, target, self._row), lambda: "1"
        )

    def count(self) -> str:
        return self._found

    def nth(self, number: str) -> str:
        code = self.code

        def only() -> str:
            return self._of.only_family(self._pool, self._target)

        return code.one_of(
            "m",
            self._are_several,
            lambda: code.at(self._row, number),
            lambda: code.one_of("m", self._is_some, only, lambda: "0"),
        )
