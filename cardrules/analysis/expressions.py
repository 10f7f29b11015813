"""Expressions: from nodes to typed expressions of the intermediate form.

Whatever is wrong is reported once; the expression then has the type `unknown`, from which no
further report follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from cardrules.analysis.collection_wording import (
    Purpose,
    collection_help,
    counted,
    line_in,
    never_in,
    not_in_braces,
    not_joined,
    one_of_them,
)
from cardrules.analysis.known import doubt, known, never_empty, supposing
from cardrules.analysis.local_names import check_local_name
from cardrules.analysis.names import (
    report_own_words,
    resolve_field,
    resolve_my,
    resolve_name,
    shared_enumeration,
)
from cardrules.analysis.unknown_names import without_value
from cardrules.analysis.unknown_operations import is_other_word, report_unknown_operation
from cardrules.analysis.values import (
    coerced_collection,
    holder_cards,
    is_collection,
    type_named,
    unknown,
)
from cardrules.analysis.wording import (
    ask_first,
    bracketed,
    conversion_help,
    line_help,
    nobody,
    none_help,
    somebody_acts,
    subject,
    takes,
    this_is,
    written,
)
from cardrules.analysis.world import Scope, World
from cardrules.diagnostics.model import Label
from cardrules.model import ir
from cardrules.model.types import (
    CARD,
    CARDS,
    EMPTY,
    FAMILIES,
    FLAG,
    INTEGER,
    MOST_NUMBER,
    NONE,
    PLAYER,
    PLAYERS,
    SETS,
    STACK,
    THINGS,
    UNKNOWN,
    Type,
    collection,
    either_zone,
    fits,
)
from cardrules.ops.base import Op
from cardrules.ops.registry import operations
from cardrules.plain import replaced
from cardrules.source import Span
from cardrules.syntax import nodes

_ORDERED = frozenset({"integer", "enum", "unknown"})


def elaborate(node: nodes.Expr, scope: Scope, expected: Type | None = None) -> ir.Expr:
    """The typed expression of a node; `expected` says what an enumeration value belongs to."""
    return _HANDLERS[type(node)](node, scope, expected)


def typed(node: nodes.Expr, scope: Scope, wanted: Type, what: str) -> ir.Expr:
    """The expression, converted to the type that is wanted; reports if it cannot be."""
    expr = elaborate(node, scope, wanted)
    return convert(expr, wanted, node, scope, what)


def convert(expr: ir.Expr, wanted: Type, node: nodes.Expr, scope: Scope, what: str) -> ir.Expr:
    """The expression as a value of the wanted type; reports if it is none."""
    if wanted.base == "collection" and expr.type.base in ("zone", "stack", "collection"):
        if expr.type.base != "collection":
            expr = known_value(expr, node, scope)
        expr = holder_cards(expr) if fits(CARDS, wanted) and wanted.element == CARD else expr
        expr = coerced_collection(expr)
    if fits(expr.type, wanted) or wanted.base == "unknown":
        return expr
    if expr.type.optional and (fits(expr.type.required(), wanted)):
        there = known(expr, node.span, scope)
        if there is not None:
            return there
        if expr.type.base == "unknown":
            message = f"{what} cannot be none."
            help = none_help(wanted)
        else:
            message = f"{what} may be none here."
            if what.startswith("`"):
                message = f"{subject(node, scope.world)} may be none here, and {what} cannot be."
            help = ask_first(node, expr, scope)
        scope.world.diagnostics.report("CR405", node.span, message, help=help)
        doubt(expr, scope)
        return unknown()
    scope.world.diagnostics.report(
        "CR401",
        node.span,
        f"{what} must be {wanted}, but {this_is(expr.type)}.",
        help=conversion_help(expr, wanted, node, scope.world),
    )
    return unknown()


def condition(node: nodes.Expr, scope: Scope) -> ir.Expr:
    """An expression that is true or false."""
    return typed(node, scope, FLAG, "A condition")


def some_players(node: nodes.Expr, scope: Scope, what: str) -> ir.Expr:
    """Several players; a single one is a group of one."""
    found = elaborate(node, scope)
    if found.type.base == "player":
        player = convert(found, PLAYER, node, scope, what)
        return ir.Operation(type=PLAYERS, op="only", arguments=(player,))
    return convert(found, PLAYERS, node, scope, what)


# ---- Names and literals --------------------------------------------------------------------------


def _name(node: nodes.Name, scope: Scope, expected: Type | None) -> ir.Expr:
    return resolve_name(node, scope, expected, elaborate)


def _my(node: nodes.My, scope: Scope, expected: Type | None) -> ir.Expr:
    return resolve_my(node, scope)


def _field(node: nodes.Field, scope: Scope, expected: Type | None) -> ir.Expr:
    return resolve_field(elaborate(node.base, scope), node, scope)


def _number(node: nodes.Number, scope: Scope, expected: Type | None) -> ir.Expr:
    if node.value > MOST_NUMBER:
        message = f"This number is larger than {MOST_NUMBER:,}."
        scope.world.diagnostics.report(
            "CR206", node.span, message, help="Numbers go no further; use a smaller one."
        )
        return unknown()
    return ir.Const(type=INTEGER, value=node.value)


def _truth(node: nodes.Truth, scope: Scope, expected: Type | None) -> ir.Expr:
    return ir.Const(type=FLAG, value=node.value)


def _none_value(node: nodes.NoneValue, scope: Scope, expected: Type | None) -> ir.Expr:
    return none_value()


def none_value() -> ir.Expr:
    """`none`, written out."""
    return ir.Const(type=UNKNOWN.or_none(), value=NONE)


def _set_literal(node: nodes.SetLiteral, scope: Scope, expected: Type | None) -> ir.Expr:
    wanted = expected.element if expected is not None and expected.base == "collection" else None
    if report_own_words(node, scope):
        return unknown()
    if wanted is None or wanted.base != "enum":
        wanted = shared_enumeration(node, scope)
        if wanted == UNKNOWN:
            return unknown()
    items = [elaborate(value, scope, wanted) for value in node.values]
    first = next((item for item in items if item.type != UNKNOWN), None)
    if first is None:
        return unknown()
    values: list[int] = []
    for item, value in zip(items, node.values, strict=True):
        if not isinstance(item, ir.Const) or isinstance(item.value, tuple):
            if item.type != UNKNOWN:
                message, help = not_in_braces(value, item, node, scope.world)
                scope.world.diagnostics.report("CR401", value.span, message, help=help)
            return unknown()
        if not fits(item.type, first.type):
            scope.world.diagnostics.report(
                "CR401",
                value.span,
                f"This set holds {first.type}, but here is {item.type}.",
                help="All that is in a set is of one type.",
            )
            return unknown()
        values.append(item.value)
    return ir.Const(type=collection(first.type), value=tuple(dict.fromkeys(values)))


# ---- Operations and calls ------------------------------------------------------------------------


def _of(node: nodes.Of, scope: Scope, expected: Type | None) -> ir.Expr:
    return _operation(node.name, (node.operand,), node, scope)


def _apply(node: nodes.Apply, scope: Scope, expected: Type | None) -> ir.Expr:
    name = node.name.text
    world = scope.world
    if name in world.definition_nodes:
        return _call_definition(node, scope)
    if name in world.placement_nodes:
        world.diagnostics.report(
            "CR403",
            node.span,
            f"Before `on` stands what is placed, behind it on what; `{name}` has no `on` here.",
            help=f"For example: `{name}(card on top of discard)`.",
        )
        return unknown()
    return _operation(node.name, node.arguments.values, node, scope)


def _operation(
    name: nodes.Word, operands: tuple[nodes.Expr, ...], node: nodes.Expr, scope: Scope
) -> ir.Expr:
    op = operations().get(name.text)
    if op is None:
        has_operand = isinstance(node, nodes.Of) and not is_other_word(name.text, scope.world)
        operand = elaborate(operands[0], scope) if has_operand else None
        if operand is None or operand.type != UNKNOWN:
            report_unknown_operation(name, operand, operands, scope)
        return unknown()
    if len(operands) != op.arity:
        scope.world.diagnostics.report(
            "CR403",
            node.span,
            takes(f"`{op.name}`", op.arity, len(operands)),
            help=f"For example: `{op.example}`.",
        )
        return unknown()
    wanted = THINGS if op.name in ("count", "first") else None
    values = [elaborate(operand, scope, wanted) for operand in operands]
    result = _result(op, [replaced(item, type=item.type.required()) for item in values])
    if isinstance(result, str):
        # Whether it may be none does not matter where it is of the wrong type.
        help = counted(values[0], operands[0], scope.world) if op.name == "count" else ""
        help = help or f"For example: `{op.example}`."
        scope.world.diagnostics.report("CR401", node.span, f"`{op.name}` {result}.", help=help)
        return unknown()
    values = [
        known_value(item, operand, scope) for item, operand in zip(values, operands, strict=True)
    ]
    if result == UNKNOWN or any(item.type == UNKNOWN for item in values):
        return unknown()
    arguments = _taken(op, values)
    if op.name == "first" and never_empty(arguments[0], scope.world) and _is_listed(arguments[0]):
        result = result.required()
    made = ir.Operation(type=result, op=op.name, arguments=tuple(arguments), span=node.span)
    return replaced(made, type=result.required()) if _is_of_stack(made, scope.world) else made


def _taken(op: Op, values: list[ir.Expr]) -> list[ir.Expr]:
    """What an operation takes of some values: of a zone, as a rule, what lies there."""
    if op.takes_zones or op.name == "only":
        return values
    return [coerced_collection(item) for item in values]


def _result(op: Op, values: list[ir.Expr]) -> Type | str:
    """The type of an operation on values that are there, or why there is none."""
    types = [item.type for item in _taken(op, values)]
    return UNKNOWN if UNKNOWN in types else op.rule(types)


def _is_listed(items: ir.Expr) -> bool:
    """Whether a collection has an element without being asked, as `players` has."""
    return not any(
        isinstance(part, ir.Subsets) or getattr(part, "group", "") in ("opponents", "others")
        for part in ir.walk(items)
    )


def _is_of_stack(made: ir.Operation, world: World) -> bool:
    """Whether this is there as long as the stack is: its ends, and its owner if all have one."""
    if made.arguments[0].type.base != "stack":
        return False
    shared = any(zone.holder == "shared" for zone in world.zones.values() if zone.shape == "stacks")
    return made.op != "owner" or not shared


def known_value(expr: ir.Expr, node: nodes.Expr, scope: Scope) -> ir.Expr:
    """The expression if it is certain not to be none; reports otherwise."""
    there = known(expr, node.span, scope)
    if there is not None:
        return there
    message, help = f"{subject(node, scope.world)} may be none here.", ""
    if isinstance(node, nodes.NoneValue):
        message, help = "Here something is needed, not `none`.", "Name what is meant."
    help = help or ask_first(node, expr, scope)
    scope.world.diagnostics.report("CR405", node.span, message, help=help)
    doubt(expr, scope)
    return unknown()


def _call_definition(node: nodes.Apply, scope: Scope) -> ir.Expr:
    world = scope.world
    name = node.name.text
    definition = world.analyse_definition(name, node.name.span)
    declared = world.definition_nodes[name]
    parameters = declared.parameters.items if declared.parameters is not None else ()
    if definition is None:
        return unknown()
    help = without_value(node, parameters, scope)
    arguments = check_arguments(node.arguments, parameters, node.span, declared.name, scope, help)
    if arguments is None:
        return unknown()
    if not scope.has_me and name in world.personal:
        world.diagnostics.report(
            "CR404",
            node.span,
            f"Nobody acts here, but `{name}` is about the one who does.",
            help=f"{somebody_acts(scope)} "
            f"Or give `{name}` a player: `define {name}(p: player) = ...`.",
            cause=f"{nobody(node, scope)} {name}",
        )
        return unknown()
    return ir.CallDefinition(type=definition.value.type, definition=name, arguments=arguments)


def check_arguments(
    arguments: nodes.Arguments | None,
    parameters: tuple[nodes.Parameter, ...],
    span: Span,
    name: nodes.Word,
    scope: Scope,
    help: str = "",
) -> tuple[ir.Expr, ...] | None:
    """The arguments as the parameters want them; None if their number is wrong."""
    values = arguments.values if arguments is not None else ()
    if len(values) != len(parameters):
        scope.world.diagnostics.report(
            "CR403",
            span,
            takes(f"`{name.text}`", len(parameters), len(values)),
            help=help,
            labels=(Label(span=name.span, text="declared here"),),
        )
        return None
    return tuple(
        typed(value, scope, type_named(parameter.type, scope.world), f"`{parameter.name.text}`")
        for value, parameter in zip(values, parameters, strict=True)
    )


def _placed(node: nodes.Placed, scope: Scope, expected: Type | None) -> ir.Expr:
    world = scope.world
    name = node.name.text
    if name not in world.placement_nodes:
        world.diagnostics.report(
            "CR301",
            node.name.span,
            f"There is no placement `{name}`.",
            help=world.near(name, world.placement_nodes)
            or f"Declare it: `placement {name}(card on target)`.",
            cause=world.cause(name, node.name.span),
        )
        return unknown()
    card = typed(node.card, scope, CARD, "What is placed")
    target = typed(node.target, scope, CARD, "What it is placed on")
    return ir.CallPlacement(type=FLAG, placement=name, card=card, target=target)


def _possible(node: nodes.Possible, scope: Scope, expected: Type | None) -> ir.Expr:
    world = scope.world
    actions = world.actions_named(node.action.text)
    if actions is None:
        world.diagnostics.report(
            "CR301",
            node.action.span,
            f"There is no action or trait `{node.action.text}`.",
            help=world.near(node.action.text, {*world.action_nodes, *world.trait_nodes}),
            cause=world.cause(node.action.text, node.action.span),
        )
        return unknown()
    if not scope.has_me:
        world.diagnostics.report(
            "CR404",
            node.span,
            "Nobody acts here, so it is not said for whom this is possible.",
            help=somebody_acts(scope),
            cause=nobody(node, scope),
        )
        return unknown()
    given = []
    choices = (_choices_of(world.action_nodes[action], scope) for action in actions)
    names = {choice.name.text for found in choices for choice in found}
    for word in node.given:
        if word.text not in names:
            world.diagnostics.report(
                "CR403",
                word.span,
                f"`{node.action.text}` has no choice `{word.text}`.",
                help="A value is given to the choice of the same name. "
                + world.near(word.text, names),
            )
            return unknown()
        value = elaborate(nodes.Name(word.span, word), scope)
        world.given_choices.append((actions, word, value.type))
        given.append((word.text, value))
    return ir.Possible(type=FLAG, actions=actions, given=tuple(given))


def _choices_of(action: nodes.DeclaredAction, scope: Scope) -> list[nodes.Choose]:
    lines = list(action.premises.lines)
    if action.trait is not None and action.trait.name.text in scope.world.trait_nodes:
        lines += scope.world.trait_nodes[action.trait.name.text].premises.lines
    return [line for line in lines if isinstance(line, nodes.Choose)]


# ---- Collections ---------------------------------------------------------------------------------


def some_things(node: nodes.Expr, scope: Scope, what: str, purpose: Purpose = "choose") -> ir.Expr:
    """A collection of whatever things; `what` says what it must be, up to the comma."""
    if isinstance(node, nodes.And | nodes.Or):
        message, help = not_joined(node, scope)
        scope.world.diagnostics.report("CR401", node.span, message, help=help)
        return unknown()
    expr = elaborate(node, scope, THINGS)
    if expr.type.base in ("collection", "zone", "stack", "unknown"):
        expr = coerced_collection(known_value(expr, node, scope))
    if not is_collection(expr.type):
        scope.world.diagnostics.report(
            "CR401",
            node.span,
            f"{what}, but {this_is(expr.type)}.",
            help=collection_help(expr, node, purpose, scope.world),
        )
        return unknown()
    return expr


def _collection(node: nodes.Expr, scope: Scope, what: str) -> ir.Expr:
    return some_things(node, scope, f"{what} must be a collection", "look")


def _bind(expr: ir.Expr, scope: Scope) -> ir.Bound:
    element = expr.type.element or UNKNOWN
    return ir.Bound(type=element, index=scope.world.new_bound())


def _where(node: nodes.Where, scope: Scope, expected: Type | None) -> ir.Expr:
    items = _collection(node.collection, scope, "What `where` narrows")
    bound = _bind(items, scope)
    test = condition(node.condition, scope.within(bound))
    return ir.Filter(type=items.type, collection=items, bound=bound.index, condition=test)


def _with_extreme(node: nodes.WithExtreme, scope: Scope, expected: Type | None) -> ir.Expr:
    items = _collection(node.collection, scope, "What `with` narrows")
    bound = _bind(items, scope)
    key = _ordered(node.body, scope.within(bound))
    extreme = cast(Literal["highest", "lowest"], node.extreme.text)
    return ir.Extremes(
        type=items.type, collection=items, bound=bound.index, extreme=extreme, key=key
    )


def _ordered(node: nodes.Expr, scope: Scope) -> ir.Expr:
    expr = known_value(elaborate(node, scope), node, scope)
    if expr.type.base not in (*_ORDERED, "flag"):
        scope.world.diagnostics.report(
            "CR402",
            node.span,
            f"Only numbers and values in an order have a highest, not {expr.type}.",
            help="For example: `players with highest count of hand`.",
        )
        return unknown()
    return expr


def _fold(node: nodes.Fold, scope: Scope, expected: Type | None) -> ir.Expr:
    items = _collection(node.collection, scope, "What is summed over")
    bound = _bind(items, scope)
    body = typed(node.body, scope.within(bound), INTEGER, "What is summed")
    return ir.Fold(
        type=INTEGER,
        fold="sum",
        collection=items,
        bound=bound.index,
        body=body,
        span=node.span,
    )


def _extreme_of(node: nodes.ExtremeOf, scope: Scope, expected: Type | None) -> ir.Expr:
    items = _collection(node.collection, scope, "What is looked through")
    bound = _bind(items, scope)
    body = _ordered(node.body, scope.within(bound))
    fold = cast(Literal["highest", "lowest"], node.extreme.text)
    return ir.Fold(type=body.type, fold=fold, collection=items, bound=bound.index, body=body)


def _subsets(node: nodes.Subsets, scope: Scope, expected: Type | None) -> ir.Expr:
    items = typed(node.collection, scope, CARDS, "What subsets are taken of")
    bound = ir.Bound(type=CARDS, index=scope.world.new_bound())
    test: ir.Expr = ir.Const(type=FLAG, value=True)
    if node.condition is not None:
        test = condition(node.condition, scope.within(bound))
    return ir.Subsets(
        type=SETS,
        collection=items,
        bound=bound.index,
        condition=test,
        maximal=node.maximal is not None,
    )


def _families(node: nodes.Families, scope: Scope, expected: Type | None) -> ir.Expr:
    sets = typed(node.sets, scope, SETS, "What families are made of")
    return ir.Operation(type=FAMILIES, op="maximal families", arguments=(sets,))


def _quantified(node: nodes.Quantified, scope: Scope, expected: Type | None) -> ir.Expr:
    items = _collection(node.collection, scope, f"What `{node.quantifier.text}` looks through")
    bound = _bind(items, scope)
    check_local_name(node.name, scope)
    inner = scope.child()
    inner.names[node.name.text] = bound
    test = condition(node.condition, inner)
    quantifier = cast(Literal["some", "every"], node.quantifier.text)
    return ir.Quantified(
        type=FLAG, quantifier=quantifier, collection=items, bound=bound.index, condition=test
    )


def _member(node: nodes.Member, scope: Scope, expected: Type | None) -> ir.Expr:
    if _is_line_name(node.element, scope):
        _report_line_name(node.element, line_in(_text(node.element), node, scope), scope)
        return unknown()
    if isinstance(node.collection, nodes.SetLiteral) and not _is_bare_value(node.element, scope):
        element = elaborate(node.element, scope)
        items = elaborate(node.collection, scope, collection(element.type.required()))
    else:
        items = _collection(node.collection, scope, "What stands behind `in`")
        element = elaborate(node.element, scope, items.type.element)
    if UNKNOWN in {items.type, element.type}:
        return unknown()
    wanted = items.type.element
    if wanted is not None and not fits(element.type.required(), wanted):
        scope.world.diagnostics.report(
            "CR402",
            node.span,
            f"This collection holds {items.type}, so {element.type} is never in it.",
            help=never_in(element, node.element, node, items.type, scope),
        )
        return unknown()
    test: ir.Expr = ir.Contains(type=FLAG, element=element, collection=items)
    return ir.Negation(type=FLAG, operand=test) if node.negated is not None else test


def _text(node: nodes.Expr) -> str:
    return node.name.text if isinstance(node, nodes.Name) else ""


# ---- Arithmetic, comparison, logic ---------------------------------------------------------------


def _plus_minus(node: nodes.PlusMinus, scope: Scope, expected: Type | None) -> ir.Expr:
    operator = cast(Literal["+", "-"], node.operator.text)
    left = elaborate(node.left, scope)
    if left.type.base in ("collection", "zone", "stack"):
        left = coerced_collection(known_value(left, node.left, scope))
        right = typed(node.right, scope, left.type, f"What stands behind `{operator}`")
        if UNKNOWN in {left.type, right.type}:
            return unknown()
        of_type = _joined(left.type, right.type) if operator == "+" else left.type
        return ir.Arithmetic(type=of_type, operator=operator, left=left, right=right)
    return _arithmetic(operator, left, node, scope)


def _joined(left: Type, right: Type) -> Type:
    """The type of two collections put together."""
    one, other = left.element or UNKNOWN, right.element or UNKNOWN
    return collection(either_zone(one, other)) if one.base == "zone" == other.base else left


def _times(node: nodes.Times, scope: Scope, expected: Type | None) -> ir.Expr:
    operator = cast(Literal["*", "/", "mod"], node.operator.text)
    return _arithmetic(operator, elaborate(node.left, scope), node, scope)


def _arithmetic(
    operator: Literal["+", "-", "*", "/", "mod"],
    left: ir.Expr,
    node: nodes.PlusMinus | nodes.Times,
    scope: Scope,
) -> ir.Expr:
    """An operation on numbers; of what the other side has to be nothing is said if one is wrong."""
    if left.type != UNKNOWN:
        left = convert(left, INTEGER, node.left, scope, f"What stands before `{operator}`")
    right = elaborate(node.right, scope)
    if left.type != UNKNOWN:
        right = convert(right, INTEGER, node.right, scope, f"What stands behind `{operator}`")
    if UNKNOWN in {left.type, right.type}:
        return unknown()
    return ir.Arithmetic(type=INTEGER, operator=operator, left=left, right=right, span=node.span)


def _negative(node: nodes.Negative, scope: Scope, expected: Type | None) -> ir.Expr:
    operand = typed(node.operand, scope, INTEGER, "What stands behind `-`")
    zero = ir.Const(type=INTEGER, value=0)
    return ir.Arithmetic(type=INTEGER, operator="-", left=zero, right=operand, span=node.span)


def _is_bare_value(node: nodes.Expr, scope: Scope) -> bool:
    """Whether this is a name that only the other side of a comparison can explain."""
    return (
        isinstance(node, nodes.Name)
        and node.name.text not in scope.names
        and node.name.text not in scope.world.declared
        and bool(scope.world.enum_attributes(node.name.text))
    )


def _comparison(node: nodes.Comparison, scope: Scope, expected: Type | None) -> ir.Expr:
    operator = cast(Literal["=", "!=", "<", "<=", ">", ">="], node.operator.text)
    if _is_bare_value(node.left, scope):
        right = elaborate(node.right, scope)
        left = elaborate(node.left, scope, right.type)
    else:
        left = elaborate(node.left, scope)
        if _is_line_name(node.right, scope):
            help = line_help(left, node.left, node.right, operator, scope.world)
            if help:
                _report_line_name(node.right, help, scope)
                return unknown()
        right = elaborate(node.right, scope, left.type)
    if UNKNOWN in {left.type, right.type}:
        return unknown()
    left, right = _compared(left, right, node, scope)
    if UNKNOWN in {left.type, right.type}:
        return unknown()
    for one, other, other_node in ((left, right, node.right), (right, left, node.left)):
        if one.type == UNKNOWN.or_none() and not other.type.optional:
            _report_never_none(other, other_node, node.span, scope)
            return unknown()
    required = (left.type.required(), right.type.required())
    if not (fits(*required) or fits(required[1], required[0])):
        scope.world.diagnostics.report(
            "CR402",
            node.span,
            f"{_capital(left.type)} and {right.type} cannot be compared.",
            help=line_help(left, node.left, node.right, operator, scope.world)
            or one_of_them(left, right, node, scope.world)
            or conversion_help(left, right.type, node.left, scope.world)
            or conversion_help(right, left.type, node.right, scope.world),
        )
        return unknown()
    if operator not in ("=", "!=") and required[0].base not in _ORDERED:
        scope.world.diagnostics.report(
            "CR402",
            node.span,
            f"Only `=` and `!=` compare {left.type}; it has no order.",
            help=conversion_help(left, INTEGER, node.left, scope.world),
        )
        return unknown()
    if operator not in ("=", "!="):
        left = known_value(left, node.left, scope)
        right = known_value(right, node.right, scope)
    return ir.Compare(type=FLAG, operator=operator, left=left, right=right)


def _compared(
    left: ir.Expr, right: ir.Expr, node: nodes.Comparison, scope: Scope
) -> tuple[ir.Expr, ir.Expr]:
    """The two sides of a comparison: of zones, and of a stack with cards, what lies in them."""
    if UNKNOWN.or_none() in {left.type, right.type}:
        return left, right
    if left.type.required() == STACK and right.type.required() == STACK:
        return left, right
    if left.type.base in ("zone", "stack"):
        left = known_value(left, node.left, scope)
    if right.type.base in ("zone", "stack"):
        right = known_value(right, node.right, scope)
    return coerced_collection(left), coerced_collection(right)


def _is_line_name(node: nodes.Expr, scope: Scope) -> bool:
    """Whether this is the name of a line of the card table and of nothing else."""
    return (
        isinstance(node, nodes.Name)
        and node.name.text in scope.world.lines
        and node.name.text not in scope.names
        and node.name.text not in scope.world.declared
        and not scope.world.enum_attributes(node.name.text)
    )


def _report_line_name(node: nodes.Expr, help: str, scope: Scope) -> None:
    scope.world.diagnostics.report(
        "CR402",
        node.span,
        "The name of a line of the card table is no card.",
        help=help,
    )


def _capital(item: Type) -> str:
    text = str(item)
    return text[0].upper() + text[1:]


def _is_empty(node: nodes.IsEmpty, scope: Scope, expected: Type | None) -> ir.Expr:
    items = _collection(node.operand, scope, "What is asked to be empty")
    empty = ir.Const(type=EMPTY, value=())
    operator: Literal["=", "!="] = "!=" if node.negated is not None else "="
    return ir.Compare(type=FLAG, operator=operator, left=items, right=empty)


def _is_line(node: nodes.IsLine, scope: Scope, expected: Type | None) -> ir.Expr:
    operand = elaborate(node.operand, scope)
    name = node.line.text
    world = scope.world
    if operand.type == UNKNOWN:
        return operand
    if name == "none":
        if not operand.type.optional:
            _report_never_none(operand, node.operand, node.span, scope)
        operator: Literal["=", "!="] = "!=" if node.negated is not None else "="
        return ir.Compare(type=FLAG, operator=operator, left=operand, right=none_value())
    if name not in world.lines:
        world.diagnostics.report(
            "CR301",
            node.line.span,
            f"The card table has no line `{name}`.",
            help=_line_help(node, operand, scope),
            cause=world.cause(name, node.line.span),
        )
        return unknown()
    card = convert(operand, CARD, node.operand, scope, f"What is asked to be `{name}`")
    test: ir.Expr = ir.IsLine(type=FLAG, card=card, line=name)
    return ir.Negation(type=FLAG, operand=test) if node.negated is not None else test


def _report_never_none(expr: ir.Expr, node: nodes.Expr, span: Span, scope: Scope) -> None:
    scope.world.diagnostics.report(
        "CR402",
        span,
        f"{subject(node, scope.world)} is never none: it is {expr.type}.",
        help="Leave the question out: here is always one.",
    )


_ROLES = frozenset({"me", "active", "starter"})


def _line_help(node: nodes.IsLine, operand: ir.Expr, scope: Scope) -> str:
    """What somebody may have meant by `X is NAME`, if the card table has no such line."""
    world, name = scope.world, node.line.text
    text = written(node.operand, world) or "..."
    sign = "!=" if node.negated is not None else "="
    owners = world.enum_attributes(name)
    if owners and operand.type.base == "card" and owners[0] in world.attributes:
        card = bracketed(text)
        return f"`{name}` is a value of `{owners[0]}`: write `{card}.{owners[0]} {sign} {name}`."
    if name in ("true", "false"):
        asked = text if (name == "true") is (sign == "=") else f"not {text}"
        return f"A flag is asked by itself: `{asked}`."
    if owners and owners[0] in world.attributes and operand.type.base in ("zone", "collection"):
        return f"Ask for a card in it: `some c in {text}: c.{owners[0]} {sign} {name}`."
    if owners or name in world.declared or name in scope.names or name in _ROLES:
        return f"Behind `is` stands a line of the card table. Compare: `{text} {sign} {name}`."
    if not fits(operand.type.required(), CARD):
        return "Behind `is` stand `empty`, `none` or, for a card, a line of the card table."
    return world.near(name, world.lines)


def _and(node: nodes.And, scope: Scope, expected: Type | None) -> ir.Expr:
    left = condition(node.left, scope)
    right = _second(node.right, left, supposing(left, True, scope))
    return ir.Logic(type=FLAG, operator="and", left=left, right=right)


def _or(node: nodes.Or, scope: Scope, expected: Type | None) -> ir.Expr:
    left = condition(node.left, scope)
    right = _second(node.right, left, supposing(left, False, scope))
    return ir.Logic(type=FLAG, operator="or", left=left, right=right)


def _second(node: nodes.Expr, left: ir.Expr, scope: Scope) -> ir.Expr:
    """The right side of `and` or `or`; if the left one is wrong, it may be no condition as well."""
    right = elaborate(node, scope, FLAG)
    if left.type == UNKNOWN and right.type != FLAG:
        return unknown()
    return convert(right, FLAG, node, scope, "A condition")


def _not(node: nodes.Not, scope: Scope, expected: Type | None) -> ir.Expr:
    return ir.Negation(type=FLAG, operand=condition(node.operand, scope))


def _conditional(node: nodes.Conditional, scope: Scope, expected: Type | None) -> ir.Expr:
    test = condition(node.condition, scope)
    yes = supposing(test, True, scope)
    no = supposing(test, False, scope)
    then = elaborate(node.then, yes, expected)
    otherwise = elaborate(node.otherwise, no, expected or then.type)
    then = known(then, node.then.span, yes) or then
    otherwise = known(otherwise, node.otherwise.span, no) or otherwise
    if UNKNOWN in (then.type, otherwise.type):
        return unknown()
    zones = then.type.base == "zone" == otherwise.type.base
    if zones and fits(otherwise.type.required(), then.type.required()):
        zone = either_zone(then.type, otherwise.type)
        zone = zone.or_none() if otherwise.type.optional else zone
        return ir.IfElse(type=zone, condition=test, then=then, otherwise=otherwise)
    then, otherwise = coerced_collection(then), coerced_collection(otherwise)
    result = then.type
    if then.type == UNKNOWN.or_none() or not fits(otherwise.type, result):
        result = otherwise.type
    if result == UNKNOWN.or_none() or not fits(then.type, result):
        # One of them is `none`, or may be: so may the whole.
        result = (otherwise if then.type == UNKNOWN.or_none() else then).type.or_none()
    if not (fits(then.type, result) and fits(otherwise.type, result)):
        scope.world.diagnostics.report(
            "CR401",
            node.span,
            f"The two values of this `if` are not of one type: {then.type}, and {otherwise.type}.",
            help="Before `if` and behind `else` stand values of the same type.",
        )
        return unknown()
    return ir.IfElse(type=result, condition=test, then=then, otherwise=otherwise)


_HANDLERS: dict[type[nodes.Expr], Callable[..., ir.Expr]] = {
    nodes.Name: _name,
    nodes.My: _my,
    nodes.Field: _field,
    nodes.Number: _number,
    nodes.Truth: _truth,
    nodes.NoneValue: _none_value,
    nodes.SetLiteral: _set_literal,
    nodes.Of: _of,
    nodes.Apply: _apply,
    nodes.Placed: _placed,
    nodes.Possible: _possible,
    nodes.Where: _where,
    nodes.WithExtreme: _with_extreme,
    nodes.Fold: _fold,
    nodes.ExtremeOf: _extreme_of,
    nodes.Subsets: _subsets,
    nodes.Families: _families,
    nodes.Quantified: _quantified,
    nodes.Member: _member,
    nodes.PlusMinus: _plus_minus,
    nodes.Times: _times,
    nodes.Negative: _negative,
    nodes.Comparison: _comparison,
    nodes.IsEmpty: _is_empty,
    nodes.IsLine: _is_line,
    nodes.And: _and,
    nodes.Or: _or,
    nodes.Not: _not,
    nodes.Conditional: _conditional,
}
