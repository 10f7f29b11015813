"""What maximal families of sets with a sum take, as plain Python looks it up: by how many cards a
pool has of each number, and the sum.

Cards of one number are a class. Pools differ all the time, and hardly ever in that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, count

from cardrules.fast.python.nth import LOWER, PART
from cardrules.kernel import sums

# So much is remembered: pools, and how many cards of each class they can have.
_MOST = 1 << 14
# So many games have what is remembered for them.
_MOST_GAMES = 8
# What depends on more than the numbers of cards.
UNKNOWN: tuple[int, ...] = ()
ANY_USED = -1


class SumRow(dict[int, tuple[int, ...]]):
    """By sums the cards of the families, if a pool has so many cards of each class.

    Each entry is a set with all cards of some classes: of a pool these are the cards of a family.
    Where a family takes some cards of a class alone, the entry is empty.
    """

    def __init__(self, classes: Sequence[tuple[int, int, int]]) -> None:
        """Of each class its number, how many cards it has, and all cards of that number."""
        super().__init__()
        self._used = UsedRow(classes)
        # What those have found out who ask for the same sums again and again, by their numbers.
        self.opened: dict[int, int] = {}
        self._classes = classes
        self._rows = [part for at, (weight, size, _) in enumerate(classes)
                      for part in (weight, size, at)]  # fmt: skip
        self._reach = [1]
        for weight, size, _ in classes:
            self._reach.append(sums.sums_with(self._reach[-1], weight, size))

    def in_some(self, target: int) -> int:
        """All cards of the numbers of which some are in a set with a sum, or `ANY_USED`."""
        return self._used[target]

    def __missing__(self, target: int) -> tuple[int, ...]:
        found = self._found(target)
        if len(self) >= _MOST:
            self.clear()
        self[target] = found
        return found

    def _found(self, target: int) -> tuple[int, ...]:
        if target < 0:
            # There is no set, and one family, which is empty.
            return (0,)
        takes, words = [0] * sums.MOST_BEGUN, [0] * (sums.MOST_SETS + sums.MOST_BEGUN)
        number = sums.put_takes_to(
            self._reach, self._rows, len(self._classes), target, takes, words,
            [0] * sums.MOST_SETS, [], 0,
        )  # fmt: skip
        found: list[int] = []
        for word in takes[: max(0, number)]:
            cards = 0
            for at, (_, size, every) in enumerate(self._classes):
                taken = sums.number_of_class(word, at)
                if 0 < taken < size:
                    return UNKNOWN
                cards |= every if taken else 0
            found.append(cards)
        return tuple(found)


class UsedRow(dict[int, int]):
    """By sums all cards of the numbers of which some are in a set with that sum; `ANY_USED` where
    that is not known.
    """

    def __init__(self, classes: Sequence[tuple[int, int, int]]) -> None:
        super().__init__()
        self._classes = classes

    def __missing__(self, target: int) -> int:
        found = self._found(target) if target <= sums.MOST_SUM else ANY_USED
        if len(self) >= _MOST:
            self.clear()
        self[target] = found
        return found

    def _found(self, target: int) -> int:
        cards = [(weight, every) for weight, size, every in self._classes for _ in range(size)]
        ahead = list(accumulate([weight for weight, _ in cards], _with_card, initial=1))
        found, left = 0, sums.word_of_sum(target)
        for (weight, every), before in zip(cards[::-1], ahead[-2::-1], strict=True):
            found |= every if sums.is_in_some(left, before, weight, is_there=True) else 0
            left = sums.left_with(left, weight, is_there=True)
        return found


def _with_card(some: int, weight: int) -> int:
    """The sums of sets with a card more."""
    return sums.sums_with(some, weight, 1)


class SumRows(dict[int, SumRow]):
    """The rows of pools of cards with these numbers, of which none is below 0."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        numbers = sorted({weight for weight in weights if weight <= sums.MOST_SUM})
        self._every = [
            (weight, sum([1 << card for card, own in enumerate(weights) if own == weight]))
            for weight in numbers
        ]
        # A card more of its class; what is too large for every sum is none.
        places = dict(zip(numbers, accumulate(map(_bits, self._every), initial=0), strict=False))
        one = [1 << places[weight] if weight in places else 0 for weight in weights]
        self._parts = [Keys(one[first : first + PART]) for first in range(0, len(one), PART)]
        self._by_classes: dict[int, SumRow] = {}

    def __missing__(self, pool: int) -> SumRow:
        key, left = 0, pool
        for part in self._parts:
            key += part[left & LOWER]
            left >>= PART
        found = self._by_classes.get(key)
        if found is None:
            found = SumRow([(weight, size, every) for weight, every in self._every
                            if (size := (pool & every).bit_count())])  # fmt: skip
            if len(self._by_classes) >= _MOST:
                self._by_classes.clear()
            self._by_classes[key] = found
        if len(self) >= _MOST:
            self.clear()
        self[pool] = found
        return found


class Keys(dict[int, int]):
    """How many cards of each class there are in a set of a few cards, as one number."""

    def __init__(self, one: Sequence[int]) -> None:
        super().__init__()
        self._one = one

    def __missing__(self, cards: int) -> int:
        found = self[cards] = sum([own for at, own in enumerate(self._one) if cards >> at & 1])
        return found


def _bits(own: tuple[int, int]) -> int:
    """In so many bits is the number of cards of a class."""
    return own[1].bit_count().bit_length()


# Each that asks for the same sums has a number of its own.
_NUMBERS = count()


class OpenCards(dict[int, int]):
    """By pools the cards for whose own sum there is not exactly one union, or that is not known."""

    def __init__(self, rows: SumRows, targets: Sequence[int]) -> None:
        super().__init__()
        self._rows, self._number = rows, next(_NUMBERS)
        self._asking = [
            (target, sum([1 << card for card, own in enumerate(targets) if own == target]))
            for target in sorted({*targets})
        ]

    def __missing__(self, pool: int) -> int:
        row = self._rows[pool]
        found = row.opened.get(self._number)
        if found is None:
            found = 0
            for target, cards in self._asking:
                if len(row[target]) != 1:
                    found |= cards
            row.opened[self._number] = found
        if len(self) >= _MOST:
            self.clear()
        self[pool] = found
        return found


@lru_cache(_MOST_GAMES)
def open_cards(weights: tuple[int, ...], targets: tuple[int, ...]) -> OpenCards:
    """The same for all games with these cards."""
    return OpenCards(sum_rows(weights), targets)


@lru_cache(_MOST_GAMES)
def sum_rows(weights: tuple[int, ...]) -> SumRows:
    """The rows of all games with these cards."""
    return SumRows(weights)
