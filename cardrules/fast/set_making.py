"""Sets that are made of other sets, and what they have in common."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.fast.kinds import Kinds
from cardrules.fast.memory import Memory
from cardrules.fast.sets import Numbered, SetRow, Sets
from cardrules.fast.subsets import Subsets
from cardrules.fast.unions import UnionsOfSets
from cardrules.fast.writing import Array, Local

# So many sets can have a name, or be put together.
MOST_SETS = 512


class SetMaking:
    """Makes sets of other sets."""

    def __init__(self, kinds: Kinds, memory: Memory, give_up: Callable[[], None]) -> None:
        self.kinds, self._memory, self._give_up = kinds, memory, give_up
        self.code = kinds.code

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
        result = code.local("b", "false")
        with code.block() as block:

            def look(one: str, own: str) -> None:
                fits = code.both(
                    code.no(code.some(code.without(cards, own))),
                    lambda: self.look_alike(one, cards),
                )
                with code.when(fits):
                    code.write(result, "true")
                    code.leave(block)

            sets.each_with(look)
        return code.read(result)

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
        code = self.code
        found = code.local("m", "0")

        def add(one: str, own: str) -> None:
            code.write(found, code.in_either(code.read(found), self.could_be(one, own)))

        sets.each_with(add)
        return code.read(found)

    def row(self) -> tuple[Array, Array, Local]:
        """Room for sets with their own cards, and how many there are."""
        code = self.code
        arrays = [self._memory.sets(code, MOST_SETS) for _ in range(2)]
        return arrays[0], arrays[1], code.local("i", "0")

    def add(self, to: tuple[Array, Array, Local], one: str, own: str) -> None:
        """One set more, if there is room."""
        code = self.code
        sets, owns, size = to
        at = code.read(size)
        is_room = code.compare("<", at, str(MOST_SETS))
        with code.when(is_room):
            code.put(sets, at, one)
            code.put(owns, at, own)
            code.write(size, code.plus(at, "1"))
        with code.when(code.no(is_room)):
            self._give_up()

    def side_by_side(self, sets: Sets) -> SetRow:
        """Sets as they are now."""
        to = self.row()
        sets.each_with(lambda one, own: self.add(to, one, own))
        return SetRow(self.code, to[0], to[1], self.code.read(to[2]))

    def joined(self, left: Sets, right: Sets) -> SetRow:
        """The sets of both, each once."""
        code = self.code
        to = self.row()

        def add(one: str, own: str) -> None:
            there = SetRow(code, to[0], to[1], code.read(to[2]))
            is_there = code.local("b", "false")
            mine = self.could_be(one, own)

            def look(other: str, others: str) -> None:
                same = code.both(
                    code.compare("=", mine, self.could_be(other, others), "m"),
                    lambda: self.look_alike(one, other),
                )
                code.write(is_there, code.either(code.read(is_there), lambda: same))

            there.each_with(look)
            with code.when(code.no(code.read(is_there))):
                self.add(to, one, own)

        # If one of both is empty, the other one is it.
        for side in (left, right):
            side.each_with(add)
        return SetRow(code, to[0], to[1], code.read(to[2]))

    def unions(self, sets: Sets) -> Numbered:
        """The cards of each maximal family of some sets."""
        if isinstance(sets, Subsets):
            return UnionsOfSets(
                self._memory, self.kinds, sets.pool, sets.count(), sets.nth, self._give_up
            )
        return _unions_of_any(self, self._memory, self.side_by_side(sets), self._give_up)


def _unions_of_any(
    making: SetMaking, memory: Memory, sets: SetRow, give_up: Callable[[], None]
) -> Numbered:
    """The same where sets may have cards of their own: then each is taken as it is."""
    code, kinds = making.code, making.kinds
    pool = code.local("m", "0")
    sets.each_with(lambda one, own: code.write(pool, code.in_either(code.read(pool), own)))
    every = code.read(pool)
    shared = code.local("b", "true")

    def look(one: str, own: str) -> None:
        same = code.compare("=", making.could_be(one, own), making.could_be(one, every), "m")
        code.write(shared, code.both(code.read(shared), lambda: same))

    sets.each_with(look)
    if kinds.all_differ:
        return UnionsOfSets(memory, kinds, every, sets.count(), sets.nth, give_up)
    return UnionsOfSets(
        memory, kinds, every, sets.count(), sets.nth, give_up, is_alike=code.read(shared)
    )
