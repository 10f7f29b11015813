"""CR520: a condition, or a part of one, that always holds or never does.

Whatever the options are, and with any number of players: since it is written so (`if true`),
compares something with itself, asks a counter for what it never is (`turn = 0`), tokens for less
than none, a variable for what no line sets it to, or a card for a number by which it differs from
no other card; or since one player would have to be two. What definitions and options are set to is
not looked at: rules may have them to be changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.amounts import Amounts, parts_of
from cardrules.lint.check import Check, Finding
from cardrules.lint.printed import find_same_for_all_cards
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import FLAG

# A condition, where it stands, and whether a turn has begun there.
_Asked = tuple[ir.Expr, ir.Origin, bool]


def find_always_so(ruleset: Ruleset) -> Iterator[Finding]:
    """The conditions that are settled by nothing that happens."""
    amounts = Amounts(ruleset)
    told = set()
    for condition, origin, is_within in _conditions(ruleset):
        if ruleset.players_max > _LEFT_IS_RIGHT and _are_torn(condition):
            yield Finding(
                span=origin.span,
                message="With more than two players this never holds: nobody sits to the left "
                "and to the right of somebody.",
                help="Write `or` if one of both is meant.",
            )
        for part in parts_of(condition):
            amounts.is_within = is_within
            truth = amounts.truth(part) if _is_of_state(part) else None
            if truth is not None and (origin.span, truth) not in told:
                told.add((origin.span, truth))
                yield Finding(
                    span=origin.span,
                    message=_MESSAGES[truth, part is condition],
                    help="Look for a slip in it, or take it out with what depends on it.",
                    labels=tuple(_variables(ruleset, part)),
                )
    yield from find_same_for_all_cards(ruleset)


_MESSAGES = {
    (True, True): "This condition always holds.",
    (False, True): "This condition never holds.",
    (True, False): "A part of this condition always holds.",
    (False, False): "A part of this condition never holds.",
}


# With so many players the neighbours to the left and to the right are the same.
_LEFT_IS_RIGHT = 2


def _are_torn(condition: ir.Expr) -> bool:
    """Whether the same player is to be the neighbour to the left and the one to the right."""
    sides: dict[object, set[str]] = {}
    for part in _required(condition):
        match part:
            case ir.Compare(
                operator="=", left=left, right=ir.Operation(op="left" | "right" as op) as of
            ):
                sides.setdefault((left, of.arguments), set()).add(op)
            case ir.Compare(
                operator="=", left=ir.Operation(op="left" | "right" as op) as of, right=right
            ):
                sides.setdefault((right, of.arguments), set()).add(op)
    return any(len(found) > 1 for found in sides.values())


def _required(condition: ir.Expr) -> Iterator[ir.Expr]:
    """The parts that must all hold."""
    if isinstance(condition, ir.Logic) and condition.operator == "and":
        yield from _required(condition.left)
        yield from _required(condition.right)
    else:
        yield condition


def _variables(ruleset: Ruleset, part: ir.Expr) -> Iterator[Label]:
    for node in ir.walk(part):
        if isinstance(node, ir.VariableValue):
            variable = ruleset.variables[node.variable]
            if variable.supply is None:
                span = variable.origin.name_span
                yield Label(span=span, text="no line sets it to anything for which this matters")


def _is_of_state(part: ir.Expr) -> bool:
    """Whether a part is written as a truth, compares a thing with itself, or asks for the game."""
    match part:
        case ir.Const():
            return True
        case ir.Compare(left=left, right=right) if left == right:
            return True
        case ir.Compare() | ir.VariableValue():
            return any(
                isinstance(node, ir.VariableValue | ir.Counter)
                or (isinstance(node, ir.Operation) and node.op == "count" and _are_cards(node))
                for node in ir.walk(part)
            )
    return False


def _are_cards(x: ir.Operation) -> bool:
    element = x.arguments[0].type.element
    return element is not None and element.base == "card"


# ---- Where conditions stand ----------------------------------------------------------------------


def _conditions(ruleset: Ruleset) -> Iterator[_Asked]:
    for definition in ruleset.definitions.values():
        if definition.value.type == FLAG and not isinstance(definition.value, ir.Const):
            yield definition.value, definition.origin, False
    for part in ruleset.carried_out():
        if isinstance(part, ir.DeclaredAction):
            yield from _of_premises(part.premises)
    for procedure in ruleset.procedures():
        yield from _in(procedure.body, is_within=False)


def _of_premises(premises: tuple[ir.Premise, ...]) -> Iterator[_Asked]:
    for item in premises:
        condition = None if isinstance(item, ir.Naming) else item.condition
        if condition is not None:
            yield condition, item.origin, False


def _in(body: ir.Body, *, is_within: bool) -> Iterator[_Asked]:
    for item in body:
        match item:
            case ir.If():
                origins = (item.origin, *item.further)
                for (test, _), origin in zip(item.branches, origins, strict=False):
                    if test is not None:
                        yield test, origin, is_within
            case ir.While():
                yield item.condition, item.origin, is_within
            case ir.Turns(until=ir.Expr() as until) | ir.Rounds(until=ir.Expr() as until):
                yield until, item.origin, False
            case ir.Choose():
                yield from _of_premises((item.choice,))
            case ir.Together():
                yield from _of_premises(item.premises)
        for block in ir.blocks(item):
            yield from _in(block, is_within=is_within or isinstance(item, ir.Turns))


CHECK = Check(code="CR520", find=find_always_so)
