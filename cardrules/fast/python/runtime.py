"""What games as plain Python call: sets of cards by tables, which are filled as they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence

from cardrules.fast.python.called import CARDS_IN
from cardrules.fast.python.nth import LOWER, PART, PARTS, is_small

# Of a larger deck so many cards are looked up at once.
_WIDE_PART = 16
# So many sets are remembered; of the cards of sets these, of so few cards.
_MOST = 1 << 15
_MOST_FEW, _FEW = 1 << 16, 4


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
        return CardsInWord(cards) if is_small(cards) else CardsInWide(cards)

    def names(self) -> Mapping[str, object]:
        """What stands in texts that look at cards of sets, by name."""
        return {CARDS_IN: self}

    def _found(self, cards: int) -> tuple[int, ...]:
        """The cards of a set that is not remembered."""
        raise NotImplementedError

    def __missing__(self, cards: int) -> tuple[int, ...]:
        found = self._found(cards)
        # What is larger hardly ever comes again.
        if len(found) <= _FEW and len(self) < _MOST_FEW:
            self[cards] = found
        return found


class CardsInWord(CardsIn):
    """Those of a deck that is no larger than a word: of four parts, of which three are known."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self._first, self._second, self._third = (
            _all_listed(first, min(PART, cards + 1 - first)) for first in (0, PART, 2 * PART)
        )
        self._last = _Listed(3 * PART)

    def names(self) -> Mapping[str, object]:
        parts = zip(PARTS, (self._first, self._second, self._third, self._last), strict=True)
        return {**super().names(), **dict(parts)}

    def _found(self, cards: int) -> tuple[int, ...]:
        return (
            self._first[cards & LOWER]
            + self._second[cards >> PART & LOWER]
            + self._third[cards >> 2 * PART & LOWER]
            + self._last[cards >> 3 * PART]
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
