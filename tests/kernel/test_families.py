"""Maximal families, beside those of the engine and beside all that there are."""

from __future__ import annotations

from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.engine.sets import families as in_engine
from cardrules.engine.sets.kind_sets import KindSets
from cardrules.engine.work import MOST_STEPS, Counter
from cardrules.kernel import families as f
from cardrules.kernel.numbers import DONE, FULL, TOO_MUCH
from tests.kernel.watched import operation

Groups = list[list[int]]


def found_by_operation(
    needs: Groups, available: list[int], room: int = 500, most_steps: int = MOST_STEPS
) -> tuple[int, int, list[int]]:
    """The status, the steps, and the families as they lie."""
    things, flat = len(available), [n for group in needs for n in group]
    cells = [-1] * f.family_cells(available, things)
    words = [7] * f.family_words(len(needs), available, things)
    steps = [0]
    families = [-1] * (1 + room * (1 + f.most_taken(available, things)))
    status = operation("put_families")(
        flat, len(needs), available, things, cells, words, families, room, steps, most_steps
    )
    return status, steps[0], families


def rows_of(families: list[int], available: list[int]) -> list[tuple[int, ...]]:
    """The groups of each family."""
    width = 1 + sum(available)
    found = []
    for number in range(families[0]):
        at = 1 + number * width
        found.append(tuple(families[at + 1 : at + 1 + families[at]]))
    return found


def sparse(needs: Groups) -> list[tuple[tuple[int, int], ...]]:
    """The groups as the engine has them."""
    return [tuple((at, n) for at, n in enumerate(group) if n) for group in needs]


@st.composite
def problems(draw: st.DrawFn) -> tuple[Groups, list[int]]:
    """Few groups of few things."""
    available = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    group = st.lists(st.integers(0, 3), min_size=len(available), max_size=len(available))
    needs = draw(st.lists(group.filter(any), max_size=5, unique_by=tuple))
    return needs, available


def by_force(needs: Groups, available: list[int]) -> set[tuple[int, ...]]:
    """The maximal families, found by trying everything."""

    def fits(taken: tuple[int, ...]) -> bool:
        return all(
            sum(needs[group][at] for group in taken) <= many for at, many in enumerate(available)
        )

    most = sum(available)
    every = range(len(needs))
    families = [
        taken
        for number in range(most + 1)
        for taken in combinations_with_replacement(every, number)
        if fits(taken)
    ]
    return {taken for taken in families if not any(fits((*taken, group)) for group in every)}


@given(problems())
@settings(max_examples=150)
def test_they_are_those_of_the_engine_at_the_same_work(problem: tuple[Groups, list[int]]) -> None:
    needs, available = problem
    counter = Counter()
    theirs = in_engine.maximal_packings(counter, sparse(needs), available)
    status, steps, families = found_by_operation(needs, available)
    assert status == DONE
    ours = rows_of(families, available)
    assert ours == theirs
    assert set(ours) == by_force(needs, available)
    assert len(set(ours)) == len(ours)
    assert steps == counter.work


@given(st.lists(st.integers(0, 3), min_size=1, max_size=7), st.data())
@settings(max_examples=150)
def test_their_order_and_their_unions(hand: list[int], data: st.DataObject) -> None:
    """Cards of four kinds, and sets of them that were searched for."""
    kind, pool = sorted(hand), tuple(range(len(hand)))
    looks = data.draw(st.lists(st.lists(st.sampled_from(hand), min_size=1, max_size=3), max_size=5))
    sets = [cards for look in looks if len(cards := cards_of(look, kind)) == len(look)]
    sets = list(dict.fromkeys(sets))
    made = in_engine.maximal_families(Counter(), KindSets.of(sets, pool), kind)
    unions = in_engine.unions_of(Counter(), made, kind)

    kinds = sorted(set(kind))
    available = [kind.count(one) for one in kinds]
    needs = sorted([[sum(kind[card] == one for card in item) for one in kinds] for item in sets])
    status, _, families = found_by_operation(needs, available)
    assert status == DONE
    number, things, width = families[0], len(kinds), 1 + len(hand)
    flat = [n for group in needs for n in group]
    takes = [0] * (number * things)
    operation("put_takes")(takes, families, width, number, flat, things)
    order, spare = [0] * number, [0] * number
    operation("sort_families")(order, takes, families, width, things, spare)
    rows = rows_of(families, available)
    ours = [sorted(tuple(needs[group]) for group in rows[at]) for at in order]
    theirs = [
        sorted(tuple(sum(kind[card] == one for card in item) for one in kinds) for item in family)
        for family in made
    ]
    assert ours == theirs

    named = [0] * number
    different = operation("put_unions")(named, order, takes, number, things, len(hand))
    found = [takes[at * things : (at + 1) * things] for at in named[:different]]
    assert found == [[sum(kind[card] == one for card in item) for one in kinds] for item in unions]


def cards_of(look: list[int], kind: list[int]) -> tuple[int, ...]:
    """The first cards of these kinds, as far as there are so many."""
    found: list[int] = []
    for one in look:
        cards = [card for card, own in enumerate(kind) if own == one and card not in found]
        found += cards[:1]
    return tuple(sorted(found))


def test_what_has_no_room_or_is_too_much_work_is_told() -> None:
    needs, available = [[1, 0, 1], [0, 1, 1], [1, 1, 0]], [2, 2, 2]
    status, steps, families = found_by_operation(needs, available)
    assert (status, families[0]) == (DONE, 4)
    assert found_by_operation(needs, available, room=4)[0] == DONE
    for room in range(4):
        status, _, families = found_by_operation(needs, available, room=room)
        assert (status, families[0]) == (FULL, room)
    assert found_by_operation(needs, available, most_steps=steps)[0] == DONE
    for most in (0, 1, 11, 12, steps // 2, steps - 1):
        assert found_by_operation(needs, available, most_steps=most)[0] == TOO_MUCH


def test_more_groups_than_a_word_has_bits() -> None:
    """Of 70 different cards each is a set: there is one family, of all of them."""
    needs = [[int(at == thing) for thing in range(70)] for at in range(70)]
    status, _, families = found_by_operation(needs, [1] * 70, room=2)
    assert status == DONE
    assert rows_of(families, [1] * 70) == [tuple(range(70))]


def test_sets_of_nothing_are_in_no_family() -> None:
    assert rows_of(found_by_operation([[0], [1]], [2])[2], [2]) == [(1, 1)]
    assert rows_of(found_by_operation([[0]], [2])[2], [2]) == [()]
