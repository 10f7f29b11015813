"""Values in the words of a game, as JSON data: how actions and chance outcomes are written.

A card is the name of its kind, a player the number of the seat (from 1), a team the numbers of its
seats, an enumeration value its name, a stack `{"zone": ..., "seat": ..., "stack": ...}` (its place
in the row of stacks, from 1; without a seat if the zone is shared), a set of cards the list of
their names, a family the list of its sets. None of any type is null.
"""

from __future__ import annotations

from typing import Any

from cardrules.engine.tables import Tables
from cardrules.model.action import unordered
from cardrules.model.state import State
from cardrules.model.types import NONE, Type


def describe(tables: Tables, s: State, of_type: Type, value: Any) -> Any:
    """A value as JSON data in the words of the game."""
    base = of_type.base
    if value == NONE:
        return None
    if base == "collection":
        element = of_type.element
        assert element is not None
        if element.base == "collection":
            # Sets come as they are shown at the table: smaller ones first, then as cards come.
            value = sorted(value, key=lambda item: (len(item), item))
        return [describe(tables, s, element, item) for item in value]
    if base == "card":
        return card_name(tables, value)
    if base == "player":
        return value + 1
    if base == "team":
        return [seat + 1 for seat in tables.teams[value]]
    if base == "enum":
        return enum_name(tables, of_type.name, value)
    if base == "stack":
        return stack_place(tables, s, value)
    if base == "zone":
        name, holder = tables.zone_names[value]
        is_shared = tables.ruleset.zones[name].holder == "shared"
        return {"zone": name} if is_shared else {"zone": name, "holder": holder + 1}
    return bool(value) if base == "flag" else value


# Two different values of these types are written differently.
_WRITTEN_APART = ("integer", "flag", "player", "team", "enum", "zone")


def written_alike(tables: Tables, s: State, of_type: Type, one: Any, other: Any) -> bool:
    """Whether two different values are written alike: cards of one kind, for example."""
    if of_type.base in _WRITTEN_APART:
        return False
    if of_type.base == "card" and one >= 0 and other >= 0:
        return bool(tables.kind[one] == tables.kind[other])
    left, right = (unordered(describe(tables, s, of_type, value)) for value in (one, other))
    return bool(left == right)


def card_name(tables: Tables, card: int) -> str:
    """The name of a card's kind."""
    return tables.card_names[card]


def enum_name(tables: Tables, owner: str, value: int) -> str:
    """The name of a value of an attribute or option."""
    return tables.ruleset.values_of(owner)[value]


def stack_place(tables: Tables, s: State, stack: int) -> Any:
    """Where a stack lies."""
    holder = s.holder[stack - tables.static_zones]
    if holder < 0:
        return None
    return stack_address(tables, holder, s.zones[holder].index(stack) + 1)


def stack_address(tables: Tables, zone: int, number: int) -> dict[str, Any]:
    """Stack number so and so (from 1) of a zone; a shared zone has no seat."""
    name, owner = tables.zone_names[zone]
    is_shared = tables.ruleset.zones[name].holder == "shared"
    seat = {} if is_shared else {"seat": owner + 1}
    return {"zone": name, **seat, "stack": number}
