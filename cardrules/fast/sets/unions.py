"""The cards of maximal families of sets, by the operations of `cardrules.kernel`."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.llvm.checks import Array
from cardrules.fast.sets.set_plans import SetPlan
from cardrules.fast.sets.sets import Numbered, Sets
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.lying import Cards
from cardrules.fast.state.memory import Memory
from cardrules.kernel.listing import listing_cells

# So many sets can be put together to families, and so many families may come of it. Beyond that a
# game is left to another engine.
MOST_GROUPS = 128
MOST_FAMILIES = 1_024
# So much work may be done to find families.
MOST_STEPS = 2_000_000


class Packing:
    """The maximal families of some sets, which are taken from some cards.

    Without `is_alike` cards of one kind do not stand for each other.
    """

    def __init__(
        self,
        memory: Memory,
        kinds: Kinds,
        pool: str,
        give_up: Callable[[], None],
        *,
        is_alike: bool = True,
    ) -> None:
        self.code = code = kinds.code
        self.kinds, self.from_cards, self._is_alike = kinds, pool, is_alike
        self.memory, self.give_up = memory, give_up
        # Each kind is a thing, or each card.
        self.rows = kinds.number if is_alike else len(kinds.kind)
        self.things = code.size(kinds.one_of_each(pool) if is_alike else pool)
        self.available = memory.area(code, self.rows)
        self.each_thing(lambda at, cards: code.put(self.available, at, code.size(cards)))
        # The families, each in a row with so many places, and which comes when.
        self.families = memory.area(code, 1 + MOST_FAMILIES * (1 + len(kinds.kind)))
        self.width = code.plus(code.size(pool), "1")
        self.takes = memory.area(code, MOST_FAMILIES * self.rows)
        self.order = memory.area(code, MOST_FAMILIES)

    def each_thing(self, body: Callable[[str, str], None]) -> None:
        """For each thing which number it has, and the cards that are it."""
        code, kinds = self.code, self.kinds
        if self._is_alike:
            kinds.each(self.from_cards, body)
            return
        number = code.local("i", "0")

        def look(card: str) -> None:
            at = code.read(number)
            code.write(number, code.plus(at, "1"))
            body(at, code.bit(card))

        Cards(code, self.from_cards).each(look)

    def needs_of(self, sets: Sets) -> tuple[Array, str]:
        """What each of some sets needs of each thing, and how many sets they are.

        The empty set is in no family.
        """
        code = self.code
        needs, taken = self.memory.area(code, MOST_GROUPS * self.rows), code.local("i", "0")

        def add(one: str) -> None:
            at = code.read(taken)
            is_room = code.compare("<", at, str(MOST_GROUPS))
            with code.when(code.no(is_room)):
                self.give_up()
            with code.when(code.both(is_room, lambda: code.some(one))):
                row = code.times(at, self.things)

                def note(thing: str, cards: str) -> None:
                    need = code.size(code.in_both(cards, one))
                    code.put(needs, code.plus(row, thing), need)

                self.each_thing(note)
                code.write(taken, code.plus(at, "1"))

        sets.each(add)
        return needs, code.read(taken)

    def find(self, needs: Array, groups: str, *, by_cards: bool = True) -> str:
        """Find them: of so many groups it is known what each needs of each thing. Gives how many.

        They come by the cards that they take, or by their sets alone.
        """
        code, memory, things, rows = self.code, self.memory, self.things, self.rows
        most = len(self.kinds.kind)
        words = (MOST_GROUPS + 63) // 64
        cells = memory.area(code, (most + 1) * (rows + 1))
        bits = memory.area(code, words * (most + rows + MOST_GROUPS + 3 * (most + 1) + 2))
        steps, spare = memory.area(code, 1), memory.area(code, MOST_FAMILIES)
        code.put(steps, "0", "0")
        status = code.call(
            "put_families",
            [
                (needs.place, "ptr"), (groups, "i64"), (self.available.place, "ptr"),
                (things, "i64"), (cells.place, "ptr"), (bits.place, "ptr"),
                (self.families.place, "ptr"), (str(MOST_FAMILIES), "i64"), (steps.place, "ptr"),
                (str(MOST_STEPS), "i64"),
            ],
            "i64",
        )  # fmt: skip
        with code.when(code.compare("!=", status, "0")):
            self.give_up()
        found = code.at(self.families, "0")
        family = [(self.families.place, "ptr"), (self.width, "i64")]
        takes = (self.takes.place, "ptr")
        code.call(
            "put_takes",
            [takes, *family, (found, "i64"), (needs.place, "ptr"), (things, "i64")],
        )
        compared = things if by_cards else "0"
        code.call(
            "sort_families",
            [(self.order.place, "ptr"), takes, *family, (compared, "i64"), (spare.place, "ptr")],
        )
        return found


class Unions(Numbered):
    """The cards of each maximal family of some sets, one after the other."""

    all_differ = True

    def __init__(self, packing: Packing) -> None:
        super().__init__(packing.code)
        self.packing, self.takes = packing, packing.takes
        self.unions = packing.memory.area(self.code, MOST_FAMILIES)
        # How many there are: none is found yet.
        self.found = self.code.local("i", "0")

    def find(self, needs: Array, groups: str) -> None:
        """Find them: of so many groups it is known what each needs of each thing."""
        code, packing = self.code, self.packing
        found = packing.find(needs, groups)
        number = code.call(
            "put_unions",
            [(self.unions.place, "ptr"), (packing.order.place, "ptr"), (self.takes.place, "ptr"),
             (found, "i64"), (packing.things, "i64"), (code.size(packing.from_cards), "i64")],
            "i64",
        )  # fmt: skip
        code.write(self.found, number)

    def count(self) -> str:
        return self.code.read(self.found)

    def nth(self, number: str) -> str:
        code = self.code
        start = code.times(code.at(self.unions, number), self.packing.things)
        found = code.local("m", "0")

        def add(thing: str, cards: str) -> None:
            some = self.packing.kinds.some_of(cards, code.at(self.takes, code.plus(start, thing)))
            code.write(found, code.in_either(code.read(found), some))

        self.packing.each_thing(add)
        return code.read(found)


class UnionsOfPlan(Unions):
    """The same of the sets of a plan, which need not be counted."""

    def __init__(self, memory: Memory, of: SetPlan) -> None:
        super().__init__(Packing(memory, of.kinds, of.pool, of.give_up))
        code = self.code
        sets = memory.area(code, 1 + MOST_GROUPS * self.packing.rows)
        spare = memory.area(code, listing_cells(of.kinds.number, of.measures))
        status = code.call(
            "put_sets",
            [(of.plan.place, "ptr"), (sets.place, "ptr"), (str(MOST_GROUPS), "i64"),
             (spare.place, "ptr"), (str(MOST_STEPS), "i64"), ("false", "i1")],
            "i64",
        )  # fmt: skip
        with code.when(code.compare("!=", status, "0")):
            of.give_up()
        groups, needs = code.at(sets, "0"), code.inside(sets, "1")
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
                there = code.at(self.packing.available, thing)
                here = code.call("quotient", [(there, "i64"), (need, "i64")], "i64")
                now = code.read(times)
                is_first = code.compare("=", now, "0")
                fewer = code.choose("i", is_first, here, code.smaller(now, here))
                code.write(times, fewer)

        with code.when(code.compare("=", groups, "1")):
            self.packing.each_thing(look)
        often = code.read(times)

        def take(thing: str, cards: str) -> None:
            # Where it is not taken, what it needs may be anything.
            need = code.choose("i", code.compare(">", often, "0"), code.at(needs, thing), "0")
            code.put(self.takes, thing, code.times(need, often))

        self.packing.each_thing(take)


class UnionsOfSets(Unions):
    """The same of some sets of a pool, of which each stands for all that look like it."""

    def __init__(
        self, memory: Memory, kinds: Kinds, sets: Sets, give_up: Callable[[], None]
    ) -> None:
        super().__init__(Packing(memory, kinds, sets.pool, give_up))
        self.find(*self.packing.needs_of(sets))
