"""Sets of two cards at most: counted by how many kinds there are, and of how many there are two."""

from __future__ import annotations

from cardrules.fast.sets.sets import COUNTED, Numbered
from cardrules.fast.state.kinds import Kinds

# So many cards the largest of them have.
MOST = 2


class SetsOfFew(Numbered):
    """Sets of cards of a pool of sizes from one to another one, which is `MOST` at most.

    Those of a size come in the order of their kinds, and what has more of the first comes first.
    """

    def __init__(self, kinds: Kinds, pool: str, least: str, most: str) -> None:
        super().__init__(kinds.code)
        code = self.code
        self._kinds = kinds
        self.manner, self.pool = COUNTED, pool
        self._first = kinds.one_of_each(pool)
        # Of each kind of which there are several cards a second one.
        self._second = "0"
        if not kinds.all_differ:
            self._second = kinds.one_of_each(code.without(pool, self._first))
        number = code.size(self._first)
        differ = code.shifted(code.times(number, code.minus(number, "1")), 1)
        numbers = ("1", number, code.plus(differ, code.size(self._second)))
        self._numbers = [
            code.choose(
                "i",
                code.hold(
                    code.compare("<=", least, str(size)), code.compare(">=", most, str(size))
                ),
                found,
                "0",
            )
            for size, found in enumerate(numbers)
        ]

    def count(self) -> str:
        none, one, both = self._numbers
        return self.code.plus(self.code.plus(none, one), both)

    def union(self) -> str:
        """All cards, if there is a set that has some."""
        code = self.code
        _, one, both = self._numbers
        return code.choose("m", code.compare(">", code.plus(one, both), "0"), self.pool, "0")

    def nth(self, number: str) -> str:
        code = self.code
        none, one, _ = self._numbers
        behind = code.minus(number, none)

        def some() -> str:
            return code.one_of(
                "m",
                code.compare("<", behind, one),
                lambda: code.bit(code.nth(self._first, behind)),
                lambda: self._two(code.minus(behind, one)),
            )

        return code.one_of("m", code.compare("<", number, none), lambda: "0", some)

    def _two(self, number: str) -> str:
        """Two cards: of each kind first two of it, then one of it with one of a later kind."""
        code = self.code
        left, before = code.local("m", self._first), code.local("i", number)
        with code.loop(most=code.bits) as loop:
            now = code.read(left)
            rest, twin = code.but_lowest(now), self._twin(now)
            ways = code.plus(code.size(rest), code.as_number(code.some(twin)))
            with code.when(code.compare("<", code.read(before), ways)):
                code.leave(loop)
            code.write(before, code.minus(code.read(before), ways))
            code.write(left, rest)
        now, at = code.read(left), code.read(before)
        rest, twin = code.but_lowest(now), self._twin(now)
        has_twin = code.some(twin)
        are_alike = code.hold(has_twin, code.compare("=", at, "0"))
        other = code.one_of(
            "m",
            are_alike,
            lambda: twin,
            lambda: code.bit(code.nth(rest, code.minus(at, code.as_number(has_twin)))),
        )
        return code.in_either(code.bit(code.lowest(now)), other)

    def _twin(self, kinds: str) -> str:
        """A second card of the first one of some kinds, if there is one."""
        if self._second == "0":
            return "0"
        return self.code.in_both(self._second, self._kinds.like(self.code.lowest(kinds)))
