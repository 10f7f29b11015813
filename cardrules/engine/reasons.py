"""Which line of the rules a value or condition fails at, and what is said of it.

A line may leave the matter to a definition, and a definition to one of two values or to another
definition. Told is the note that is nearest to what forbids the value: of `A if C else B` that of
the side which counts now, of `where` and `with highest` that of the collection in which the value
is still found. A note without IDs or without a sentence takes these from the line before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import attrs

from cardrules.engine.describe import describe
from cardrules.engine.premise_values import At, PremiseValues
from cardrules.model import ir
from cardrules.model.action import value_text
from cardrules.model.types import CARD, Type
from cardrules.prose import Spoken, people, render

# How many values are tried for a choice that is not given.
MOST_CANDIDATES = 500


# A piece of a sentence: words, or a seat (from 1) that stands for the name of its player.
Part = str | int


@attrs.frozen(kw_only=True)
class Reason:
    """A reason: the IDs of the rules, a sentence, and the name of the clause if it has one.

    `incomplete`: nothing forbids the action but that a choice is missing.
    """

    ids: tuple[str, ...]
    parts: tuple[Part, ...]
    clause: str
    origin: ir.Origin
    incomplete: bool = False

    @property
    def sentence(self) -> str:
        """The sentence, in which players are called by their seats."""
        return self.told(())

    def told(self, names: Sequence[str], you: int | None = None) -> str:
        """The sentence with the names of the players; a seat without one has its number.

        Seat `you` (from 0) is called "you".
        """
        said = [part if isinstance(part, str) else _player(part, names, you) for part in self.parts]
        return render(said, capital=False)


def _player(seat: int, names: Sequence[str], you: int | None) -> Spoken:
    name = names[seat - 1] if 1 <= seat <= len(names) else f"Player {seat}"
    return people([name], 0 if seat - 1 == you else None)


_NOWHERE = ir.Origin(ir.NOWHERE)


def plain(sentence: str, origin: ir.Origin = _NOWHERE) -> Reason:
    """A reason in words of ours, with the IDs of a line."""
    return _of_parts([sentence], origin)


def _of_parts(parts: Sequence[Part], origin: ir.Origin) -> Reason:
    return Reason(ids=origin.ids, parts=tuple(parts), clause="", origin=origin)


def words(name: str) -> str:
    """A name as it is said."""
    return name.replace("_", " ")


# ---- The line that counts ------------------------------------------------------------------------


@attrs.frozen
class _Layer:
    """An expression, the note that counts for it, and where it is worked out.

    `whole`: it is the one value that can be chosen, and not what values are chosen from.
    """

    expr: ir.Expr
    origin: ir.Origin
    at: At
    whole: bool = False


def _noted(outer: ir.Origin, inner: ir.Origin) -> ir.Origin:
    """The inner note; what it lacks is that of the outer one."""
    if not inner.ids and not inner.sentence:
        return outer
    return ir.Origin(inner.span, inner.ids or outer.ids, inner.sentence or outer.sentence)


def _inward(tester: PremiseValues, layer: _Layer) -> _Layer | None:
    """What an expression leaves the matter to: a definition, or one of two values."""
    expr, at = layer.expr, layer.at
    match expr:
        case ir.NotNone():
            return attrs.evolve(layer, expr=expr.value)
        case ir.Contents():
            return attrs.evolve(layer, expr=expr.zone)
        case ir.Operation(op="only", arguments=(thing,)):
            return attrs.evolve(layer, expr=thing, whole=True)
        case ir.IfElse():
            side = expr.then if tester.value(expr.condition, at) else expr.otherwise
            return attrs.evolve(layer, expr=side)
        case ir.CallDefinition():
            definition = tester.game.ruleset.definitions[expr.definition]
            given = [tester.value(item, at) for item in expr.arguments]
            bound = dict(zip(definition.parameters, given, strict=True))
            origin = _noted(layer.origin, definition.origin)
            inner = attrs.evolve(at, bound=bound)
            return attrs.evolve(layer, expr=definition.value, origin=origin, at=inner)
    return None


def _layers(tester: PremiseValues, layer: _Layer) -> Iterator[_Layer]:
    """A collection, and what it is made of, from the outside in."""
    found: _Layer | None = layer
    while found is not None:
        yield found
        expr = found.expr
        if isinstance(expr, ir.Filter | ir.Extremes) and not found.whole:
            found = attrs.evolve(found, expr=expr.collection)
        else:
            found = _inward(tester, found)


# ---- Values that cannot be chosen ----------------------------------------------------------------


def missing(tester: PremiseValues, item: ir.Choice, wanted: Any, at: At) -> list[Reason]:
    """Why a value that is written like this is not among those of a choice."""
    layer = outermost = _Layer(item.domain, item.origin, at)
    for layer in _layers(tester, outermost):
        if layer.whole or not isinstance(layer.expr, ir.Filter | ir.Extremes):
            continue
        among = tester.value(layer.expr.collection, layer.at)
        found = tester.candidates(at.s, item, among, wanted)
        if found:
            return _left_out(tester, layer, found[0])
    if item.type == CARD:
        return [_no_such_card(item, wanted, layer)]
    return [_not_there(tester, item, wanted, layer.origin, at)]


def _no_such_card(item: ir.Choice, wanted: Any, root: _Layer) -> Reason:
    """The card is not in what the choice looks at, which is told if it is a zone of the player."""
    where = f"to choose as {words(item.name)}"
    if isinstance(root.expr, ir.ZoneOf) and isinstance(root.expr.holder, ir.Role):
        where = f"in your {words(root.expr.zone)}" if root.expr.holder.role == "me" else where
    return plain(f"there is no {wanted} {where}", root.origin)


def _left_out(tester: PremiseValues, layer: _Layer, value: Any) -> list[Reason]:
    """Why a value is left out of those that fit, or that are highest."""
    expr = layer.expr
    if isinstance(expr, ir.Filter):
        at = layer.at.with_bound(expr.bound, value)
        return failing(tester, expr.condition, layer.origin, at)
    return [plain(layer.origin.sentence or _text(tester, layer.origin), layer.origin)]


def nothing_there(tester: PremiseValues, item: ir.Choice, at: At) -> Reason:
    """There is nothing to choose."""
    *_, last = _layers(tester, _Layer(item.domain, item.origin, at))
    return plain(f"there is no {words(item.name)} to choose", last.origin)


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
        return _of_parts([*told, f" cannot be chosen as {name}", *instead], origin)
    wish = _what_it_must_be(tester, origin)
    return plain(f"this cannot be chosen as {name}" + (f": {wish}" if wish else ""), origin)


def _what_it_must_be(tester: PremiseValues, origin: ir.Origin) -> str:
    """The sentence of a choice; of the only one of a question, also that of the question."""
    schema = tester.schema
    is_question = schema.secret and len(schema.choices) == 1
    return origin.sentence or (schema.origin.sentence if is_question else "")


def _instead(tester: PremiseValues, item: ir.Choice, at: At) -> list[Any]:
    """What could be chosen, as it is written; nothing of cards, or if there is very much."""
    found = list(islice(tester.value(item.domain, at), MOST_CANDIDATES))
    if len(found) == MOST_CANDIDATES:
        return []
    return [
        describe(tester.game.tables, at.s, item.type, value)
        for value in found
        if item.condition is None or tester.holds(item.condition, at.with_value(item.slot, value))
    ]


def _written(kind: Type, value: Any) -> list[Part]:
    """A value as an action has it, in words and seats."""
    if kind.base == "player" and isinstance(value, int):
        return [value]
    if kind.base == "team" and isinstance(value, (list, tuple)):
        return _joined([[seat] for seat in value], " and ", " and ")
    return [words(value_text(value))]


def _listed(kind: Type, values: Sequence[Any]) -> list[Part]:
    """Values in words, as long as they are few."""
    if kind.base == "integer" and len(values) > _SHORTEST_RANGE:
        low, high = min(values), max(values)
        if len(set(values)) == high - low + 1:
            return [f"{low} to {high}"]
    if len(values) > _MOST_LISTED:
        return []
    told = {tuple(_written(kind, value)): None for value in values}
    return _joined([list(parts) for parts in told], ", ", " or ")


def _joined(items: Sequence[list[Part]], between: str, last: str) -> list[Part]:
    """Several values in a row, with words between them, and others before the last one."""
    found: list[Part] = []
    for at, parts in enumerate(items):
        gap = last if at == len(items) - 1 else between
        found += [gap, *parts] if at else parts
    return found


# ---- Conditions that fail ------------------------------------------------------------------------


def failing(tester: PremiseValues, test: ir.Expr, origin: ir.Origin, at: At) -> list[Reason]:
    """The reasons why a condition fails: the clauses of a placement, or the line that counts."""
    if isinstance(test, ir.Logic) and test.operator == "and":
        for side in (test.left, test.right):
            if not tester.value(side, at):
                return failing(tester, side, origin, at)
    if isinstance(test, ir.CallPlacement):
        return _clauses(tester, test, at)
    inward = _inward(tester, _Layer(test, origin, at))
    if inward is not None:
        return failing(tester, inward.expr, inward.origin, inward.at)
    return [plain(origin.sentence or _text(tester, origin), origin)]


def _clauses(tester: PremiseValues, test: ir.CallPlacement, at: At) -> list[Reason]:
    """The clauses of a placement that fail, as far as the player can know."""
    placement = tester.game.ruleset.placements[test.placement]
    bound = {
        placement.card: tester.value(test.card, at),
        placement.target: tester.value(test.target, at),
    }
    inner = At(at.s, at.frame, at.player, bound=bound)
    return [
        Reason(
            ids=clause.origin.ids,
            parts=(clause.origin.sentence or _text(tester, clause.origin),),
            clause=clause.name,
            origin=clause.origin,
        )
        for clause in placement.clauses
        if not tester.holds(clause.value, inner)
    ]


def _text(tester: PremiseValues, origin: ir.Origin) -> str:
    """The line of the ruleset, where it has no sentence."""
    source = tester.game.ruleset.text
    line = source.line(source.position(origin.span.start)[0])
    return line.split("#", 1)[0].split("[", 1)[0].strip()
