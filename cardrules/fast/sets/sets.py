"""Sets of cards as compiled code goes through them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.items import MOST_ASIDE, Body, Items, in_copies

# How sets are taken: as they are; each for all that look like it in one pool; the same in cards of
# its own; as the second, and they are counted and not made.
AS_THEY_ARE, OF_POOL, OF_OWN, COUNTED = map(str, range(4))
# So many sets are gone through, and no more.
MOST_LOOKED_THROUGH = 100_000


class Sets(Items):
    """Sets of cards, in their order.

    Each stands for all that look like it and could be taken from the same cards, its own. `manner`
    is how they are taken, and `pool` from what, where that is one pool.
    """

    sort = "m"
    manner = AS_THEY_ARE
    pool = "0"
    # Whether it is known that no two of them look the same.
    all_differ = False

    def each_with(self, body: Callable[[str, str], None]) -> None:
        """Do something with each of them and its own cards."""
        raise NotImplementedError

    def union(self) -> str | None:
        """The cards that are in one of them, or could be, if that is seen without going through."""
        return None

    def each(self, body: Body) -> None:
        self.each_with(lambda one, own: body(one))

    def until_with(self, found: Callable[[str, str], str]) -> str:
        """Whether something holds of one of them and its own cards."""
        code = self.code
        result = code.local("b", "false")
        with code.block() as block:

            def look(one: str, own: str) -> None:
                with code.when(found(one, own)):
                    code.write(result, "true")
                    code.leave(block)

            self.each_with(look)
        return code.read(result)


class Listed(Sets):
    """Sets that are known one by one, and stand for themselves."""

    def __init__(self, code: Code, sets: Sequence[str]) -> None:
        super().__init__(code)
        self.sets = sets
        self.all_differ = len(sets) <= 1

    def each_with(self, body: Callable[[str, str], None]) -> None:
        def each(look: Body) -> None:
            for one in self.sets:
                look(one)

        number = len(self.sets)
        in_copies(self, number, each, lambda one: body(one, one), number)

    def count(self) -> str:
        return str(len(self.sets))

    def nth(self, number: str) -> str:
        found = self.sets[0] if self.sets else "0"
        for at, one in enumerate(self.sets[1:], 1):
            found = self.code.choose("m", self.code.compare("=", number, str(at)), one, found)
        return found


class EitherSets(Sets):
    """Sets of one of two collections that are both there already; they are taken as they are."""

    def __init__(self, flag: str, then: Sets, otherwise: Sets) -> None:
        super().__init__(then.code)
        self._flag, self._then, self._otherwise = flag, then, otherwise
        self.all_differ = then.all_differ and otherwise.all_differ

    def each_with(self, body: Callable[[str, str], None]) -> None:
        # They are taken as they are: each stands for itself.
        def each(look: Body) -> None:
            self.code.branch(
                self._flag, lambda: self._then.each(look), lambda: self._otherwise.each(look)
            )

        in_copies(self, 2, each, lambda one: body(one, one), MOST_ASIDE)

    def count(self) -> str:
        return self.code.choose("i", self._flag, self._then.count(), self._otherwise.count())

    def nth(self, number: str) -> str:
        sides = self._then.nth(number), self._otherwise.nth(number)
        return self.code.choose("m", self._flag, *sides)


class Fitting(Sets):
    """Those of some sets that fit."""

    def __init__(self, of: Sets, fits: Callable[[str], str]) -> None:
        super().__init__(of.code)
        self._of, self._fits = of, fits
        self.manner, self.pool = of.manner, of.pool
        if self.manner == COUNTED:
            self.manner = OF_POOL

    def each_with(self, body: Callable[[str, str], None]) -> None:
        def look(one: str, own: str) -> None:
            with self.code.when(self._fits(one)):
                body(one, own)

        self._of.each_with(look)


class SetRow(Sets):
    """Sets side by side, each with its own cards behind it; less than none of them is none."""

    def __init__(
        self,
        code: Code,
        cells: Array,
        size: str,
        manner: str = AS_THEY_ARE,
        pool: str = "0",
        start: str = "0",
    ) -> None:
        super().__init__(code)
        self.cells, self.size, self.start = cells, size, start
        self.manner, self.pool = manner, pool

    def each_with(self, body: Callable[[str, str], None]) -> None:
        code = self.code
        with code.through("0", self.size, code.room_of(self.cells)) as now:
            body(self.nth(now), code.at(self.cells, code.plus(self._place(now), "1")))

    def _place(self, number: str) -> str:
        return self.code.plus(self.code.times(number, "2"), self.start)

    def count(self) -> str:
        return self.size

    def some(self) -> str:
        return self.code.compare(">", self.size, "0")

    def nth(self, number: str) -> str:
        return self.code.at(self.cells, self._place(number))


class Numbered(Sets):
    """Sets that are found by their number."""

    # What leaves the game to another engine, where there may be too many of them to look at.
    give_up: Callable[[], None] | None = None

    def each_with(self, body: Callable[[str, str], None]) -> None:
        code, total = self.code, self.count()
        if self.give_up is not None:
            with code.when(code.compare(">", total, str(MOST_LOOKED_THROUGH))):
                self.give_up()
        with code.through("0", total, str(MOST_LOOKED_THROUGH)) as now:
            one = self.nth(now)
            body(one, one if self.manner == AS_THEY_ARE else self.pool)
