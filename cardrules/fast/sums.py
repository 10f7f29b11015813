"""Families of sets of cards of which a sum is given: what comes of a pool is found out once.

Nearly always there is no set with the sum, or one. Then there is one family, and which cards it
takes can be seen at once from the sums that cards of the pool have.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial

from cardrules.fast.kinds import Kinds
from cardrules.fast.memory import Memory
from cardrules.fast.writing import Array, Local
from cardrules.kernel import sums

# So many classes are looked at without a branch in between.
_AT_ONCE = 4
# With so many bits in a set, there is a table of sets by cards.
_MOST_BITS = 128


class Sums:
    """What sums the cards of a pool have, of a number that is below 0 on no card.

    It is kept until another pool is asked for: all depends on the cards of the pool alone. Cards of
    one number are a class, as operations have it.
    """

    def __init__(self, kinds: Kinds, memory: Memory, weights: Sequence[int], number: int) -> None:
        self.code, self.kinds, self.memory, self.number = kinds.code, kinds, memory, number
        self._weights = [weight if weight <= sums.MOST_SUM else 0 for weight in weights]
        of_weight = [
            sum([1 << card for card, own in enumerate(weights) if own == weight])
            for weight in range(sums.MOST_SUM + 1)
        ]
        # Cards that are too much by themselves are left out.
        self._fitting = sum(of_weight)
        self._of_weight = of_weight
        classes = [weight for weight, cards in enumerate(of_weight) if cards]
        # Where there are few, a weight has the same place in all pools.
        self.is_fixed = len(classes) <= sums.MOST_CLASSES
        self._places = [bisect_left(classes, weight) for weight in range(sums.MOST_SUM + 1)]
        self._at_once = 1 if kinds.code.branches_are_cheap else _AT_ONCE
        self._room = room = max(1, -(-len(classes) // self._at_once)) * self._at_once
        later_sets = partial(memory.later_sets, kinds.code)
        # The pool that is known, and what is known of it: sums with one more class after the other.
        self._pool, self._cards = later_sets(1), later_sets(room)
        self._number, self._some, self._several = (memory.later(1) for _ in range(3))
        self._weight, self._reach = memory.later(room), memory.later(room + 1)
        self._classes = memory.later(sums.OF_CLASS * room)
        given = [("%z", "ptr"), ("%pool", kinds.code.types["m"])]
        with self.code.function(self._name, given, "void", memory.ahead()):
            self._find_out("%pool")

    @property
    def _name(self) -> str:
        return f"know_sums_{self.number}"

    # -- what is known of a pool -------------------------------------------------------------------

    def _find_out(self, pool: str) -> None:
        """Note which classes of cards the pool has, and which sums there are.

        So many at once as there nearly always are at most: those behind the last one have no card.
        """
        code = self.code
        fitting = code.in_both(pool, code.mask(self._fitting))
        left, number = code.local("m", fitting), code.local("i", "0")
        some, several = code.local("i", "1"), code.local("i", "0")
        with code.loop() as loop:
            with code.when(code.no(code.some(code.read(left)))):
                code.leave(loop)
            first = code.within(code.read(number), self._room - self._at_once + 1)
            for more in range(self._at_once):
                self._add_class(code.plus(first, str(more)), left, some, several)
            code.write(number, code.plus(first, str(self._at_once)))
        last = code.within(code.read(number), self._room + 1)
        code.put(self._reach.of(code), last, code.read(some))
        code.put(self._some.of(code), "0", code.read(some))
        code.put(self._several.of(code), "0", code.read(several))
        code.put(self._number.of(code), "0", last)
        code.put(self._pool.of(code), "0", self.marked(pool))

    def _add_class(self, at: str, left: Local, some: Local, several: Local) -> None:
        """A class with the first card that is left, if there is one."""
        code = self.code
        now, before = code.read(left), code.read(some)
        # Where none is left it is what stands for no card, and of a class without cards.
        first = code.lowest(now)
        weight = code.at(code.table_of_cards("i", self._weights), first)
        cards = code.in_both(now, self._all_like(first, weight))
        code.write(left, code.without(now, cards))
        for part, value in ((self._cards, cards), (self._weight, weight), (self._reach, before)):
            code.put(part.of(code), at, value)
        more = [(weight, "i64"), (code.size(cards), "i64")]
        words = [(before, "i64"), (code.read(several), "i64")]
        code.write(several, code.call("several_with", [*words, *more], "i64"))
        code.write(some, code.call("sums_with", [words[0], *more], "i64"))

    def _all_like(self, card: str, weight: str) -> str:
        """All cards of the class of one; of few cards without a look at the weight before."""
        code = self.code
        if code.bits > _MOST_BITS:
            return code.at(code.table("m", self._of_weight), weight)
        rows = [
            self._of_weight[own] & self._fitting if self._fitting >> at & 1 else 0
            for at, own in enumerate(self._weights)
        ]
        return code.at(code.table_of_cards("m", rows), card)

    def marked(self, pool: str) -> str:
        """A set with the bit of none: even an empty one is not what lies there at the begin."""
        return self.code.in_either(pool, self.code.none)

    def know(self, pool: str) -> None:
        """Find out about a pool, if it is another one than the last time."""
        code = self.code
        known = code.at(self._pool.of(code), "0")
        with code.when(code.compare("!=", known, self.marked(pool), "m")):
            code.call(self._name, [("%z", "ptr"), (pool, code.types["m"])])

    def are_several(self, target: str) -> str:
        """Whether more than one set of the pool that is known has a sum, or it is not known."""
        several = self.code.at(self._several.of(self.code), "0")
        return self.code.call("may_be_several", [(several, "i64"), (target, "i64")], "i1")

    def only_union(self, target: str) -> str:
        """The cards of the only set with a sum, if there is one: it is taken once."""
        code = self.code
        number, some = self._classes_known(), code.at(self._some.of(code), "0")
        is_some = code.call("has_sum", [(some, "i64"), (target, "i64")], "i1")
        behind, left = code.local("i", number), code.local("i", target)
        found = code.local("m", "0")
        with code.loop() as loop:
            now = code.read(behind)
            with code.when(code.compare("<=", now, "0")):
                code.leave(loop)
            first = code.within(code.minus(now, str(self._at_once)), self._room - self._at_once + 1)
            code.write(behind, first)
            for more in reversed(range(self._at_once)):
                self._look_for(code.plus(first, str(more)), left, found)
        return code.choose("m", is_some, code.read(found), "0")

    def _look_for(self, at: str, left: Local, found: Local) -> None:
        """Take the cards of a class, if what is left of the sum needs them."""
        code, rest = self.code, self.code.read(left)
        ahead, weight, cards = (
            code.at(one.of(code), at) for one in (self._reach, self._weight, self._cards)
        )
        is_in = code.call("is_needed", [(ahead, "i64"), (rest, "i64")], "i1")
        code.write(left, code.minus(rest, code.choose("i", is_in, weight, "0")))
        more = code.choose("m", is_in, cards, "0")
        code.write(found, code.in_either(code.read(found), more))

    def _classes_known(self) -> str:
        """How many classes the pool that is known has, with those that have no card."""
        return self.code.within(self.code.at(self._number.of(self.code), "0"), self._room + 1)

    # -- where there are several sets --------------------------------------------------------------

    def classes(self) -> tuple[str, Array, Array]:
        """How many classes the pool that is known has, what is known of each, and its cards."""
        code = self.code
        return self._classes_known(), self._classes.of(code), self._cards.of(code)

    def put_classes(self) -> str:
        """Put down what operations are to know of each class; whether none has several cards."""
        code = self.code
        are_single = code.local("b", "true")
        number, classes, own = self.classes()
        places = code.table("i", self._places)
        with code.through("0", number) as at:
            weight, start = code.at(self._weight.of(code), at), code.times(at, str(sums.OF_CLASS))
            place = code.at(places, weight) if self.is_fixed else at
            size = code.size(code.at(own, at))
            for part, value in ((sums.WEIGHT, weight), (sums.CARDS, size), (sums.PLACE, place)):
                code.put(classes, code.plus(start, str(part)), value)
            is_single = code.compare("<=", size, "1")
            code.write(are_single, code.hold(code.read(are_single), is_single))
        return code.read(are_single)

    def given(self, target: str) -> list[tuple[str, str]]:
        """What operations on the pool that is known are given."""
        number, classes, _ = self.classes()
        arrays = [(array.place, "ptr") for array in (self._reach.of(self.code), classes)]
        return [*arrays, (number, "i64"), (target, "i64")]

    def are_mixed(self, cards: str) -> str:
        """Whether some cards do not all look the same."""
        code = self.code
        return code.compare(">", code.size(self.kinds.one_of_each(cards)), "1")

    def first_of(self, cards: str, number: str) -> str:
        """The first so many of some cards, where that may be all of them."""
        code = self.code
        return code.one_of(
            "m",
            code.compare("=", number, code.size(cards)),
            lambda: cards,
            lambda: self.kinds.some_of(cards, number),
        )
