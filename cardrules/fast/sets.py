"""Sets of cards, and families of them, by the operations of `cardrules.kernel`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.fast.items import Body, Items
from cardrules.fast.memory import Memory
from cardrules.fast.writing import Array, Code
from cardrules.kernel import plans
from cardrules.kernel.numbers import NONE
from cardrules.machine.layout import Layout
from cardrules.machine.search import Bound
from cardrules.model import ir

# So many numbers has the table by which sets are counted; so many sets can be put together to
# families, and so many families come of it. Beyond that a game is left to another engine.
MOST_WAYS = 16_384
MOST_GROUPS = 128
MOST_FAMILIES = 1_024
# So many sets are gone through to find those that fit.
MOST_LOOKED_THROUGH = 100_000
# So much work may be done to find families.
_MOST_STEPS = 2_000_000


class Kinds:
    """What is known of kinds of cards: which cards are of each, which is the first of it."""

    def __init__(self, layout: Layout, code: Code) -> None:
        self.code = code
        self.number = len(layout.faces)
        kinds = layout.kind
        self.all_differ = len(set(kinds)) == len(kinds)
        self.masks = [
            sum([1 << card for card, kind in enumerate(kinds) if kind == number])
            for number in range(self.number)
        ]
        self.first = sum([mask & -mask for mask in self.masks])
        self.last = sum([1 << (mask.bit_length() - 1) for mask in self.masks if mask])
        self.kind = kinds

    def one_of_each(self, cards: str) -> str:
        """The first card of each kind.

        Within the bits of a kind one is taken off: what changes from 1 to 0 is the lowest card. The
        highest bit of each kind is set before, so that nothing is taken from the next kind.
        """
        if self.all_differ:
            return cards
        code = self.code
        guarded = code.in_either(cards, code.mask(self.last))
        return code.without(cards, code.difference(guarded, code.mask(self.first)))

    def like(self, card: str) -> str:
        """All cards that look like one."""
        kind = self.code.at(self.code.table("i", self.kind), card)
        return self.code.at(self.code.table("m", self.masks), kind)

    def each(self, cards: str, body: Callable[[str, str], None]) -> None:
        """For each kind among some cards: which number it has among these, and its cards there."""
        code = self.code
        left, number = code.local("m", self.one_of_each(cards)), code.local("i", "0")
        with code.loop() as loop:
            now = code.read(left)
            with code.when(code.no(code.some(now))):
                code.leave(loop)
            code.write(left, code.but_lowest(now))
            at = code.read(number)
            code.write(number, code.plus(at, "1"))
            body(at, code.in_both(cards, self.like(code.lowest(now))))

    def some_of(self, cards: str, number: str) -> str:
        """The first so many of some cards."""
        code = self.code
        left, found, rest = code.local("i", number), code.local("m", "0"), code.local("m", cards)
        with code.loop() as loop:
            with code.when(code.compare("<=", code.read(left), "0")):
                code.leave(loop)
            code.write(left, code.minus(code.read(left), "1"))
            now = code.read(rest)
            after = code.but_lowest(now)
            code.write(found, code.in_either(code.read(found), code.without(now, after)))
            code.write(rest, after)
        return code.read(found)


class Sets(Items):
    """Sets of cards, in their order."""

    kind = "m"


class Listed(Sets):
    """Sets that are known one by one."""

    def __init__(self, code: Code, sets: Sequence[str]) -> None:
        super().__init__(code)
        self.sets = sets

    def each(self, body: Body) -> None:
        for one in self.sets:
            body(one)

    def count(self) -> str:
        return str(len(self.sets))

    def nth(self, number: str) -> str:
        found = self.sets[0]
        for at, one in enumerate(self.sets[1:], 1):
            found = self.code.choose("m", self.code.compare("=", number, str(at)), one, found)
        return found


class Numbered(Sets):
    """Sets that are found by their number."""

    def each(self, body: Body) -> None:
        code = self.code
        total, at = self.count(), code.local("i", "0")
        with code.loop() as loop:
            now = code.read(at)
            with code.when(code.compare(">=", now, total)):
                code.leave(loop)
            code.write(at, code.plus(now, "1"))
            body(self.nth(now))


class Subsets(Numbered):
    """Sets within bounds, which are counted."""

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
        super().__init__(kinds.code)
        code = kinds.code
        self.kinds, self.pool, self._give_up = kinds, pool, give_up
        measures = sorted({bound.measure for bound in bounds if bound.measure is not None})
        self.plan = memory.area(code, plans.plan_size(kinds.number, len(measures)))
        self.ways = memory.area(code, MOST_WAYS)
        self.taken = memory.area(code, kinds.number)
        size = code.size(pool)
        groups = code.size(kinds.one_of_each(pool))
        limits: dict[str | None, list[str | None]] = {None: ["0", size]}
        for bound in bounds:
            value = number(bound.value)
            low, high = limits.setdefault(bound.measure, [None, None])
            if bound.operator in ("=", ">=", ">"):
                least = value if bound.operator != ">" else self._near(value, 1)
                low = least if low is None else code.larger(low, least)
            if bound.operator in ("=", "<=", "<"):
                most = value if bound.operator != "<" else self._near(value, -1)
                high = most if high is None else code.smaller(high, most)
            limits[bound.measure] = [low, high]
        self._put(plans.GROUPS, groups)
        self._put(plans.MEASURES, str(len(measures)))
        least_size, most_size = limits[None]
        assert least_size is not None
        assert most_size is not None
        self._put(plans.LEAST, code.larger("0", least_size))
        self._put(plans.MOST, most_size)
        self._put(plans.HELD, "0")
        for at, measure in enumerate(measures):
            place = plans.AHEAD + plans.OF_MEASURE * at
            low, high = limits[measure]
            self._put(place + plans.LOW, low or code.number(NONE))
            self._put(place + plans.HIGH, high or code.number(NONE))
            self._put(place + plans.SPENT, "0")
        ahead = plans.AHEAD + plans.OF_MEASURE * len(measures)
        weights = [code.table("i", list(map(int, layout.attribute[name]))) for name in measures]

        def note(group: str, cards: str) -> None:
            here = code.plus(group, str(ahead))
            code.put(self.plan, here, code.size(cards))
            card = code.lowest(cards)
            for at, weight in enumerate(weights, 1):
                place = code.plus(here, code.times(groups, str(at)))
                code.put(self.plan, place, code.at(weight, card))

        kinds.each(pool, note)
        status = code.call(
            "fill_ways",
            [(self.plan.place, "ptr"), (self.ways.place, "ptr"), (str(MOST_WAYS), "i64")],
            "i64",
        )
        is_done = code.compare("=", status, "0")
        with code.when(code.no(is_done)):
            give_up()
        total = code.local("i", "0")
        with code.when(is_done):
            given = [(self.plan.place, "ptr"), (self.ways.place, "ptr")]
            found = code.call("count_sets", given, "i64")
            is_none = code.compare("=", found, code.number(NONE))
            with code.when(is_none):
                give_up()
            code.write(total, code.choose("i", is_none, "0", found))
        self._total = code.read(total)

    def _near(self, value: str, more: int) -> str:
        given = [(value, "i64"), (self.code.number(more), "i64")]
        return self.code.call("plus_within", given, "i64")

    def _put(self, place: int, value: str) -> None:
        self.code.put(self.plan, str(place), value)

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

        self.kinds.each(self.pool, add)
        return code.read(found)


class Unions(Numbered):
    """The cards of each maximal family of some sets, one after the other."""

    def __init__(self, memory: Memory, sets: Subsets, give_up: Callable[[], None]) -> None:
        super().__init__(sets.code)
        code, kinds = sets.code, sets.kinds
        self._sets = sets
        most = len(kinds.kind)
        things = code.size(kinds.one_of_each(sets.pool))
        available = memory.area(code, kinds.number)
        kinds.each(sets.pool, lambda at, cards: code.put(available, at, code.size(cards)))
        needs = memory.area(code, MOST_GROUPS * kinds.number)
        groups = sets.count()
        is_right = code.compare("<=", groups, str(MOST_GROUPS))
        with code.when(code.no(is_right)):
            give_up()
        number = code.choose("i", is_right, groups, "0")
        at = code.local("i", "0")
        with code.loop() as loop:
            now = code.read(at)
            with code.when(code.compare(">=", now, number)):
                code.leave(loop)
            code.write(at, code.plus(now, "1"))
            sets.take(now)
            row = code.times(now, things)
            self._copy(sets.taken, needs, row, things)
        # Groups that take more of the first kind come first as sets do; families are put together
        # from groups in the other order.
        words = (MOST_GROUPS + 63) // 64
        cells = memory.area(code, (most + 1) * (kinds.number + 1))
        bits = memory.area(code, words * (most + kinds.number + MOST_GROUPS + 3 * (most + 1) + 2))
        families = memory.area(code, 1 + MOST_FAMILIES * (1 + most))
        steps = memory.area(code, 1)
        code.put(steps, "0", "0")
        status = code.call(
            "put_families",
            [
                (needs.place, "ptr"), (number, "i64"), (available.place, "ptr"), (things, "i64"),
                (cells.place, "ptr"), (bits.place, "ptr"), (families.place, "ptr"),
                (str(MOST_FAMILIES), "i64"), (steps.place, "ptr"), (str(_MOST_STEPS), "i64"),
            ],
            "i64",
        )  # fmt: skip
        with code.when(code.compare("!=", status, "0")):
            give_up()
        found = code.at(families, "0")
        width = code.plus(code.size(sets.pool), "1")
        self._takes = memory.area(code, MOST_FAMILIES * kinds.number)
        self._unions = memory.area(code, MOST_FAMILIES)
        order, spare = memory.area(code, MOST_FAMILIES), memory.area(code, MOST_FAMILIES)
        self._things = things
        family = [(families.place, "ptr"), (width, "i64")]
        code.call(
            "put_takes",
            [(self._takes.place, "ptr"), *family, (found, "i64"), (needs.place, "ptr"),
             (things, "i64")],
        )  # fmt: skip
        takes = (self._takes.place, "ptr")
        code.call(
            "sort_families",
            [(order.place, "ptr"), takes, *family, (things, "i64"), (spare.place, "ptr")],
        )
        self._total = code.call(
            "put_unions",
            [(self._unions.place, "ptr"), (order.place, "ptr"), takes, (found, "i64"),
             (things, "i64"), (code.size(sets.pool), "i64")],
            "i64",
        )  # fmt: skip

    def _copy(self, source: Array, to: Array, start: str, number: str) -> None:
        code = self.code
        at = code.local("i", "0")
        with code.loop() as loop:
            now = code.read(at)
            with code.when(code.compare(">=", now, number)):
                code.leave(loop)
            code.put(to, code.plus(start, now), code.at(source, now))
            code.write(at, code.plus(now, "1"))

    def count(self) -> str:
        return self._total

    def nth(self, number: str) -> str:
        family = self.code.at(self._unions, number)
        return self._sets.cards(self._takes, self.code.times(family, self._things))
