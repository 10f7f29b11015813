"""Which line of the rules a value or condition fails at, and what is said of it.

A line may leave the matter to a definition, and a definition to one of two values or to another
definition. Told is the note that is nearest to what forbids the value: of `A if C else B` that of
the side which counts now, of `where` and `with highest` that of the collection in which the value
is still found. A note without IDs or without a sentence takes these from the line before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.engine.showing.premise_values import At, PremiseValues
from cardrules.model import ir
from cardrules.plain import Plain, PlainInOrder, replaced
from cardrules.prose import Spoken, people, render

# How many values are tried for a choice that is not given.
MOST_CANDIDATES = 500


# A piece of a sentence: words, or a seat (from 1) that stands for the name of its player.
Part = str | int


class Reason(Plain):
    """A reason: the IDs of the rules, a sentence, and the name of the clause if it has one.

    `incomplete`: nothing forbids the action but that a choice is missing. `is_line`: the rules have
    no sentence for it, and it is told by their line.
    """

    ids: tuple[str, ...]
    parts: tuple[Part, ...]
    clause: str
    origin: ir.Origin
    incomplete: bool = False
    is_line: bool = False

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


_NOWHERE = ir.Origin(span=ir.NOWHERE)


def in_words(sentence: str, origin: ir.Origin = _NOWHERE) -> Reason:
    """A reason in words of ours, with the IDs of a line."""
    return of_parts([sentence], origin)


def of_parts(parts: Sequence[Part], origin: ir.Origin) -> Reason:
    """The same, with players among the words."""
    return Reason(ids=origin.ids, parts=tuple(parts), clause="", origin=origin)


# ---- The line that counts ------------------------------------------------------------------------


class Layer(PlainInOrder):
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
    return ir.Origin(
        span=inner.span, ids=inner.ids or outer.ids, sentence=inner.sentence or outer.sentence
    )


def _inward(tester: PremiseValues, layer: Layer) -> Layer | None:
    """What an expression leaves the matter to: a definition, or one of two values."""
    expr, at = layer.expr, layer.at
    match expr:
        case ir.NotNone():
            return replaced(layer, expr=expr.value)
        case ir.Contents():
            return replaced(layer, expr=expr.zone)
        case ir.Operation(op="only", arguments=(thing,)):
            return replaced(layer, expr=thing, whole=True)
        case ir.IfElse():
            side = expr.then if tester.value(expr.condition, at) else expr.otherwise
            return replaced(layer, expr=side)
        case ir.CallDefinition():
            definition = tester.ruleset.definitions[expr.definition]
            given = [tester.value(item, at) for item in expr.arguments]
            bound = dict(zip(definition.parameters, given, strict=True))
            origin = _noted(layer.origin, definition.origin)
            inner = replaced(at, bound=bound)
            return replaced(layer, expr=definition.value, origin=origin, at=inner)
    return None


def layers(tester: PremiseValues, layer: Layer) -> Iterator[Layer]:
    """A collection, and what it is made of, from the outside in."""
    found: Layer | None = layer
    while found is not None:
        yield found
        expr = found.expr
        if isinstance(expr, ir.Filter | ir.Extremes) and not found.whole:
            found = replaced(found, expr=expr.collection)
        else:
            found = _inward(tester, found)


# ---- Conditions that fail ------------------------------------------------------------------------


def failing(tester: PremiseValues, test: ir.Expr, origin: ir.Origin, at: At) -> list[Reason]:
    """The reasons why a condition fails: the clauses of a placement, or the line that counts."""
    if isinstance(test, ir.Logic) and test.operator == "and":
        for side in (test.left, test.right):
            if not tester.value(side, at):
                return failing(tester, side, origin, at)
    if isinstance(test, ir.Logic) and test.operator == "or":
        return _of_each_side(tester, test, origin, at)
    if isinstance(test, ir.CallPlacement):
        return _clauses(tester, test, at)
    inward = _inward(tester, Layer(test, origin, at))
    if inward is not None:
        return failing(tester, inward.expr, inward.origin, inward.at)
    return [of_line(tester, origin)]


def _of_each_side(tester: PremiseValues, test: ir.Logic, origin: ir.Origin, at: At) -> list[Reason]:
    """What the line says, and what each side does if both have a sentence of their own."""
    line = of_line(tester, origin)
    found = [line]
    for side in (test.left, test.right):
        own = [item for item in failing(tester, side, origin, at) if item.parts != line.parts]
        if not own or any(item.is_line for item in own):
            return [line]
        found += own
    return found


def _clauses(tester: PremiseValues, test: ir.CallPlacement, at: At) -> list[Reason]:
    """The clauses of a placement that fail, as far as the player can know."""
    placement = tester.ruleset.placements[test.placement]
    bound = {
        placement.card: tester.value(test.card, at),
        placement.target: tester.value(test.target, at),
    }
    inner = At(at.s, at.frame, at.player, bound=bound)
    return [
        replaced(of_line(tester, clause.origin), clause=clause.name)
        for clause in placement.clauses
        if not tester.holds(clause.value, inner)
    ]


def of_line(tester: PremiseValues, origin: ir.Origin) -> Reason:
    """What a line says: its sentence, or where it has none its text in the ruleset."""
    if origin.sentence:
        return in_words(origin.sentence, origin)
    source = tester.ruleset.text
    line = source.line(source.position(origin.span.start)[0])
    text = line.split("#", 1)[0].split("[", 1)[0].strip()
    return replaced(in_words(text, origin), is_line=True)
