"""Maximal families of sets, each with its sets, as compiled code."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.llvm.checks import Array
from cardrules.fast.sets.nested import Nested
from cardrules.fast.sets.set_making import SetMaking
from cardrules.fast.sets.sets import AS_THEY_ARE, COUNTED, OF_OWN, OF_POOL, SetRow, Sets
from cardrules.fast.sets.unions import MOST_FAMILIES, Packing


class Families:
    """Writes the search for the maximal families of sets."""

    def __init__(self, making: SetMaking, nested: Nested) -> None:
        self._making, self._nested = making, nested
        self._code = making.code

    def of(self, sets: Sets) -> str:
        """The number of the families."""
        code = self._code
        if sets.manner in (OF_POOL, COUNTED):
            return self._of_pool(sets)
        if sets.manner in (AS_THEY_ARE, OF_OWN):
            return self._of_others(sets)
        is_of_pool = code.holds(
            code.compare("=", sets.manner, OF_POOL), code.compare("=", sets.manner, COUNTED)
        )
        return code.one_of(
            "i", is_of_pool, lambda: self._of_pool(sets), lambda: self._of_others(sets)
        )

    def _of_pool(self, sets: Sets) -> str:
        """Of sets of which each stands for all that look like it: it may be taken several times."""
        code, making = self._code, self._making
        making.want_in_spreads(sets.pool)
        to = making.row()
        sets.each(lambda one: making.insert(to, one, making.takes_fewer))
        rows = SetRow(code, to[0], code.read(to[1]))
        packing = Packing(making.memory, making.kinds, sets.pool, making.give_up)
        needs, groups = packing.needs_of(rows)
        found = packing.find(needs, groups)

        def cards_of(group: str, left: str) -> str:
            taken, start = code.local("m", "0"), code.times(group, packing.things)

            def take(thing: str, cards: str) -> None:
                need = code.at(needs, code.plus(start, thing))
                some = making.kinds.some_of(code.in_both(cards, left), need)
                code.write(taken, code.in_either(code.read(taken), some))

            packing.each_thing(take)
            return code.read(taken)

        return self._laid(packing, found, cards_of)

    def _of_others(self, sets: Sets) -> str:
        """Of sets that are taken as they are, each once."""
        code, making = self._code, self._making
        to, pool = making.row(), code.local("m", "0")

        def note(one: str) -> None:
            with code.when(code.some(one)):
                making.add(to, one, one)
                code.write(pool, code.in_either(code.read(pool), one))

        sets.each(note)
        rows = SetRow(code, to[0], code.read(to[1]))
        packing = Packing(
            making.memory, making.kinds, code.read(pool), making.give_up, is_alike=False
        )
        needs, groups = packing.needs_of(rows)
        found = packing.find(needs, groups, by_cards=False)
        return self._laid(packing, found, lambda group, left: rows.nth(group))

    def _laid(self, packing: Packing, found: str, cards_of: Callable[[str, str], str]) -> str:
        """The families that were found, in their order."""
        code, nested = self._code, self._nested
        place, cells, number = nested.numbers(found)
        # A family has no more sets than there are cards.
        room = len(packing.kinds.kind) + 1
        row = packing.memory.sets(code, 2 * room)
        with code.through("0", number, str(MOST_FAMILIES)) as now:
            start = code.plus(code.times(code.at(packing.order, now), packing.width), "1")
            size = code.at(packing.families, start)
            left = code.local("m", packing.from_cards)
            with code.through("0", size, str(room)) as this:
                taken = code.at(packing.families, code.plus(code.plus(start, this), "1"))
                cards = cards_of(taken, code.read(left))
                code.write(left, code.without(code.read(left), cards))
                self._put(row, this, cards)
            code.put(cells, now, nested.sets(SetRow(code, row, size)))
        return place

    def _put(self, row: Array, at: str, cards: str) -> None:
        code = self._code
        first = code.times(at, "2")
        code.put(row, first, cards)
        code.put(row, code.plus(first, "1"), cards)
