"""Sets of cards of certain sizes, where no two cards look alike: by binomial numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

from cardrules.fast.llvm.checks import Local
from cardrules.fast.llvm.course import FAR_SIDE_BY_SIDE
from cardrules.fast.sets.sets import COUNTED, Numbered
from cardrules.fast.state.kinds import Kinds
from cardrules.kernel.numbers import MOST_NUMBER
from cardrules.machine.search import Bound

# Of so many different cards all numbers of sets have 64 bits.
_MOST_DIFFERENT = 66


class Choices(Numbered):
    """All sets of cards of certain sizes, where no two cards look alike: by binomial numbers."""

    @staticmethod
    def can_have(kinds: Kinds, bounds: Sequence[Bound]) -> bool:
        """Whether sets within these bounds are such."""
        return (
            kinds.all_differ
            and len(kinds.kind) <= _MOST_DIFFERENT
            and all(bound.measure is None for bound in bounds)
        )

    def __init__(
        self, kinds: Kinds, pool: str, sizes: tuple[str, str], give_up: Callable[[], None]
    ) -> None:
        """`sizes`: how many cards they have at least and at most."""
        super().__init__(kinds.code)
        self.give_up = give_up
        code, cards = kinds.code, len(kinds.kind)
        self.manner, self.pool = COUNTED, pool
        self._row = cards + 1
        numbers = [comb(n, k) for n in range(cards + 1) for k in range(cards + 1)]
        self._numbers = code.table("i", numbers)
        self._size = code.size(pool)
        self._least = sizes[0]
        self._most = code.smaller(sizes[1], self._size)
        total, number = code.local("i", "0"), code.local("i", self._least)
        with code.loop() as loop:
            now = code.read(number)
            with code.when(code.compare(">", now, self._most)):
                code.leave(loop)
            code.write(number, code.plus(now, "1"))
            code.write(total, code.plus(code.read(total), self._sets(self._size, now)))
        self._total = code.read(total)

    def _sets(self, cards: str, size: str) -> str:
        """How many sets of a size there are of so many cards."""
        code = self.code
        return code.at(self._numbers, code.plus(code.times(cards, str(self._row)), size))

    def count(self) -> str:
        return self._total

    def union(self) -> str:
        """All cards, if there may be so many in a set."""
        code = self.code
        least = code.larger(self._least, "1")
        return code.choose("m", code.compare("<=", least, self._most), self.pool, "0")

    def nth(self, number: str) -> str:
        code = self.code
        before, size = code.local("i", number), code.local("i", self._least)
        with code.loop() as sizes:
            here = self._sets(self._size, code.read(size))
            last = code.compare(">=", code.read(size), self._most)
            with code.when(code.holds(last, code.compare("<", code.read(before), here))):
                code.leave(sizes)
            code.write(before, code.minus(code.read(before), here))
            code.write(size, code.plus(code.read(size), "1"))
        if code.branches_are_cheap:
            return self._card_by_card(before, size)
        return self._from_last(before, size)

    def _from_last(self, before: Local, size: Local) -> str:
        """The set with so many before it, by how many are behind it: for each of its cards it is
        looked up how many cards of the pool follow, so that chance decides no branch.
        """
        code, found = self.code, self.code.local("m", "0")
        width = self._row + -self._row % FAR_SIDE_BY_SIDE + 1
        columns = [
            comb(n, k) if n < self._row else MOST_NUMBER
            for k in range(self._row)
            for n in range(width)
        ]
        table, last = code.table("i", columns), code.minus(self._size, "1")
        all_of_it = self._sets(self._size, code.read(size))
        behind = code.local("i", code.minus(code.minus(all_of_it, code.read(before)), "1"))
        with code.loop(most=code.bits) as loop:
            left = code.read(size)
            with code.when(code.compare("<=", left, "0")):
                code.leave(loop)
            column = code.inside(table, code.times(left, str(width)), cells=width)
            now = code.read(behind)
            follow = code.place_among(column, now, FAR_SIDE_BY_SIDE)
            code.write(behind, code.minus(now, code.at(column, follow)))
            card = code.nth(self.pool, code.minus(last, follow))
            code.write(found, code.in_either(code.read(found), code.bit(card)))
            code.write(size, code.minus(left, "1"))
        return code.read(found)

    def _card_by_card(self, before: Local, size: Local) -> str:
        code = self.code
        found, left = code.local("m", "0"), code.local("m", self.pool)
        cards = code.local("i", self._size)
        with code.loop(most=code.bits) as loop:
            with code.when(code.compare("<=", code.read(size), "0")):
                code.leave(loop)
            now = code.read(left)
            rest = code.but_lowest(now)
            code.write(left, rest)
            behind = code.minus(code.read(cards), "1")
            code.write(cards, behind)
            with_it = self._sets(behind, code.minus(code.read(size), "1"))
            is_in = code.compare("<", code.read(before), with_it)

            def take() -> None:
                code.write(found, code.in_either(code.read(found), code.without(now, rest)))
                code.write(size, code.minus(code.read(size), "1"))

            def pass_over() -> None:
                code.write(before, code.minus(code.read(before), with_it))

            code.branch(is_in, take, pass_over)
        return code.read(found)
