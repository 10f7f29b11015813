"""Sets that are made of other sets, and what they have in common."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.llvm.checks import Array, Local
from cardrules.fast.sets.sets import AS_THEY_ARE, COUNTED, OF_OWN, OF_POOL, SetRow, Sets
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.lying import Cards
from cardrules.fast.state.moving import Moving

# So many sets can have a name, or be put together.
MOST_SETS = 512


class SetMaking:
    """Makes sets of other sets."""

    def __init__(self, kinds: Kinds, moving: Moving, give_up: Callable[[], None]) -> None:
        self.kinds, self._moving, self.give_up = kinds, moving, give_up
        self.code, self.memory = kinds.code, moving.memory

    # -- sets that look alike ----------------------------------------------------------------------

    def all_like(self, cards: str) -> str:
        """All cards that look like one of some."""
        if self.kinds.all_differ:
            return cards
        code = self.code
        found = code.local("m", "0")

        def add(number: str, own: str) -> None:
            like = self.kinds.like(code.lowest(own))
            code.write(found, code.in_either(code.read(found), like))

        self.kinds.each(cards, add)
        return code.read(found)

    def look_alike(self, left: str, right: str) -> str:
        """Whether two sets have as many cards of each kind."""
        code = self.code
        if self.kinds.all_differ:
            return code.compare("=", left, right, "m")
        result = code.local("b", "true")

        def compare(number: str, own: str) -> None:
            like = self.kinds.like(code.lowest(own))
            sides = [code.size(code.in_both(side, like)) for side in (left, right)]
            same = code.compare("=", sides[0], sides[1])
            code.write(result, code.hold(code.read(result), same))

        self.kinds.each(code.in_either(left, right), compare)
        return code.read(result)

    def could_be(self, one: str, own: str) -> str:
        """The cards that could be in a set."""
        return self.code.in_both(own, self.all_like(one))

    def has(self, sets: Sets, cards: str) -> str:
        """Whether some cards are one of the sets."""
        code = self.code

        def is_it(one: str, own: str) -> str:
            return code.both(
                code.no(code.some(code.without(cards, own))),
                lambda: self.look_alike(one, cards),
            )

        return sets.until_with(is_it)

    def are_alike(self, left: Sets, right: Sets) -> str:
        """Whether two collections of sets look the same."""
        code = self.code
        number = code.compare("=", left.count(), right.count())

        def same() -> str:
            return code.no(
                left.until(
                    lambda one: code.compare(
                        "!=", self._how_many(left, one), self._how_many(right, one)
                    )
                )
            )

        return code.both(number, same)

    def _how_many(self, sets: Sets, one: str) -> str:
        code = self.code
        number = code.local("i", "0")

        def look(other: str) -> None:
            with code.when(self.look_alike(one, other)):
                code.write(number, code.plus(code.read(number), "1"))

        sets.each(look)
        return code.read(number)

    # -- sets of sets ------------------------------------------------------------------------------

    def union(self, sets: Sets) -> str:
        """All cards that are in one of the sets, or could be."""
        code, every = self.code, sets.union()
        if every is not None:
            return every
        found = code.local("m", "0")

        def add(one: str, own: str) -> None:
            code.write(found, code.in_either(code.read(found), self.could_be(one, own)))

        sets.each_with(add)
        return code.read(found)

    def all_in(self, sets: Sets) -> str:
        """All cards that are in one of the sets."""
        code = self.code
        found = code.local("m", "0")
        sets.each(lambda one: code.write(found, code.in_either(code.read(found), one)))
        return code.read(found)

    def row(self) -> tuple[Array, Local]:
        """Room for sets with their own cards, and how many there are."""
        code = self.code
        return self.memory.sets(code, 2 * MOST_SETS), code.local("i", "0")

    def add(self, to: tuple[Array, Local], one: str, own: str) -> None:
        """One set more, if there is room."""
        code = self.code
        cells, size = to
        at = code.read(size)
        is_room = code.compare("<", at, str(MOST_SETS))
        with code.when(is_room):
            code.put(cells, code.times(at, "2"), one)
            code.put(cells, code.plus(code.times(at, "2"), "1"), own)
            code.write(size, code.plus(at, "1"))
        with code.when(code.no(is_room)):
            self.give_up()

    def side_by_side(self, sets: Sets) -> SetRow:
        """Sets as they are now."""
        to = self.row()
        sets.each_with(lambda one, own: self.add(to, one, own))
        manner = OF_POOL if sets.manner == COUNTED else sets.manner
        return SetRow(self.code, to[0], self.code.read(to[1]), manner, sets.pool)

    def one_of(self, flag: str, then: Callable[[], Sets], otherwise: Callable[[], Sets]) -> SetRow:
        """Sets of one of two collections; the other one is not worked out."""
        code, to = self.code, self.row()
        manner, pool = code.local("i", AS_THEY_ARE), code.local("m", "0")

        def take(sets: Sets) -> None:
            sets.each_with(lambda one, own: self.add(to, one, own))
            code.write(manner, sets.manner)
            code.write(pool, sets.pool)

        code.branch(flag, lambda: take(then()), lambda: take(otherwise()))
        return SetRow(code, to[0], code.read(to[1]), code.read(manner), code.read(pool))

    def joined(self, left: Sets, right: Sets) -> SetRow:
        """The sets of both, each once; if one of both is empty, they are the other one."""
        code = self.code
        to = self.row()
        numbers = [self._add_new(to, side) for side in (left, right)]
        found = SetRow(code, to[0], code.read(to[1]))
        pool = code.local("m", "0")
        found.each_with(lambda one, own: code.write(pool, code.in_either(code.read(pool), own)))
        every = code.read(pool)

        def differs(one: str, own: str) -> str:
            return code.compare("!=", self.could_be(one, own), self.could_be(one, every), "m")

        manner = code.choose("i", found.until_with(differs), OF_OWN, OF_POOL)
        for number, other in zip(numbers, (right, left), strict=True):
            is_empty = code.compare("<=", number, "0")
            manner = code.choose("i", is_empty, other.manner, manner)
            every = code.choose("m", is_empty, other.pool, every)
        return SetRow(code, found.cells, found.size, manner, every)

    def _add_new(self, to: tuple[Array, Local], sets: Sets) -> str:
        """Add the sets that are not there yet; gives how many were looked at."""
        code, number = self.code, self.code.local("i", "0")

        def add(one: str, own: str) -> None:
            code.write(number, code.plus(code.read(number), "1"))
            mine = self.could_be(one, own)

            def is_it(other: str, others: str) -> str:
                return code.both(
                    code.compare("=", mine, self.could_be(other, others), "m"),
                    lambda: self.look_alike(one, other),
                )

            there = SetRow(code, to[0], code.read(to[1]))
            with code.when(code.no(there.until_with(is_it))):
                self.add(to, one, own)

        sets.each_with(add)
        return code.read(number)

    def distinct(self, sets: Sets) -> Sets:
        """Sets to choose from: of those that are taken as they are, one of each look."""
        if self.kinds.all_differ or sets.all_differ or sets.manner in (OF_POOL, OF_OWN, COUNTED):
            return sets
        code, to = self.code, self.row()
        is_open = code.compare("=", sets.manner, AS_THEY_ARE)

        def look(one: str, own: str) -> None:
            there = SetRow(code, to[0], code.read(to[1]))
            is_there = code.both(
                is_open, lambda: there.until(lambda other: self.look_alike(one, other))
            )
            with code.when(code.no(is_there)):
                self.add(to, one, own)

        sets.each_with(look)
        return SetRow(code, to[0], code.read(to[1]), sets.manner, sets.pool)

    # -- order -------------------------------------------------------------------------------------

    def takes_fewer(self, left: str, right: str) -> str:
        """Whether a set has fewer cards of the first kind of which they have not equally many."""
        code = self.code
        result = code.local("b", "false")
        with code.block() as block:

            def compare(number: str, cards: str) -> None:
                like = self.kinds.like(code.lowest(cards))
                sides = [code.size(code.in_both(side, like)) for side in (left, right)]
                with code.when(code.compare("!=", sides[0], sides[1])):
                    code.write(result, code.compare("<", sides[0], sides[1]))
                    code.leave(block)

            self.kinds.each(code.in_either(left, right), compare)
        return code.read(result)

    def is_before(self, left: str, right: str) -> str:
        """Whether a set comes before another: it is smaller, or its first card is of an earlier
        kind, and so on.
        """
        code = self.code
        sizes = [code.size(side) for side in (left, right)]
        return code.either(
            code.compare("<", sizes[0], sizes[1]),
            lambda: code.both(
                code.compare("=", sizes[0], sizes[1]), lambda: self.takes_fewer(right, left)
            ),
        )

    def insert(
        self, to: tuple[Array, Local], one: str, is_before: Callable[[str, str], str]
    ) -> None:
        """A set more, taken as it is, behind all that are not behind it."""
        code = self.code
        cells, size = to
        self.add(to, one, one)
        at = code.local("i", code.minus(code.read(size), "1"))
        with code.loop() as loop:
            now = code.read(at)
            with code.when(code.compare("<=", now, "0")):
                code.leave(loop)
            before = code.minus(now, "1")
            other = code.at(cells, code.times(before, "2"))
            with code.when(code.no(is_before(code.at(cells, code.times(now, "2")), other))):
                code.leave(loop)
            mine = code.at(cells, code.times(now, "2"))
            for place in ("0", "1"):
                code.put(cells, code.plus(code.times(before, "2"), place), mine)
                code.put(cells, code.plus(code.times(now, "2"), place), other)
            code.write(at, before)

    # -- cards of several places -------------------------------------------------------------------

    def want_in_spreads(self, cards: str) -> None:
        """Give the game up if cards that look alike do not lie in one spread: then it matters which
        of them comes first.
        """
        if self.kinds.all_differ:
            return
        code, place = self.code, self._moving.part("place")

        def look(number: str, own: str) -> None:
            with code.when(code.compare(">", code.size(own), "1")):
                zone = code.at(place, code.lowest(own))
                elsewhere = Cards(code, own).until(
                    lambda card: code.compare("!=", code.at(place, card), zone)
                )
                with code.when(code.either(elsewhere, lambda: self._moving.is_ordered(zone))):
                    self.give_up()

        self.kinds.each(cards, look)
