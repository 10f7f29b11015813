"""Cards in an order: those of piles and of stacks, whatever it is in which they lie.

What is written here knows the places of piles and stacks, and no zone that has no order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import attrs

from cardrules.fast.llvm.checks import Array, Local
from cardrules.fast.llvm.writing import Code
from cardrules.fast.state.memory import Memory
from cardrules.kernel.numbers import NONE

End = Literal["top", "bottom"]
Body = Callable[[str], None]


@attrs.frozen
class Beside:
    """The card below one, -1 where there is none, and whether that one is the highest."""

    below: str
    is_top: str


class Piles:
    """Writes what is done with cards in an order; the lowest card comes first."""

    def __init__(self, code: Code, memory: Memory) -> None:
        self.code, self.memory = code, memory

    def top(self, zone: str) -> str:
        """The highest card, -1 if there is none."""
        raise NotImplementedError

    def bottom(self, zone: str) -> str:
        """The lowest card, -1 if there is none."""
        raise NotImplementedError

    def top_there(self, zone: str) -> str:
        """The highest card of a place where there is one for sure; what is told of another one is
        no more than a number.
        """
        return self.top(zone)

    def top_or_none(self, zone: str) -> str:
        """The highest card, as rules have it."""
        return self._or_none(self.top(zone))

    def bottom_or_none(self, zone: str) -> str:
        """The lowest card, as rules have it."""
        return self._or_none(self.bottom(zone))

    def _or_none(self, card: str) -> str:
        code = self.code
        return code.choose("i", code.compare("<", card, "0"), code.number(NONE), card)

    def count(self, zone: str) -> str:
        """How many cards there are."""
        raise NotImplementedError

    def some(self, zone: str) -> str:
        """Whether there is a card."""
        raise NotImplementedError

    def each(self, zone: str, body: Body) -> None:
        """Do something with each card from the lowest on, which may move that card."""
        raise NotImplementedError

    def downwards(self, zone: str, body: Body) -> None:
        """Do something with each card from the highest on; nothing is moved."""
        raise NotImplementedError

    def note(self, zone: str, cells: Array) -> str:
        """Lay the numbers of all cards into an array; gives how many they are."""
        raise NotImplementedError

    def reorder(self, zone: str, cells: Array, size: str) -> None:
        """All cards lie as an array says, in which there is at least one."""
        raise NotImplementedError

    def begin(self) -> None:
        """There are no cards in any zone."""
        raise NotImplementedError

    def clear(self, zone: str) -> None:
        """There are no cards any more."""
        raise NotImplementedError

    def lay(self, zone: str, card: str, end: End) -> Beside:
        """A card comes to an end."""
        raise NotImplementedError

    def take(self, zone: str, card: str) -> Beside:
        """A card is taken away; what lay beside it before."""
        raise NotImplementedError

    def draw(self, zone: str) -> str:
        """The highest card is taken away; there must be one."""
        raise NotImplementedError

    def place(self, zone: str, number: str) -> Local:
        """The place above so many cards."""
        raise NotImplementedError

    def insert(self, zone: str, card: str, place: Local) -> Beside:
        """A card comes to a place, which is above it then."""
        raise NotImplementedError
