"""Sets of things as words, and cards that are counted by kind."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from cardrules.model.types import NONE
from tests.kernel.watched import operation

SIZE = 3
things = st.sets(st.one_of(st.integers(0, 64 * SIZE - 1), st.sampled_from([0, 63, 64, 127, 191])))


def words_of(items: set[int], before: int = 0) -> list[int]:
    """The words of a set, with others before and one behind that must stay as they are."""
    found = [sum(1 << item % 64 for item in items if item // 64 == at) for at in range(SIZE)]
    return [*[7] * before, *found, 9]


@given(things, st.integers(0, 64 * SIZE - 1), st.integers(0, 2))
def test_one_thing(items: set[int], thing: int, before: int) -> None:
    words = words_of(items, before)
    assert operation("has")(words, before, thing) == (thing in items)
    operation("put_in")(words, before, thing)
    assert words == words_of(items | {thing}, before)
    operation("take_out")(words, before, thing)
    assert words == words_of(items - {thing}, before)


@given(things, st.integers(-1, 64 * SIZE))
@example(set(range(192)), 64)
def test_counting_and_the_nth(items: set[int], n: int) -> None:
    """A spread in CPython is a tuple of its cards: its length, its nth, its next."""
    words, cards = words_of(items), sorted(items)
    assert operation("count_in")(words, 0, SIZE) == len(cards)
    wanted = cards[n] if 0 <= n < len(cards) else NONE
    assert operation("nth_in")(words, 0, SIZE, n) == wanted
    assert operation("next_in")(words, 0, SIZE, n) == min(
        [x for x in cards if x >= n], default=NONE
    )


@given(st.integers(0, (1 << 64) - 1), st.integers(-2, 66))
@example((1 << 64) - 1, 63)
@example(1 << 63, 0)
def test_the_nth_bit(word: int, n: int) -> None:
    places = [place for place in range(64) if word >> place & 1]
    assert operation("nth_bit")(word, n) == (places[n] if 0 <= n < len(places) else NONE)


@given(things, things)
def test_two_sets(left: set[int], right: set[int]) -> None:
    other = words_of(right, 1)
    for name, wanted in (
        ("unite", left | right), ("remove", left - right), ("intersect", left & right),
    ):  # fmt: skip
        words = words_of(left, 2)
        operation(name)(words, 2, other, 1, SIZE)
        assert words == words_of(wanted, 2), name
    words = words_of(left, 2)
    assert operation("are_disjoint")(words, 2, other, 1, SIZE) == left.isdisjoint(right)
    assert operation("holds_all")(words, 2, other, 1, SIZE) == left.issuperset(right)


@given(st.lists(st.integers(0, 4), max_size=6), st.integers(-1, 25))
def test_the_kind_of_the_nth_card(counts: list[int], n: int) -> None:
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    found = operation("kind_of_nth")([5, *counts], 1, len(counts), n)
    assert found == (kinds[n] if 0 <= n < len(kinds) else NONE)
