"""The order in which cards are shown to people: on the board, in a hand, and in sentences."""

from __future__ import annotations

from typing import Any

from cardrules.model.ruleset import Ruleset


class CardOrder:
    """The order in which cards are shown: by their attributes, then as in the card table."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._keys = [
            (*(_comparable(kind.values[name]) for name in ruleset.attributes), index)
            for index, kind in enumerate(ruleset.kinds)
        ]
        self._names = {kind.name: index for index, kind in enumerate(ruleset.kinds)}

    def of_kind(self, kind: int) -> tuple[Any, ...]:
        """The key of a kind by its number."""
        return self._keys[kind]

    def of_name(self, name: str) -> tuple[Any, ...]:
        """The key of a kind by its name; other words come last."""
        return (0, *self._keys[self._names[name]]) if name in self._names else (1, name)


def _comparable(value: int | tuple[int, ...]) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)
