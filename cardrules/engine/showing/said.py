"""What one reader hears of a sentence: what may not be known becomes what may."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.showing.describe import card_name, describe
from cardrules.engine.showing.naming import Naming, words
from cardrules.engine.tables import Tables
from cardrules.model import ir
from cardrules.model.action import value_text
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS, NONE, Type
from cardrules.prose import (
    Agree,
    Part,
    Spoken,
    amount,
    command,
    hidden_amount,
    join,
    render,
    tallied,
    thing,
)


class Hearer:
    """Hears sentences: `mask` has the bit of the reader, or none for the referee.

    `names` are those of the players by seat; the seat `you` is called so.
    """

    def __init__(
        self,
        tables: Tables,
        mask: int,
        names: Sequence[str] | None = None,
        you: int | None = None,
    ) -> None:
        self._tables = tables
        self._mask = mask
        self._naming = Naming(tables, names, you)

    def text(
        self,
        s: State,
        parts: Iterable[Any],
        later: Sequence[events.Event] = (),
        *,
        capital: bool = False,
    ) -> str:
        """A sentence; `later` is what happens next, which shows cards that are not seen yet.

        What an author wrote at its beginning stays as it is, unless `capital` is wanted; a value
        gets a capital, but the name of a player never.
        """
        found = [self._part(s, part, later) for part in parts]
        begins_with_value = bool(found) and not isinstance(found[0], str)
        return render(found, capital=capital or begins_with_value)

    def told_to_do(self, s: State, parts: Iterable[Any]) -> str:
        """A sentence about what the reader does, who is told to do it: "Play 3 and draw".

        Empty if it is no such sentence, or has anything in it that the reader does not know.
        """
        given = list(parts)
        values = [part for part in given if isinstance(part, events.Told)]
        if not all(self.may(mask) for told in values for mask in (told.mask, *told.masks)):
            return ""
        return command([self._part(s, part, ()) for part in given])

    def named(self, parts: Iterable[Any], later: Sequence[events.Event] = ()) -> set[int]:
        """The cards that the reader of a sentence is told by their names."""
        found: set[int] = set()
        for part in parts:
            if isinstance(part, events.Told) and part.masks:
                told = self._with_what_is_shown(part, later)
                if not self.may(told.mask):
                    continue
                cards = [told.value] if told.type.required() == CARD else told.value
                pairs = zip(cards, told.masks, strict=True)
                found |= {card for card, mask in pairs if self.may(mask)}
        return found

    def _part(self, s: State, part: Any, later: Sequence[events.Event]) -> Part:
        if isinstance(part, events.Told):
            return self._value(s, self._with_what_is_shown(part, later))
        if isinstance(part, ir.Agree):
            return Agree(part.one, part.several, part.you)
        return str(part)

    def may(self, mask: int) -> bool:
        """Whether the reader is among those who may know something."""
        return not self._mask or bool(mask & self._mask)

    def _with_what_is_shown(self, told: events.Told, later: Sequence[events.Event]) -> events.Told:
        """Cards that are not known yet, but which the next thing that happens to them shows.

        Which card it is must not come from cards that stay hidden.
        """
        if not self.may(told.mask):
            return self._opened(told, later)
        if all(map(self.may, told.masks)):
            return told
        cards = [told.value] if told.type.required() == CARD else told.value
        shown = next_shown(set(cards), later)
        pairs = zip(cards, told.masks, strict=True)
        return told._replace(masks=tuple([mask | shown.get(card, 0) for card, mask in pairs]))

    def _opened(self, told: events.Told, later: Sequence[events.Event]) -> events.Told:
        """A value that comes from cards which the reader does not know: known if all are shown."""
        hidden = {card for card, mask in told.looked if not self.may(mask)}
        shown = next_shown(hidden, later) if hidden else {}
        if not hidden or not all(self.may(shown.get(card, 0)) for card in hidden):
            return told
        return self._with_what_is_shown(told._replace(mask=self._mask), later)

    # -- values ------------------------------------------------------------------------------------

    def _value(self, s: State, told: events.Told) -> Spoken:
        of_type, value, may = told.type, told.value, self.may(told.mask)
        if not may and value == NONE and of_type in (CARD, CARDS):
            return Spoken("a card", "one") if of_type == CARD else Spoken("some cards", "several")
        if value != NONE and of_type.required() == CARDS:
            if may:
                return self.cards(value, told.masks)
            # That there are any may be hidden, too.
            return (
                Spoken("something", "mass") if of_type.optional else Spoken("some cards", "several")
            )
        if value != NONE and of_type.required() == CARD and (may or not of_type.optional):
            return self.cards([value], told.masks if may else [0])
        if not may:
            return hidden_amount() if of_type.base == "integer" else Spoken("something", "mass")
        return self.open_value(s, of_type, value)

    def cards(self, cards: Sequence[int], masks: Sequence[int]) -> Spoken:
        """The names of those that may be known, in the order of a hand, and how many others."""
        pairs = zip(cards, masks, strict=True)
        known = [card_name(self._tables, card) for card, mask in pairs if self.may(mask)]
        parts = tallied(sorted(known, key=self._tables.card_order.of_name))
        hidden = len(cards) - len(known)
        if hidden:
            parts.append("a card" if hidden == 1 else f"{hidden} cards")
        return thing(join(parts, none="no cards"), len(cards))

    def open_value(self, s: State, of_type: Type, value: Any) -> Spoken:
        """A value that may be known, and that is no card."""
        if value == NONE:
            return thing("none")
        if of_type.base == "integer":
            return amount(value)
        if of_type.base == "player":
            return self._naming.player(value)
        if of_type.base == "team":
            return self._naming.holder("team", value)
        if of_type.base in ("stack", "zone"):
            # What lies there still is a number, what has been told is the place at that time.
            is_number = isinstance(value, int)
            label = events.zone_label(s, value, self._tables.static_zones) if is_number else value
            return thing(self._naming.zone_text(label))
        element = of_type.element
        if element is None or element.base == "collection":
            return thing(words(value_text(describe(self._tables, s, of_type, value))))
        if element.base == "player":
            return self._naming.players(value)
        names = [self.open_value(s, element, item).text for item in value]
        return thing(join(names), len(names))


def next_shown(cards: set[int], later: Sequence[events.Event]) -> dict[int, int]:
    """Who sees cards in the next thing that happens to each, as long as they can be followed."""
    found: dict[int, int] = {}
    for event in later:
        if isinstance(event, events.Shuffled | events.Swapped) or not cards - found.keys():
            break
        if isinstance(event, events.Moved | events.Revealed):
            for card, mask in events.seen(event):
                if card in cards:
                    found.setdefault(card, mask)
    return found
