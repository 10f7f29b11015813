"""Extremes, stable sorting, and who is first by several criteria."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from cardrules.engine.source.helpers import with_extreme
from cardrules.model.types import MOST_NUMBER, NONE
from tests.kernel.watched import operation

values = st.one_of(
    st.integers(-3, 3), st.sampled_from([MOST_NUMBER, -MOST_NUMBER, NONE]), st.integers(-90, 90)
)


@given(st.lists(values, max_size=9), st.sampled_from([1, -1]))
def test_extremes(numbers: list[int], sign: int) -> None:
    size = len(numbers)
    assert operation("highest")(numbers, size) == max(numbers, default=0)
    assert operation("lowest")(numbers, size) == min(numbers, default=0)
    things = [10 + at for at in range(size)]
    wanted = with_extreme(tuple(things), numbers, sign)
    kept = operation("keep_extreme")(things, numbers, size, sign)
    assert tuple(things[:kept]) == wanted


@given(st.lists(values, max_size=40), st.data())
@example([], None)
def test_sorting_is_stable(keys: list[int], data: st.DataObject | None) -> None:
    things = data.draw(st.permutations(range(len(keys)))) if data else []
    order = [-1, *things, -2]
    operation("sort_by")(order, 1, len(keys), keys, [0] * len(keys))
    assert order == [-1, *sorted(things, key=lambda thing: keys[thing]), -2]


@given(st.integers(1, 6), st.integers(0, 3), st.data())
def test_places_by_several_criteria(sides: int, criteria: int, data: st.DataObject) -> None:
    signs = data.draw(st.lists(st.sampled_from([1, -1]), min_size=criteria, max_size=criteria))
    size = sides * criteria
    table = data.draw(st.lists(values, min_size=size, max_size=size))
    places = [0] * sides
    operation("put_places")(places, table, sides, signs, criteria)
    keys = [
        tuple(-sign * table[at * sides + side] for at, sign in enumerate(signs))
        for side in range(sides)
    ]
    assert places == [1 + sum(other < key for other in keys) for key in keys]
    # Whoever is kept by one criterion after the other has the first place.
    best = list(range(sides))
    for at, sign in enumerate(signs):
        own = [table[at * sides + side] for side in best]
        best = best[: operation("keep_extreme")(best, own, len(best), sign)]
    assert best == [side for side in range(sides) if places[side] == 1]
