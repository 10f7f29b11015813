"""Values of choices in words, for the player who is asked.

Two values are one line of a menu if they read the same to the player: cards that look alike in one spread are, a card
whose face the player does not know is known by its place alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from cardrules.engine.describe import card_name, enum_name
from cardrules.engine.game import Game
from cardrules.engine.legal import PASS, Option, Schema
from cardrules.model.ir import Choice
from cardrules.model.state import State
from cardrules.model.types import CARD, Type

PASS_TEXT = "Pass: no answer"


def words(name: str) -> str:
    """A name of the rules in words."""
    return name.replace("_", " ")


def grouped(names: Iterable[str]) -> list[str]:
    """Names in the order in which they come, equal ones as `2 x NAME`."""
    return [name if n == 1 else f"{n} x {name}" for name, n in Counter(names).items()]


def number(value: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{value:,} {one if value == 1 else many or one + 's'}"


def holder_name(game: Game, names: Sequence[str], kind: str, index: int) -> str:
    """The name of whom a zone or variable belongs to; empty if it is shared."""
    if kind == "shared":
        return ""
    seats = game.tables.teams[index] if kind == "team" else (index,)
    return " and ".join(names[seat] for seat in seats)


class Teller:
    """Tells the values of the choices at one decision to the player who takes it."""

    def __init__(self, game: Game, s: State, viewer: int, names: Sequence[str]) -> None:
        self._game = game
        self._s = s
        self._bit = 1 << viewer
        self._names = names

    # -- identity ----------------------------------------------------------------------------------

    def key(self, kind: Type, value: Any) -> Hashable:
        """What is equal for values that are the same to the player."""
        if kind.base == "collection":
            inner = kind.element or CARD
            return tuple(sorted((self.key(inner, item) for item in value), key=repr))
        return self._card_key(value) if kind.base == "card" else value

    def _card_key(self, card: int) -> Hashable:
        if card < 0:
            return -1
        s, tables = self._s, self._game.tables
        zone = s.place[card]
        known = bool(s.known[card] & self._bit)
        look = tables.kind[card] if known else -1
        at = s.zones[zone].index(card) if tables.ordered[zone] or not known else -1
        return look, zone, at

    def parts(self, kind: Type, value: Any) -> Counter[Hashable]:
        """What a collection is made of, by which a person can narrow it down."""
        inner = kind.element or CARD
        return Counter(self.key(inner, item) for item in value)

    # -- words -------------------------------------------------------------------------------------

    def text(self, kind: Type, value: Any, *, place: bool = False) -> str:
        """A value in words; with `place`, of a card also where it lies."""
        base = kind.base
        if base == "collection":
            return self._collection(kind.element or CARD, value, place)
        if isinstance(value, int) and value < 0 and (kind.optional or base in ("card", "stack")):
            return "none"
        if base == "card":
            return self._card(value, place)
        if base == "player":
            return self._names[value]
        if base == "team":
            return holder_name(self._game, self._names, "team", value)
        if base == "enum":
            return words(enum_name(self._game.tables, kind.name, value))
        if base == "stack":
            return self._stack(value)
        if base == "zone":
            return self.zone(value)
        if base == "flag":
            return "yes" if value else "no"
        return str(value)

    def _collection(self, inner: Type, value: Any, place: bool) -> str:
        told = [self.text(inner, item, place=place) for item in value]
        if inner.base == "collection":
            return " and ".join(f"({item})" for item in told) or "nothing"
        return " + ".join(grouped(told)) or "nothing"

    def _card(self, card: int, place: bool) -> str:
        s, tables = self._s, self._game.tables
        zone = s.place[card]
        if not s.known[card] & self._bit:
            # What lies hidden in a spread has no place that one could name.
            spot = f" {len(s.zones[zone]) - s.zones[zone].index(card)}"
            return f"face-down card{spot if tables.ordered[zone] else ''} in {self.zone(zone)}"
        name = card_name(tables, card)
        if not place:
            return name
        if not tables.ordered[zone]:
            return f"{name} in {self.zone(zone)}"
        from_top = len(s.zones[zone]) - s.zones[zone].index(card)
        return f"{name}, card {from_top} in {self.zone(zone)}"

    def _stack(self, stack: int) -> str:
        s, tables = self._s, self._game.tables
        cards = s.zones[stack]
        if s.holder[stack - tables.static_zones] < 0 or not cards:
            return "a stack that is gone"
        top = cards[-1]
        face = card_name(tables, top) if s.known[top] & self._bit else "face down"
        return f"{self.zone(stack)}: {face} ({number(len(cards), 'card')})"

    def zone(self, zone: int) -> str:
        """The words for a zone, or for a stack in one."""
        s, tables = self._s, self._game.tables
        if zone >= tables.static_zones:
            holder = s.holder[zone - tables.static_zones]
            return f"stack {s.zones[holder].index(zone) + 1} of {self.zone(holder)}"
        name, index = tables.zone_names[zone]
        whose = holder_name(self._game, self._names, self._game.ruleset.zones[name].holder, index)
        return f"{whose}'s {words(name)}" if whose else words(name)

    # -- options -----------------------------------------------------------------------------------

    def schema(self, option: Option) -> Schema | None:
        """What kind of option it is; None for passing."""
        return None if option == PASS else self._game.builder.schemas[option[0]]

    def option_key(self, option: Option) -> Hashable:
        """What is equal for options that are the same to the player."""
        schema = self.schema(option)
        if schema is None:
            return option
        values = zip(schema.choices, option[1:], strict=True)
        return (option[0], *(self.key(choice.type, value) for choice, value in values))

    def option(self, option: Option, *, skip: int = 0, place: bool = False) -> str:
        """An option in words, from argument number `skip` on; without the label if some are skipped."""
        schema = self.schema(option)
        if schema is None:
            return PASS_TEXT
        told = [
            self.argument(schema, choice, value, place=place)
            for choice, value in list(zip(schema.choices, option[1:], strict=True))[skip:]
        ]
        label = "" if skip or schema.secret else schema.label
        arguments = ", ".join(told)
        return f"{label}: {arguments}" if label and arguments else label or arguments

    def argument(self, schema: Schema, choice: Choice, value: Any, *, place: bool = False) -> str:
        """An argument in words, with its name where there are others beside it."""
        told = self.text(choice.type, value, place=place)
        return told if len(schema.choices) == 1 else f"{words(choice.name)} {told}"
