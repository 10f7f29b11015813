"""The cards of maximal families of sets, by the operations of `cardrules.kernel`."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.kinds import Kinds
from cardrules.fast.memory import Memory
from cardrules.fast.sets import Numbered
from cardrules.fast.writing import Array

# So many sets can be put together to families, and so many families may come of it. Beyond that a
# game is left to another engine.
MOST_GROUPS = 128
MOST_FAMILIES = 1_024
# So much work may be done to find families.
_MOST_STEPS = 2_000_000


class Unions(Numbered):
    """The cards of each maximal family of some sets, one after the other.

    Where `is_alike` does not hold, cards of one kind do not stand for each other.
    """

    def __init__(
        self,
        memory: Memory,
        kinds: Kinds,
        pool: str,
        groups: str,
        group: Callable[[str], str],
        give_up: Callable[[], None],
        is_alike: str = "true",
    ) -> None:
        super().__init__(kinds.code)
        code = self.code
        self._kinds, self._pool, self._is_alike = kinds, pool, is_alike
        most = len(kinds.kind)
        # Without twins each card is a thing, and else each kind.
        rows = kinds.number if is_alike == "true" else most
        one_each = code.choose("m", is_alike, kinds.one_of_each(pool), pool)
        self._things = things = code.size(one_each)
        available, needs = memory.area(code, rows), memory.area(code, MOST_GROUPS * rows)
        self._each_thing(pool, lambda at, cards: code.put(available, at, code.size(cards)))
        is_right = code.compare("<=", groups, str(MOST_GROUPS))
        with code.when(code.no(is_right)):
            give_up()
        number = code.choose("i", is_right, groups, "0")
        at, taken = code.local("i", "0"), code.local("i", "0")
        with code.loop() as loop:
            now = code.read(at)
            with code.when(code.compare(">=", now, number)):
                code.leave(loop)
            code.write(at, code.plus(now, "1"))
            one = group(now)
            # The empty set is in no family.
            with code.when(code.some(one)):
                row = code.times(code.read(taken), things)
                self._each_thing(
                    pool,
                    lambda thing, cards: code.put(
                        needs, code.plus(row, thing), code.size(code.in_both(cards, one))
                    ),
                )
                code.write(taken, code.plus(code.read(taken), "1"))
        self._find(memory, needs, code.read(taken), available, rows, give_up)

    def _each_thing(self, pool: str, body: Callable[[str, str], None]) -> None:
        """For each thing which number it has, and the cards that are it."""
        code = self.code

        def cards() -> None:
            number, left = code.local("i", "0"), code.local("m", pool)
            with code.loop() as loop:
                now = code.read(left)
                with code.when(code.no(code.some(now))):
                    code.leave(loop)
                rest = code.but_lowest(now)
                code.write(left, rest)
                at = code.read(number)
                code.write(number, code.plus(at, "1"))
                body(at, code.without(now, rest))

        if self._is_alike == "true":
            self._kinds.each(pool, body)
        else:
            code.branch(self._is_alike, lambda: self._kinds.each(pool, body), cards)

    def _find(
        self,
        memory: Memory,
        needs: Array,
        groups: str,
        available: Array,
        rows: int,
        give_up: Callable[[], None],
    ) -> None:
        code, things = self.code, self._things
        most = len(self._kinds.kind)
        words = (MOST_GROUPS + 63) // 64
        cells = memory.area(code, (most + 1) * (rows + 1))
        bits = memory.area(code, words * (most + rows + MOST_GROUPS + 3 * (most + 1) + 2))
        families = memory.area(code, 1 + MOST_FAMILIES * (1 + most))
        steps = memory.area(code, 1)
        code.put(steps, "0", "0")
        status = code.call(
            "put_families",
            [
                (needs.place, "ptr"), (groups, "i64"), (available.place, "ptr"), (things, "i64"),
                (cells.place, "ptr"), (bits.place, "ptr"), (families.place, "ptr"),
                (str(MOST_FAMILIES), "i64"), (steps.place, "ptr"), (str(_MOST_STEPS), "i64"),
            ],
            "i64",
        )  # fmt: skip
        with code.when(code.compare("!=", status, "0")):
            give_up()
        found = code.at(families, "0")
        size = code.size(self._pool)
        self._takes = memory.area(code, MOST_FAMILIES * rows)
        self._unions = memory.area(code, MOST_FAMILIES)
        order, spare = memory.area(code, MOST_FAMILIES), memory.area(code, MOST_FAMILIES)
        family = [(families.place, "ptr"), (code.plus(size, "1"), "i64")]
        takes = (self._takes.place, "ptr")
        code.call(
            "put_takes",
            [takes, *family, (found, "i64"), (needs.place, "ptr"), (things, "i64")],
        )
        code.call(
            "sort_families",
            [(order.place, "ptr"), takes, *family, (things, "i64"), (spare.place, "ptr")],
        )
        self._total = code.call(
            "put_unions",
            [(self._unions.place, "ptr"), (order.place, "ptr"), takes, (found, "i64"),
             (things, "i64"), (size, "i64")],
            "i64",
        )  # fmt: skip

    def count(self) -> str:
        return self._total

    def nth(self, number: str) -> str:
        code = self.code
        start = code.times(code.at(self._unions, number), self._things)
        found = code.local("m", "0")

        def add(thing: str, cards: str) -> None:
            some = self._kinds.some_of(cards, code.at(self._takes, code.plus(start, thing)))
            code.write(found, code.in_either(code.read(found), some))

        self._each_thing(self._pool, add)
        return code.read(found)
