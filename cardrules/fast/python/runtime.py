"""What games as plain Python call: sets of cards by tables, which are filled as they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence, Sequence

# So many cards are looked up at once in a deck that is no larger than a word, and in others: of few
# cards all sets are known soon, while of more cards a set has fewer of those that there are.
_WORD = 64
_PART, _WIDE_PART = 13, 26
_LOWER = (1 << _PART) - 1
# So many sets are remembered.
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

    @staticmethod
    def of(cards: int) -> CardsIn:
        """Those of a deck."""
        return CardsInWord(cards) if cards < _WORD else CardsInWide(cards)

    def _found(self, cards: int) -> tuple[int, ...]:
        """The cards of a set that is not remembered."""
        raise NotImplementedError

    def __missing__(self, cards: int) -> tuple[int, ...]:
        if len(self) >= _MOST:
            self.clear()
        found = self[cards] = self._found(cards)
        return found


class CardsInWord(CardsIn):
    """Those of a deck that is no larger than a word: of four parts, of which three are known."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self._first, self._second, self._third = (
            _all_listed(first, min(_PART, cards + 1 - first)) for first in (0, _PART, 2 * _PART)
        )
        self._last = _Listed(3 * _PART)

    def _found(self, cards: int) -> tuple[int, ...]:
        return (
            self._first[cards & _LOWER]
            + self._second[cards >> _PART & _LOWER]
            + self._third[cards >> 2 * _PART & _LOWER]
            + self._last[cards >> 3 * _PART]
        )


class CardsInWide(CardsIn):
    """Those of a larger deck."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self._lower = (1 << _WIDE_PART) - 1
        self._parts = [_Listed(first) for first in range(0, cards + 1, _WIDE_PART)]

    def _found(self, cards: int) -> tuple[int, ...]:
        found: tuple[int, ...] = ()
        for part in self._parts:
            if not cards:
                break
            if cards & self._lower:
                found += part[cards & self._lower]
            cards >>= _WIDE_PART
        return found


def _all_listed(first: int, cards: int) -> list[tuple[int, ...]]:
    """The cards of each set of a few cards, of which the first has a number."""
    found: list[tuple[int, ...]] = [()]
    for card in range(first, first + cards):
        found += [(*one, card) for one in found]
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


class Twins:
    """Cards of which some look the same, by the kind of each."""

    def __init__(self, kinds: Sequence[int]) -> None:
        self._kinds = kinds
        self._last = {kind: card for card, kind in enumerate(kinds)}

    def order(self, cards: MutableSequence[int], size: int) -> None:
        """Of the first cards, which lie one above the other, those that look the same change
        places: the lower numbers lie higher.
        """
        kinds = self._kinds
        if size == len(kinds):
            ascending: Sequence[int] = range(size)
            last = self._last.copy()
        else:
            ascending = sorted(cards[:size])
            # Of each kind the last of its cards that is left; they are neighbours there.
            last = {kinds[card]: at for at, card in enumerate(ascending)}
        for place, card in enumerate(cards[:size]):
            kind = kinds[card]
            at = last[kind]
            last[kind] = at - 1
            cards[place] = ascending[at]
