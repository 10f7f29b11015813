"""Sums of classes of cards: beside all sets that there are, and all families of them."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.kernel import sums
from cardrules.kernel.numbers import NONE
from tests.kernel.watched import operation

# Of each class its weight, and how many cards it has.
Class = tuple[int, int]
Taken = tuple[int, ...]


class Known:
    """What the operations know of some classes, and what is true of them."""

    def __init__(self, classes: list[Class], places: list[int] | None = None) -> None:
        self.classes = classes
        self.places = places or [*range(len(classes))]
        self.number = len(classes)
        self.rows = [
            part
            for (weight, cards), place in zip(classes, self.places, strict=True)
            for part in (weight, cards, place)
        ]
        self.reach, self.several = [1], 0
        for weight, cards in classes:
            some = self.reach[-1]
            self.several = operation("several_with")(some, self.several, weight, cards)
            self.reach.append(operation("sums_with")(some, weight, cards))

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

    def has_several_of(self, taken: Taken) -> bool:
        """Whether something is taken of a class that has several cards."""
        return any(
            number > 0 and cards > 1 for number, (_, cards) in zip(taken, self.classes, strict=True)
        )

    def needed(self, target: int) -> Taken:
        """The classes that are needed for what is left of a sum, from the last one on."""
        left, found = target, []
        for at in reversed(range(self.number)):
            is_in = operation("is_needed")(self.reach[at], left)
            found.append(int(is_in))
            left -= self.classes[at][0] if is_in else 0
        return tuple(reversed(found))

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
    assert operation("has_sum")(known.reach[-1], target) == (bool(sets) and is_bit)
    several = len(sets) > 1 or any(map(known.has_several_of, sets))
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
    memory = [0] * (2 * sums.REMEMBERED)
    for those in (*pools, *pools):
        for wanted in (target, target // 2):
            known = Known(those, [weight for weight, _ in those])
            assert known.found(wanted, memory) == known.found(wanted)


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
