"""From front matter to attributes, kinds and options of the ruleset."""

from __future__ import annotations

from typing import Literal

from cardrules.analysis.constants import check_constant, with_definitions
from cardrules.analysis.expressions import convert, elaborate
from cardrules.analysis.reserved import no_values, reserved
from cardrules.analysis.values import unknown
from cardrules.analysis.world import Scope, World
from cardrules.model import ir, ruleset
from cardrules.model.types import FLAG, INTEGER, NUMBERS, Type, enum_of
from cardrules.plain import replaced
from cardrules.source import SourceFile, Span
from cardrules.syntax.frontmatter_model import (
    AttributeDecl,
    AttributeValue,
    ExprText,
    FrontMatter,
    OptionDecl,
)
from cardrules.syntax.parser import parse_expression

_OPTION_TYPES: dict[str, Literal["integer", "flag", "choice"]] = {
    "flag": "flag",
    "number": "integer",
    "choice": "choice",
}


def declare_front_matter(front: FrontMatter, world: World) -> None:
    """Enter the names of attributes, options and card lines."""
    for attribute in front.attributes:
        _enter(attribute.name, "attribute", attribute.span, world)
        world.attributes[attribute.name] = _attribute(attribute)
        for value, span in zip(attribute.values, attribute.value_spans, strict=True):
            _check_value(value, no_values(), "a value", span, world)
        for number, value in attribute.names.items():
            span = attribute.name_spans[number]
            _check_value(value, no_values(), "the name of a number", span, world)
    world.players_min = front.players_min
    for option in front.options:
        if isinstance(option.min, int):
            world.option_minima[option.name] = option.min
        _enter(option.name, "option", option.span, world)
        world.options[option.name] = _option_type(option)
        if option.type == "choice":
            world.option_values[option.name] = option.values
            for value, span in zip(option.values, option.value_spans, strict=True):
                _check_value(value, no_values(), "a value", span, world)
    for line in front.lines:
        _check_value(line.id, _NO_LINES, "a card line", line.span, world)
        world.lines[line.id] = line.span


# Card lines stand behind `is` alone.
_NO_LINES = frozenset({"empty", "none", "not"})


def _check_value(name: str, words: frozenset[str], what: str, span: Span, world: World) -> None:
    if name in words:
        world.diagnostics.report(
            "CR303",
            span,
            f"`{name}` is a word of the language and cannot be {what}.",
            help=f"Choose another name, such as `{name}_2`.",
        )


def _enter(name: str, what: str, span: Span, world: World) -> None:
    if name in reserved():
        world.diagnostics.report(
            "CR303",
            span,
            f"`{name}` is a word of the language and cannot be a name.",
            help=f"Choose another name, such as `{name}_2`.",
        )
    world.declared.setdefault(name, (what, span))


def _option_type(option: OptionDecl) -> Type:
    if option.type == "choice":
        return enum_of(option.name)
    return FLAG if option.type == "flag" else INTEGER


def _attribute(declared: AttributeDecl) -> ruleset.AttributeType:
    types = {"integer": INTEGER, "flag": FLAG, "set": NUMBERS}
    of_type = types.get(declared.type) or enum_of(declared.name)
    attribute = ruleset.AttributeType(
        name=declared.name,
        type=of_type,
        show=declared.show,
        values=declared.values,
        names=dict(declared.names),
        span=declared.span,
    )
    if declared.default is None:
        return attribute
    return replaced(attribute, default=_attribute_value(declared.default, attribute))


def _attribute_value(
    value: AttributeValue, attribute: ruleset.AttributeType
) -> int | tuple[int, ...]:
    if isinstance(value, frozenset):
        return tuple(sorted(value))
    if isinstance(value, str):
        return attribute.values.index(value) if value in attribute.values else 0
    return int(value)


def number_of(value: int | ExprText, source: SourceFile, world: World, what: str) -> ir.Expr:
    """A number of the front matter, written out or as an expression."""
    if isinstance(value, int):
        return ir.Const(type=INTEGER, value=value)
    return _expression(value, INTEGER, source, world, what)


def _expression(
    value: ExprText, wanted: Type, source: SourceFile, world: World, what: str
) -> ir.Expr:
    node = parse_expression(source, value.span, world.diagnostics)
    if node is None:
        return unknown()
    scope = Scope(world=world, frame=None)
    expr = convert(elaborate(node, scope, wanted), wanted, node, scope, what)
    check_constant(expr, value.span, world, cards=False)
    return expr


def card_lines(front: FrontMatter) -> dict[str, ruleset.CardLine]:
    """The lines of the card table."""
    return {
        line.id: ruleset.CardLine(name=line.id, has_text=line.has_text, span=line.span)
        for line in front.lines
    }


def kinds(front: FrontMatter, world: World) -> tuple[ruleset.Kind, ...]:
    """The kinds of the card table with the number of cards of each in one deck."""
    found = []
    # The kinds of a line often share one expression.
    counts: dict[int | ExprText, ir.Expr] = {}
    for line in front.lines:
        for kind in line.kinds:
            values = {
                name: _attribute_value(value, world.attributes[name])
                for name, value in kind.values.items()
                if name in world.attributes
            }
            for name in world.attributes:
                values.setdefault(name, 0)
            if kind.count not in counts:
                source = world.diagnostics.source
                counts[kind.count] = number_of(kind.count, source, world, "A count")
            count = counts[kind.count]
            found.append(
                ruleset.Kind(
                    name=kind.name, line=line.id, text=kind.text, values=values, count=count
                )
            )
    return tuple(found)


def options(front: FrontMatter, world: World) -> dict[str, ruleset.Option]:
    """The options with their defaults and bounds."""
    source = world.diagnostics.source
    found = {}
    for item in front.options:
        bounds = [
            None if bound is None else number_of(bound, source, world, "A bound")
            for bound in (item.min, item.max)
        ]
        found[item.name] = ruleset.Option(
            name=item.name,
            type=_OPTION_TYPES[item.type],
            default=_default(item, world),
            minimum=bounds[0],
            maximum=bounds[1],
            values=item.values,
            value_helps=item.value_helps,
            help=item.help,
            span=item.span,
        )
        _check_order(found[item.name], set(found), item, world)
    return found


def _check_order(option: ruleset.Option, above: set[str], item: OptionDecl, world: World) -> None:
    """Report an option that needs another which is fixed after it, or itself."""
    for written, expr in zip(
        (item.default, item.min, item.max),
        (option.default, option.minimum, option.maximum),
        strict=True,
    ):
        if not isinstance(written, ExprText) or expr is None:
            continue
        parts = with_definitions(expr, world)
        names = {part.name for part in parts if isinstance(part, ir.OptionValue)}
        for name in sorted(names - above | names & {item.name}):
            message = f"The option `{item.name}` depends on `{name}`, which stands below it."
            help = f"Put `{name}` above `{item.name}`."
            if name == item.name:
                message = f"The option `{item.name}` depends on itself."
                help = "Use the options above it, and the number of players."
            world.diagnostics.report("CR210", written.span, message, help=help)


def _default(item: OptionDecl, world: World) -> ir.Expr:
    value = item.default
    of_type = _option_type(item)
    if isinstance(value, ExprText):
        return _expression(value, of_type, world.diagnostics.source, world, "The default")
    if isinstance(value, str):
        index = item.values.index(value) if value in item.values else 0
        return ir.Const(type=of_type, value=index)
    return ir.Const(type=of_type, value=value)
