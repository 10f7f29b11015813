"""The cards of maximal families of sets, by the operations of `cardrules.kernel`."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.kinds import Kinds
from cardrules.fast.memory import Memory
from cardrules.fast.sets import Numbered
from cardrules.fast.subsets import SetPlan
from cardrules.fast.writing import Array
from cardrules.kernel.listing import listing_cells

# So many sets can be put together to families, and so many families may come of it. Beyond that a
# game is left to another engine.
MOST_GROUPS = 128
MOST_FAMILIES = 1_024
# So much work may be done to find families.
MOST_STEPS = 2_000_000


class Unions(Numbered):
    """The cards of each maximal family of some sets, one after the other.

    Where `is_alike` does not hold, cards of one kind do not stand for each other.
    """

    def __init__(
        self,
        memory: Memory,
        kinds: Kinds,
        pool: str,
        give_up: Callable[[], None],
        is_alike: str = "true",
    ) -> None:
        super().__init__(kinds.code)
        code = self.code
        self.kinds, self.from_cards, self.is_alike = kinds, pool, is_alike
        self.memory, self.give_up = memory, give_up
        # Without twins each card is a thing, and else each kind.
        self.rows = kinds.number if is_alike == "true" else len(kinds.kind)
        one_each = code.choose("m", is_alike, kinds.one_of_each(pool), pool)
        self.things = code.size(one_each)
        self.available = memory.area(code, self.rows)
        self.each_thing(lambda at, cards: code.put(self.available, at, code.size(cards)))
        self.takes = memory.area(code, MOST_FAMILIES * self.rows)
        self.unions = memory.area(code, MOST_FAMILIES)
        # How many there are: none is found yet.
        self.found = code.local("i", "0")

    def each_thing(self, body: Callable[[str, str], None]) -> None:
        """For each thing which number it has, and the cards that are it."""
        code = self.code

        def cards() -> None:
            number, left = code.local("i", "0"), code.local("m", self.from_cards)
            with code.loop() as loop:
                now = code.read(left)
                with code.when(code.no(code.some(now))):
                    code.leave(loop)
                rest = code.but_lowest(now)
                code.write(left, rest)
                at = code.read(number)
                code.write(number, code.plus(at, "1"))
                body(at, code.without(now, rest))

        if self.is_alike == "true":
            self.kinds.each(self.from_cards, body)
        else:
            code.branch(self.is_alike, lambda: self.kinds.each(self.from_cards, body), cards)

    def find(self, needs: Array, groups: str) -> None:
        """Find them: of so many groups it is known what each needs of each thing."""
        code, memory, things, rows = self.code, self.memory, self.things, self.rows
        most = len(self.kinds.kind)
        words = (MOST_GROUPS + 63) // 64
        cells = memory.area(code, (most + 1) * (rows + 1))
        bits = memory.area(code, words * (most + rows + MOST_GROUPS + 3 * (most + 1) + 2))
        families = memory.area(code, 1 + MOST_FAMILIES * (1 + most))
        steps = memory.area(code, 1)
        code.put(steps, "0", "0")
        status = code.call(
            "put_families",
            [
                (needs.place, "ptr"), (groups, "i64"), (self.available.place, "ptr"),
                (things, "i64"), (cells.place, "ptr"), (bits.place, "ptr"),
                (families.place, "ptr"), (str(MOST_FAMILIES), "i64"), (steps.place, "ptr"),
                (str(MOST_STEPS), "i64"),
            ],
            "i64",
        )  # fmt: skip
        with code.when(code.compare("!=", status, "0")):
            self.give_up()
        found = code.at(families, "0")
        size = code.size(self.from_cards)
        order, spare = memory.area(code, MOST_FAMILIES), memory.area(code, MOST_FAMILIES)
        family = [(families.place, "ptr"), (code.plus(size, "1"), "i64")]
        takes = (self.takes.place, "ptr")
        code.call(
            "put_takes",
            [takes, *family, (found, "i64"), (needs.place, "ptr"), (things, "i64")],
        )
        code.call(
            "sort_families",
            [(order.place, "ptr"), takes, *family, (things, "i64"), (spare.place, "ptr")],
        )
        number = code.call(
            "put_unions",
            [(self.unions.place, "ptr"), (order.place, "ptr"), takes, (found, "i64"),
             (things, "i64"), (size, "i64")],
            "i64",
        )  # fmt: skip
        code.write(self.found, number)

    def count(self) -> str:
        return self.code.read(self.found)

    def nth(self, number: str) -> str:
        code = self.code
        start = code.times(code.at(self.unions, number), self.things)
        found = code.local("m", "0")

        def add(thing: str, cards: str) -> None:
            some = self.kinds.some_of(cards, code.at(self.takes, code.plus(start, thing)))
            code.write(found, code.in_either(code.read(found), some))

        self.each_thing(add)
        return code.read(found)


class UnionsOfPlan(Unions):
    """The same of the sets of a plan, which need not be counted."""

    def __init__(self, memory: Memory, of: SetPlan) -> None:
        super().__init__(memory, of.kinds, of.pool, of.give_up)
        code = self.code
        sets = memory.area(code, 1 + MOST_GROUPS * self.rows)
        spare = memory.area(code, listing_cells(of.kinds.number, of.measures))
        status = code.call(
            "put_sets",
            [(of.plan.place, "ptr"), (sets.place, "ptr"), (str(MOST_GROUPS), "i64"),
             (spare.place, "ptr"), (str(MOST_STEPS), "i64")],
            "i64",
        )  # fmt: skip
        with code.when(code.compare("!=", status, "0")):
            self.give_up()
        groups, needs = code.at(sets, "0"), Array("i", code.place_of(sets, "1"), "i64")
        code.branch(
            code.compare(">", groups, "1"),
            lambda: self.find(needs, groups),
            lambda: self._few(needs, groups),
        )

    def _few(self, needs: Array, groups: str) -> None:
        """One set as often as there are cards for it, or none: so it is nearly always."""
        code = self.code
        code.put(self.unions, "0", "0")
        code.write(self.found, "1")
        times = code.local("i", "0")

        def look(thing: str, cards: str) -> None:
            need = code.at(needs, thing)
            with code.when(code.compare(">", need, "0")):
                here = code.call(
                    "quotient", [(code.at(self.available, thing), "i64"), (need, "i64")], "i64"
                )
                now = code.read(times)
                is_first = code.compare("=", now, "0")
                fewer = code.choose("i", is_first, here, code.smaller(now, here))
                code.write(times, fewer)

        with code.when(code.compare("=", groups, "1")):
            self.each_thing(look)
        often = code.read(times)

        def take(thing: str, cards: str) -> None:
            # Where it is not taken, what it needs may be anything.
            need = code.choose("i", code.compare(">", often, "0"), code.at(needs, thing), "0")
            code.put(self.takes, thing, code.times(need, often))

        self.each_thing(take)


class UnionsOfSets(Unions):
    """The same of some sets, by their number."""

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
        super().__init__(memory, kinds, pool, give_up, is_alike)
        code = self.code
        needs = memory.area(code, MOST_GROUPS * self.rows)
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
                row = code.times(code.read(taken), self.things)

                def note(thing: str, cards: str) -> None:
                    need = code.size(code.in_both(cards, one))
                    code.put(needs, code.plus(row, thing), need)

                self.each_thing(note)
                code.write(taken, code.plus(code.read(taken), "1"))
        self.find(needs, code.read(taken))
