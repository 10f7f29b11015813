"""What is looked up of sets with a sum, beside all families of them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules.fast.python.sum_rows import ANY_USED, UNKNOWN, OpenCards, SumRows
from cardrules.kernel import sums
from tests.kernel.test_sums import Classes

# Of each card what it is worth; the last ones are too large for every sum.
WEIGHTS = [weight for weight in range(7) for _ in range(3)] + [20, 63, 64, 1000]


@given(st.sets(st.integers(0, len(WEIGHTS) - 1), max_size=9), st.integers(-2, 64))
@settings(max_examples=100)
def test_what_families_take_and_which_cards_are_used(cards: set[int], target: int) -> None:
    rows, pool = SumRows(WEIGHTS), sum([1 << card for card in cards])
    worth = [WEIGHTS[card] for card in cards if WEIGHTS[card] <= sums.MOST_SUM]
    classes = [(weight, worth.count(weight)) for weight in sorted({*worth})]
    known, every = Classes(classes), dict(classes)
    for _ in range(2):
        takes, used = rows[pool][target], rows[pool].in_some(target)
        if target > sums.MOST_SUM:
            assert (takes, used) == (UNKNOWN, ANY_USED)
            continue
        assert {WEIGHTS[card] for card in cards if used >> card & 1} == known.in_some(target)
        unions, begun = known.unions(target)
        of_weights = [dict(zip(every, one, strict=True)) for one in unions]
        if any(0 < n < every[weight] for one in of_weights for weight, n in one.items()):
            assert takes == UNKNOWN
        elif takes != UNKNOWN:
            wanted = [{weight for weight, n in one.items() if n} for one in of_weights]
            found = [{WEIGHTS[card] for card in cards if one >> card & 1} for one in takes]
            assert sorted(map(sorted, found)) == sorted(map(sorted, wanted))
        else:
            assert len(known.sets(target)) > sums.MOST_SETS or begun > sums.MOST_BEGUN


@given(st.sets(st.integers(0, len(WEIGHTS) - 1), max_size=5))
@settings(max_examples=50)
def test_with_which_cards_there_may_be_several(cards: set[int]) -> None:
    pool, rows = sum([1 << card for card in cards]), SumRows(WEIGHTS)
    targets = [(7 * card) % 11 - 1 for card in range(len(WEIGHTS))]
    # Others may ask for other sums.
    for own in (targets, WEIGHTS, targets):
        found = OpenCards(rows, own)[pool]
        wanted = [len(rows[pool][target]) != 1 for target in own]
        assert [bool(found >> card & 1) for card in range(len(own))] == wanted


def test_what_is_remembered_has_a_bound() -> None:
    rows = SumRows([1, 2])
    for target in range(1 << 15):
        rows[0b11][-target]
    assert len(rows[0b11]) < 1 << 15
    many = SumRows([1] * 20)
    for pool in range(1 << 15):
        many[pool]
    assert len(many) < 1 << 15
    # Pools differ, and hardly ever in how many cards they have of each number.
    assert many[0b11] is many[0b101]
