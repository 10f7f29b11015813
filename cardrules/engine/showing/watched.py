"""Tables of faces that note which cards are looked at while something is worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class _Watched(Sequence[Any]):
    """A table by cards that notes which of its entries are looked at."""

    def __init__(self, table: Sequence[Any], seen: set[int]) -> None:
        self._table = table
        self._seen = seen

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, card: Any) -> Any:
        self._seen.add(card)
        return self._table[card]


def watching(names: Mapping[str, Any], seen: set[int], *others: str) -> dict[str, Any]:
    """The tables of faces among the names of generated source, and others, watched."""
    return {
        name: _Watched(table, seen)
        for name, table in names.items()
        if name == "LINE" or name.startswith("ATTRIBUTE_") or name in others
    }
