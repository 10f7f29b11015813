"""Conversions between typed expressions."""

from __future__ import annotations

from cardrules.analysis.world import World
from cardrules.model import ir
from cardrules.model.types import (
    CARD,
    CARDS,
    FLAG,
    INTEGER,
    PLAYER,
    STACK,
    STACKS,
    TEAM,
    UNKNOWN,
    Type,
    enum_of,
)
from cardrules.syntax import nodes

_NAMED_TYPES = {
    "integer": INTEGER,
    "flag": FLAG,
    "card": CARD,
    "player": PLAYER,
    "team": TEAM,
    "stack": STACK,
    "cards": CARDS,
}


def unknown() -> ir.Expr:
    """What stands for an expression that has been reported."""
    return ir.Const(type=UNKNOWN, value=0)


def type_named(node: nodes.TypeName, world: World) -> Type:
    """The type of this name: one of the language or an enumerated attribute; reports otherwise."""
    name = node.name.text
    found = _NAMED_TYPES.get(name)
    if found is None and name in world.attributes:
        declared = world.attributes[name].type
        found = declared if declared.base == "enum" else None
    if found is None and name in world.option_values:
        found = enum_of(name)
    if found is None:
        world.diagnostics.report(
            "CR301",
            node.span,
            f"There is no type `{name}`.",
            help=_type_help(name, world),
            cause=f"type {name}",
        )
        return UNKNOWN
    return found.or_none() if node.optional is not None else found


# What other languages call types, and what somebody may take for one.
_OTHER_TYPES = {
    **dict.fromkeys(("int", "number", "num", "count", "points", "amount"), "integer"),
    **dict.fromkeys(("bool", "boolean", "truth", "condition"), "flag"),
    **dict.fromkeys(("list", "set", "hand", "pile", "deck", "zone"), "cards"),
    **dict.fromkeys(("person", "seat", "opponent", "opponents", "players"), "player"),
}


def _type_help(name: str, world: World) -> str:
    enums = [key for key, item in world.attributes.items() if item.type.base == "enum"]
    if name in _OTHER_TYPES:
        return f"Did you mean `{_OTHER_TYPES[name]}`?"
    if name in world.lines or name in ("kind", "type"):
        return "Did you mean `card`? Of which line a card is asks `is`."
    if name in world.attributes:
        return "Did you mean `integer`?" if world.attributes[name].type == INTEGER else ""
    if name in ("string", "str", "text", "word", "words", "name"):
        return "Words are values of a list, whose name is their type: `values end: front, rear`."
    return world.near(name, {*_NAMED_TYPES, *enums, *world.option_values})


def is_collection(of_type: Type) -> bool:
    """Whether something of this type is a collection, or cannot be judged."""
    return of_type.base == "collection" or of_type == UNKNOWN


def coerced_collection(expr: ir.Expr) -> ir.Expr:
    """A zone or stack as the collection of what lies in it; anything else, or none, as it is."""
    if expr.type.optional:
        return expr
    if expr.type.base == "zone":
        of_type = STACKS if expr.type.name == "stacks" else CARDS
        return ir.Contents(type=of_type, zone=expr)
    if expr.type.base == "stack":
        return ir.Contents(type=CARDS, zone=expr)
    return expr


def holder_cards(expr: ir.Expr) -> ir.Expr:
    """Stacks as all their cards; anything else as it is."""
    inner = expr
    is_zone = expr.type.base == "zone" and not expr.type.optional
    if is_zone and expr.type.name == "stacks":
        inner = ir.Contents(type=STACKS, zone=expr)
    if inner.type == STACKS:
        return ir.CardsOfStacks(type=CARDS, stacks=inner)
    return inner
