"""Many words at once, beside the operations of the kernel on one word."""

from __future__ import annotations

from itertools import chain

import pytest

from cardrules.fast.checksums import after_decision, after_end
from cardrules.fast.python.streams import TABLE, UPPER, Streams, is_sure
from cardrules.fast.python.words import Words
from cardrules.kernel import chance

WORDS = [0, 1, 2**63, 2**64 - 1, 0x0123456789ABCDEF, 12345678901234567890]
many = Words(pytest.importorskip("numpy"))


def test_mixed() -> None:
    assert many.mixed(many.packed(WORDS).copy()).tolist() == [chance.mixed(one) for one in WORDS]


def test_draws() -> None:
    wanted = [chance.drawn(key, index) for index in range(3) for key in WORDS]
    keys = many.packed(WORDS)
    assert many.drawn(keys, 3).tolist() == wanted
    assert many.upper_drawn(keys, 3, 20) == [(word >> 44) + 1 for word in wanted]


def test_keys() -> None:
    wanted = [chance.key_of(seed, stream) for stream in range(4) for seed in WORDS]
    assert many.keys_of(WORDS, 4).tolist() == wanted


@pytest.mark.parametrize("times", [1, 5])
def test_checksums(times: int) -> None:
    """Of few games and of many, of which some are over before others."""
    logs = [[0, 3, 2, 1, 2**63 - 1, 2**63 - 2], [], [4, 1, 0] * 5, [1, 1, 0], [2, 9, 8] * 7] * times
    scores = [[-3, 2**63 - 1], [0, 0], [5, -(2**63) + 1], [1, 2], [3, 3]] * times
    for log, score, found in zip(logs, scores, many.checksums(logs, scores), strict=True):
        checksum = 0
        for at in range(0, len(log), 3):
            checksum = after_decision(checksum, *log[at : at + 3])
        assert found == after_end(checksum, score)
    assert many.checksums([[]], [[7]]) == [after_end(0, [7])]


def test_streams() -> None:
    """Of each game the draws of the table and of the players, also beyond those made ahead."""
    streams, seeds = Streams(3, many), [5, 6, 2**63 - 1]
    # A bound of which nearly half of all draws are refused.
    bound = 2**63 + 1
    for seed in chain(streams.games(seeds), streams.games(seeds)):
        key = chance.key_of(seed, 0)
        stream, things, wanted = [key, 0], list(range(30)), list(range(30))
        streams.shuffle(things, 30)
        chance.shuffle(stream, wanted, 0, 30)
        assert things == wanted
        for _ in range(20):
            assert streams.below(bound) == chance.below(stream, bound)
        assert streams.below(7) == chance.below(stream, 7)
        assert len(streams.draws[TABLE]) < 16


def test_draws_tell_numbers() -> None:
    """Where a draw is sure of a number, all words of which it is the draw come to that, and none of
    them is refused; just beyond it is not sure any more.
    """
    lower = 64 - UPPER
    sure = 0
    for bound in (1, 2, 3, 7, 52, 1000, (1 << UPPER) - 1, 1 << UPPER, 1 << 40):
        refused = 2**64 % bound
        firsts = [number * 2**UPPER // bound for number in range(min(bound, 60))]
        for upper in {0, 1, 2**UPPER - 1, *firsts, *[one - 1 for one in firsts if one]}:
            product = (upper + 1) * bound
            ends = [word * bound for word in (upper << lower, (upper + 1 << lower) - 1)]
            if is_sure(product, bound):
                sure += 1
                assert {end >> 64 for end in ends} == {product >> UPPER}
                assert all(end % 2**64 >= refused for end in ends)
                # No multiple of all words lies between them, at which a word would be refused.
                assert ends[0] % 2**64 < ends[1] % 2**64
    assert sure > 100


def test_draws_that_are_not_sure() -> None:
    """A bound for which each third draw is not sure of the number."""
    bound = (1 << UPPER) // 3
    streams, unsure = Streams(1, many), 0
    for _ in streams.games([3]):
        stream = [chance.key_of(3, 0), 0]
        for _ in range(100):
            before = len(streams.draws[TABLE])
            product = streams.draws[TABLE][-1] * bound if before else 0
            unsure += not is_sure(product, bound)
            assert streams.below(bound) == chance.below(stream, bound)
    assert unsure > 20
