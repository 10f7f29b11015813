"""Many words of 64 bits at once, as arrays: keys and draws of many games, and their checksums."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from struct import Struct
from typing import Any

from cardrules.fast.checksums import INDEX, NUMBER, SCORE, SEAT, after_decision
from cardrules.kernel.chance import GAMMA

_BITS = 64
# What is known of a decision: seat, number of answers, index of the one that is taken.
OF_A_DECISION = 3
# So few games take longer at once than one after the other.
_FEW = 10


class Words:
    """What is done with many words; sums and products are cut to 64 bits."""

    def __init__(self, numbers: Any) -> None:
        """`numbers` is the module numpy."""
        self._numbers = numbers
        self._word = numbers.uint64

    def packed(self, words: Sequence[int]) -> Any:
        """Words as an array."""
        return self._numbers.frombuffer(Struct(f"<{len(words)}Q").pack(*words), dtype="<u8")

    def mixed(self, words: Any) -> Any:
        """What `cardrules.kernel.chance.mixed` makes of each of the words, which are changed."""
        word = self._word
        words ^= words >> word(30)
        words *= word(0xBF58476D1CE4E5B9)
        words ^= words >> word(27)
        words *= word(0x94D049BB133111EB)
        words ^= words >> word(31)
        return words

    def drawn(self, keys: Any, number: int) -> Any:
        """The first draws under each key: of all of them the first one, then the next ones."""
        steps = self._numbers.arange(number, dtype="uint64") * self._word(GAMMA)
        return self.mixed((steps[:, None] + keys).reshape(-1))

    def upper_drawn(self, keys: Any, number: int, bits: int) -> list[int]:
        """The same, but of each of them some upper bits alone, plus one."""
        upper = self.drawn(keys, number) >> self._word(_BITS - bits)
        found: list[int] = (upper + self._word(1)).tolist()
        return found

    def keys_of(self, seeds: Sequence[int], streams: int) -> Any:
        """The keys of so many streams of each seed: of all the first one, then the next ones."""
        gamma = self._word(GAMMA)
        begun = self.mixed(self.packed(seeds) + gamma)
        return self.drawn(begun + gamma, streams)

    def checksums(
        self, logs: Sequence[Sequence[int]], scores: Sequence[Sequence[int]]
    ) -> list[int]:
        """The checksums of games: of each decision a log has what is known of it."""
        numbers = self._numbers
        # The longest games first: those that are not over yet lie side by side.
        order = sorted(range(len(logs)), key=lambda game: -len(logs[game]))
        found = self._decided([logs[game] for game in order])
        for column in zip(*[scores[game] for game in order], strict=True):
            found += numbers.array(column, dtype="int64").view("uint64") * self._word(SCORE)
            self.mixed(found)
        told = numbers.empty_like(found)
        told[order] = found
        listed: list[int] = told.tolist()
        return listed

    def _decided(self, logs: Sequence[Sequence[int]]) -> Any:
        """What comes of the decisions of games, of which none is longer than the one before."""
        numbers, word = self._numbers, self._word
        found = numbers.zeros(len(logs), dtype="uint64")
        each = self.packed(list(chain.from_iterable(logs))).reshape(-1, OF_A_DECISION)
        added = each[:, 0] * word(SEAT) + each[:, 1] * word(NUMBER) + each[:, 2] * word(INDEX)
        lengths = [len(log) // OF_A_DECISION for log in logs]
        begins = numbers.array([0, *accumulate(lengths)], dtype="int64")
        going, step = len(logs), 0
        while True:
            while going and lengths[going - 1] <= step:
                going -= 1
            if going < _FEW:
                break
            now = found[:going]
            now += added[begins[:going] + step]
            self.mixed(now)
            step += 1
        for game in range(going):
            checksum, log = int(found[game]), logs[game]
            for at in range(OF_A_DECISION * step, len(log), OF_A_DECISION):
                checksum = after_decision(checksum, *log[at : at + OF_A_DECISION])
            found[game] = checksum
        return found
