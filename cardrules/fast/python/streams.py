"""The streams of chance of games as plain Python: words that are drawn ahead, many at once."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence

from cardrules.fast.python.lanes import drawn, keys_of
from cardrules.kernel.chance import GAMMA
from cardrules.kernel.numbers import WORD

TABLE = 0
# So many words are drawn at once where there are none left.
_MORE = 16
# Words that are drawn ahead are a multiple of this.
_AT_LEAST = 4
_BITS = 64


class Streams:
    """The stream of the table, and behind it those of the players. The next word is the last."""

    def __init__(self, players: int) -> None:
        self.words: list[list[int]] = [[] for _ in range(1 + players)]
        self._keys = [0] * (1 + players)
        self._drawn = [0] * (1 + players)
        # How many words are drawn ahead, for the table and for each player.
        self._ahead = [_MORE, _MORE]

    def games(self, seeds: Sequence[int]) -> Iterator[int]:
        """Get ready for the game of each seed, one after the other."""
        streams = len(self.words)
        keys = keys_of(seeds, streams)
        games, table, ahead = len(seeds), self._ahead[0], self._ahead[1]
        of_table = drawn(keys[:games], table)
        others = len(keys) - games
        of_players = drawn(keys[games:], ahead)
        used = [0, 0]
        for game, seed in enumerate(seeds):
            self._keys[:] = keys[game::games]
            self._drawn[:] = [table, *[ahead] * (streams - 1)]
            self.words[TABLE][:] = of_table[game::games][::-1]
            for stream in range(1, streams):
                self.words[stream][:] = of_players[(stream - 1) * games + game :: others][::-1]
            yield seed
            left = list(map(len, self.words))
            used[0] += self._drawn[TABLE] - left[TABLE]
            used[1] += max([
                self._drawn[stream] - left[stream] for stream in range(1, streams)
            ])  # fmt: skip
        self._ahead = [_AT_LEAST * (1 + number // games // _AT_LEAST) for number in used]

    def more(self, stream: int) -> None:
        """Words for a stream that has none left."""
        begin = self._keys[stream] + self._drawn[stream] * GAMMA & WORD
        self._drawn[stream] += _MORE
        self.words[stream][:] = drawn([begin], _MORE)[::-1]

    def again(self, stream: int, word: int, bound: int) -> int:
        """A number below a bound, with a word that may have to be refused."""
        refused = (1 << _BITS) % bound
        while (word * bound) & WORD < refused:
            if not self.words[stream]:
                self.more(stream)
            word = self.words[stream].pop()
        return word * bound >> _BITS

    def below(self, bound: int) -> int:
        """The next number of the table, below a bound."""
        words = self.words[TABLE]
        if not words:
            self.more(TABLE)
        word = words.pop()
        product = word * bound
        return product >> _BITS if product & WORD >= bound else self.again(TABLE, word, bound)

    def shuffle(self, things: MutableSequence[int], size: int) -> None:
        """Things that lie side by side in a new order, as `cardrules.kernel.chance` does it."""
        words = self.words[TABLE]
        for bound in range(size, 1, -1):
            if not words:
                self.more(TABLE)
            word = words.pop()
            product = word * bound
            other = product >> _BITS
            if product & WORD < bound:
                other = self.again(TABLE, word, bound)
            last = bound - 1
            things[last], things[other] = things[other], things[last]
