"""CR519: of several players who are equally good the first one by seat is taken, unsaid.

`first of (players with highest ...)` is one of them even if several are equal: whoever sits at the
lowest number. Nothing is said where that cannot be, since the value comes from a card of which
there is only one; where the players are gone through from somebody on; where a condition chooses
between this and something else, or how many are equal is asked beside it; and where a note stands
at the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from cardrules.lint.check import Check, Finding
from cardrules.lint.lines import Line, lines
from cardrules.model import ir
from cardrules.model.ruleset import Kind, Ruleset


def find_ties_by_seat(ruleset: Ruleset) -> Iterator[Finding]:
    """The lines that settle a tie by the order of the seats."""
    for line in lines(ruleset):
        if line.origin.sentence:
            continue
        for best in _firsts(line):
            if (
                _is_by_seat(ruleset, best.collection)
                and _may_be_equal(ruleset, best)
                and not _is_asked(line.within, best)
            ):
                yield Finding(
                    span=line.origin.span,
                    message=f"If several are equally {_HOW[best.extreme]}, this is the one "
                    "with the lowest number of the seat.",
                    help="Say what happens in a tie: `if count of best = 1`; or from whom "
                    "on they are looked through: `clockwise_from(starter) with ...`.",
                )


def _firsts(line: Line) -> Iterator[ir.Extremes]:
    """Of which of the best a line takes the first, whatever else holds."""
    nodes = list(line.nodes())
    if any(isinstance(node, ir.IfElse) for node in nodes):
        return
    for node in nodes:
        match node:
            case ir.Operation(op="first", arguments=(ir.Extremes() as best,)):
                yield best


def _is_asked(procedure: ir.Procedure, best: ir.Extremes) -> bool:
    """Whether it is asked beside it how many are the best."""
    return any(
        isinstance(node, ir.Operation)
        and node.op == "count"
        and isinstance(node.arguments[0], ir.Extremes)
        and node.arguments[0].extreme == best.extreme
        for node in ir.walk(procedure.body)
    )


_HOW = {"highest": "high", "lowest": "low"}


def _is_by_seat(ruleset: Ruleset, collection: ir.Expr) -> bool:
    """Whether these are players in the order of their seats."""
    root = ir.root_of(collection)
    while isinstance(root, ir.CallDefinition):
        root = ir.root_of(ruleset.definitions[root.definition].value)
    return (
        isinstance(root, ir.Everyone)
        and root.type.element is not None
        and (root.type.element.base == "player")
    )


# ---- Values of which there cannot be two ---------------------------------------------------------


def _may_be_equal(ruleset: Ruleset, best: ir.Extremes) -> bool:
    """Whether two players can have the same value: it is not that of a card that is there once."""
    key = best.key
    while isinstance(key, ir.CallDefinition):
        key = ruleset.definitions[key.definition].value
    if not isinstance(key, ir.Fold) or key.fold == "sum":
        return True
    if not isinstance(key.body, ir.Attribute) or not _are_single(ruleset):
        return True
    same = {key.body.attribute}
    cards = key.collection
    while isinstance(cards, ir.Filter):
        same |= _alike(cards.condition, cards.bound)
        cards = cards.collection
    if not isinstance(cards, ir.Contents):
        return True
    faces = Counter(_printed(kind.values, same) for kind in ruleset.kinds)
    return any(number > 1 for number in faces.values())


def _alike(condition: ir.Expr, bound: int) -> set[str]:
    """The attributes that are the same for all cards that fulfil a condition."""
    match condition:
        case ir.Logic(operator="and"):
            return _alike(condition.left, bound) | _alike(condition.right, bound)
        case ir.Compare(operator="=", left=ir.Attribute(card=ir.Bound(index=index)) as left):
            if index == bound:
                return {left.attribute}
    return set()


def _printed(values: Mapping[str, object], attributes: set[str]) -> tuple[object, ...]:
    return tuple(values[name] for name in sorted(attributes))


def _are_single(ruleset: Ruleset) -> bool:
    """Whether there is at most one card of each kind, with any options."""
    return _most(ruleset.decks) <= 1 and all(map(_is_single, ruleset.kinds))


def _is_single(kind: Kind) -> bool:
    return _most(kind.count) <= 1


def _most(x: ir.Expr) -> int:
    match x:
        case ir.Const(value=int(number)):
            return number
        case ir.IfElse():
            return max(_most(x.then), _most(x.otherwise))
    return 2


CHECK = Check(code="CR519", find=find_ties_by_seat)
