"""What searches for sets of cards have found is remembered by what they searched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

# So many searches are remembered, with so many cards in the sets of all of them.
_MOST_SEARCHES = 20_000
_MOST_CARDS = 500_000


class Entry:
    """What is known of a search: the positions in the pool of sets, families and unions."""

    __slots__ = ("families", "family_steps", "memory", "sets", "steps", "unions")

    def __init__(self, sets: list[tuple[int, ...]], memory: Memory | None = None) -> None:
        self.sets = sets
        self.memory = memory
        # The work of the search, which counts also when what it found is remembered.
        self.steps = 0
        self.families: list[list[list[int]]] | None = None
        self.family_steps = 0
        self.unions: list[tuple[int, ...]] | None = None
        self.note(map(len, sets))

    def note(self, cards: Iterable[int]) -> None:
        """Note that so many cards in sets are remembered here."""
        if self.memory is not None:
            self.memory.cards += sum([1 + number for number in cards])


class Memory:
    """What searches have found, by the looks of what they searched; forgotten when it is much."""

    def __init__(self) -> None:
        self._entries: dict[Any, Entry] = {}
        self.cards = 0

    def get(self, key: Any) -> Entry | None:
        """What is known of a search."""
        return self._entries.get(key)

    def keep(self, key: Any, sets: list[tuple[int, ...]]) -> Entry:
        """Remember what a search has found."""
        if len(self._entries) >= _MOST_SEARCHES or self.cards > _MOST_CARDS:
            self._entries.clear()
            self.cards = 0
        made = self._entries[key] = Entry(sets, self)
        return made
