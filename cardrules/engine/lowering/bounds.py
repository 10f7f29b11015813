"""What the condition on subsets of cards says of their size and of the sums of their attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardrules.engine.lowering.growing import growing
from cardrules.machine.search import Bound, Sets
from cardrules.model import ir
from cardrules.model.ruleset import Definition
from cardrules.model.types import INTEGER


def sets_of(
    expr: ir.Subsets,
    definitions: Mapping[str, Definition] | None = None,
    attributes: Mapping[str, Sequence[Any]] | None = None,
) -> Sets:
    """The tests of size and sums of attributes in a condition, and what is left of it.

    With the definitions of a game, and what is printed on its cards, also what holds while a set of
    the rest grows.
    """
    bounds: list[Bound] = []
    rest: list[ir.Expr] = []
    pending = [expr.condition]
    while pending:
        item = pending.pop()
        if isinstance(item, ir.Logic) and item.operator == "and":
            pending += [item.right, item.left]
            continue
        sizes = _sizes_among(item, expr.bound)
        if sizes:
            low, high = (ir.Const(type=INTEGER, value=size) for size in (sizes[0], sizes[-1]))
            bounds.append(Bound(measure=None, operator=">=", value=low))
            bounds.append(Bound(measure=None, operator="<=", value=high))
            if len(sizes) == sizes[-1] - sizes[0] + 1:
                continue
        bound = _bound(item, expr.bound)
        if bound is not None:
            bounds.append(bound)
        elif not (isinstance(item, ir.Const) and item.value is True):
            rest.append(item)
    return Sets(
        bounds=tuple(bounds),
        rest=tuple(rest),
        maximal=expr.maximal,
        growing=growing(expr, definitions, attributes or {})
        if rest and definitions is not None
        else None,
    )


def _sizes_among(item: ir.Expr, bound: int) -> list[int]:
    """The sizes that `count of it in {1, 2, 3}` allows; none if it says something else."""
    if not isinstance(item, ir.Contains) or not isinstance(item.collection, ir.Const):
        return []
    same = ir.Compare(type=item.type, operator="=", left=item.element, right=item.collection)
    found, sizes = _bound(same, bound), item.collection.value
    if found is None or found.measure is not None or not isinstance(sizes, tuple):
        return []
    return sorted(set(sizes))


def _bound(item: ir.Expr, bound: int) -> Bound | None:
    if not isinstance(item, ir.Compare) or item.operator == "!=" or _mentions(item.right, bound):
        return None
    left = item.left
    if (
        isinstance(left, ir.Operation)
        and left.op == "count"
        and _is_bound(left.arguments[0], bound)
    ):
        return Bound(measure=None, operator=item.operator, value=item.right)
    if (
        isinstance(left, ir.Fold)
        and left.fold == "sum"
        and _is_bound(left.collection, bound)
        and isinstance(left.body, ir.Attribute)
        and _is_bound(left.body.card, left.bound)
    ):
        return Bound(measure=left.body.attribute, operator=item.operator, value=item.right)
    return None


def _is_bound(expr: ir.Expr, bound: int) -> bool:
    return isinstance(expr, ir.Bound) and expr.index == bound


def _mentions(expr: ir.Expr, bound: int) -> bool:
    return _is_bound(expr, bound) or any(_mentions(part, bound) for part in ir.parts(expr))
