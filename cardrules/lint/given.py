"""What is given to a window and certainly hidden from those for whom it opens.

A card, or what is on a card, which the one who acts has taken from a hand that others do not see,
and which has stayed hidden until the window opens.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from cardrules.lint.sight import Known, Read, Sight, Source, slot_key
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD, CARDS, Type


def given_hidden(ruleset: Ruleset, sight: Sight, action: ir.DeclaredAction) -> Known:
    """The parameters of an interrupt's window that are certainly hidden."""
    known = Known()
    if action.window is None:
        return known
    for index, name in enumerate(ruleset.windows[action.window].parameters):
        zones = _zones_given(ruleset, sight, action.window, index)
        if zones and None not in zones:
            source = Source(str(zones[0]), "foreign", name=name)
            if _type_given(ruleset, action.window, index) == CARD:
                known = known.with_cards(slot_key(index), frozenset({source}))
            else:
                known = known.with_reads(
                    slot_key(index), (Read(attrs.evolve(source, layer="value")),)
                )
    return known


def _type_given(ruleset: Ruleset, window: str, index: int) -> Type | None:
    """Of which type a parameter of a window is."""
    for procedure in ruleset.procedures():
        for item in ir.walk(procedure.body):
            if isinstance(item, ir.OpenWindow) and item.window == window:
                return item.arguments[index].type.required()
    return None


def _zones_given(ruleset: Ruleset, sight: Sight, window: str, index: int) -> list[str | None]:
    """For each `open` the zone from which the card comes that is given, if it is surely hidden."""
    found: list[str | None] = []
    for action in (*ruleset.actions.values(), *ruleset.interrupts.values()):
        found += _in_body(ruleset, sight, action.premises, action.procedure.body, window, index)
    for procedure in ruleset.procedures():
        if procedure.role not in ("action", "interrupt"):
            found += _in_body(ruleset, sight, (), procedure.body, window, index)
    return found


def _in_body(
    ruleset: Ruleset,
    sight: Sight,
    premises: tuple[ir.Premise, ...],
    body: ir.Body,
    window: str,
    index: int,
) -> Iterator[str | None]:
    known = Known()
    chosen: dict[int, str] = {}
    for premise in premises:
        if isinstance(premise, ir.Choice):
            own = [one.zone for one in sight.sources(premise.domain, known) if one.whose == "own"]
            if len(own) == 1 and sight.hides_all(own[0], "foreign"):
                chosen[premise.slot] = own[0]
            if sight.are_others(premise.domain, known):
                known = known.with_other(slot_key(premise.slot))
    before: list[ir.Statement] = []
    # Names for what is on the cards that were chosen.
    printed: dict[int, int] = {}
    for item in _in_order(body):
        if isinstance(item, ir.OpenWindow) and item.window == window:
            slot = _card_of(item.arguments[index], chosen, printed)
            hidden = sight.are_others(item.asked, known) and all(
                _keeps_hidden(sight, line, slot, known) for line in before
            )
            yield chosen.get(slot) if hidden else None
        if isinstance(item, ir.Let) and not item.value.type.has_cards:
            slot = _card_of(item.value, chosen, printed)
            if slot in chosen:
                printed[item.slot] = slot
        before.append(item)


def _card_of(given: ir.Expr, chosen: dict[int, str], printed: dict[int, int]) -> int:
    """The slot of the chosen card that is given, or on which a value is printed; else -1."""
    match given:
        case ir.Local(slot=slot):
            return printed.get(slot, slot)
        case ir.Attribute(card=ir.Local(slot=slot)) if slot in chosen:
            return slot
    return -1


def _in_order(body: ir.Body) -> Iterator[ir.Statement]:
    for item in body:
        yield item
        for block in ir.blocks(item):
            yield from _in_order(block)


def _keeps_hidden(sight: Sight, item: ir.Statement, slot: int, known: Known) -> bool:
    """Whether a card, if this statement moves it at all, stays hidden from the others."""
    if ir.blocks(item) or not any(
        isinstance(part, ir.Local) and part.slot == slot for part in ir.walk(item)
    ):
        return True
    if isinstance(item, ir.Let | ir.SetVariable | ir.Tokens | ir.Say):
        return True
    if not isinstance(item, ir.MoveCards) or not isinstance(item.to, ir.ZoneOf):
        return False
    lying = sight.sources(ir.Contents(type=CARDS, zone=item.to), known)
    return any(
        sight.hides_all(one.zone, "foreign" if one.whose == "own" else one.whose)
        for one in lying
        if one.whose != "foreign"
    )
