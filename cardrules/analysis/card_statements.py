"""Statements that move cards, show them or let chance pick one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from cardrules.analysis.expressions import (
    convert,
    elaborate,
    known_value,
    none_value,
    some_players,
    some_things,
    typed,
)
from cardrules.analysis.known import name_chosen
from cardrules.analysis.parts import name_slot, origin, take_slot
from cardrules.analysis.values import (
    coerced_collection,
    holder_cards,
    unknown,
)
from cardrules.analysis.wording import bracketed, end_help, this_is, written
from cardrules.analysis.world import Scope
from cardrules.model import ir
from cardrules.model.types import (
    CARD,
    CARDS,
    FLAG,
    INTEGER,
    STACK,
    STACKS,
    UNKNOWN,
    Type,
)
from cardrules.plain import replaced
from cardrules.syntax import nodes


def _place(node: nodes.Place | None, scope: Scope) -> ir.Place:
    if node is None:
        return ir.Place(where="top")
    if node.number is None:
        return ir.Place(where="bottom")
    where = cast(Literal["above", "below"], node.where.text)
    return ir.Place(where=where, number=typed(node.number, scope, INTEGER, "The number of cards"))


def as_cards(node: nodes.Expr, scope: Scope, what: str) -> ir.Expr:
    """Whatever cards are meant: one card, a collection, a zone, a stack, several stacks."""
    expr = elaborate(node, scope)
    if expr.type.base == "card":
        only = ir.Operation(type=CARDS, op="only", arguments=(expr,))
        return only
    return _or_nothing(expr, node, scope, what, CARDS)


def _or_nothing(expr: ir.Expr, node: nodes.Expr, scope: Scope, what: str, wanted: Type) -> ir.Expr:
    """The cards or stacks that are meant; of none, nothing."""
    may_be_none = expr.type.optional and expr.type.base in ("stack", "zone", "collection")
    there = expr
    if may_be_none:
        there = ir.NotNone(type=expr.type.required(), value=expr, span=node.span)
    if wanted == CARDS:
        there = holder_cards(there)
    found = convert(coerced_collection(there), wanted, node, scope, what)
    if not may_be_none:
        return found
    test = ir.Compare(type=FLAG, operator="!=", left=expr, right=none_value())
    nothing = ir.Const(type=wanted, value=())
    return ir.IfElse(type=wanted, condition=test, then=found, otherwise=nothing)


def _is_stacks_zone(expr: ir.Expr) -> bool:
    return expr.type.base == "zone" and expr.type.name == "stacks"


def _are_cards(expr: ir.Expr) -> bool:
    """Whether these are several cards, and not stacks of them."""
    is_zone = expr.type.base == "zone"
    return expr.type.name != "stacks" if is_zone else expr.type.required() == CARDS


def _move(node: nodes.Move, scope: Scope) -> list[ir.Statement]:
    to = _target(node.to, scope)
    made = origin(node, node.note)
    if _is_stacks_zone(to):
        stacks = elaborate(node.cards, scope)
        if stacks.type.required() == STACK:  # moving none does nothing
            stacks = ir.Operation(type=STACKS, op="only", arguments=(stacks,))
        if stacks.type.base == "card" or _are_cards(stacks):
            _report_cards_to_stacks(node, stacks, scope)
            stacks = unknown()
        stacks = _or_nothing(stacks, node.cards, scope, "What goes to a zone of stacks", STACKS)
        return [ir.MoveStacks(stacks=stacks, to=to, origin=made)]
    cards = as_cards(node.cards, scope, "What is moved")
    if not _is_place(to, node.to, scope, f"move {_short(node.cards, scope)}"):
        return []
    return [ir.MoveCards(cards=cards, to=to, place=_place(node.place, scope), origin=made)]


def _target(node: nodes.Expr, scope: Scope) -> ir.Expr:
    """Where cards go; a zone or a stack there is not none."""
    to = elaborate(node, scope)
    return known_value(to, node, scope) if to.type.base in ("zone", "stack") else to


def _report_cards_to_stacks(node: nodes.Move, cards: ir.Expr, scope: Scope) -> None:
    """Whole stacks go to a zone of stacks; cards become a new one there, or go to one of them."""
    one = cards.type.base == "card"
    what = bracketed(_short(node.cards, scope))
    new = f"stack {what} to {_short(node.to, scope)}"
    message = "A single card does not go" if one else "Cards do not go by themselves"
    scope.world.diagnostics.report(
        "CR401",
        node.cards.span,
        f"{message} to a zone of stacks.",
        help=f"For a new stack {'with this card' if one else 'of them'}: `{new}`. To put "
        f"{'it' if one else 'them'} on a stack that is there, name the stack: "
        f"`move {what} to stack`.",
    )


def _short(node: nodes.Expr, scope: Scope) -> str:
    return written(node, scope.world) or "..."


def _is_place(to: ir.Expr, node: nodes.Expr, scope: Scope, what: str) -> bool:
    if to.type.base in ("zone", "stack", "unknown"):
        return True
    scope.world.diagnostics.report(
        "CR401",
        node.span,
        f"Cards go to a zone or a stack, but {this_is(to.type)}.",
        help=_NAME_THE_ZONE
        if to.type.base in ("player", "team")
        else end_help(node, what, scope.world),
    )
    return False


_NAME_THE_ZONE = "Name a zone of this player: `my hand`, `target.hand`, `(left of me).hand`."


def _each_of(node: nodes.Expr, what: str) -> str:
    """The help for what each of several players is to do: `draw 3 from deck to players.hand`."""
    if not isinstance(node, nodes.Field) or not isinstance(node.base, nodes.Name):
        return ""
    group, name = node.base.name.text, node.name.text
    if group == "players":
        return (
            "One player after the other: `each player clockwise from starter`, and below it "
            f"`{what} to my {name}`."
        )
    if group in ("opponents", "others", "partners"):
        return (
            f"One player after the other: `each p in {group}`, and below it `{what} to p.{name}`."
        )
    return ""


def _zone(
    node: nodes.Expr, scope: Scope, what: str, to: str = "", instead: str = ""
) -> ir.Expr | None:
    if isinstance(node, nodes.And):
        scope.world.diagnostics.report(
            "CR401",
            node.span,
            f"{what} is one zone at a time, but here are several.",
            help="Write a line of its own for each zone.",
        )
        return None
    zone = elaborate(node, scope)
    if zone.type.base == "zone" and zone.type.name != "stacks":
        zone = known_value(zone, node, scope)
        return zone if zone.type != UNKNOWN else None
    if zone.type != UNKNOWN:
        scope.world.diagnostics.report(
            "CR401",
            node.span,
            f"{what} must be a zone of cards, but {this_is(zone.type)}.",
            help=_NAME_THE_ZONE
            if zone.type.base in ("player", "team")
            else instead or (to and end_help(node, to, scope.world)),
        )
    return None


def _draw(node: nodes.Draw, scope: Scope) -> list[ir.Statement]:
    number = typed(node.number, scope, INTEGER, "How many cards are drawn")
    source = _zone(node.source, scope, "What is drawn from")
    drawn = f"draw {_short(node.number, scope)} from {_short(node.source, scope)}"
    to = _zone(node.to, scope, "Where drawn cards go", drawn, _each_of(node.to, drawn))
    place = _place(node.place, scope)
    if source is None or to is None:
        return []
    if source.type.name == "spread":
        scope.world.diagnostics.report(
            "CR401",
            node.source.span,
            "Cards are drawn from a pile; a spread has no top.",
            help="Choose or pick a card and move it.",
        )
        return []
    return [
        ir.Draw(
            number=number,
            source=source,
            to=to,
            place=place,
            slots=(take_slot(scope), take_slot(scope)),
            origin=origin(node, node.note),
        )
    ]


def _stack(node: nodes.Stack, scope: Scope) -> list[ir.Statement]:
    if node.on is None:
        cards: tuple[ir.Expr, ...] = (as_cards(node.cards, scope, "What becomes a stack"),)
    else:
        card = typed(node.cards, scope, CARD, "What is stacked")
        cards = (typed(node.on, scope, CARD, "What it is stacked on"), card)
    to = _target(node.to, scope)
    if not _is_stacks_zone(to):
        if to.type != UNKNOWN:
            scope.world.diagnostics.report(
                "CR401",
                node.to.span,
                f"A stack lies in a zone of stacks, but {this_is(to.type)}.",
                help="Declare the zone with the shape `stacks`, or use `move`.",
            )
        return []
    return [ir.NewStack(cards=cards, to=to, origin=origin(node, node.note))]


def _shuffle(node: nodes.Shuffle, scope: Scope) -> list[ir.Statement]:
    zone = _zone(node.zone, scope, "What is shuffled")
    return [ir.Shuffle(zone=zone, origin=origin(node, node.note))] if zone is not None else []


def _swap(node: nodes.Swap, scope: Scope) -> list[ir.Statement]:
    left = _zone(node.left, scope, "What is exchanged")
    right = _zone(node.right, scope, "What is exchanged")
    if left is None or right is None:
        return []
    return [ir.Swap(left=left, right=right, origin=origin(node, node.note))]


def _reveal(node: nodes.Reveal, scope: Scope) -> list[ir.Statement]:
    cards = as_cards(node.cards, scope, "What is revealed")
    to = None
    if node.to is not None:
        to = some_players(node.to, scope, "Who is shown the cards")
    return [ir.Reveal(cards=cards, to=to, origin=origin(node, node.note))]


def _pick(node: nodes.Pick, scope: Scope) -> list[ir.Statement]:
    domain = some_things(node.domain, scope, "Chance picks from a collection")
    of_type = domain.type.element or UNKNOWN
    slot = name_slot(node.name, replaced(domain, type=of_type), scope)
    name_chosen(node.name, slot, domain, scope)
    made = origin(node, node.note)
    return [ir.Pick(slot=slot, name=node.name.text, domain=domain, origin=made)]


CARD_HANDLERS: dict[type[nodes.Statement], Callable[..., list[ir.Statement]]] = {
    nodes.Move: _move,
    nodes.Draw: _draw,
    nodes.Stack: _stack,
    nodes.Shuffle: _shuffle,
    nodes.Swap: _swap,
    nodes.Reveal: _reveal,
    nodes.Pick: _pick,
}
