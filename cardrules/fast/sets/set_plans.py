"""Which sets of cards are wanted, as the operations of `cardrules.kernel` take it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.memory import Memory
from cardrules.kernel import plans
from cardrules.kernel.numbers import NONE
from cardrules.machine.layout import Layout
from cardrules.machine.search import Bound
from cardrules.model import ir

# Numbers on cards that go so far are looked up.
_MOST_APART = 512
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
