"""Words of messages about collections: what is put into braces, joined, compared or looked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from cardrules.analysis.wording import some_of, written
from cardrules.analysis.world import Scope, World
from cardrules.model import ir
from cardrules.model.types import CARDS, MOST_NUMBER, Type, fits
from cardrules.syntax import nodes

_MOST_NUMBERS = 12
_SINGLE = ("zone", "card", "player", "team", "stack", "integer")


# What a collection is needed for: to choose or pick from, to go through, or to look at.
Purpose = Literal["choose", "each", "look"]


def collection_help(expr: ir.Expr, node: nodes.Expr, purpose: Purpose, world: World) -> str:
    """How to get from a single thing to a collection."""
    of_type = expr.type
    text = written(node, world)
    if of_type.base == "integer" and purpose == "each":
        return f"To do something a number of times: `repeat {text or 3} times`."
    if purpose == "look":
        return "A collection is for example `my hand`, `players` or `table where number > 3`."
    if of_type.base == "enum":
        return f"Its values are written out: `{{{some_of(world.values_of(of_type.name))}}}`."
    if of_type.base == "flag":
        return "For yes or no: `{true, false}`."
    if of_type.base == "integer":
        last = _written_number(node) or 0
        return f"Numbers are written out: `{{{written_out(1, last) or '1, 2, 3'}}}`."
    if of_type.base in ("card", "player", "team", "stack") and not of_type.optional and text:
        return f"The collection of just this one is `only({text})`."
    return "A collection is for example `my hand`, `players` or `{1, 2, 3}`."


# ---- Things that are joined ----------------------------------------------------------------------


def not_joined(node: nodes.And | nodes.Or, scope: Scope) -> tuple[str, str]:
    """Message and help on things that are joined by `or` or `and`, as in `silk or tea`."""
    word = "or" if isinstance(node, nodes.Or) else "and"
    message = f"`{word}` joins conditions, not things."
    world = scope.world
    parts = _joined(node)
    texts = [text for part in parts if (text := written(part, world)) is not None]
    if {*texts} <= {"yes", "no", "true", "false"}:
        return message, "For yes or no: `{true, false}`."
    if len(texts) == len(parts) and all(_is_value(text, world) for text in texts):
        return message, f"Values stand in braces: `{{{', '.join(texts)}}}`."
    if len(texts) == len(parts) and all(_is_thing(part, scope) for part in parts):
        return message, put_together(texts)
    return message, "Collections are put together with `+`; values stand in braces."


def _is_value(text: str, world: World) -> bool:
    return text.isdigit() or bool(world.enum_attributes(text))


def _is_thing(node: nodes.Expr, scope: Scope) -> bool:
    """Whether this is written like something that there is."""
    if isinstance(node, nodes.Name):
        name, world = node.name.text, scope.world
        return name in scope.names or name in world.zones or name in world.variables
    return isinstance(node, nodes.My | nodes.Field)


def put_together(texts: Sequence[str]) -> str:
    """How single things, or what is in zones, are put together."""
    single = " + ".join(map(_only, texts))
    several = " + ".join(map(_summand, texts))
    return f"The zones, or single things: `{single}`. The cards in zones: `{several}`."


def _summand(text: str | None) -> str:
    text = text or "..."
    return f"({text})" if re.search(r"\b(where|with|if)\b", text) else text


def _joined(node: nodes.Expr) -> list[nodes.Expr]:
    """The parts of what is joined by `and` and `or`."""
    if isinstance(node, nodes.And | nodes.Or):
        return [*_joined(node.left), *_joined(node.right)]
    return [node]


# ---- What is in braces ---------------------------------------------------------------------------


def not_in_braces(
    value: nodes.Expr, item: ir.Expr, braces: nodes.SetLiteral, world: World
) -> tuple[str, str]:
    """Message and help on something that cannot stand in braces."""
    if isinstance(value, nodes.Negative) and isinstance(value.operand, nodes.Number):
        return "A set in braces holds no number below 0.", _from_zero(braces)
    message = "In braces stand only numbers and values that are written out."
    numbers = _range(value)
    if numbers:
        return message, f"Write all of them: `{{{numbers}}}`."
    texts = [text for part in braces.values if (text := written(part, world)) is not None]
    if len(texts) < len(braces.values) or item.type.base not in (*_SINGLE, "collection"):
        return message, "Other things are put together with `only` and `+`."
    if item.type.base == "zone":
        return message, put_together(texts)
    if item.type.base == "collection":
        return message, f"Collections are put together by `{' + '.join(map(_summand, texts))}`."
    return message, f"Other things are put together by `{' + '.join(map(_only, texts))}`."


def _only(text: str) -> str:
    return f"only({text})"


def _range(value: nodes.Expr) -> str:
    """The numbers that somebody may have meant by `1 - 5`."""
    if not isinstance(value, nodes.PlusMinus) or value.operator.text != "-":
        return ""
    first, last = _written_number(value.left), _written_number(value.right)
    return "" if first is None or last is None else written_out(first, last)


def written_out(first: int, last: int) -> str:
    """The whole numbers of a range with commas, if they are not too many."""
    if not first <= last < first + _MOST_NUMBERS:
        return ""
    return ", ".join(str(number) for number in range(first, last + 1))


def _from_zero(braces: nodes.SetLiteral) -> str:
    numbers = [number for item in braces.values if (number := _written_number(item)) is not None]
    least = min(numbers)
    if max(numbers) - least > MOST_NUMBER:
        return "Take numbers from 0 on instead, and work out from them what is meant."
    from_zero = ", ".join(str(number - least) for number in numbers[:_MOST_NUMBERS])
    if len(numbers) < len(braces.values) or len(numbers) > _MOST_NUMBERS:
        return f"Take numbers from 0 on instead, and subtract {-least} where one is used."
    return f"Take `{{{from_zero}}}` instead, and subtract {-least} where the number is used."


def _written_number(node: nodes.Expr) -> int | None:
    if isinstance(node, nodes.Negative):
        below = _written_number(node.operand)
        return None if below is None else -below
    return node.value if isinstance(node, nodes.Number) else None


# ---- What is looked for or compared --------------------------------------------------------------


def never_in(
    element: ir.Expr, element_node: nodes.Expr, node: nodes.Member, items: Type, scope: Scope
) -> str:
    """The help for something that is never in a collection, such as `silk in my hand`."""
    if items != CARDS or element.type.base not in ("enum", "integer", "flag"):
        return ""
    attributes = scope.world.attributes
    owner = element.type.name
    if element.type.base != "enum":
        owner = next((name for name, it in attributes.items() if it.type == element.type), "")
    text = written(element_node, scope.world)
    if owner not in attributes or text is None:
        return ""
    return _look_for(f".{owner} = {text}", node, scope)


def line_in(name: str, node: nodes.Member, scope: Scope) -> str:
    """The help for a line of the card table that is looked for in a zone."""
    return _look_for(f" is {name}", node, scope)


def _look_for(condition: str, node: nodes.Member, scope: Scope) -> str:
    """How to ask for a card of some sort in a collection."""
    where = written(node.collection, scope.world) or "..."
    name = next(name for name in ("c", "one", "found", "some_card") if _is_free(name, scope))
    asked = f"some {name} in {_summand(where)}: {name}{condition}"
    return f"Ask for a card in it: `{'not ' * (node.negated is not None)}{asked}`."


def _is_free(name: str, scope: Scope) -> bool:
    world = scope.world
    taken = name in scope.names or name in world.declared or bool(world.enum_attributes(name))
    return not taken or name == "some_card"


def one_of_them(left: ir.Expr, right: ir.Expr, node: nodes.Comparison, world: World) -> str:
    """The help for a thing that is compared with a collection, such as `suit = {hearts, clubs}`."""
    word = {"=": "in", "!=": "not in"}.get(node.operator.text)
    pairs = ((left, node.left, right, node.right), (right, node.right, left, node.left))
    for one, one_node, many, many_node in pairs:
        element = many.type.element
        if word and element is not None and fits(one.type.required(), element):
            texts = written(one_node, world), written(many_node, world)
            asked = f"{texts[0]} {word} {_summand(texts[1])}" if all(texts) else f"X {word} {{...}}"
            return f"Ask whether it is one of them: `{asked}`."
    return ""


def counted(operand: ir.Expr, node: nodes.Expr, world: World) -> str:
    """The help for something to count that is no collection, such as `count of silk`."""
    text = written(node, world)
    if operand.type.base == "enum" and operand.type.name in world.attributes and text:
        return f"For example: `count of (my hand where {operand.type.name} = {text})`."
    return ""
