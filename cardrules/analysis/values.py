"""Conversions between typed expressions, and what a condition says about `none`."""

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
        enums = {key for key, item in world.attributes.items() if item.type.base == "enum"}
        world.diagnostics.report(
            "CR301",
            node.span,
            f"There is no type `{name}`.",
            help=world.near(name, {*_NAMED_TYPES, *enums}),
        )
        return UNKNOWN
    return found.or_none() if node.optional is not None else found


def is_collection(kind: Type) -> bool:
    """Whether something of this type is a collection, or cannot be judged."""
    return kind.base == "collection" or kind == UNKNOWN


def coerced_collection(expr: ir.Expr) -> ir.Expr:
    """A zone or stack as the collection of what lies in it; anything else as it is."""
    if expr.type.base == "zone":
        kind = STACKS if expr.type.name == "stacks" else CARDS
        return ir.Contents(type=kind, zone=expr)
    if expr.type.base == "stack" and not expr.type.optional:
        return ir.Contents(type=CARDS, zone=expr)
    return expr


def holder_cards(expr: ir.Expr) -> ir.Expr:
    """Stacks as all their cards; anything else as it is."""
    inner = expr
    if expr.type.base == "zone" and expr.type.name == "stacks":
        inner = ir.Contents(type=STACKS, zone=expr)
    if inner.type == STACKS:
        return ir.CardsOfStacks(type=CARDS, stacks=inner)
    return inner


def facts_of(test: ir.Expr, holds: bool) -> frozenset[ir.Expr]:
    """The expressions that are certainly not none if the test holds (or does not hold)."""
    if isinstance(test, ir.Negation):
        return facts_of(test.operand, not holds)
    if isinstance(test, ir.Logic):
        if (test.operator == "and") is holds:
            return facts_of(test.left, holds) | facts_of(test.right, holds)
        return frozenset()
    if isinstance(test, ir.Compare) and isinstance(test.right, ir.Const):
        equal = (test.operator == "=") is holds
        if test.operator in ("=", "!=") and not equal:
            if test.right.value == -1 and test.right.type.optional:
                return frozenset({test.left})
            if test.right.value == ():
                return _facts_of_contents(test.left)
    return frozenset()


def _facts_of_contents(items: ir.Expr) -> frozenset[ir.Expr]:
    """A pile that is not empty has a top, a bottom and a first card."""
    first = ir.Operation(type=_optional_element(items), op="first", arguments=(items,))
    if not isinstance(items, ir.Contents):
        return frozenset({first})
    ends = (
        ir.Operation(type=CARD.or_none(), op=op, arguments=(items.zone,))
        for op in ("top", "bottom")
    )
    return frozenset({first, *ends})


def _optional_element(items: ir.Expr) -> Type:
    return (items.type.element or UNKNOWN).or_none()


def never_empty(items: ir.Expr, world: World) -> bool:
    """Whether a collection is certain to have an element, so that it has a first one."""
    match items:
        case ir.Everyone():
            return items.group in ("players", "teams", "leaders", "cards")
        case ir.Extremes():
            return never_empty(items.collection, world)
        case ir.Const():
            return isinstance(items.value, tuple) and bool(items.value)
        case ir.Operation():
            return items.op == "only"
        case ir.Arithmetic():
            sides = (items.left, items.right)
            return items.operator == "+" and any(never_empty(side, world) for side in sides)
        case ir.IfElse():
            return never_empty(items.then, world) and never_empty(items.otherwise, world)
        case ir.CallDefinition():
            return items.definition in world.never_empty
        case _:
            return False


def mentions_me(expr: ir.Expr, world: World) -> bool:
    """Whether an expression depends on who acts where it is evaluated."""
    match expr:
        case ir.Role():
            return expr.role == "me"
        case ir.Possible():
            return True
        case ir.Everyone():
            return expr.group in ("opponents", "others", "partners")
        case ir.CallDefinition() if expr.definition in world.personal:
            return True
    return any(mentions_me(part, world) for part in ir.parts(expr))


def without_me(facts: frozenset[ir.Expr], world: World) -> frozenset[ir.Expr]:
    """The facts that hold as well when somebody else acts."""
    return frozenset(fact for fact in facts if not mentions_me(fact, world))


def without_variables(facts: frozenset[ir.Expr], names: set[str]) -> frozenset[ir.Expr]:
    """The facts that hold as well when these variables have changed."""
    return frozenset(fact for fact in facts if not names or not _mentions(fact, names))


def _mentions(expr: ir.Expr, names: set[str]) -> bool:
    if isinstance(expr, ir.VariableValue) and expr.variable in names:
        return True
    return any(_mentions(part, names) for part in ir.parts(expr))
