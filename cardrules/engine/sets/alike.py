"""One of several cards, or sets of cards, which look the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.kind_sets import KindSets
from cardrules.machine.layout import Layout
from cardrules.model.state import State


def make_distinct(layout: Layout) -> dict[str, Any]:
    """The functions that leave one of several cards, or sets of cards, which look the same."""
    kind, ordered = layout.kind, layout.ordered

    all_differ = len(set(kind)) == len(kind)

    # Loops within loops ask for the same zones again and again.
    @lru_cache(maxsize=64)
    def in_spread(cards: tuple[int, ...]) -> tuple[int, ...]:
        # What looks the same lies side by side in a spread: the first is kept.
        first = {kind[card]: card for card in reversed(cards)}
        return tuple(reversed(first.values())) if len(first) < len(cards) else cards

    def distinct(s: State, cards: tuple[int, ...]) -> Sequence[int]:
        number = len(cards)
        if number <= 1:
            return cards
        s.work += number
        if all_differ:
            return cards
        place = s.place
        whole = place[cards[0]]
        if cards is s.zones[whole]:
            return cards if ordered[whole] else in_spread(cards)
        found: list[int] = []
        seen: set[tuple[int, int]] = set()
        last = -1
        for card in cards:
            look = kind[card]
            zone = place[card]
            # Neighbours in a spread are sorted: the usual case needs no set.
            if look == last and not ordered[zone] and zone == place[found[-1]]:
                continue
            if not ordered[zone]:
                key = (look, zone)
                if key in seen:
                    continue
                seen.add(key)
            last = look
            found.append(card)
        return found

    def distinct_among(
        s: State, cards: Sequence[int], *others: int | tuple[int, ...]
    ) -> Sequence[int]:
        """The same, but of those that look the same one is kept that is among each of some other
        cards, and one that is not.
        """
        apart = [(other,) if isinstance(other, int) else other for other in others]
        s.work += len(cards) * (1 + len(apart))
        found: dict[tuple[object, ...], int] = {}
        for card in cards:
            zone = s.place[card]
            look = card if ordered[zone] else (kind[card], zone)
            found.setdefault((look, *[card in other for other in apart]), card)
        return list(found.values())

    def distinct_sets(sets: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
        if len(sets) <= 1 or isinstance(sets, (KindSets, Combinations)):
            return sets
        seen: dict[tuple[int, ...], tuple[int, ...]] = {}
        for item in sets:
            seen.setdefault(tuple(sorted([kind[card] for card in item])), item)
        return list(seen.values())

    return {
        "distinct": distinct,
        "distinct_among": distinct_among,
        "distinct_sets": distinct_sets,
    }
