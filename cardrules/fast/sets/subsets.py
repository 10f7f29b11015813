"""Subsets of cards within bounds, by the operations of `cardrules.kernel`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

from cardrules.fast.llvm.checks import Array
from cardrules.fast.llvm.writing import Code
from cardrules.fast.sets.sets import COUNTED, Numbered
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.memory import Memory
from cardrules.kernel import plans
from cardrules.kernel.numbers import NONE
from cardrules.machine.layout import Layout
from cardrules.machine.search import Bound
from cardrules.model import ir

# So many numbers has the table by which sets are counted; beyond that a game is left to another
# engine.
MOST_WAYS = 16_384
# Numbers on cards that go so far are looked up.
_MOST_APART = 512
# Of so many different cards all numbers of sets have 64 bits.
_MOST_DIFFERENT = 66
# Of so few cards the sets with a certain sum are made by the reference engine, and not counted.
_FEW = 12


Limits = dict[str | None, tuple[str | None, str | None]]


def sizes_within(
    code: Code, bounds: Sequence[Bound], pool: str, number: Callable[[ir.Expr], str]
) -> tuple[str, str]:
    """How many cards sets of a pool have at least and at most."""
    return _sizes(code, _limits(code, bounds, pool, number))


def _sizes(code: Code, limits: Limits) -> tuple[str, str]:
    fewest, largest = limits[None]
    return code.larger("0", fewest or "0"), largest or "0"


def _limits(
    code: Code, bounds: Sequence[Bound], pool: str, number: Callable[[ir.Expr], str]
) -> Limits:
    """By what is measured, how much that is at least and at most; None measures the size."""
    limits: Limits = {None: ("0", code.size(pool))}

    def near(value: str, more: int) -> str:
        given = [(value, "i64"), (code.number(more), "i64")]
        return code.call("plus_within", given, "i64")

    for bound in bounds:
        value = number(bound.value)
        low, high = limits.get(bound.measure, (None, None))
        if bound.operator in ("=", ">=", ">"):
            least = value if bound.operator != ">" else near(value, 1)
            low = least if low is None else code.larger(low, least)
        if bound.operator in ("=", "<=", "<"):
            most = value if bound.operator != "<" else near(value, -1)
            high = most if high is None else code.smaller(high, most)
        limits[bound.measure] = low, high
    return limits


class SetPlan:
    """Which sets of some cards are wanted, as the operations take it."""

    def __init__(
        self,
        kinds: Kinds,
        memory: Memory,
        layout: Layout,
        bounds: Sequence[Bound],
        pool: str,
        number: Callable[[ir.Expr], str],
        give_up: Callable[[], None],
    ) -> None:
        self.code = code = kinds.code
        self.kinds, self.pool, self.give_up = kinds, pool, give_up
        # The cards from which sets are said to be taken; see `said_pool`.
        self._every = pool
        measures = sorted({bound.measure for bound in bounds if bound.measure is not None})
        groups = max(kinds.number, code.bits + 1)
        self.plan = memory.area(code, plans.plan_size(groups, len(measures)))
        self.measures = len(measures)
        self._set_limits(measures, layout, bounds, number)
        self.groups = self._set_groups(measures, layout)

    def _set_limits(
        self,
        measures: Sequence[str],
        layout: Layout,
        bounds: Sequence[Bound],
        number: Callable[[ir.Expr], str],
    ) -> None:
        """How many cards they have, and between which numbers their sums lie."""
        code = self.code
        limits = _limits(code, bounds, self.pool, number)
        for measure in measures:
            high = limits[measure][1]
            if high is not None:
                self._leave_out(list(map(int, layout.attribute[measure])), high)
        fewest, largest = _sizes(code, limits)
        self._put(plans.LEAST, fewest)
        self._put(plans.MOST, largest)
        self._put(plans.HELD, "0")
        for at, measure in enumerate(measures):
            place = plans.AHEAD + plans.OF_MEASURE * at
            low, high = limits[measure]
            self._put(place + plans.LOW, low or code.number(NONE))
            self._put(place + plans.HIGH, high or code.number(NONE))
            self._put(place + plans.SPENT, "0")

    def said_pool(self, *, is_counted: bool) -> str:
        """From which cards the sets are said to be taken: where there are few, or where they are
        made, without those that are too much by themselves.
        """
        code = self.code
        if not is_counted:
            return self.pool
        is_few = code.compare("<=", code.size(self._every), str(_FEW))
        return code.choose("m", is_few, self.pool, self._every)

    def _leave_out(self, weights: Sequence[int], high: str) -> None:
        """Leave out cards that by themselves are too much, where sums only grow."""
        code, most = self.code, max(weights, default=0)
        if min(weights, default=0) < 0 or most > _MOST_APART:
            return
        masks = [
            sum([1 << card for card, weight in enumerate(weights) if weight <= bound])
            for bound in range(-1, most + 1)
        ]
        within = code.smaller(code.larger(high, "-1"), str(most))
        fitting = code.at(code.table("m", masks), code.plus(within, "1"))
        self.pool = code.in_both(self.pool, fitting)

    def _set_groups(self, measures: Sequence[str], layout: Layout) -> str:
        """How many cards there are of each kind, and what they add to sums."""
        code = self.code
        groups = code.size(self.kinds.one_of_each(self.pool))
        self._put(plans.GROUPS, groups)
        self._put(plans.MEASURES, str(len(measures)))
        ahead = plans.AHEAD + plans.OF_MEASURE * len(measures)
        weights = [
            code.table_of_cards("i", list(map(int, layout.attribute[name]))) for name in measures
        ]

        def note(group: str, cards: str) -> None:
            here = code.plus(group, str(ahead))
            code.put(self.plan, here, code.size(cards))
            card = code.lowest(cards)
            for at, weight in enumerate(weights, 1):
                place = code.plus(here, code.times(groups, str(at)))
                code.put(self.plan, place, code.at(weight, card))

        self.kinds.each(self.pool, note)
        return groups

    def _put(self, place: int, value: str) -> None:
        self.code.put(self.plan, str(place), value)


class Subsets(Numbered):
    """The sets of a plan, which are counted."""

    def __init__(self, memory: Memory, of: SetPlan, *, is_counted: bool = True) -> None:
        super().__init__(of.code)
        self.kinds, self.of = of.kinds, of
        self.give_up = self._give_up = of.give_up
        self.manner, self.pool = COUNTED, of.said_pool(is_counted=is_counted)
        self.plan = of.plan
        self.ways = memory.area(of.code, MOST_WAYS)
        self.taken = memory.area(of.code, of.kinds.number)
        self._total = self._counted()

    def _counted(self) -> str:
        """How many there are; where that is too much, the game is given up."""
        code = self.code
        given = [(self.plan.place, "ptr"), (self.ways.place, "ptr")]
        status = code.call("fill_ways", [*given, (str(MOST_WAYS), "i64")], "i64")
        is_done = code.compare("=", status, "0")
        with code.when(code.no(is_done)):
            self._give_up()
        total = code.local("i", "0")
        with code.when(is_done):
            found = code.call("count_sets", given, "i64")
            is_none = code.compare("=", found, code.number(NONE))
            with code.when(is_none):
                self._give_up()
            code.write(total, code.choose("i", is_none, "0", found))
        return code.read(total)

    def count(self) -> str:
        return self._total

    def at_most(self, number: int) -> Subsets:
        """The same, but no more of them than that."""
        self._total = self.code.smaller(self._total, str(number))
        return self

    def take(self, number: str) -> None:
        """How many cards of each kind are in a set, into `taken`."""
        places = [(array.place, "ptr") for array in (self.plan, self.ways)]
        given = [*places, (number, "i64"), (self.taken.place, "ptr")]
        found = self.code.call("nth_set", given, "i64")
        with self.code.when(self.code.compare("=", found, self.code.number(NONE))):
            self._give_up()

    def nth(self, number: str) -> str:
        self.take(number)
        return self.cards(self.taken, "0")

    def cards(self, taken: Array, start: str) -> str:
        """The cards of which so many of each kind are taken: the first ones."""
        code = self.code
        found = code.local("m", "0")

        def add(group: str, cards: str) -> None:
            some = self.kinds.some_of(cards, code.at(taken, code.plus(start, group)))
            code.write(found, code.in_either(code.read(found), some))

        self.kinds.each(self.of.pool, add)
        return code.read(found)


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
