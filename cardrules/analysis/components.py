"""From front matter to attributes, kinds and options of the ruleset."""

from __future__ import annotations

from typing import Literal

from cardrules.analysis.expressions import convert, elaborate
from cardrules.analysis.values import unknown
from cardrules.analysis.world import RESERVED, Scope, World
from cardrules.model import ir, ruleset
from cardrules.model.types import FLAG, INTEGER, NUMBERS, Type, enum_of
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
    for option in front.options:
        _enter(option.name, "option", option.span, world)
        world.options[option.name] = _option_type(option)
        if option.type == "choice":
            world.option_values[option.name] = option.values
    for line in front.lines:
        world.lines[line.id] = line.span


def _enter(name: str, what: str, span: Span, world: World) -> None:
    if name in RESERVED:
        world.diagnostics.report(
            "CR303", span, f"`{name}` is a word of the language and cannot be a name."
        )
    world.declared.setdefault(name, (what, span))


def _option_type(option: OptionDecl) -> Type:
    if option.type == "choice":
        return enum_of(option.name)
    return FLAG if option.type == "flag" else INTEGER


def _attribute(declared: AttributeDecl) -> ruleset.AttributeType:
    kinds = {"integer": INTEGER, "flag": FLAG, "set": NUMBERS}
    kind = kinds.get(declared.type) or enum_of(declared.name)
    return ruleset.AttributeType(
        name=declared.name, type=kind, values=declared.values, names=dict(declared.names)
    )


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
    _check_constant(expr, value.span, world)
    return expr


def _check_constant(expr: ir.Expr, span: Span, world: World) -> None:
    """Report what depends on the course of a game; the front matter is read before one begins."""
    if isinstance(
        expr, ir.ZoneOf | ir.VariableValue | ir.Counter | ir.ScoreOf | ir.Possible | ir.Role
    ):
        world.diagnostics.report(
            "CR206",
            span,
            "This depends on the course of the game, but it is needed before one begins.",
            help="Use options, the number of players and definitions made of these.",
        )
        return
    if isinstance(expr, ir.CallDefinition):
        definition = world.definitions.get(expr.definition)
        if definition is not None:
            _check_constant(definition.value, span, world)
    for part in ir.parts(expr):
        _check_constant(part, span, world)


def kinds(front: FrontMatter, world: World) -> tuple[ruleset.Kind, ...]:
    """The kinds of the card table with the number of cards of each in one deck."""
    found = []
    for line in front.lines:
        for kind in line.kinds:
            values = {
                name: _attribute_value(value, world.attributes[name])
                for name, value in kind.values.items()
                if name in world.attributes
            }
            for name in world.attributes:
                values.setdefault(name, 0)
            count = number_of(kind.count, world.diagnostics.source, world, "A count")
            found.append(ruleset.Kind(name=kind.name, line=line.id, values=values, count=count))
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
            help=item.help,
            span=item.span,
        )
    return found


def _default(item: OptionDecl, world: World) -> ir.Expr:
    value = item.default
    kind = _option_type(item)
    if isinstance(value, ExprText):
        return _expression(value, kind, world.diagnostics.source, world, "The default")
    if isinstance(value, str):
        index = item.values.index(value) if value in item.values else 0
        return ir.Const(type=kind, value=index)
    return ir.Const(type=kind, value=value)
