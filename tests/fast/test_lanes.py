"""Words side by side in one number, beside the operations of the kernel on one word."""

from __future__ import annotations

from itertools import chain

from cardrules.fast.checksums import after_decision, after_end
from cardrules.fast.python import lanes
from cardrules.fast.python.streams import TABLE, Streams
from cardrules.kernel import chance

WORDS = [0, 1, 2**63, 2**64 - 1, 0x0123456789ABCDEF, 12345678901234567890]


def test_mixed() -> None:
    found = lanes.unpacked(lanes.mixed(lanes.packed(WORDS), len(WORDS)), len(WORDS))
    assert list(found) == [chance.mixed(word) for word in WORDS]


def test_draws() -> None:
    wanted = [chance.drawn(key, index) for index in range(3) for key in WORDS]
    assert list(lanes.drawn(WORDS, 3)) == wanted


def test_keys() -> None:
    wanted = [chance.key_of(seed, stream) for stream in range(4) for seed in WORDS]
    assert list(lanes.keys_of(WORDS, 4)) == wanted


def test_checksums() -> None:
    logs = [[0, 3, 2, 1, 2**63 - 1, 2**63 - 2], [], [4, 1, 0] * 5, [1, 1, 0]]
    scores = [[-3, 2**63 - 1], [0, 0], [5, -(2**63) + 1], [1, 2]]
    for log, score, found in zip(logs, scores, lanes.checksums(logs, scores), strict=True):
        checksum = 0
        for at in range(0, len(log), 3):
            checksum = after_decision(checksum, *log[at : at + 3])
        assert found == after_end(checksum, score)
    assert lanes.checksums([[]], [[7]]) == (after_end(0, [7]),)


def test_streams() -> None:
    """Of each game the draws of the table and of the players, also beyond those made ahead."""
    streams, seeds = Streams(3), [5, 6, 2**63 - 1]
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
        assert len(streams.words[TABLE]) < 16
