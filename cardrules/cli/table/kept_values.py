"""What the rules keep, in words: tokens, and variables that have a sentence.

What is not there for anybody, and what is not so, is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from cardrules.prose import join
from cardrules.table.model import Entry, Value


@attrs.frozen
class KeptValues:
    """The values of a table; `names` are those of the players as there is room for them."""

    values: Sequence[Value]
    names: Sequence[str]

    def of(self, seats: tuple[int, ...], fits: Callable[[str], bool]) -> list[str]:
        """The values that somebody has, of those that are not the same for all."""
        entries = [
            (value, entry)
            for value in self._there()
            if fits(value.holder) and not self._is_same_for_all(value)
            for entry in value.entries
            if entry.seats == seats
        ]
        told = [self._told(value, entry) for value, entry in entries]
        return [text for text in told if text]

    def what_is_so(self) -> list[str]:
        """What is true of the game: sentences that are the same for all."""
        return [
            value.label for value in self._there() if _is_sentence(value) and value.entries[0].value
        ]

    def of_all(self) -> list[str]:
        """The values that are shared, or the same for all, beside what is so or not."""
        told = []
        for value in self._there():
            if _is_sentence(value):
                continue
            if value.holder == "shared" or self._is_same_for_all(value):
                text = self._told(value, value.entries[0])
                if text and value.holder != "shared":
                    is_so = value.type == "flag"
                    text = f"everybody: {text}" if is_so else f"{text} (each)"
                told += [text] if text else []
        return told

    def _there(self) -> Iterator[Value]:
        for value in self.values:
            if any(entry.value is not None for entry in value.entries):
                yield value

    def _is_same_for_all(self, value: Value) -> bool:
        return len({self._text(value, entry) for entry in value.entries}) == 1

    def _told(self, value: Value, entry: Entry) -> str:
        """A value with its label; of what is true or false the label alone, where it is true."""
        if entry.value is None:
            return ""
        if value.type == "flag":
            return value.label if entry.value else ""
        colon = ":" if value.type in ("player", "team") else ""
        return f"{value.label}{colon} {self._text(value, entry)}"

    def _text(self, value: Value, entry: Entry) -> str:
        if value.type == "player" and isinstance(entry.value, int):
            return self.names[entry.value - 1]
        if value.type == "team" and isinstance(entry.value, list):
            return join([self.names[seat - 1] for seat in entry.value])
        return entry.text


def _is_sentence(value: Value) -> bool:
    """Whether a value is a sentence that is true or false of the whole game."""
    return value.holder == "shared" and value.type == "flag"
