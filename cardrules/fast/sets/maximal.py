"""Sets of cards within bounds that are none of these any more with any further card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.sets.set_plans import SetPlan
from cardrules.fast.sets.sets import OF_POOL, Numbered
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.memory import Memory
from cardrules.kernel.listing import listing_cells
from cardrules.machine.layout import Layout
from cardrules.machine.search import Bound

# So many of them may there be, and so much work may be done to find them. Beyond that a game is
# left to another engine.
_MOST_FOUND = 8_192
_MOST_STEPS = 2_000_000


class MaximalFinder:
    """Lays them side by side, of the pool and the bounds that were asked for last."""

    def __init__(
        self,
        kinds: Kinds,
        memory: Memory,
        layout: Layout,
        bounds: Sequence[Bound],
        give_up: Callable[[], None],
        number: int,
    ) -> None:
        self.code, self.kinds, self.name = kinds.code, kinds, f"lay_maximal_{number}"
        self._bounds = bounds
        later, code = memory.later, self.code
        # Of which pool and numbers they are and how many, and from which cards they are taken.
        self._of, self._about = memory.later_sets(code, 2), later(len(bounds) + 1)
        self.rows, self.order = later(1 + _MOST_FOUND * kinds.number), later(_MOST_FOUND)
        values = [f"%value{at}" for at in range(len(bounds))]
        given = [("%z", "ptr"), ("%pool", code.types["m"]), *[(one, "i64") for one in values]]
        with code.function(self.name, given, "i64", memory.ahead()):
            by_bound = dict(zip([id(bound.value) for bound in bounds], values, strict=True))
            self._if_laid("%pool", values)
            plan = SetPlan(
                kinds, memory, layout, bounds, "%pool", lambda value: by_bound[id(value)], give_up
            )
            self._lay(memory, plan, values)

    def lay(self, pool: str, values: Sequence[str]) -> tuple[str, str]:
        """Lay them down; gives how many they are, and the cards from which they are taken."""
        code = self.code
        given = [("%z", "ptr"), (pool, code.types["m"]), *[(value, "i64") for value in values]]
        return code.call(self.name, given, "i64"), code.at(self._of.of(code), "1")

    def _if_laid(self, pool: str, values: Sequence[str]) -> None:
        """Give how many there are, if they lie there already."""
        code, about = self.code, self._about.of(self.code)
        known = code.at(self._of.of(code), "0")
        are_same = code.compare("=", known, code.in_either(pool, code.none), "m")
        for at, value in enumerate(values, 1):
            are_same = code.hold(are_same, code.compare("=", code.at(about, str(at)), value))
        with code.when(are_same):
            code.give("i", code.at(about, "0"))

    def _lay(self, memory: Memory, of: SetPlan, values: Sequence[str]) -> None:
        code, rows, order = self.code, self.rows.of(self.code), self.order.of(self.code)
        spare = memory.area(code, listing_cells(self.kinds.number, of.measures))
        sizes, more = (memory.area(code, _MOST_FOUND) for _ in range(2))
        status = code.call(
            "put_sets",
            [(of.plan.place, "ptr"), (rows.place, "ptr"), (str(_MOST_FOUND), "i64"),
             (spare.place, "ptr"), (str(_MOST_STEPS), "i64"), ("true", "i1")],
            "i64",
        )  # fmt: skip
        with code.when(code.compare("!=", status, "0")):
            of.give_up()
            code.put(rows, "0", "0")
        arrays = [(one.place, "ptr") for one in (sizes, more)]
        given = [(order.place, "ptr"), (rows.place, "ptr"), (of.groups, "i64"), *arrays]
        code.call("sort_sets", given)
        # What lies there is of this from now on; an empty pool is not what lies there at the begin.
        pools, about = self._of.of(code), self._about.of(code)
        code.put(pools, "0", code.in_either("%pool", code.none))
        code.put(pools, "1", of.pool)
        found = code.at(rows, "0")
        for at, value in enumerate((found, *values)):
            code.put(about, str(at), value)
        code.give("i", found)


class MaximalSets(Numbered):
    """The sets, smaller ones first."""

    manner = OF_POOL

    def __init__(self, of: MaximalFinder, pool: str, values: Sequence[str]) -> None:
        super().__init__(of.code)
        self._of, self._given = of, (pool, values)
        self._total, self.pool = of.lay(pool, values)

    def count(self) -> str:
        return self._total

    def nth(self, number: str) -> str:
        code, of, found = self.code, self._of, self.code.local("m", "0")
        # Another pool may have been asked for meanwhile.
        of.lay(*self._given)
        groups = code.size(of.kinds.one_of_each(self.pool))
        row = code.times(code.at(of.order.of(code), number), groups)

        def add(group: str, cards: str) -> None:
            taken = code.at(of.rows.of(code), code.plus(code.plus(row, group), "1"))
            more = of.kinds.some_of(cards, taken)
            code.write(found, code.in_either(code.read(found), more))

        of.kinds.each(self.pool, add)
        return code.read(found)
