"""Values of choices in words, for the player who is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardrules.engine.events import zone_label
from cardrules.engine.game import Game
from cardrules.engine.showing.describe import card_name, enum_name
from cardrules.engine.showing.naming import Naming
from cardrules.model.action import value_text
from cardrules.model.state import State
from cardrules.model.types import CARD, NONE, Type
from cardrules.prose import join, tallied
from cardrules.table.sameness import Sameness
from cardrules.table.wording import in_pieces, number, words


class Values:
    """Puts the values at one decision into words."""

    def __init__(
        self, game: Game, s: State, viewer: int, names: Sequence[str], same: Sameness
    ) -> None:
        self._game = game
        self._s = s
        self._bit = 1 << viewer
        self._naming = Naming(game.tables, names, viewer)
        self._same = same

    def text(self, of_type: Type, value: Any, *, place: bool = False) -> str:
        """A value in words; with `place`, of a card also where it lies."""
        base = of_type.base
        if value == NONE:
            return "none"
        if base == "collection":
            return self._collection(of_type.element or CARD, value, place)
        if base == "card":
            return self._card(value, place)
        if base == "player":
            return self._naming.player(value).text
        if base == "team":
            return self._naming.holder("team", value).text
        if base == "enum":
            return words(enum_name(self._game.tables, of_type.name, value))
        if base == "stack":
            return self._stack(value)
        if base == "zone":
            return self.zone(value)
        if base == "flag":
            return "yes" if value else "no"
        return str(value)

    def written(self, of_type: Type, value: Any) -> str:
        """A value as it stands in an action (`cardrules.engine.showing.describe`) in words."""
        if of_type.base == "collection" and isinstance(value, list):
            inner = of_type.element or CARD
            told = [self.written(inner, item) for item in value]
            return " ".join(in_pieces(told, are_sets=inner.base == "collection")) or "nothing"
        if of_type.base == "player" and value is not None:
            return self._naming.player(value - 1).text
        if of_type.base == "team" and value is not None:
            return self._naming.players([seat - 1 for seat in value]).text
        if of_type.base == "stack" and value is not None:
            zone = self._game.tables.zone_base[value["zone"]] + value.get("seat", 1) - 1
            return f"stack {value['stack']} of {self.zone(zone)}"
        return words(value_text(value))

    def _collection(self, inner: Type, value: Any, place: bool) -> str:
        return " ".join(self.pieces(inner, value, place=place)) or "nothing"

    def pieces(self, inner: Type, value: Sequence[Any], *, place: bool = False) -> list[str]:
        """The parts of a collection in words, which make a line together."""
        told = self._in_order(inner, value, place)
        return in_pieces(told, are_sets=inner.base == "collection")

    def cards(self, cards: Sequence[int]) -> str:
        """Several cards in a sentence, as the log tells them, in the order of a hand."""
        return join(tallied(self._in_order(CARD, cards, False)))

    def _in_order(self, inner: Type, value: Sequence[Any], place: bool) -> list[str]:
        items = sorted(value, key=lambda item: self._same.value_key(inner, item))
        return [self.text(inner, item, place=place) for item in items]

    def _card(self, card: int, place: bool) -> str:
        s, tables = self._s, self._game.tables
        zone = s.place[card]
        if not s.known[card] & self._bit:
            name, place = "face-down card", True
        else:
            name = card_name(tables, card)
        if not place:
            return name
        if not tables.ordered[zone]:
            return f"{name} in {self.zone(zone)}"
        return f"{name}, {self._spot(card, zone)} in {self.zone(zone)}"

    def _spot(self, card: int, zone: int) -> str:
        """The place of a card: in a row from the first, in a pile or stack from the top."""
        s, tables = self._s, self._game.tables
        at = s.zones[zone].index(card)
        if zone < tables.static_zones:
            name, _ = tables.zone_names[zone]
            if self._game.ruleset.zones[name].shape == "row":
                return f"place {at + 1}"
        from_top = len(s.zones[zone]) - at
        return "on top" if from_top == 1 else f"number {from_top} from the top"

    def _stack(self, stack: int) -> str:
        s, tables = self._s, self._game.tables
        cards = s.zones[stack]
        if s.holder[stack - tables.static_zones] < 0 or not cards:
            return "a stack that is gone"
        top = cards[-1]
        face = card_name(tables, top) if s.known[top] & self._bit else "face down"
        return f"{self.zone(stack)}: {face} ({number(len(cards), 'card')})"

    def stacks(self) -> dict[str, str]:
        """All stacks as they are told, with the words for their places alone."""
        places = (
            stack for zone in self._game.tables.zones_of_stacks for stack in self._s.zones[zone]
        )
        return {self._stack(stack): self.zone(stack) for stack in places}

    def zone(self, zone: int) -> str:
        """The words for a zone, or for a stack in one."""
        return self._naming.zone_text(zone_label(self._s, zone, self._game.tables.static_zones))
