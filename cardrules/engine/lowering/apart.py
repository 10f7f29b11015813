"""With which cards the tests of a search compare a card that is chosen.

Cards of one kind in a spread look the same, so a loop goes through one of them. But if a test asks
whether it is another one than a certain card, that card and one that looks like it differ: "the
other 7". Such a loop goes through both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.model import ir
from cardrules.model.ruleset import Definition
from cardrules.model.types import CARD, CARDS

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


def _side(x: ir.Expr, stand: Stand) -> ir.Expr:
    return stand.get(x.index, x) if isinstance(x, ir.Bound) else x


def _is_of_cards(x: ir.Expr) -> bool:
    """Whether a value is a card or cards, and does not depend on a bound variable."""
    bound = {getattr(item, "bound", -1) for item in ir.walk(x)}
    free = any(isinstance(item, ir.Bound) and item.index not in bound for item in ir.walk(x))
    return x.type.required() in (CARD, CARDS) and not free
