"""What games as plain Python call: sets of cards by tables, which are filled as they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

# So many cards are looked up at once: of sets of few cards all are known soon, while of more cards
# a set has fewer of those that there are. So many sets are remembered.
_WIDTHS = {64: 13, 1 << 62: 26}
_MOST = 1 << 15


class _Listed(dict[int, tuple[int, ...]]):
    """The cards of each set of a few cards, of which the first has a number."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def __missing__(self, cards: int) -> tuple[int, ...]:
        found = []
        left = cards
        while left:
            found.append(self._first + (left & -left).bit_length() - 1)
            left &= left - 1
        if len(self) >= _MOST:
            self.clear()
        self[cards] = tuple(found)
        return self[cards]


class CardsIn(dict[int, tuple[int, ...]]):
    """The cards of each set, in the order of their numbers."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self._width = next(width for most, width in _WIDTHS.items() if cards <= most)
        self._lower = (1 << self._width) - 1
        self._parts = [_Listed(first) for first in range(0, cards + 1, self._width)]

    def nth(self, cards: int, number: int) -> int:
        """The card of a set with so many before it."""
        lower, width = self._lower, self._width
        for part in self._parts:
            there = part[cards & lower]
            if number < len(there):
                return there[number]
            number -= len(there)
            cards >>= width
        raise IndexError(number)

    def __missing__(self, cards: int) -> tuple[int, ...]:
        found: tuple[int, ...] = ()
        left, lower, width = cards, self._lower, self._width
        for part in self._parts:
            if not left:
                break
            if left & lower:
                found += part[left & lower]
            left >>= width
        if len(self) >= _MOST:
            self.clear()
        self[cards] = found
        return found


class Extreme(dict[int, int]):
    """The highest or lowest of the numbers of the cards of each set, 0 without any."""

    def __init__(
        self, cards_in: CardsIn, values: Sequence[int], choose: Callable[[Iterable[int]], int]
    ) -> None:
        super().__init__()
        self._cards_in, self._values, self._choose = cards_in, values, choose

    def __missing__(self, cards: int) -> int:
        values = self._values
        found = self._choose([values[card] for card in self._cards_in[cards]]) if cards else 0
        if len(self) >= _MOST:
            self.clear()
        self[cards] = found
        return found


class ByNumber(dict[int, int]):
    """Values for numbers from one on; what lies beyond them has the first or the last value."""

    def __init__(self, values: Sequence[int], least: int) -> None:
        super().__init__(enumerate(values, least))
        self._least, self._most = least, least + len(values) - 1

    def __missing__(self, number: int) -> int:
        return self[self._most if number > self._most else self._least]
