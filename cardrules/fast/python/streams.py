"""The streams of chance of games as plain Python: words that are drawn ahead, many at once.

Of a word its upper bits alone are kept, the *draw*, one more than they are: with few bits Python is
quicker. A word lies below its draw, and not below what is one less; so it comes to the same number
below a bound as both of these times the bound, unless a multiple of all upper bits lies there
(`is_sure`). Then the word is made again, which is the one that may be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence

from cardrules.fast.python.words import Words
from cardrules.kernel.chance import GAMMA, drawn
from cardrules.kernel.numbers import WORD

TABLE = 0
# So many upper bits of a word are its draw.
UPPER = 20
LOWER = (1 << UPPER) - 1
# So many words are drawn at once where there are none left.
_MORE = 16
_BITS = 64


class Streams:
    """The stream of the table, and behind it those of the players. The next draw is the last."""

    def __init__(self, players: int, many: Words) -> None:
        self._many = many
        self.draws: list[list[int]] = [[] for _ in range(1 + players)]
        self._keys = [0] * (1 + players)
        self._drawn = [0] * (1 + players)
        # How many words are drawn ahead, for the table and for each player.
        self._ahead = [_MORE, _MORE]

    def games(self, seeds: Sequence[int]) -> Iterator[int]:
        """Get ready for the game of each seed, one after the other."""
        streams = len(self.draws)
        keys = self._many.keys_of(seeds, streams)
        games, table, ahead = len(seeds), self._ahead[0], self._ahead[1]
        of_table = self._many.upper_drawn(keys[:games], table, UPPER)
        others = len(keys) - games
        of_players = self._many.upper_drawn(keys[games:], ahead, UPPER)
        used, most = [0, 0], [0, 0]
        for game, seed in enumerate(seeds):
            self._keys[:] = keys[game::games].tolist()
            self._drawn[:] = [table, *[ahead] * (streams - 1)]
            self.draws[TABLE][:] = of_table[game::games][::-1]
            for stream in range(1, streams):
                self.draws[stream][:] = of_players[(stream - 1) * games + game :: others][::-1]
            yield seed
            left = list(map(len, self.draws))
            taken = [drawn - now for drawn, now in zip(self._drawn, left, strict=True)]
            for at, number in enumerate((taken[TABLE], max(taken[TABLE + 1 :]))):
                used[at] += number
                most[at] = max(most[at], number)
        # In most games so many are enough.
        self._ahead = [
            min(number, 2 * _MORE + 2 * total // games) + 1
            for number, total in zip(most, used, strict=True)
        ]

    def more(self, stream: int) -> None:
        """Draws for a stream that has none left."""
        begin = self._keys[stream] + self._drawn[stream] * GAMMA & WORD
        self._drawn[stream] += _MORE
        found = self._many.upper_drawn(self._many.packed([begin]), _MORE, UPPER)
        self.draws[stream][:] = found[::-1]

    def again(self, stream: int, bound: int) -> int:
        """A number below a bound from the word that was taken last, which may be refused."""
        refused = (1 << _BITS) % bound
        while (product := self._last(stream) * bound) & WORD < refused:
            if not self.draws[stream]:
                self.more(stream)
            self.draws[stream].pop()
        return product >> _BITS

    def _last(self, stream: int) -> int:
        """The word that was taken last."""
        at = self._drawn[stream] - len(self.draws[stream]) - 1
        return drawn(self._keys[stream], at)

    def below(self, bound: int) -> int:
        """The next number of the table, below a bound."""
        draws = self.draws[TABLE]
        if not draws:
            self.more(TABLE)
        product = draws.pop() * bound
        return product >> UPPER if is_sure(product, bound) else self.again(TABLE, bound)

    def shuffle(self, things: MutableSequence[int], size: int) -> None:
        """Things that lie side by side in a new order, as `cardrules.kernel.chance` does it."""
        draws = self.draws[TABLE]
        while size > 1:
            if not draws:
                self.more(TABLE)
            size = self._shuffle_with(draws, things, size)

    def _shuffle_with(self, draws: list[int], things: MutableSequence[int], size: int) -> int:
        """As far as there are draws, which are sure but for the last one; how far it has come."""
        taken = draws[: -size if size <= len(draws) else None : -1]
        for bound, draw in zip(range(size, 1, -1), taken, strict=False):
            product = draw * bound
            if product & LOWER <= bound:
                break
            other, last = product >> UPPER, bound - 1
            things[last], things[other] = things[other], things[last]
        else:
            number = min(len(taken), size - 1)
            del draws[len(draws) - number :]
            return size - number
        del draws[len(draws) - (size - bound + 1) :]
        other, last = self.again(TABLE, bound), bound - 1
        things[last], things[other] = things[other], things[last]
        return last


def is_sure(product: int, bound: int) -> bool:
    """Whether a draw times a bound tells the number, and that its word is not refused."""
    return product & LOWER > bound
