"""Unions of all maximal families of sets with a sum, where there are several sets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardrules.fast.llvm.checks import Array, Local, Sort
from cardrules.fast.sets.sets import Numbered
from cardrules.fast.sets.sum_classes import Classes, Known
from cardrules.fast.sets.sums import Sums
from cardrules.fast.sets.unions import MOST_FAMILIES, Unions
from cardrules.kernel import sums

# What families take is remembered in so many rooms, by the cards of each number, and the sum.
_MOST_ROOMS = 4096
# Of so many cards of a number all sets are gone through.
_MOST_CHOSEN_FROM = 14


class SumUnions:
    """All unions side by side, of the pool and the sum that were asked for last.

    What families take of the cards of each number is remembered from game to game.
    """

    def __init__(self, of: Sums, others: Callable[[str, str], Unions]) -> None:
        """`others` finds them if they are too many for this."""
        self.sums, self.code, self._classes = of, of.code, Classes(of)
        self._others = others
        memory = of.memory
        self._rooms = _MOST_ROOMS if of.is_fixed else 0
        # Of which pool and sum they are, how many they are, and which.
        self._pool = memory.later_sets(self.code, 1)
        self._about = memory.later(2)
        self._row = memory.later_sets(self.code, MOST_FAMILIES)
        self._takes = memory.later(sums.MOST_BEGUN)
        self._words = memory.later(sums.MOST_SETS + sums.MOST_BEGUN)
        self._left = memory.later(sums.MOST_SETS)
        self._remembered = memory.later(sums.REMEMBERED * max(1, self._rooms))
        given = [("%z", "ptr"), ("%pool", self.code.types["m"]), ("%target", "i64")]
        with self.code.function(f"lay_unions_{of.number}", given, "i64", memory.ahead()):
            self.code.give("i", self._lay("%pool", "%target"))
        with self.code.function(f"unions_{of.number}", given, "i64", memory.ahead()):
            self.code.give("i", self._number("%pool", "%target"))
        given.append(("%number", "i64"))
        of_set = self.code.types["m"]
        with self.code.function(f"nth_union_{of.number}", given, of_set, memory.ahead()):
            self.code.give("m", self._nth("%pool", "%target", "%number"))

    def number(self, pool: str, target: str) -> str:
        """How many they are."""
        return self._call("unions", pool, target)

    def lay(self, pool: str, target: str) -> str:
        """Lay them down; gives how many they are."""
        return self._call("lay_unions", pool, target)

    def _call(
        self, what: str, pool: str, target: str, *more: tuple[str, str], returns: Sort = "i"
    ) -> str:
        types = self.code.types
        given = [("%z", "ptr"), (pool, types["m"]), (target, "i64"), *more]
        return self.code.call(f"{what}_{self.sums.number}", given, types[returns])

    def nth(self, pool: str, target: str, number: str) -> str:
        """One of them."""
        return self._call("nth_union", pool, target, (number, "i64"), returns="m")

    def _number(self, pool: str, target: str) -> str:
        """They are as many as families, where no class has several cards."""
        code = self.code
        self._if_remembered(pool, target, lambda at, families: code.give("i", families))
        known = self._classes.of_pool(pool)
        families = self._families(known, target)
        is_done = code.hold(known.are_single, code.compare(">=", families, "0"))
        return code.one_of("i", is_done, lambda: families, lambda: self.lay(pool, target))

    def _nth(self, pool: str, target: str, number: str) -> str:
        """Where there is one family of classes of one card each, it is seen at once."""
        code = self.code

        def one(at: str, families: str) -> None:
            with code.when(code.compare("=", families, "1")):
                place = code.plus(at, str(sums.FAMILIES))
                takes = code.at(self._remembered.of(code), place)
                code.give("m", self.sums.cards_of(takes))

        self._if_remembered(pool, target, one)
        return self.nth_laid(pool, target, number)

    def nth_laid(self, pool: str, target: str, number: str) -> str:
        """One of them, of all side by side."""
        self.lay(pool, target)
        return self.code.at(self._row.of(self.code), number)

    def _if_remembered(self, pool: str, target: str, then: Callable[[str, str], None]) -> None:
        """Do something with what is remembered, where it is and for how many families, if no class
        has several cards.
        """
        if not self._rooms:
            return
        code, memory = self.code, self._remembered.of(self.code)
        self.sums.know(pool)
        every, are_single = self.sums.word_of_cards(target)
        of_cards = [(every, "i64"), (target, "i64")]
        rooms = (str(self._rooms), "i64")
        at = code.call("remembered_at", [*of_cards, rooms], "i64")
        found = code.call("remembered", [(memory.place, "ptr"), (at, "i64"), *of_cards], "i64")
        with code.when(code.hold(are_single, code.compare(">=", found, "0"))):
            then(at, found)

    def _families(self, known: Known, target: str) -> str:
        """How many families differ in what they take of each class; that is put down."""
        arrays = [self._takes, self._words, self._left, self._remembered]
        given = [(one.of(self.code).place, "ptr") for one in arrays]
        rooms = (str(self._rooms), "i64")
        given = [*known.given, (target, "i64"), *given, rooms]
        return self.code.call("put_takes_to", given, "i64")

    def _lay(self, pool: str, target: str) -> str:
        code, marked = self.code, self.sums.marked(pool)
        laid, about, row = (one.of(code) for one in (self._pool, self._about, self._row))
        is_pool = code.compare("=", code.at(laid, "0"), marked, "m")
        with code.when(code.hold(is_pool, code.compare("=", code.at(about, "0"), target))):
            code.give("i", code.at(about, "1"))
        code.put(laid, "0", "0")
        known = self._classes.of_pool(pool)
        families = self._families(known, target)
        size, is_done = code.local("i", "0"), code.local("b", code.compare(">=", families, "0"))
        with code.through("0", families) as family:
            takes = code.at(self._takes.of(code), family)
            first = code.read(size)
            self._add(row, size, "0", is_done)
            self._take(known, row, size, first, takes, is_done)
        with code.when(code.read(is_done)):
            found = code.read(size)
            with code.through("1", found) as at:
                self._sort_in(row, at, code.at(row, at))
            code.put(laid, "0", marked)
            code.put(about, "0", target)
            code.put(about, "1", found)
            code.give("i", found)
        unions = self._others(pool, target)
        with code.through("0", unions.count()) as at:
            code.put(row, at, unions.nth(at))
        return unions.count()

    def _add(self, row: Array, size: Local, cards: str, is_done: Local) -> None:
        """One more, if there is room."""
        code, at = self.code, self.code.read(size)
        is_room = code.compare("<", at, str(MOST_FAMILIES))
        with code.when(is_room):
            code.put(row, at, cards)
            code.write(size, code.plus(at, "1"))
        with code.when(code.no(is_room)):
            code.write(is_done, "false")

    def _take(
        self, known: Known, row: Array, size: Local, first: str, takes: str, is_done: Local
    ) -> None:
        """Of the last ones, from one on, all that take so many cards of each class."""
        code, of = self.code, self._classes
        with code.through("0", known.number) as at:
            taken, cards = of.taken(known, takes, at), code.at(known.cards, at)

            def all_alike(cards: str = cards, taken: str = taken) -> None:
                self._put_in(row, first, code.read(size), of.first_of(cards, taken))

            def each_choice(cards: str = cards, taken: str = taken) -> None:
                are_few = code.compare("<=", code.size(cards), str(_MOST_CHOSEN_FROM))
                code.branch(
                    are_few,
                    lambda: self._choose(row, size, first, cards, taken, is_done),
                    lambda: code.write(is_done, "false"),
                )

            with code.when(code.compare(">", taken, "0")):
                is_part = code.compare("<", taken, code.size(cards))
                code.branch(code.hold(is_part, of.are_mixed(cards)), each_choice, all_alike)

    def _put_in(self, row: Array, first: str, behind: str, cards: str) -> None:
        code = self.code
        with code.through(first, behind) as at:
            code.put(row, at, code.in_either(code.at(row, at), cards))

    def _choose(
        self, row: Array, size: Local, first: str, cards: str, taken: str, is_done: Local
    ) -> None:
        """In place of each of the last ones one with each choice of so many cards."""
        code = self.code
        behind, kept, choice = code.read(size), code.local("m", "0"), code.local("m", cards)
        with code.loop() as loop:
            # All sets of these cards, from the largest down as numbers.
            now = code.in_both(code.difference(code.read(choice), "1"), cards)
            code.write(choice, now)
            with code.when(code.no(code.some(now))):
                code.leave(loop)
            is_choice = code.both(
                code.compare("=", code.size(now), taken), lambda: self._are_first(now, cards)
            )
            with code.when(is_choice):
                is_first = code.no(code.some(code.read(kept)))

                def add() -> None:
                    with code.through(first, behind) as at:
                        self._add(row, size, code.in_either(code.at(row, at), now), is_done)

                code.branch(is_first, lambda: code.write(kept, now), add)
        self._put_in(row, first, behind, code.read(kept))

    def _are_first(self, some: str, cards: str) -> str:
        """Whether some of these cards are the first ones of their kinds."""
        code, kinds = self.code, self.sums.kinds
        result = code.local("b", "true")

        def look(number: str, own: str) -> None:
            part = code.in_both(own, some)
            first = kinds.some_of(own, code.size(part))
            same = code.compare("=", part, first, "m")
            code.write(result, code.hold(code.read(result), same))

        kinds.each(cards, look)
        return code.read(result)

    def _sort_in(self, row: Array, number: str, cards: str) -> None:
        """A union comes behind all of so many others that are not behind it."""
        code = self.code
        at = code.local("i", number)
        with code.loop() as loop:
            now = code.read(at)
            before = code.minus(now, "1")
            is_there = code.either(
                code.compare("<=", now, "0"),
                lambda: code.no(self._is_before(cards, code.at(row, before))),
            )
            with code.when(is_there):
                code.leave(loop)
            code.put(row, now, code.at(row, before))
            code.write(at, before)
        code.put(row, code.read(at), cards)

    def _is_before(self, left: str, right: str) -> str:
        """Whether a union comes before another one: it is smaller, or has more cards of the first
        kind of which they have not equally many. Both have the first ones of each kind.
        """
        code = self.code
        mine, other = code.size(left), code.size(right)
        only = code.without(left, right), code.without(right, left)
        first = code.lowest(code.in_either(*only))
        has_more = code.hold(code.compare("=", mine, other), code.has(left, first))
        return code.holds(code.compare("<", mine, other), has_more)


class UnionsOfSum(Numbered):
    """The cards of each maximal family of the sets of a pool with a sum.

    They are looked at only if `wanted` holds.
    """

    all_differ = True

    def __init__(
        self, of: SumUnions, pool: str, target: str, wanted: str, *, is_known: bool
    ) -> None:
        super().__init__(of.code)
        self._of, self._pool, self._target, self._wanted = of, pool, target, wanted
        if not is_known:
            of.sums.know(pool)
        self._are_several = self.code.hold(wanted, of.sums.are_several(target))

    def count(self) -> str:
        number = partial(self._of.number, self._pool, self._target)
        return self.code.one_of("i", self._are_several, number, lambda: "1", is_one=True)

    def nth(self, number: str) -> str:
        def one() -> str:
            return self._of.nth(self._pool, self._target, number)

        def only() -> str:
            self._of.sums.know(self._pool)
            return self._of.sums.only_union(self._target, self._wanted)

        return self.code.one_of("m", self._are_several, one, only, is_one=True)
