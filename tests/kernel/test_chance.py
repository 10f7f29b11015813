"""Chance: words, numbers below a bound, draws of distinct things."""

from __future__ import annotations

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from tests.kernel.watched import operation

WORD = 1 << 64
GAMMA = 0x9E3779B97F4A7C15
words = st.one_of(st.integers(0, WORD - 1), st.sampled_from([0, 1, 1 << 63, WORD - 1]))
bounds = st.one_of(
    words, st.integers(1, 100), st.sampled_from([(1 << 63) + 1, WORD // 3 * 2, WORD - 1, 1 << 63])
)


def mix(z: int) -> int:
    """The finaliser of splitmix64 as it is published."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


@given(words, words)
def test_draws_are_mixes_of_key_and_index(key: int, index: int) -> None:
    assert operation("drawn")(key, index) == mix((key + index * GAMMA) % WORD)
    wanted = mix((mix((key + GAMMA) % WORD) + (index + 1) * GAMMA) % WORD)
    assert operation("key_of")(key, index) == wanted


@given(words, words, bounds)
@example(3, 5, 0)
def test_a_number_below_a_bound_is_the_upper_half_of_the_first_draw_that_is_taken(
    key: int, index: int, bound: int
) -> None:
    before, stream = index, [key, index]
    found = operation("below")(stream, bound)
    while True:
        product = mix((key + index * GAMMA) % WORD) * bound
        index = (index + 1) % WORD
        if not bound or product % WORD >= WORD % bound:
            break
    assert (found, stream) == (product // WORD, [key, index])
    ahead = [key, before]
    word = operation("drawn")(key, before)
    assert (operation("below_with")(ahead, bound, word), ahead) == (found, stream)


@given(words, st.integers(0, 12), st.integers(0, 14), st.integers(0, 3))
def test_draws_of_distinct_things_are_a_shuffle_that_stops(
    key: int, size: int, number: int, start: int
) -> None:
    whole, part = [key, 0], [key, 0]
    shuffled, drawn = list(range(20)), list(range(20))
    operation("shuffle")(whole, shuffled, start, size)
    operation("draw_distinct")(part, drawn, start, size, number)
    end = start + size
    assert sorted(shuffled) == list(range(20))
    assert shuffled[:start] + shuffled[end:] == drawn[:start] + drawn[end:]
    taken = min(number, size)
    assert drawn[end - taken : end] == shuffled[end - taken : end]
    assert sorted(drawn) == list(range(20))


@given(st.integers(0, 10), st.integers(0, 3))
def test_a_shuffle_goes_on_behind_a_word_that_is_refused(number: int, next_draw: int) -> None:
    """Word 0 is refused for any bound that is no power of two."""
    key = -(next_draw + number) * GAMMA % WORD
    stream, things = [key, next_draw], list(range(12))
    operation("shuffle")(stream, things, 0, 12)
    bound = 12 - number
    is_refused = bound & (bound - 1) != 0
    assert stream == [key, next_draw + 11 + is_refused]
    assert sorted(things) == list(range(12))


def test_all_orders_are_as_likely() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    stream = [operation("key_of")(7, 0), 0]
    for _ in range(6000):
        things = [0, 1, 2]
        operation("shuffle")(stream, things, 0, 3)
        found[tuple(things)] += 1
    assert len(found) == 6
    assert all(850 < number < 1150 for number in found.values())
