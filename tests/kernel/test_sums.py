"""Sums of classes of cards: beside all sets that there are, and all families of them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, prod

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.kernel import sums
from cardrules.kernel.numbers import NONE
from tests.kernel.watched import operation

# Of each class its weight, and how many cards it has.
Class = tuple[int, int]
Taken = tuple[int, ...]


class Classes:
    """What is true of some classes."""

    def __init__(self, classes: list[Class]) -> None:
        self.classes = classes

    def sets(self, target: int) -> list[Taken]:
        """How many cards of each class sets with a sum have."""
        return [
            taken
            for taken in product(*[range(cards + 1) for _, cards in self.classes])
            if sum(n * own[0] for n, own in zip(taken, self.classes, strict=True)) == target
        ]

    def unions(self, target: int) -> tuple[set[Taken], int]:
        """How many cards of each class maximal families of these sets have; how many are begun."""
        sets = [taken for taken in self.sets(target) if any(taken)]
        found = set()
        pending = {tuple([cards for _, cards in self.classes])}
        every = max(pending)
        begun = set()
        while pending:
            left = pending.pop()
            begun.add(left)
            behind = {tuple(a - b for a, b in zip(left, one, strict=True)) for one in sets}
            further = {one for one in behind if min(one) >= 0}
            pending |= further
            if not further:
                found.add(tuple(a - b for a, b in zip(every, left, strict=True)))
        return found, len(begun)

    def ways(self, taken: Taken) -> int:
        """How many sets of cards have so many of each class."""
        return prod(
            comb(cards, number) for number, (_, cards) in zip(taken, self.classes, strict=True)
        )

    def in_some(self, target: int) -> set[int]:
        """The weights of which a card is in some set with a sum."""
        sets = self.sets(target)
        return {weight for at, (weight, _) in enumerate(self.classes) if any(s[at] for s in sets)}


class Known(Classes):
    """What the operations know of some classes, too."""

    def __init__(self, classes: list[Class], places: list[int] | None = None) -> None:
        super().__init__(classes)
        self.places = places or [*range(len(classes))]
        self.number = len(classes)
        self.rows = [
            part
            for (weight, cards), place in zip(classes, self.places, strict=True)
            for part in (weight, cards, place)
        ]
        self.reach = [1]
        for weight, cards in classes:
            self.reach.append(operation("sums_with")(self.reach[-1], weight, cards))
        # The same card by card, where some card is not there.
        self.cards = [(weight, True) for weight, cards in classes for _ in range(cards)]
        self.cards.insert(len(self.cards) // 2, (0, False))
        self.ahead, self.several = [1], 0
        for weight, is_there in self.cards:
            some = self.ahead[-1]
            self.several = operation("several_with")(some, self.several, weight, is_there)
            self.ahead.append(operation("sums_with")(some, weight, int(is_there)))

    def needed(self, target: int) -> Taken:
        """What is taken of each class if each card that is needed is taken, the last one first."""
        left, taken = target, Counter[int]()
        for (weight, is_there), ahead in zip(self.cards[::-1], self.ahead[-2::-1], strict=True):
            if operation("is_needed")(ahead, left):
                assert is_there
                taken[weight] += 1
                left -= weight
        return tuple(taken[weight] for weight, _ in self.classes)

    def used(self, target: int) -> set[int]:
        """The weights of the cards that are in some set, the last card first."""
        left, found = operation("word_of_sum")(target), set()
        for (weight, is_there), ahead in zip(self.cards[::-1], self.ahead[-2::-1], strict=True):
            if operation("is_in_some")(left, ahead, weight, is_there):
                assert is_there
                found.add(weight)
            left = operation("left_with")(left, weight, is_there)
        return found

    def found(self, target: int, memory: list[int] | None = None) -> tuple[int, list[Taken]]:
        """How many unions the operation finds, and which."""
        takes = [5] * sums.MOST_BEGUN
        words = [5] * (sums.MOST_SETS + sums.MOST_BEGUN)
        left = [-1] * sums.MOST_SETS
        memory = memory or []
        number = operation("put_takes_to")(
            self.reach, self.rows, self.number, target, takes, words, left, memory,
            len(memory) // sums.REMEMBERED,
        )  # fmt: skip
        rows = [
            tuple(operation("number_of_class")(word, place) for place in self.places)
            for word in takes[: max(0, number)]
        ]
        return number, rows


def classes(most: int, cards: int) -> st.SearchStrategy[list[Class]]:
    """Some classes of different weights, of which some have no card."""
    one = st.tuples(st.integers(0, most), st.integers(0, cards))
    return st.lists(one, max_size=4, unique_by=lambda own: own[0])


@given(classes(7, 3) | classes(63, 3), st.integers(-1, 64) | st.integers(0, 15))
@settings(max_examples=200)
def test_which_sets_have_a_sum(those: list[Class], target: int) -> None:
    known = Known(those)
    sets = known.sets(target)
    is_bit = target <= sums.MOST_SUM
    for some in (known.reach[-1], known.ahead[-1]):
        assert operation("has_sum")(some, target) == (bool(sets) and is_bit)
    assert known.used(target) == (known.in_some(target) if is_bit else set())
    several = sum(map(known.ways, sets)) > 1
    assert operation("may_be_several")(known.several, target) == (several or not is_bit)
    if sets and is_bit and not several:
        assert [known.needed(target)] == sets
        assert known.unions(target)[0] == {*sets}


@given(classes(6, 3) | classes(63, 2), st.integers(0, 12) | st.integers(0, 63))
@settings(max_examples=200)
def test_what_families_of_sets_with_a_sum_take(those: list[Class], target: int) -> None:
    known = Known(those)
    unions, begun = known.unions(target)
    number, rows = known.found(target)
    if number == NONE:
        assert len(known.sets(target)) > sums.MOST_SETS or begun > sums.MOST_BEGUN
    else:
        assert len(rows) == number == len(unions)
        assert set(rows) == unions


@given(st.lists(classes(15, 2), max_size=6), st.integers(0, 15))
@settings(max_examples=100)
def test_what_is_remembered_is_what_would_be_found(pools: list[list[Class]], target: int) -> None:
    memory, rooms = [0] * (2 * sums.REMEMBERED), 2
    for those in (*pools, *pools):
        for wanted in (target, target // 2):
            known = Known(those, [weight for weight, _ in those])
            found = known.found(wanted, memory)
            assert found == known.found(wanted)
            every = operation("word_of_fitting")(known.rows, known.number, wanted)
            at = operation("remembered_at")(every, wanted, rooms)
            is_kept = found[0] <= sums.MOST_REMEMBERED
            number = operation("remembered")(memory, at, every, wanted)
            assert number == (found[0] if is_kept else NONE)


@given(classes(15, 1), st.integers(0, 15))
@settings(max_examples=50)
def test_a_word_is_put_together_class_by_class(those: list[Class], target: int) -> None:
    known = Known(those, [weight for weight, _ in those])
    every = 0
    for weight, cards in those:
        every = operation("with_class")(every, weight, cards > 0 and weight <= target)
    assert every == operation("word_of_fitting")(known.rows, known.number, target)


def test_nine_of_the_cards_on_a_table() -> None:
    """Of a 2, two 4s, a 5 and a 9: the 9, and a 4 with the 5; both together, since they may."""
    known = Known([(2, 1), (4, 2), (5, 1), (9, 1)])
    assert operation("may_be_several")(known.several, 9)
    assert not operation("has_sum")(known.reach[-1], 3)
    assert not operation("may_be_several")(known.several, 7)
    assert known.needed(7) == (1, 0, 1, 0)
    assert known.found(9) == (1, [(0, 1, 1, 1)])
    # A 4 with the 2 takes what the other 4 needs.
    assert known.found(6) == (1, [(1, 1, 0, 0)])
    assert sorted(known.found(4)[1]) == [(0, 2, 0, 0)]


def test_there_are_several_families() -> None:
    """Of a 1, a 2, a 3 and a 4: 5 is 1 + 4 or 2 + 3, and 6 is 1 + 2 + 3 or 2 + 4."""
    known = Known([(1, 1), (2, 1), (3, 1), (4, 1)])
    assert known.found(5) == (1, [(1, 1, 1, 1)])
    assert set(known.found(6)[1]) == {(1, 1, 1, 0), (0, 1, 0, 1)}


def test_what_is_too_much_is_said() -> None:
    assert Known([(1, sums.MOST_CARDS + 1)]).found(2)[0] == NONE
    assert Known([(weight, 1) for weight in range(17)]).found(20)[0] == NONE
    assert Known([(weight, 2) for weight in range(1, 14)]).found(40)[0] == NONE
    few = Known([(1, 2)])
    assert few.found(64)[0] == few.found(-1)[0] == NONE
