"""Families of sets of cards of which a sum is given: what comes of a pool is found out once.

Nearly always there is no set with the sum, or one. Then there is one family, and which cards it
takes can be seen at once from the sums that cards of the pool have.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial

from cardrules.fast.llvm.checks import Local
from cardrules.fast.state.kinds import Kinds
from cardrules.fast.state.memory import Memory
from cardrules.kernel import sums

# So many cards are looked at without a branch in between.
_AT_ONCE = 4
# So many sums are looked up at once.
_PART = 4
# Of so many cards each is looked at by itself.
_MOST_CARDS = 32


class Sums:
    """What sums the cards of a pool have, of a number that is below 0 on no card.

    It is kept until another pool is asked for: all depends on the cards of the pool alone.
    """

    def __init__(self, kinds: Kinds, memory: Memory, weights: Sequence[int], number: int) -> None:
        self.code, self.kinds, self.memory, self.number = kinds.code, kinds, memory, number
        self.printed = weights
        self.weights = [weight if weight <= sums.MOST_SUM else 0 for weight in weights]
        self.of_weight = [
            sum([1 << card for card, own in enumerate(weights) if own == weight])
            for weight in range(sums.MOST_SUM + 1)
        ]
        self._fitting = sum(self.of_weight)
        classes = [weight for weight, cards in enumerate(self.of_weight) if cards]
        # Where there are few, a weight has the same place in words of all pools.
        self.is_fixed = len(classes) <= sums.MOST_CLASSES
        self.classes = len(classes)
        self.places = [bisect_left(classes, weight) for weight in range(sums.MOST_SUM + 1)]
        self._at_once = 1 if kinds.code.branches_are_cheap else _AT_ONCE
        self._room = room = min(-(-len(weights) // _AT_ONCE) * _AT_ONCE, _MOST_CARDS)
        later, later_sets = memory.later, partial(memory.later_sets, kinds.code)
        # The pool that is known, its cards one by one with what they are worth, and the sums of
        # those before each.
        self._pool, self._card = later_sets(1), later_sets(room)
        self._number, self._some, self._several = (later(1) for _ in range(3))
        self._weight, self._ahead = later(room), later(room)
        given = [("%z", "ptr"), ("%pool", kinds.code.types["m"])]
        with self.code.function(self._name, given, "void", memory.ahead()):
            self._find_out("%pool")

    @property
    def _name(self) -> str:
        return f"know_sums_{self.number}"

    # -- what is known of a pool -------------------------------------------------------------------

    def _find_out(self, pool: str) -> None:
        """Note which sums there are, card by card: so many at once as there nearly always are at
        most. Of many cards it is only noted that all may be.
        """
        code = self.code
        left, number = code.local("m", self.fitting_in(pool)), code.local("i", "0")
        some, several = code.local("i", "1"), code.local("i", "0")
        with code.loop() as loop:
            is_full = code.compare(">", code.read(number), str(self._room - self._at_once))
            with code.when(code.holds(code.no(code.some(code.read(left))), is_full)):
                code.leave(loop)
            first = code.within(code.read(number), self._room - self._at_once + 1)
            for more in range(self._at_once):
                self._add_card(code.plus(first, str(more)), left, some, several)
            code.write(number, code.plus(first, str(self._at_once)))
        are_left = code.some(code.read(left))
        for part, value in ((self._some, some), (self._several, several)):
            every = code.choose("i", are_left, "-1", code.read(value))
            code.put(part.of(code), "0", every)
        code.put(self._number.of(code), "0", code.read(number))
        code.put(self._pool.of(code), "0", self.marked(pool))

    def fitting_in(self, pool: str) -> str:
        """The cards of a pool that are not too much by themselves."""
        return self.code.in_both(pool, self.code.mask(self._fitting))

    def _add_card(self, at: str, left: Local, some: Local, several: Local) -> None:
        """The first card that is left, if there is one."""
        code = self.code
        now, before = code.read(left), code.read(some)
        rest = code.but_lowest(now)
        code.write(left, rest)
        # Where none is left it is what stands for no card.
        weight = code.at(code.table_of_cards("i", self.weights), code.lowest(now))
        parts = (self._card, code.without(now, rest)), (self._weight, weight), (self._ahead, before)
        for part, value in parts:
            code.put(part.of(code), at, value)
        is_there = code.some(now)
        words = [(before, "i64"), (code.read(several), "i64")]
        given = [(weight, "i64"), (is_there, "i1")]
        code.write(several, code.call("several_with", [*words, *given], "i64"))
        number = (code.as_number(is_there), "i64")
        code.write(some, code.call("sums_with", [words[0], given[0], number], "i64"))

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

    def open_cards(self, targets: Sequence[int]) -> str:
        """The cards for whose target more than one set of the pool that is known has that sum, or
        it is not known.
        """
        code, several = self.code, self.code.at(self._several.of(self.code), "0")
        of_target = [
            sum([1 << card for card, own in enumerate(targets) if own == target])
            for target in range(sums.MOST_SUM + 1)
        ]
        beyond = [1 << card for card, own in enumerate(targets) if own > sums.MOST_SUM]
        found = code.mask(sum(beyond))
        for first in range(0, sums.MOST_SUM + 1, _PART):
            part = of_target[first : first + _PART]
            if any(part):
                masks = [
                    sum([cards for at, cards in enumerate(part) if bits >> at & 1])
                    for bits in range(1 << _PART)
                ]
                above = code.shifted(several, first) if first else several
                bits = code.known(code.in_common(above, str(len(masks) - 1)), 0, len(masks) - 1)
                found = code.in_either(found, code.at(code.table("m", masks), bits))
        return found

    def only_union(self, target: str, wanted: str) -> str:
        """The cards of the only set with a sum, if there is one and it is wanted: each of them is
        needed.
        """
        code = self.code
        some = code.at(self._some.of(code), "0")
        is_some = code.call("has_sum", [(some, "i64"), (target, "i64")], "i1")
        is_there = code.hold(wanted, is_some)
        return code.one_of("m", is_there, lambda: self._needed(target), lambda: "0", is_one=True)

    def _needed(self, target: str) -> str:
        code = self.code
        left, found = code.local("i", target), code.local("m", "0")
        self._each_back(lambda at: self._look_for(at, left, found))
        return code.read(found)

    def is_whole(self, target: str) -> str:
        """Whether all sums of the pool that is known are bits, and a sum is one that can be."""
        code = self.code
        is_whole = code.compare("!=", code.at(self._several.of(code), "0"), "-1")
        return code.hold(is_whole, code.compare("<=", target, str(sums.MOST_SUM)))

    def in_some(self, target: str) -> str:
        """The cards of the pool that is known which are in a set with a sum, if all is known."""
        code = self.code
        left = code.local("i", code.call("word_of_sum", [(target, "i64")], "i64"))
        found = code.local("m", "0")

        def look(at: str) -> None:
            ahead, weight, card = (
                code.at(one.of(code), at) for one in (self._ahead, self._weight, self._card)
            )
            now, more = code.read(left), [(weight, "i64"), (code.some(card), "i1")]
            is_in = code.call("is_in_some", [(now, "i64"), (ahead, "i64"), *more], "i1")
            taken = code.choose("m", is_in, card, "0")
            code.write(found, code.in_either(code.read(found), taken))
            code.write(left, code.call("left_with", [(now, "i64"), *more], "i64"))

        self._each_back(look)
        return code.read(found)

    def _each_back(self, body: Callable[[str], None]) -> None:
        """Do something with each card of the pool that is known, and some that are not there, the
        last ones first.
        """
        code = self.code
        behind = code.local("i", code.at(self._number.of(code), "0"))
        with code.loop() as loop:
            now = code.read(behind)
            with code.when(code.compare("<=", now, "0")):
                code.leave(loop)
            first = code.within(code.minus(now, str(self._at_once)), self._room - self._at_once + 1)
            code.write(behind, first)
            for more in reversed(range(self._at_once)):
                body(code.plus(first, str(more)))

    def word_of_cards(self, target: str) -> tuple[str, str]:
        """How many cards of each class there are that are no more than a sum, as operations have
        it, and whether that can be said: each has one at most.
        """
        code = self.code
        every, are_single = code.local("i", "0"), code.local("b", "true")

        def add(at: str) -> None:
            weight, place, is_there = self._of_card(at)
            fits = code.hold(is_there, code.compare("<=", weight, target))
            before = code.read(every)
            is_new = code.compare("=", self.taken(before, place), "0")
            code.write(
                are_single, code.hold(code.read(are_single), code.holds(code.no(fits), is_new))
            )
            given = [(before, "i64"), (place, "i64"), (fits, "i1")]
            code.write(every, code.call("with_class", given, "i64"))

        self._each_card(add)
        is_whole = code.compare("!=", code.at(self._several.of(code), "0"), "-1")
        return code.read(every), code.hold(is_whole, code.read(are_single))

    def cards_of(self, takes: str) -> str:
        """The cards of the classes of which a word says one."""
        code, found = self.code, self.code.local("m", "0")

        def add(at: str) -> None:
            _, place, is_there = self._of_card(at)
            is_in = code.hold(is_there, code.compare("!=", self.taken(takes, place), "0"))
            more = code.choose("m", is_in, code.at(self._card.of(code), at), "0")
            code.write(found, code.in_either(code.read(found), more))

        self._each_card(add)
        return code.read(found)

    def taken(self, takes: str, place: str) -> str:
        """How many cards of a class a word says."""
        return self.code.call("number_of_class", [(takes, "i64"), (place, "i64")], "i64")

    def _of_card(self, at: str) -> tuple[str, str, str]:
        """Of a card of the pool that is known its weight, the place of its class, and whether it is
        there.
        """
        code = self.code
        weight = code.within(code.at(self._weight.of(code), at), sums.MOST_SUM + 1)
        place = code.at(code.table("i", self.places), weight)
        return weight, place, code.some(code.at(self._card.of(code), at))

    def _each_card(self, body: Callable[[str], None]) -> None:
        """Do something with each card of the pool that is known, and some that are not there."""
        code, number = self.code, self.code.local("i", "0")
        last = code.at(self._number.of(code), "0")
        with code.loop(most=self._room) as loop:
            now = code.read(number)
            with code.when(code.compare(">=", now, last)):
                code.leave(loop)
            first = code.within(now, self._room - self._at_once + 1)
            for more in range(self._at_once):
                body(code.plus(first, str(more)))
            code.write(number, code.plus(first, str(self._at_once)))

    def _look_for(self, at: str, left: Local, found: Local) -> None:
        """Take a card, if what is left of the sum needs it."""
        code, rest = self.code, self.code.read(left)
        ahead, weight, card = (
            code.at(one.of(code), at) for one in (self._ahead, self._weight, self._card)
        )
        is_in = code.call("is_needed", [(ahead, "i64"), (rest, "i64")], "i1")
        code.write(left, code.minus(rest, code.choose("i", is_in, weight, "0")))
        more = code.choose("m", is_in, card, "0")
        code.write(found, code.in_either(code.read(found), more))
