"""Sets of cards that are counted: beside those of the engine, and beside all that there are."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.engine.sets.combinations import Combinations, Limits
from cardrules.engine.sets.trying import only_maximal
from cardrules.engine.work import Counter
from cardrules.kernel.numbers import DONE, FULL, MISSING, TOO_MUCH
from cardrules.kernel.plans import plan_size
from cardrules.model.types import MOST_NUMBER, NONE
from tests.kernel.watched import operation

ROOM = 30_000


class Wanted:
    """Groups of cards with numbers, and what sets of them are wanted."""

    def __init__(
        self,
        sizes: list[int],
        weights: list[list[int]],
        limits: tuple[int, int],
        bounds: list[tuple[int | None, int | None]],
    ) -> None:
        self.sizes, self.weights, self.bounds = sizes, weights, bounds
        self.least, self.most = limits
        # The cards of each group have numbers side by side.
        self.kind = [group for group, size in enumerate(sizes) for _ in range(size)]

    def plan(self) -> list[int]:
        """The plan of these sets."""
        ahead = [len(self.sizes), len(self.weights), self.least, self.most, 0]
        for low, high in self.bounds:
            ahead += [NONE if low is None else low, NONE if high is None else high, 0, 0, 0]
        found = [*ahead, *self.sizes, *[one for row in self.weights for one in row]]
        assert len(found) == plan_size(len(self.sizes), len(self.weights))
        return found

    def in_engine(self) -> Combinations:
        """The same sets as the engine has them."""
        groups: list[list[int]] = [[] for _ in self.sizes]
        for card, group in enumerate(self.kind):
            groups[group].append(card)
        measures = tuple(tuple(row[group] for group in self.kind) for row in self.weights)
        return Combinations(groups, Limits(self.least, self.most, measures, tuple(self.bounds)))

    def takes(self, cards: tuple[int, ...]) -> list[int]:
        """How many cards of each group a set has."""
        return [sum(self.kind[card] == group for card in cards) for group in range(len(self.sizes))]

    def by_force(self) -> list[list[int]]:
        """All of them, found by trying everything, in their order."""
        found = []
        for takes in product(*[range(size + 1) for size in self.sizes]):
            sums = [sum(a * b for a, b in zip(takes, row, strict=True)) for row in self.weights]
            fits = all(
                (low is None or total >= low) and (high is None or total <= high)
                for total, (low, high) in zip(sums, self.bounds, strict=True)
            )
            if fits and self.least <= sum(takes) <= self.most:
                found.append(list(takes))
        return sorted(found, key=lambda takes: (sum(takes), [-n for n in takes]))


numbers = st.one_of(st.integers(0, 5), st.integers(-2, 3))
bound = st.one_of(st.none(), st.integers(-4, 15))


@st.composite
def wanted(draw: st.DrawFn) -> Wanted:
    """Few cards with up to two numbers."""
    sizes = draw(st.lists(st.integers(0, 2), max_size=3) | st.just([3, 3]))
    measures = draw(st.integers(0, 2))
    several = st.lists(numbers, min_size=len(sizes), max_size=len(sizes))
    weights = draw(st.lists(several, min_size=measures, max_size=measures))
    bounds = draw(st.lists(st.tuples(bound, bound), min_size=measures, max_size=measures))
    return Wanted(sizes, weights, draw(st.tuples(st.integers(0, 4), st.integers(-1, 7))), bounds)


@given(wanted())
@settings(max_examples=70)
def test_they_are_counted_numbered_and_tested_as_the_engine_does(those: Wanted) -> None:
    plan, ways = those.plan(), [-1] * ROOM
    assert operation("fill_ways")(plan, ways, ROOM) == DONE
    every, in_engine = those.by_force(), those.in_engine()
    assert operation("count_sets")(plan, ways) == in_engine.total == len(every)
    assert [those.takes(cards) for cards in in_engine] == every
    before = list(plan)
    taken = [7] * len(those.sizes)
    for index, takes in enumerate(every):
        assert operation("nth_set")(plan, ways, index, taken) == sum(takes)
        assert taken == takes
        assert operation("index_of_set")(plan, ways, taken) == index
        assert plan == before
    for index in (-1, len(every)):
        assert operation("nth_set")(plan, ways, index, taken) == NONE
    for takes_ in product(*[range(-1, size + 2) for size in those.sizes]):
        assert operation("is_set")(plan, takes_) == (list(takes_) in every)
        if list(takes_) not in every:
            assert operation("index_of_set")(plan, ways, takes_) == NONE


@given(wanted())
@settings(max_examples=100)
def test_all_of_them_are_listed(those: Wanted) -> None:
    plan, every = those.plan(), those.by_force()
    groups = len(those.sizes)
    cells = operation("listing_cells")(groups, len(those.weights))
    for room in (len(every), len(every) + 1, max(0, len(every) - 1)):
        sets, spare = [-1] * (1 + room * groups), [-1] * cells
        status = operation("put_sets")(plan, sets, room, spare, 10_000, False)
        if room < len(every):
            assert status == FULL
            continue
        assert status == DONE
        rows = [sets[1 + at * groups : 1 + (at + 1) * groups] for at in range(sets[0])]
        assert sorted(rows) == sorted(every)
    sets = [-1] * (1 + len(every) * groups)
    if groups and every:
        assert operation("put_sets")(plan, sets, len(every), [-1] * cells, 1, False) == TOO_MUCH


@given(wanted(), st.data())
@settings(max_examples=100)
def test_what_is_held_narrows_them(those: Wanted, data: st.DataObject) -> None:
    plan, ways, sets = those.plan(), [-1] * ROOM, those.in_engine()
    for _ in range(data.draw(st.integers(1, 3))):
        if not those.sizes:
            return
        group = data.draw(st.integers(0, len(those.sizes) - 1))
        status = operation("hold")(plan, group)
        assert status == (DONE if sets.groups[group] else MISSING)
        if status == DONE:
            sets = sets.take(group)
    assert operation("fill_ways")(plan, ways, ROOM) == DONE
    assert operation("count_sets")(plan, ways) == sets.total
    held = those.takes(sets.taken)
    taken = [0] * len(those.sizes)
    for index, cards in enumerate(sets):
        operation("nth_set")(plan, ways, index, taken)
        assert [a + b for a, b in zip(held, taken, strict=True)] == those.takes(cards)


@given(wanted())
@settings(max_examples=100)
def test_the_cards_that_are_in_some_set(those: Wanted) -> None:
    plan, ways = those.plan(), [-1] * ROOM
    every = those.by_force()
    used = [7] * len(those.sizes)
    assert operation("put_used")(plan, ways, 2, used) == FULL
    assert used == [7] * len(used)
    assert operation("fill_ways")(plan, ways, ROOM) == DONE
    plan_before, ways_before = list(plan), list(ways)
    assert operation("put_used")(plan, ways, ROOM, used) == DONE
    assert used == [int(any(takes[at] for takes in every)) for at in range(len(used))]
    assert (plan, ways) == (plan_before, ways_before)


@given(wanted())
@settings(max_examples=100)
def test_maximal_sets(those: Wanted) -> None:
    every = those.by_force()
    plan = those.plan()
    sets = list(those.in_engine())
    cards = tuple(range(len(those.kind)))
    kept = [those.takes(item) for item in only_maximal(Counter(), sets, cards, those.kind)]
    found = [takes for takes in every if operation("is_maximal_set")(plan, list(takes))]
    assert found == kept
    groups, room = len(those.sizes), len(kept)
    rows, order, sizes, more = ([-1] * number for number in (1 + room * groups, room, room, room))
    spare = [-1] * operation("listing_cells")(groups, len(those.weights))
    assert operation("put_sets")(plan, rows, room, spare, 10_000, True) == DONE
    assert rows[0] == room
    operation("sort_sets")(order, rows, groups, sizes, more)
    assert [rows[1 + at * groups : 1 + (at + 1) * groups] for at in order] == kept


def test_sums_that_capture() -> None:
    """The sets of these cards whose sum is 9: of a 4, two 5s, a 9 and a 2."""
    those = Wanted([1, 1, 2, 1], [[2, 4, 5, 9]], (1, 5), [(9, 9)])
    plan, ways, taken = those.plan(), [0] * 1000, [0] * 4
    operation("fill_ways")(plan, ways, 1000)
    found = []
    for index in range(operation("count_sets")(plan, ways)):
        operation("nth_set")(plan, ways, index, taken)
        found.append(list(taken))
    assert found == [[0, 0, 0, 1], [0, 1, 1, 0]]


def test_as_many_as_a_number_can_tell() -> None:
    """Of 62 different cards there are 2^62 sets, of 63 as many as there is no number for."""
    ways = [0] * 500_000
    for cards, count in ((62, 1 << 62), (63, NONE), (200, NONE)):
        plan = Wanted([1] * cards, [], (0, cards), []).plan()
        assert operation("fill_ways")(plan, ways, len(ways)) == DONE
        assert operation("count_sets")(plan, ways) == count
    # The engine counts further.
    assert Wanted([1] * 63, [], (0, 63), []).in_engine().total == 1 << 63


def test_a_table_without_room_is_full_and_nothing_is_written_beyond() -> None:
    ways = [5] * 10
    plan = Wanted([1] * 9, [], (0, 9), []).plan()
    assert operation("fill_ways")(plan, ways, 10) == FULL
    assert ways == [5] * 10
    # What is said to have no room is found out before anything is added up.
    for weights in ([MOST_NUMBER, MOST_NUMBER], [-MOST_NUMBER, 3], [MOST_NUMBER, -MOST_NUMBER]):
        plan = Wanted([2, 2], [weights], (0, 4), [(3, None)]).plan()
        assert operation("fill_ways")(plan, ways, 10) == FULL
        assert operation("hold")(plan, 0) == DONE


def test_a_card_that_is_too_much_is_in_no_set() -> None:
    those = Wanted([2, 2], [[MOST_NUMBER, 3]], (0, 4), [(None, 6)])
    plan, ways, taken = those.plan(), [0] * 105, [0] * 2
    assert operation("fill_ways")(plan, ways, 105) == DONE
    assert operation("count_sets")(plan, ways) == 3
    operation("nth_set")(plan, ways, 2, taken)
    assert taken == [0, 2]
    assert not operation("is_set")(plan, [2, 0])
    assert operation("hold")(plan, 0) == DONE
    assert operation("hold")(plan, 0) == FULL
