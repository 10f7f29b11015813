"""The types of the language.

Types are values: two are equal if they mean the same. `none` belongs to optional types alone.
"""

from __future__ import annotations

from typing import Literal

import attrs

from cardrules.kernel import numbers

# The value `none` of every type, as engines hold it: no number of the rules and no index.
NONE = numbers.NONE

Base = Literal[
    "integer", "flag", "card", "player", "team", "stack", "zone", "enum", "collection", "unknown"
]  # fmt: skip


@attrs.frozen
class Type:
    """A type: `name` is the attribute of an enumeration or the shape of a zone."""

    base: Base
    name: str = ""
    element: Type | None = None
    optional: bool = False

    def required(self) -> Type:
        """The same type without `none`."""
        return attrs.evolve(self, optional=False)

    def or_none(self) -> Type:
        """The same type with `none`."""
        return attrs.evolve(self, optional=True)

    @property
    def has_cards(self) -> bool:
        """Whether it is a card, or has cards in it, however deep."""
        return self.base == "card" or (self.element is not None and self.element.has_cards)

    def __str__(self) -> str:
        return _describe(self) + (" or none" if self.optional else "")


# Numbers have 64 bits: they run from `-MOST_NUMBER` to `MOST_NUMBER`.
MOST_NUMBER = numbers.MOST_NUMBER

INTEGER = Type("integer")
FLAG = Type("flag")
CARD = Type("card")
PLAYER = Type("player")
TEAM = Type("team")
STACK = Type("stack")
# What stands where a mistake has been reported already: fits everywhere, so nothing follows from
# it.
UNKNOWN = Type("unknown")


def enum_of(attribute: str) -> Type:
    """The type of the values of an enumerated attribute."""
    return Type("enum", attribute)


def collection(element: Type) -> Type:
    """A collection, ordered and without repetition, of such things."""
    return Type("collection", element=element)


def zone_of(shape: str) -> Type:
    """The type of a zone of this shape."""
    return Type("zone", shape)


def either_zone(one: Type, other: Type) -> Type:
    """The type of what may be the one zone or the other: it has an order only if both have."""
    if one.name == other.name:
        return one
    return attrs.evolve(one, name="spread" if "spread" in (one.name, other.name) else "row")


CARDS = collection(CARD)
PLAYERS = collection(PLAYER)
TEAMS = collection(TEAM)
STACKS = collection(STACK)
NUMBERS = collection(INTEGER)
SETS = collection(CARDS)
FAMILIES = collection(SETS)
# A collection of whatever things: fits every collection. It is the type of the empty one, too.
THINGS = collection(UNKNOWN)
EMPTY = THINGS

_SINGULAR = {
    "integer": "a whole number",
    "flag": "true or false",
    "card": "a card",
    "player": "a player",
    "team": "a team",
    "stack": "a stack",
    "unknown": "something unknown",
}
_PLURAL = {
    "integer": "numbers",
    "card": "cards",
    "player": "players",
    "team": "teams",
    "stack": "stacks",
    "unknown": "things",
}


def _describe(item: Type) -> str:
    if item.base == "enum":
        return f"a value of `{item.name}`"
    if item.base == "zone":
        return f"a zone ({item.name})"
    if item.base == "collection":
        return _plural(item.element or UNKNOWN)
    return _SINGULAR[item.base]


def _plural(element: Type) -> str:
    if element.base == "collection":
        inner = element.element or UNKNOWN
        if inner.base == "collection":
            return "families of sets"
        return f"sets of {_plural(inner)}"
    if element.base == "enum":
        return f"values of `{element.name}`"
    if element.base == "zone":
        return "zones of stacks" if element.name == "stacks" else "zones of cards"
    return _PLURAL.get(element.base, "things")


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where the other is wanted, without conversion."""
    if given.base == "unknown" and given.optional:
        return wanted.optional  # `none` written out
    if UNKNOWN in (given.required(), wanted.required()):
        return True
    if given.optional and not wanted.optional:
        return False
    if given.base != wanted.base:
        return False
    if given.base == "collection":
        return fits(given.element or UNKNOWN, wanted.element or UNKNOWN)
    if given.base == "zone":
        return (given.name == "stacks") == (wanted.name == "stacks")
    return given.name == wanted.name
