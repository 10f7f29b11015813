"""The generator: known values, no bias, independent streams."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from cardrules.engine.chance import (
    GENERATOR,
    Stream,
    below,
    key_from_seed,
    permutation,
)
from cardrules.kernel.chance import drawn as draw
from cardrules.kernel.chance import mixed as mix

ROOT = Path(__file__).resolve().parents[2]
WORD = 1 << 64
GAMMA = 0x9E3779B97F4A7C15

# The first numbers of splitmix64, as other implementations print them for these seeds.
PUBLISHED = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC),
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
}


def reference(state: int) -> int:
    """One step of splitmix64 after its state was moved on, written from its description."""
    z = state % WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % WORD
    return z ^ (z >> 31)


@pytest.mark.parametrize("seed", PUBLISHED)
def test_the_draws_of_a_key_are_those_of_splitmix64(seed: int) -> None:
    wanted = PUBLISHED[seed]
    # Splitmix64 moves its state on before each number, so its first number is draw number 1.
    assert tuple(draw(seed, index) for index in range(1, len(wanted) + 1)) == wanted


def test_draws_agree_with_the_description_for_many_keys_and_indices() -> None:
    for key in (0, 1, 2**63, WORD - 1, 0xDEADBEEF):
        for index in (0, 1, 2, 1000, 2**40):
            assert draw(key, index) == reference(key + index * GAMMA)


def test_keys_are_what_the_version_says() -> None:
    """A record keeps the seed, so a change of the keys needs a new version of the generator."""
    assert GENERATOR == "splitmix64-1"
    for seed in (0, 1, 7, 2**64 - 1):
        for stream in (0, 1, 8):
            wanted = reference(reference(seed + GAMMA) + (stream + 1) * GAMMA)
            assert key_from_seed(seed, stream) == wanted


def test_mixing_is_a_bijection_where_it_was_looked_at() -> None:
    assert len({mix(value) for value in range(20_000)}) == 20_000


def test_a_number_below_a_bound_is_below_it_and_all_come() -> None:
    for bound in (1, 2, 3, 7, 52, 117):
        seen = set()
        index = 0
        for _ in range(bound * 20):
            value, index = below(99, index, bound)
            seen.add(value)
        assert seen == set(range(bound))


def test_small_bounds_are_even() -> None:
    for bound in (2, 3, 6, 10, 52):
        counts: Counter[int] = Counter()
        index, number = 0, 2000 * bound
        for _ in range(number):
            value, index = below(key_from_seed(bound), index, bound)
            counts[value] += 1
        square = sum((counts[value] - 2000) ** 2 / 2000 for value in range(bound))
        # Five standard deviations above the mean of chi square: never by chance.
        assert square < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


def test_a_bound_that_does_not_divide_the_range_is_even_thanks_to_rejection() -> None:
    """Of 3 * 2^62 numbers every third would come twice as often if nothing were rejected."""
    bound = 3 << 62
    counts: Counter[int] = Counter()
    index = rounds = 0
    while rounds < 6000:
        value, index = below(5, index, bound)
        assert 0 <= value < bound
        counts[value % 3] += 1
        rounds += 1
    assert index > rounds, "a quarter of the draws is rejected"
    assert abs(index - rounds * 4 / 3) < 250
    assert max(counts.values()) - min(counts.values()) < 300


def test_exactly_the_biased_products_are_rejected() -> None:
    bound = 52
    limit = WORD % bound
    index = 0
    for _ in range(500):
        start = index
        value, index = below(11, index, bound)
        assert index == start + 1, "so small a bound rejects next to nothing"
        product = draw(11, start) * bound
        assert product % WORD >= limit
        assert value == product // WORD


def test_a_permutation_has_each_number_once_and_uses_one_draw_less_than_there_are() -> None:
    for size in (0, 1, 2, 5, 52, 216):
        order, index = permutation(3, 10, size)
        assert sorted(order) == list(range(size))
        assert index == 10 + max(0, size - 1)


def test_a_permutation_is_fisher_and_yates_from_the_end() -> None:
    items = list(range(9))
    index = 4
    for last in range(8, 0, -1):
        other, index = below(77, index, last + 1)
        items[last], items[other] = items[other], items[last]
    assert permutation(77, 4, 9) == (items, index)


def test_all_permutations_are_equally_likely() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    index = 0
    for _ in range(24 * 400):
        order, index = permutation(1, index, 4)
        counts[tuple(order)] += 1
    assert set(counts) == set(permutations(range(4)))
    square = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert square < 23 + 5 * 46**0.5


def test_streams_of_one_seed_are_different_and_do_not_disturb_each_other() -> None:
    table, first, second = (Stream(1, stream) for stream in (0, 1, 2))
    alone = Stream(1, 2)
    expected = [alone.below(1000) for _ in range(50)]
    found = []
    for _ in range(50):
        table.below(10)
        first.shuffled([1, 2, 3])
        found.append(second.below(1000))
    assert found == expected


def test_streams_are_independent() -> None:
    """Pairs of draws of two streams fall into all cells alike; so do seeds that are neighbours."""
    keys = [
        (key_from_seed(8, 0), key_from_seed(8, 1)),
        (key_from_seed(8, 1), key_from_seed(8, 2)),
        (key_from_seed(8), key_from_seed(9)),
    ]
    for one, other in keys:
        cells = Counter((draw(one, i) >> 62, draw(other, i) >> 62) for i in range(16 * 300))
        square = sum((cells[a, b] - 300) ** 2 / 300 for a in range(4) for b in range(4))
        assert square < 15 + 5 * 30**0.5


def test_keys_do_not_repeat() -> None:
    keys = {key_from_seed(seed, stream) for seed in range(500) for stream in range(9)}
    assert len(keys) == 4500


def test_a_stream_shuffles_without_changing_what_it_was_given() -> None:
    items = [5, 6, 7, 8]
    assert sorted(Stream(4, 1).shuffled(items)) == items
    assert items == [5, 6, 7, 8]


def test_the_page_on_chance_tells_what_comes_out() -> None:
    """`docs/design/chance.md` is what other engines are written from."""
    page = (ROOT / "docs" / "design" / "chance.md").read_text(encoding="utf-8")
    key = key_from_seed(7)
    numbers, index = [], 0
    for _ in range(3):
        value, index = below(key, index, 52)
        numbers.append(value)
    for what, values in (
        ("key", [hex(key)]),
        ("draws 0, 1, 2", [hex(draw(key, index)) for index in range(3)]),
        ("numbers below 52, from draw 0 on", numbers),
        ("a shuffle of 8 cards, from draw 0 on: the old places, lowest first",
         permutation(key, 0, 8)[0]),
        ("key of seat 0", [hex(key_from_seed(7, 1))]),
        ("key of seat 1", [hex(key_from_seed(7, 2))]),
    ):  # fmt: skip
        assert f"| {what} | {', '.join(map(str, values))} |" in page
    assert f"`{GENERATOR}`" in page


def test_products_in_the_biased_part_are_rejected_and_others_are_not() -> None:
    """The modulus is worked out only for some products: all of those that could be rejected."""
    bound, index, told = 5 << 61, 0, []
    for _ in range(300):
        start = index
        _, index = below(3, index, bound)
        lows = [draw(3, number) * bound % WORD for number in range(start, index)]
        told += [low < WORD % bound for low in lows[:-1]] + [lows[-1] >= WORD % bound]
    assert all(told)
    assert index > 300
