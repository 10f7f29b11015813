"""With which cards the tests of a search compare a card that is chosen.

Cards of one kind in a spread look the same, so a loop goes through one of them. But if a test asks
whether it is another one than a certain card, that card and one that looks like it differ: "the
other 7". Such a loop goes through both. Where that card may be none, the test has asked for it
before; the loop asks for it as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.model import ir
from cardrules.model.ruleset import Definition
from cardrules.model.types import CARD, CARDS, FLAG, NONE, UNKNOWN

# What bound variables stand for: a parameter for what is given, an element for its collection.
Stand = Mapping[int, ir.Expr]


def compared(
    x: ir.Expr, definitions: Mapping[str, Definition], stand: Stand
) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    """The two sides wherever a condition asks whether cards are the same, or among others.

    Sides with variables that stand for nothing known are left out.
    """
    match x:
        case ir.Compare(left=left, right=right) | ir.Contains(element=left, collection=right):
            sides = [_side(side, stand) for side in (left, right)]
            if all(_is_of_cards(side) for side in sides):
                yield sides[0], sides[1]
        case ir.Quantified(bound=bound, collection=items):
            stand = {**stand, bound: _side(items, stand)}
        case ir.CallDefinition(arguments=arguments):
            definition = definitions[x.definition]
            given = [_side(item, stand) for item in arguments]
            inner = dict(zip(definition.parameters, given, strict=True))
            yield from compared(definition.value, definitions, inner)
    for part in ir.parts(x):
        yield from compared(part, definitions, stand)


def where_there(x: ir.Expr) -> ir.Expr:
    """Cards, where all that must not be none in them is there; else none."""
    is_there: ir.Expr | None = None
    # What stands within another one is asked for first.
    for part in reversed(list(ir.walk(x))):
        if isinstance(part, ir.NotNone) and not _is_bound(part.value):
            none = ir.Const(type=UNKNOWN.or_none(), value=NONE)
            test = ir.Compare(type=FLAG, operator="!=", left=part.value, right=none)
            is_there = test if is_there is None else ir.Logic(
                type=FLAG, operator="and", left=is_there, right=test
            )  # fmt: skip
    if is_there is None:
        return x
    if x.type.base == "card":
        of_type, otherwise = x.type.or_none(), ir.Const(type=x.type.or_none(), value=NONE)
    else:
        of_type, otherwise = x.type, ir.Const(type=x.type, value=())
    return ir.IfElse(type=of_type, condition=is_there, then=x, otherwise=otherwise)


def _side(x: ir.Expr, stand: Stand) -> ir.Expr:
    return stand.get(x.index, x) if isinstance(x, ir.Bound) else x


def _is_of_cards(x: ir.Expr) -> bool:
    """Whether a value is a card or cards, and does not depend on a bound variable."""
    return x.type.required() in (CARD, CARDS) and not _is_bound(x)


def _is_bound(x: ir.Expr) -> bool:
    """Whether a value depends on a variable that is bound around it."""
    bound = {getattr(item, "bound", -1) for item in ir.walk(x)}
    return any(isinstance(item, ir.Bound) and item.index not in bound for item in ir.walk(x))
