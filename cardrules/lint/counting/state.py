"""How many cards may lie in each zone at a place of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import attrs

# A zone by its name and the number of its holder.
Where = tuple[str, int]


class Number(NamedTuple):
    """The whole numbers from `least` to `most`."""

    least: int
    most: int

    def joined(self, other: Number) -> Number:
        """What may be the one or the other."""
        return Number(min(self.least, other.least), max(self.most, other.most))

    @property
    def is_one(self) -> bool:
        """Whether it can be one number alone."""
        return self.least == self.most


@attrs.define
class State:
    """The cards of all zones, `total` in all.

    `kinds`: of zones of which that is known, how many cards of each kind are there. `single`: the
    names of zones of which at most one holder has cards.
    """

    total: int
    holders: Mapping[str, int]
    cards: dict[Where, Number]
    kinds: dict[Where, dict[int, int]]
    single: frozenset[str] = frozenset()

    def copy(self) -> State:
        """The same, to be changed by itself."""
        kinds = {where: dict(found) for where, found in self.kinds.items()}
        return State(self.total, self.holders, dict(self.cards), kinds, self.single)

    def joined(self, other: State) -> State:
        """What may be the one or the other."""
        cards = {
            where: found if found == other.cards[where] else found.joined(other.cards[where])
            for where, found in self.cards.items()
        }
        kinds = {
            where: found for where, found in self.kinds.items() if other.kinds.get(where) == found
        }
        single = frozenset(
            name
            for name in self.single | other.single
            if (name in self.single or self.is_empty(name))
            and (name in other.single or other.is_empty(name))
        )
        return State(self.total, self.holders, cards, kinds, single)

    def of_name(self, name: str) -> list[Where]:
        """The zones of a name."""
        return [(name, holder) for holder in range(self.holders[name])]

    def is_empty(self, name: str) -> bool:
        """Whether no zone of a name has cards."""
        return not any([self.cards[where].most for where in self.of_name(name)])

    def must_have_cards(self, name: str) -> bool:
        """Whether some zone of a name has cards, since all others cannot hold all there are."""
        if any([self.cards[where].least for where in self.of_name(name)]):
            return True
        elsewhere = sum([found.most for where, found in self.cards.items() if where[0] != name])
        return elsewhere < self.total

    def set(self, where: Where, number: Number) -> None:
        """Another number of cards in a zone."""
        self.cards[where] = Number(max(0, number.least), min(self.total, number.most))
        self.kinds.pop(where, None)

    def add(self, where: Where, number: Number) -> None:
        """More cards in a zone, or fewer."""
        found = self.cards[where]
        if number.most > 0:
            self.single -= {where[0]}
        self.set(where, Number(found.least + number.least, found.most + number.most))

    def forget(self, names: Iterable[str]) -> None:
        """Any number of cards in zones."""
        anything = Number(0, self.total)
        gone = frozenset(names)
        self.single -= gone
        for where in self.cards:
            if where[0] in gone:
                self.cards[where] = anything
                if where in self.kinds:
                    del self.kinds[where]
