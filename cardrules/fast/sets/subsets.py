"""Subsets of cards within bounds, by the table of ways of `cardrules.kernel`."""

from __future__ import annotations

from cardrules.fast.llvm.checks import Array
from cardrules.fast.sets.set_plans import SetPlan
from cardrules.fast.sets.sets import COUNTED, Numbered
from cardrules.fast.state.memory import Memory
from cardrules.kernel.numbers import NONE

# So many places has the table by which sets are counted: more than the reference engine can count.
# Beyond that a game is left to it, which says so.
MOST_WAYS = 1 << 19


class _Ways:
    """The table of ways of a plan."""

    def __init__(self, memory: Memory, of: SetPlan) -> None:
        self._code = code = of.code
        self._give_up = of.give_up
        ways = memory.area(code, 0 if code.remembers_sets else MOST_WAYS)
        # What operations are given.
        self.places = [(of.plan.place, "ptr"), (ways.place, "ptr")]

    def call(self, name: str, *more: tuple[str, str]) -> str:
        """Work it out by an operation; whether that was done, else the game is given up."""
        code = self._code
        status = code.call(name, [*self.places, (str(MOST_WAYS), "i64"), *more], "i64")
        is_done = code.compare("=", status, "0")
        with code.when(code.no(is_done)):
            self._give_up()
        return is_done


def union_of(memory: Memory, of: SetPlan) -> str:
    """The cards that are in one of the sets of a plan, or could be."""
    code, used = of.code, memory.area(of.code, of.kinds.number)
    found = code.local("m", "0")
    with code.when(_Ways(memory, of).call("put_used", (used.place, "ptr"))):

        def add(group: str, cards: str) -> None:
            is_used = code.compare("=", code.at(used, group), "1")
            more = code.choose("m", is_used, cards, "0")
            code.write(found, code.in_either(code.read(found), more))

        of.kinds.each(of.pool, add)
    return code.read(found)


class Subsets(Numbered):
    """The sets of a plan, which are counted."""

    def __init__(self, memory: Memory, of: SetPlan, *, is_counted: bool = True) -> None:
        super().__init__(of.code)
        self.kinds, self.of = of.kinds, of
        self.give_up = self._give_up = of.give_up
        self.manner, self.pool = COUNTED, of.said_pool(is_counted=is_counted)
        self._ways = _Ways(memory, of)
        self.taken = memory.area(of.code, of.kinds.number)
        self._total = self._counted()

    def _counted(self) -> str:
        """How many there are; where that is too much, the game is given up."""
        code = self.code
        total = code.local("i", "0")
        with code.when(self._ways.call("fill_ways")):
            found = code.call("count_sets", self._ways.places, "i64")
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
        given = [*self._ways.places, (number, "i64"), (self.taken.place, "ptr")]
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
