"""Words that messages about types, arguments and `none` have in common."""

from __future__ import annotations

from cardrules.analysis.world import World
from cardrules.model import ir
from cardrules.model.types import CARDS, INTEGER, SETS, Type, fits
from cardrules.syntax import nodes

SOMEBODY_ACTS = "Put it into `each player clockwise from ...`, `turns ...` or `as PLAYER`."
_LONGEST = 40


def this_is(kind: Type) -> str:
    """`this is a card`, `these are cards`."""
    return f"these are {kind}" if kind.base == "collection" else f"this is {kind}"


def takes(what: str, wanted: int, given: int) -> str:
    """The sentence on a wrong number of values."""
    values = "no value" if wanted == 0 else f"{wanted} value{'s' if wanted != 1 else ''}"
    return f"{what} takes {values}, not {given or 'none'}."


def written(node: nodes.Expr, world: World) -> str | None:
    """The text of an expression, if it is short."""
    text = world.diagnostics.source.text[node.span.start : node.span.end]
    return text if len(text) <= _LONGEST and "\n" not in text and "`" not in text else None


def subject(node: nodes.Expr, world: World) -> str:
    """An expression at the beginning of a sentence."""
    text = written(node, world)
    return "This" if text is None else f"`{text}`"


def ask_first(node: nodes.Expr, world: World) -> str:
    """The help for a value that may be none."""
    if isinstance(node, nodes.Of) and node.name.text in ("top", "bottom", "first"):
        operand = written(node.operand, world)
        if operand is not None:
            return f"Ask first: `if {_bracketed(operand)} is not empty`."
    text = written(node, world)
    return f"Ask first: `if {'...' if text is None else text} is not none`."


def conversion_help(expr: ir.Expr, wanted: Type, node: nodes.Expr, world: World) -> str:
    """How to get from a value to one of the type that is wanted, where that is known."""
    text = _bracketed(written(node, world) or "...")
    kind = expr.type
    if wanted == SETS:
        return f"Sets of cards are for example `subsets of {text}`."
    if wanted == CARDS and kind == INTEGER:
        return f"For a number of cards from a pile: `draw {text} from deck to my hand`."
    if wanted.base == "collection" and wanted.element is not None and fits(kind, wanted.element):
        return f"For a single one write `only({text})`."
    match wanted.base:
        case "flag":
            return _condition_help(kind, text, world)
        case "integer":
            return _number_help(kind, text, world)
        case "card" if kind.base == "stack" or (kind.base == "zone" and kind.name in _ENDED):
            return f"One card of it is `top of {text}`."
        case "card" if kind.base in ("zone", "collection"):
            return f"Choose one of them, or name one: `first of {text}`."
    return ""


_ENDED = ("pile", "row")


def _condition_help(kind: Type, text: str, world: World) -> str:
    if kind.base == "enum":
        values = world.values_of(kind.name)
        one, more = values[0], ", ".join(values[:2])
        return (
            f"Behind `if`, `and` and `or` stands a whole condition: `A = {one}`. "
            f"For one of several values: `A in {{{more}}}`."
        )
    if kind.base == "integer":
        return f"Compare it with a number: `{text} > 0`."
    if kind.base in ("zone", "collection", "stack"):
        return f"Ask whether something is in it: `{text} is not empty`."
    return f"Compare it with another one: `{text} = ...`."


def _number_help(kind: Type, text: str, world: World) -> str:
    if kind.base == "card":
        numbers = [name for name, item in world.attributes.items() if item.type == INTEGER]
        return f"Name an attribute of it: `{text}.{numbers[0]}`." if numbers else ""
    if kind.base == "flag":
        return f"To count it, write `1 if {text} else 0`."
    if kind.base in ("zone", "collection", "stack"):
        return f"Count them: `count of {text}`."
    return ""


def _bracketed(text: str) -> str:
    """A text as it can stand behind `of` or before a dot."""
    plain = text.removeprefix("my ").replace("_", "").replace(".", "")
    return text if plain.isalnum() or text.startswith("(") or text == "..." else f"({text})"
