"""What conditions tell: which values are certainly not none, which collections not empty.

A fact is an expression that is not none, written so that it is equal wherever the same is said
(`canonical`). That a collection has an element is the fact that it has a first one. How long facts
hold is the matter of `cardrules.analysis.changes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardrules.analysis.values import unknown
from cardrules.analysis.world import Scope, World
from cardrules.model import ir
from cardrules.model.types import CARD, FLAG, INTEGER, NONE, UNKNOWN
from cardrules.plain import fields, replaced
from cardrules.source import Span
from cardrules.syntax import nodes

Facts = frozenset[ir.Expr]

_INVERSE: dict[str, Any] = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_MIRRORED: dict[str, Any] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def facts_of(test: ir.Expr, holds: bool, world: World) -> Facts:
    """What is certain if the test holds (or does not hold)."""
    match test:
        case ir.Negation():
            return facts_of(test.operand, not holds, world)
        case ir.Logic() if (test.operator == "and") is holds:
            return facts_of(test.left, holds, world) | facts_of(test.right, holds, world)
        case ir.Compare():
            operator = test.operator if holds else _INVERSE[test.operator]
            return _compared(test.left, operator, test.right, world) | _compared(
                test.right, _MIRRORED[operator], test.left, world
            )
        case ir.Contains() if holds:
            return _with_element(test.collection)
        case ir.Quantified() if (test.quantifier == "some") is holds:
            condition = test.condition
            if not holds:
                condition = ir.Negation(type=FLAG, operand=condition)
            kept = ir.Filter(
                type=test.collection.type,
                collection=test.collection,
                bound=test.bound,
                condition=condition,
            )
            return _with_element(kept)
    return frozenset()


def supposing(test: ir.Expr, holds: bool, scope: Scope) -> Scope:
    """The scope of what is looked at only if the test holds (or does not hold)."""
    return scope.child(facts=scope.facts | facts_of(test, holds, scope.world))


def _compared(left: ir.Expr, operator: str, right: ir.Expr, world: World) -> Facts:
    if operator == "!=" and isinstance(right, ir.Const):
        if right.value == NONE:
            return frozenset({canonical(left)})
        if right.value == ():
            return _with_element(left)
    if operator == "=" and left.type.optional and not right.type.optional:
        return frozenset({canonical(left)})
    counted = _counted(left)
    if counted is not None and _is_more_than_nothing(operator, right, world):
        return _with_element(counted)
    return frozenset()


def _counted(expr: ir.Expr) -> ir.Expr | None:
    """The collection of which this is the count, or a sum: 0 if nothing is in it."""
    if isinstance(expr, ir.Operation) and expr.op == "count":
        return expr.arguments[0]
    return expr.collection if isinstance(expr, ir.Fold) and expr.fold == "sum" else None


def _is_more_than_nothing(operator: str, bound: ir.Expr, world: World) -> bool:
    """Whether a number that compares like this with a bound is not 0."""
    match operator:
        case ">":
            return floor(bound, world) >= 0
        case ">=" | "=":
            return floor(bound, world) >= 1
        case "!=":
            return isinstance(bound, ir.Const) and bound.value == 0
    return False


def floor(expr: ir.Expr, world: World) -> int:
    """1 or 0 if a number is certain to be at least that, else -1."""
    match expr:
        case ir.Const():
            return min(1, expr.value) if isinstance(expr.value, int) and expr.value >= 0 else -1
        case ir.OptionValue():
            return max(-1, min(1, world.option_minima.get(expr.name, -1)))
        case ir.VariableValue():
            is_token = world.variables[expr.variable].supply is not None
            return 0 if is_token else -1
        case ir.Operation(op="count"):
            return int(never_empty(expr.arguments[0], world))
        case ir.Operation(op="min"):
            return min([floor(item, world) for item in expr.arguments])
        case ir.Operation(op="max"):
            return max([floor(item, world) for item in expr.arguments])
        case ir.Counter():
            return 0
        case ir.IfElse():
            return min(floor(expr.then, world), floor(expr.otherwise, world))
        case ir.Arithmetic(operator="+" | "*" | "/"):
            sides = (floor(expr.left, world), floor(expr.right, world))
            if min(sides) < 0:
                return -1
            return {"+": max(sides), "*": min(sides)}.get(expr.operator, 0)
        case ir.CallDefinition():
            return world.floors.get(expr.definition, -1)
    return -1


def _with_element(items: ir.Expr) -> Facts:
    """What follows if a collection has an element: so has the one of which it is a part."""
    return frozenset(_follow_from_element(items))


def _follow_from_element(items: ir.Expr) -> Iterator[ir.Expr]:
    yield first_of(items)
    match items:
        case ir.NotNone():
            yield from _follow_from_element(items.value)
        case ir.Filter() | ir.Extremes():
            yield from _follow_from_element(items.collection)
        case ir.Arithmetic(operator="-"):
            yield from _follow_from_element(items.left)
        case ir.CardsOfStacks():
            yield from _follow_from_element(items.stacks)
        case ir.Contents():
            for op in ("top", "bottom"):
                of_type = CARD.or_none()
                yield canonical(ir.Operation(type=of_type, op=op, arguments=(items.zone,)))


def first_of(items: ir.Expr) -> ir.Expr:
    """The fact that a collection has an element."""
    of_type = (items.type.element or UNKNOWN).or_none()
    return canonical(ir.Operation(type=of_type, op="first", arguments=(items,)))


# ---- What is known -------------------------------------------------------------------------------


def known(expr: ir.Expr, span: Span, scope: Scope) -> ir.Expr | None:
    """The value as one that is there; None if nothing says so."""
    if not expr.type.optional:
        return expr
    if canonical(expr) in scope.facts or _has_first(expr, scope) or _is_doubted(expr, scope):
        return ir.NotNone(type=expr.type.required(), value=expr, span=span)
    return None


def _is_doubted(expr: ir.Expr, scope: Scope) -> bool:
    frame = scope.frame
    return isinstance(expr, ir.Local) and frame is not None and expr.slot in frame.doubted


def doubt(expr: ir.Expr, scope: Scope) -> None:
    """Say nothing more of a value of which it has been reported that it may be none."""
    scope.facts = scope.facts | {canonical(expr)}
    if isinstance(expr, ir.Local) and scope.frame is not None:
        scope.frame.doubted.add(expr.slot)


def _has_first(expr: ir.Expr, scope: Scope) -> bool:
    return (
        isinstance(expr, ir.Operation)
        and expr.op == "first"
        and has_element(expr.arguments[0], scope)
    )


def has_element(items: ir.Expr, scope: Scope) -> bool:
    """Whether a collection has an element here, as far as the tests above tell."""
    if never_empty(items, scope.world) or first_of(items) in scope.facts:
        return True
    match items:
        case ir.NotNone():
            return has_element(items.value, scope)
        case ir.Extremes():
            return has_element(items.collection, scope)
        case ir.CardsOfStacks():
            return has_element(items.stacks, scope)
        case ir.Contents():
            return items.zone.type.base == "stack"
        case ir.Arithmetic(operator="+"):
            return has_element(items.left, scope) or has_element(items.right, scope)
        case ir.IfElse():
            return has_element(items.then, scope) and has_element(items.otherwise, scope)
    return False


def name_value(local: ir.Local, value: ir.Expr, scope: Scope) -> None:
    """Take down that a name is as certain as the value that it stands for."""
    if value.type.optional and known(value, Span(0, 0), scope) is not None:
        scope.facts = scope.facts | {canonical(local)}
    elif value.type.base == "collection" and has_element(value, scope):
        scope.facts = scope.facts | {first_of(local)}


def name_chosen(word: nodes.Word, slot: int, items: ir.Expr, scope: Scope) -> None:
    """From here on the name stands for one of the things, or for none if they may be missing."""
    meaning = scope.names[word.text]
    if never_empty(items, scope.world) or not isinstance(meaning, ir.Local) or items == unknown():
        return
    if meaning.type == UNKNOWN:
        return
    local = ir.Local(type=meaning.type.or_none(), slot=slot)
    scope.names[word.text] = local
    if scope.frame is not None:
        scope.frame.chosen.add(slot)
    if has_element(items, scope):
        scope.facts = scope.facts | {canonical(local)}


def that_fit(choice: ir.Choice, world: World) -> ir.Expr:
    """The things from which a choice is made, with its condition."""
    if choice.condition is None:
        return choice.domain
    bound = world.new_bound()
    condition = canonical(choice.condition, {("slot", choice.slot): bound})
    return ir.Filter(
        type=choice.domain.type, collection=choice.domain, bound=bound, condition=condition
    )


def never_empty(items: ir.Expr, world: World) -> bool:
    """Whether a collection has an element wherever it stands."""
    match items:
        case ir.Everyone():
            if items.group in ("opponents", "others"):
                return world.players_min > 1
            return items.group in ("players", "teams", "leaders", "cards")
        case ir.Extremes():
            return never_empty(items.collection, world)
        case ir.Subsets():
            return _empty_set_fits(items, world)
        case ir.Const():
            return isinstance(items.value, tuple) and bool(items.value)
        case ir.Operation():
            return items.op in ("only", "clockwise_from", "maximal families") or (
                items.op == "unions" and never_empty(items.arguments[0], world)
            )
        case ir.Arithmetic():
            sides = (items.left, items.right)
            return items.operator == "+" and any(never_empty(side, world) for side in sides)
        case ir.IfElse():
            return never_empty(items.then, world) and never_empty(items.otherwise, world)
        case ir.CallDefinition():
            return items.definition in world.never_empty
    return False


def _empty_set_fits(items: ir.Subsets, world: World) -> bool:
    """Whether the empty set, or one that is larger, is certain to fulfil the condition."""
    pending = [items.condition]
    while pending:
        test = pending.pop()
        match test:
            case ir.Logic(operator="and"):
                pending += [test.left, test.right]
            case ir.Const(value=True):
                pass
            case ir.Compare():
                if not _allows_nothing(test, items.bound, world):
                    return False
            case _:
                return False
    return True


def _allows_nothing(test: ir.Compare, bound: int, world: World) -> bool:
    """Whether a test of the size or a sum of a set, such as `count of it <= 5`, holds for none."""
    of = _counted(test.left)
    if not (isinstance(of, ir.Bound) and of.index == bound) or _looks_at(test.right, bound):
        return False
    match test.operator:
        case "<=":
            return floor(test.right, world) >= 0
        case "<":
            return floor(test.right, world) >= 1
        case ">=":
            return isinstance(test.right, ir.Const) and test.right.value == 0
    return False


def _looks_at(expr: ir.Expr, bound: int) -> bool:
    return any(isinstance(part, ir.Bound) and part.index == bound for part in ir.walk(expr))


def note_definition(name: str, value: ir.Expr, world: World) -> None:
    """Take down what is certain of the value of a definition wherever it is used."""
    if never_empty(value, world):
        world.never_empty.add(name)
    if value.type == INTEGER:
        world.floors[name] = floor(value, world)


# ---- One form for the same -----------------------------------------------------------------------


def canonical(expr: ir.Expr, names: Mapping[object, int] | None = None) -> ir.Expr:
    """The expression with variables that it binds renumbered, and said in one of several ways.

    `names` gives variables from outside a number: those of slots stand under `("slot", number)`.
    """
    return _canonical(expr, dict(names or {}))


def _canonical(expr: ir.Expr, names: dict[object, int]) -> ir.Expr:
    match expr:
        case ir.NotNone():
            return _canonical(expr.value, names)
        case ir.Bound() if expr.index in names:
            return replaced(expr, index=names[expr.index])
        case ir.Local() if ("slot", expr.slot) in names:
            return ir.Bound(type=expr.type, index=names["slot", expr.slot])
        case ir.Negation(operand=ir.Compare() as test):
            return _canonical(replaced(test, operator=_INVERSE[test.operator]), names)
        case ir.Negation(operand=ir.Negation(operand=inner)):
            return _canonical(inner, names)
        case ir.Operation(op="first", arguments=(ir.Extremes() as items,)):
            return _canonical(replaced(expr, arguments=(items.collection,)), names)
        case ir.Filter() | ir.Quantified() | ir.Extremes() | ir.Fold() | ir.Subsets():
            number = -1 - len(names)
            renamed = replaced(expr, bound=number)
            return _with_parts(renamed, {**names, expr.bound: number}, names)
    return _with_parts(expr, names, names)


def _with_parts(expr: ir.Expr, names: dict[object, int], around: dict[object, int]) -> ir.Expr:
    """The expression with canonical parts; a collection is looked at from outside (`around`)."""
    changes: dict[str, Any] = {}
    for part in fields(type(expr)):
        value = getattr(expr, part)
        if isinstance(value, ir.Expr):
            changes[part] = _canonical(value, around if part == "collection" else names)
        elif isinstance(value, tuple) and any(isinstance(item, ir.Expr | tuple) for item in value):
            changes[part] = tuple([_canonical_item(item, names) for item in value])
    return replaced(expr, **changes) if changes else expr


def _canonical_item(item: Any, names: dict[object, int]) -> Any:
    if isinstance(item, ir.Expr):
        return _canonical(item, names)
    if isinstance(item, tuple):
        return tuple([_canonical_item(one, names) for one in item])
    return item
