"""Why a value is not among those that can be chosen, or why there are none at all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from cardrules.engine.showing.describe import describe
from cardrules.engine.showing.naming import words
from cardrules.engine.showing.premise_values import At, PremiseValues
from cardrules.engine.showing.reasons import (
    MOST_CANDIDATES,
    Layer,
    Part,
    Reason,
    failing,
    in_words,
    layers,
    of_line,
    of_parts,
)
from cardrules.model import ir
from cardrules.model.action import value_text
from cardrules.model.types import CARD, Type


def missing(tester: PremiseValues, item: ir.Choice, wanted: Any, at: At) -> list[Reason]:
    """Why a value that is written like this is not among those of a choice."""
    layer = outermost = Layer(item.domain, item.origin, at)
    for layer in layers(tester, outermost):
        if layer.whole or not isinstance(layer.expr, ir.Filter | ir.Extremes):
            continue
        among = tester.value(layer.expr.collection, layer.at)
        found = tester.candidates(at.s, item, among, wanted)
        if found:
            return _left_out(tester, layer, found[0])
    if item.type == CARD:
        return [_no_such_card(tester, item, wanted, layer)]
    return [_not_there(tester, item, wanted, layer.origin, at)]


def _no_such_card(tester: PremiseValues, item: ir.Choice, wanted: Any, root: Layer) -> Reason:
    """The card is not in what the choice looks at, which is told if it is a zone of the player."""
    if isinstance(root.expr, ir.ZoneOf) and _is_own(root.expr):
        where = _zone(tester, root.expr.zone)
        return in_words(f"you have no {wanted} in your {where}", root.origin)
    return in_words(f"there is no {wanted} to choose as {words(item.name)}", root.origin)


def _is_own(zone: ir.ZoneOf) -> bool:
    """Whether a zone is that of the player who is asked."""
    return isinstance(zone.holder, ir.Role) and zone.holder.role == "me"


def _zone(tester: PremiseValues, name: str) -> str:
    """What a zone is called."""
    return tester.ruleset.zones[name].origin.sentence or words(name)


def _left_out(tester: PremiseValues, layer: Layer, value: Any) -> list[Reason]:
    """Why a value is left out of those that fit, or that are highest."""
    expr = layer.expr
    if isinstance(expr, ir.Filter):
        at = layer.at.with_bound(expr.bound, value)
        return failing(tester, expr.condition, layer.origin, at)
    return [of_line(tester, layer.origin)]


def nothing_there(tester: PremiseValues, item: ir.Choice, at: At) -> Reason:
    """There is nothing to choose: nothing at all, or nothing that the line lets be chosen."""
    found = list(layers(tester, Layer(item.domain, item.origin, at)))
    root = found[-1]
    if not _is_empty(tester, found):
        told = root.origin.sentence or f"there is no {words(item.name)} to choose"
        return in_words(told, root.origin)
    return in_words(_who_has_none(tester, item, root.expr), root.origin)


def _is_empty(tester: PremiseValues, found: Sequence[Layer]) -> bool:
    """Whether nothing lies where a domain takes its values from."""
    made = [layer for layer in found if layer.expr.type.base == "collection"]
    return not made or not len(tester.value(made[-1].expr, made[-1].at))


def _who_has_none(tester: PremiseValues, item: ir.Choice, empty: ir.Expr) -> str:
    """Where there is nothing to choose, and whose place that is."""
    wanted = item.type.element if item.type.base == "collection" else item.type
    noun = wanted.base if wanted is not None and wanted.base in ("card", "stack") else ""
    match empty:
        case ir.ZoneOf() if noun and _is_own(empty):
            return f"you have no {noun} in your {_zone(tester, empty.zone)}"
        case ir.ZoneOf(holder=None) if noun:
            return f"there is no {noun} in the {_zone(tester, empty.zone)}"
        case ir.AllContents(holders=ir.Everyone(group=group)) if noun:
            who = _NOBODY.get(group, "nobody")
            return f"{who} has a {noun} in the {_zone(tester, empty.zone)}"
    return f"there is no {words(item.name)} to choose"


_NOBODY = {"opponents": "no opponent", "others": "nobody else", "partners": "no partner"}


# Of these types a reason tells the values: they are no cards, and everybody knows them.
_TOLD = ("player", "team", "integer", "flag", "enum")
# More values than that are not listed, unless they are numbers in a row.
_MOST_LISTED = 6
_SHORTEST_RANGE = 3


def _not_there(
    tester: PremiseValues, item: ir.Choice, wanted: Any, origin: ir.Origin, at: At
) -> Reason:
    """The value is nowhere; what could be chosen, or what it must be, is told instead."""
    name = words(item.name)
    if item.type.base in _TOLD:
        listed = _listed(item.type, _instead(tester, item, at))
        instead = ["; it could be ", *listed] if listed else []
        told = _written(item.type, wanted)
        return of_parts([*told, f" cannot be chosen as {name}", *instead], origin)
    wish = _what_it_must_be(tester, origin)
    refused = "this cannot be chosen" + ("" if _is_question(tester) else f" as {name}")
    return in_words(f"{refused}: {wish}" if wish else refused, origin)


def _what_it_must_be(tester: PremiseValues, origin: ir.Origin) -> str:
    """The sentence of a choice; of the only one of a question, also that of the question."""
    search = tester.search
    return origin.sentence or (search.origin.sentence if _is_question(tester) else "")


def _is_question(tester: PremiseValues) -> bool:
    """Whether nothing but one choice is asked for."""
    return tester.search.secret and len(tester.search.choices) == 1


def _instead(tester: PremiseValues, item: ir.Choice, at: At) -> list[Any]:
    """What could be chosen, as it is written; nothing of cards, or if there is very much."""
    found = list(islice(tester.value(item.domain, at), MOST_CANDIDATES))
    if len(found) == MOST_CANDIDATES:
        return []
    return [
        describe(tester.tables, at.s, item.type, value)
        for value in found
        if item.condition is None or tester.holds(item.condition, at.with_value(item.slot, value))
    ]


def _written(of_type: Type, value: Any) -> list[Part]:
    """A value as an action has it, in words and seats."""
    if of_type.base == "player" and isinstance(value, int):
        return [value]
    if of_type.base == "team" and isinstance(value, (list, tuple)):
        return _joined([[seat] for seat in value], " and ", " and ")
    return [words(value_text(value))]


def _listed(of_type: Type, values: Sequence[Any]) -> list[Part]:
    """Values in words, as long as they are few."""
    if of_type.base == "integer" and len(values) > _SHORTEST_RANGE:
        low, high = min(values), max(values)
        if len(set(values)) == high - low + 1:
            return [f"{low} to {high}"]
    if len(values) > _MOST_LISTED:
        return []
    told = {tuple(_written(of_type, value)): None for value in values}
    return _joined([list(parts) for parts in told], ", ", " or ")


def _joined(items: Sequence[list[Part]], between: str, last: str) -> list[Part]:
    """Several values in a row, with words between them, and others before the last one."""
    found: list[Part] = []
    for at, parts in enumerate(items):
        gap = last if at == len(items) - 1 else between
        found += [gap, *parts] if at else parts
    return found
