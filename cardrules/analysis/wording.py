"""Words that messages about types, arguments and `none` have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardrules.analysis.known import canonical
from cardrules.analysis.world import Scope, World
from cardrules.model import ir
from cardrules.model.types import CARDS, INTEGER, SETS, Type, fits
from cardrules.source import Span
from cardrules.syntax import nodes
from cardrules.syntax.layout import Standing, declaration_around, standing
from cardrules.syntax.snag import without_note

SOMEBODY_ACTS = "Put it into `each player clockwise from ...`, `turns ...` or `as PLAYER`."
_NAME_SOMEBODY = "Name a player, such as `starter`."
_LONGEST = 40
_MOST_HELPED = 100

# How authors get words of their own, to choose from or to remember.
OWN_WORDS = (
    "In braces stand numbers and words that are declared. Words of your own are declared like "
    "this: `values NAME: {values}`."
)


def this_is(of_type: Type) -> str:
    """`this is a card`, `these are cards`."""
    return f"these are {of_type}" if of_type.base == "collection" else f"this is {of_type}"


def somebody_acts(scope: Scope) -> str:
    """The help for something that needs somebody who acts: there may be no statement around it."""
    return _NAME_SOMEBODY if scope.frame is None else SOMEBODY_ACTS


def nobody(node: nodes.Node, scope: Scope) -> str:
    """What the mistakes of a declaration in which nobody acts have in common."""
    world = scope.world
    if not helps(world):
        return ""
    return f"nobody {declaration_around(world.diagnostics.source, node.span.start).start}"


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


_LONGEST_LINE = 90
_MOST_LISTED = 12


def some_of(words: Sequence[str]) -> str:
    """Words, or the first ones if there are many."""
    return ", ".join(words[:_MOST_LISTED]) + (", ..." if len(words) > _MOST_LISTED else "")


def line_with(span: Span, text: str, world: World) -> str | None:
    """The line at a span with another text there, to be shown as what to write, if it is short."""
    source = world.diagnostics.source
    number = source.position(span.start)[0]
    start = source.offset(number)
    line = source.line(number)
    if span.end > start + len(line) or "\n" in text:
        return None
    line = without_note(line[: span.start - start] + text + line[span.end - start :]).strip()
    return line if len(line) <= _LONGEST_LINE and "`" not in line else None


def ask_first(node: nodes.Expr, expr: ir.Expr, scope: Scope) -> str:
    """The help for a value that may be none."""
    world = scope.world
    text = written(node, world)
    place: Standing = "effects"
    if helps(world):
        place = standing(world.diagnostics.source, node.span.start)
        if _is_within_condition(expr, scope):
            place = "values"
    frame = scope.frame
    is_chosen = isinstance(expr, ir.Local) and frame is not None and expr.slot in frame.chosen
    since = scope.ended.get(canonical(expr))
    if since is not None and text is not None:
        line = world.diagnostics.source.where(since.start).line
        return (
            f"It was there above, but what line {line} does may change that. Keep it in a name "
            f"before, `let kept = {text}`, or ask again: {_asked(text, place)}."
        )
    if is_chosen and text is not None:
        return f"With nothing to choose from, {text} is none. Ask first: {_asked(text, place)}."
    if text is None or _LOOKS_THROUGH.search(text):
        # What looks through things is not the same expression a second time.
        if place == "values":
            return (
                "Make a definition of it, and ask for that: `NAME is not none and` before a "
                "condition, `if NAME is not none else 0` behind a value."
            )
        made = "..." if text is None else text
        return (
            f"Give it a name first, `let found = {made}`, and then ask: {_asked('found', place)}."
        )
    if isinstance(node, nodes.Of) and node.name.text in ("top", "bottom", "first"):
        operand = written(node.operand, world)
        if operand is not None:
            return f"Ask first: {_asked(bracketed(operand), place, 'empty')}."
    return f"Ask first: {_asked(text, place)}."


def none_help(wanted: Type) -> str:
    """The help for `none` where something of this type is needed."""
    if wanted.base == "collection":
        return "It may be empty, but is always there; whether something is in it asks `is empty`."
    if wanted.base == "flag":
        return "It is `true` or `false`."
    name = wanted.name if wanted.base == "enum" else wanted.base
    return f"If it may be none, let its type say so: `{name} or none`."


def of_holder(name: str, operand: ir.Expr, node: nodes.Expr, world: World) -> str:
    """The help for something of a player that is written like an operation: `hand of target`."""
    is_held = name in world.zones or name in world.variables or name in ("score", "team")
    text = written(node, world)
    if not is_held or operand.type.base not in ("player", "team", "collection") or text is None:
        return ""
    return f"What belongs to somebody is written with a dot: `{bracketed(text)}.{name}`."


_LOOKS_THROUGH = re.compile(r"\b(every|highest|lowest|some|subsets|sum|where)\b")


def _asked(text: str, place: Standing, nothing: str = "none") -> str:
    """The question whether something is there, as it is asked in such a place."""
    question = f"{text} is not {nothing}"
    match place:
        case "effects":
            return f"`if {question}`"
        case "premises":
            return f"`require {question}`"
        case "values":
            return f"`{question} and` before a condition, `if {question} else 0` behind a value"


def _is_within_condition(expr: ir.Expr, scope: Scope) -> bool:
    """Whether a value is of the thing that a condition looks at, so that only it can ask."""
    parts = list(ir.walk(expr))
    used = {part.index for part in parts if isinstance(part, ir.Bound)}
    own = {getattr(part, "bound", None) for part in parts}
    return bool(used - own) or any(element in parts for element in scope.elements)


def helps(world: World) -> bool:
    """Whether a help is worth some looking: behind many reports nobody reads on."""
    return len(world.diagnostics) < _MOST_HELPED


def conversion_help(expr: ir.Expr, wanted: Type, node: nodes.Expr, world: World) -> str:
    """How to get from a value to one of the type that is wanted, where that is known."""
    text = bracketed(written(node, world) or "...")
    of_type = expr.type
    if wanted == SETS:
        return f"Sets of cards are for example `subsets of {text}`."
    if wanted == CARDS and of_type == INTEGER:
        return f"For a number of cards from a pile: `draw {text} from deck to my hand`."
    if wanted.base == "collection" and wanted.element is not None and fits(of_type, wanted.element):
        return f"For a single one write `only({text})`."
    match wanted.base:
        case "flag":
            return _condition_help(of_type, text, world)
        case "integer":
            return _number_help(of_type, text, world)
        case "card" if of_type.base == "stack" or (
            of_type.base == "zone" and of_type.name in _ENDED
        ):
            return f"One card of it is `top of {text}`."
        case "card" if of_type.base in ("zone", "collection"):
            return f"Choose one of them, or name one: `first of {text}`."
    return ""


_ENDED = ("pile", "row")
_HOLDS_CARDS = re.compile(r"\b(first|top|bottom) of $")


def single_card_help(base: ir.Expr, attribute: str, node: nodes.Expr, world: World) -> str:
    """The help for an attribute of several cards, such as `first of line.colour`."""
    if attribute not in world.attributes or not _holds_cards(base.type):
        return ""
    text = bracketed(written(node, world) or "...")
    at = node.span.start
    before = _HOLDS_CARDS.search(world.diagnostics.source.text, max(0, at - _LONGEST), at)
    operation = before[1] if before else "first"
    help = f"A single card has it: `({operation} of {text}).{attribute}`."
    if before:
        help = f"Put brackets around the card: `({operation} of {text}).{attribute}`."
    return help


def attribute_help(name: str, operand: ir.Expr, node: nodes.Expr, world: World) -> str:
    """The help for an attribute that is written like an operation, such as `weight of line`."""
    text = bracketed(written(node, world) or "...")
    if operand.type.base == "card":
        return f"`{name}` is an attribute of a card: write `{text}.{name}`."
    if not _holds_cards(operand.type):
        return f"`{name}` is an attribute of a card: write `card.{name}`."
    if world.attributes[name].type == INTEGER:
        return (
            f"`{name}` is an attribute of each card. For all together: `sum of {name} in {text}`."
        )
    return f"`{name}` is an attribute of each card. Of one of them: `(first of {text}).{name}`."


def _holds_cards(of_type: Type) -> bool:
    if of_type.base == "zone":
        return of_type.name != "stacks"
    return of_type.base == "stack" or of_type == CARDS


def line_help(
    card: ir.Expr, card_node: nodes.Expr, line_node: nodes.Expr, operator: str, world: World
) -> str:
    """The help for a card that is compared with the name of a line, such as `it = iron`."""
    name = line_node.name.text if isinstance(line_node, nodes.Name) else ""
    if card.type.base != "card" or name not in world.lines or operator not in ("=", "!="):
        return ""
    word = "is" if operator == "=" else "is not"
    text = written(card_node, world) or "..."
    return f"`{name}` is a line of the card table: write `{text} {word} {name}`."


def end_help(node: nodes.Expr, what: str, world: World) -> str:
    """The help for cards that go to `top of` or `bottom of` a zone."""
    if not isinstance(node, nodes.Of) or node.name.text not in ("top", "bottom"):
        return ""
    text = written(node.operand, world) or "..."
    if node.name.text == "bottom":
        return f"Name the zone first: `{what} to {text} at bottom`."
    return f"Cards come to lie on top by themselves: `{what} to {text}`."


def _condition_help(of_type: Type, text: str, world: World) -> str:
    if of_type.optional:
        return f"Ask whether there is one: `{text} is not none`."
    if of_type.base == "enum":
        values = world.values_of(of_type.name)
        one, more = values[0], ", ".join(values[:2])
        return (
            f"Behind `if`, `and` and `or` stands a whole condition: `A = {one}`. "
            f"For one of several values: `A in {{{more}}}`."
        )
    if of_type.base == "integer":
        return f"Compare it with a number: `{text} > 0`."
    if of_type.base in ("zone", "collection", "stack"):
        return f"Ask whether something is in it: `{text} is not empty`."
    return f"Compare it with another one: `{text} = ...`."


def _number_help(of_type: Type, text: str, world: World) -> str:
    if of_type.base == "card":
        numbers = [name for name, item in world.attributes.items() if item.type == INTEGER]
        return f"Name an attribute of it: `{bracketed(text)}.{numbers[0]}`." if numbers else ""
    if of_type.base == "flag":
        return f"To count it, write `1 if {text} else 0`."
    if of_type.base in ("zone", "collection", "stack"):
        return f"Count them: `count of {text}`."
    return ""


def bracketed(text: str) -> str:
    """A text as it can stand behind `of` or before a dot."""
    bare = text.removeprefix("my ").replace("_", "").replace(".", "")
    return text if bare.isalnum() or text.startswith("(") or text == "..." else f"({text})"
