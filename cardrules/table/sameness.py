"""Which values of choices are the same to the player who is asked, and in which order they stand.

Two values are one line of a menu if they read the same to the player: cards that look alike in one
spread are; a card whose face the player does not know has nothing but its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.showing.describe import card_name
from cardrules.kernel.chance import mixed
from cardrules.kernel.numbers import WORD
from cardrules.model.state import State
from cardrules.model.types import CARD, NONE, Type


class Sameness:
    """Compares values at one decision as the player may know them."""

    def __init__(self, game: Game, s: State, viewer: int) -> None:
        self._game = game
        self._s = s
        self._viewer = viewer
        self._bit = 1 << viewer
        self._order = game.tables.card_order

    # -- order -------------------------------------------------------------------------------------

    def value_key(self, of_type: Type, value: Any) -> tuple[Any, ...]:
        """The place of a value among others of its type."""
        if value == NONE:
            return (-1,)
        if of_type.base == "collection":
            inner = of_type.element or CARD
            return (len(value), sorted(self.value_key(inner, item) for item in value))
        s, tables = self._s, self._game.tables
        if of_type.base == "stack":
            # In the order in which they lie, and not in which they were made.
            holder = s.holder[value - tables.static_zones]
            return (holder, s.zones[holder].index(value)) if holder >= 0 else (holder, value)
        if of_type.base != "card":
            return (value,)
        zone = s.place[value]
        if s.known[value] & self._bit:
            if zone < tables.static_zones and tables.zone_shapes[zone] == "row":
                # From the first place on, as the table shows them.
                return (1, zone, s.zones[zone].index(value))
            return (0, self._order.of_kind(tables.kind[value]), zone, value)
        # The numbers of cards follow the card table: they must not put hidden ones in an order.
        spot = (
            s.zones[zone].index(value)
            if tables.ordered[zone]
            else mixed((s.key + s.steps + value) & WORD)
        )
        return (2, zone, spot)

    # -- identity ----------------------------------------------------------------------------------

    def key(self, of_type: Type, value: Any) -> Hashable:
        """What is equal for values that are the same to the player."""
        if of_type.base == "collection" and value != NONE:
            inner = of_type.element or CARD
            return tuple(sorted((self.key(inner, item) for item in value), key=repr))
        return self._card_key(value) if of_type.base == "card" and value != NONE else value

    def _card_key(self, card: int) -> Hashable:
        s, tables = self._s, self._game.tables
        zone = s.place[card]
        known = bool(s.known[card] & self._bit)
        look = tables.kind[card] if known else -1
        at = s.zones[zone].index(card) if tables.ordered[zone] or not known else -1
        return look, zone, at

    def parts(self, of_type: Type, value: Any) -> Counter[Hashable]:
        """What a collection is made of, by which a person can narrow it down."""
        if value == NONE:
            return Counter()
        inner = of_type.element or CARD
        return Counter(self.key(inner, item) for item in value)

    def split(
        self, of_type: Type, value: Sequence[Any], held: Counter[Hashable]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """A collection in two: what it has beside the parts that are held, and these parts."""
        left = held.copy()
        rest: list[Any] = []
        before: list[Any] = []
        for item in value:
            part = self.key(of_type.element or CARD, item)
            (before if left[part] > 0 else rest).append(item)
            left[part] -= 1
        return tuple(rest), tuple(before)

    # -- cards -------------------------------------------------------------------------------------

    def has_own(self, of_type: Type, value: Any, face: str) -> bool:
        """Whether a value has a card of this name in it from a zone of the player's own."""
        if value == NONE:
            return False
        if of_type.base == "collection":
            return any(self.has_own(of_type.element or CARD, item, face) for item in value)
        if of_type.base != "card" or card_name(self._game.tables, value) != face:
            return False
        zone = self._s.place[value]
        tables = self._game.tables
        if zone >= tables.static_zones:
            return False
        name, index = tables.zone_names[zone]
        return self._game.ruleset.zones[name].holder == "player" and index == self._viewer

    def has_hidden(self, of_type: Type, value: Any) -> bool:
        """Whether a value has a card in it whose face the player does not know."""
        if value == NONE:
            return False
        if of_type.base == "collection":
            return any(self.has_hidden(of_type.element or CARD, item) for item in value)
        return of_type.base == "card" and not self._s.known[value] & self._bit
