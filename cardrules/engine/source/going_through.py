"""Expressions that go through collections, as source: one function for each class."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardrules.engine.source.writer import Spelling, Writer
from cardrules.machine import code
from cardrules.machine.ranges.values import can_leave
from cardrules.model import ir
from cardrules.model.types import FLAG, SETS


def _all_contents(e: Writer, x: ir.AllContents, p: Spelling) -> str:
    base = e.layout.zone_base[x.zone]
    holders = e.elements(x.holders, p, 1)
    return f"counted(s, tuple([c for h in {holders} for c in s.zones[{base} + h]]), 1)"


def _cards_of_stacks(e: Writer, x: ir.CardsOfStacks, p: Spelling) -> str:
    stacks = e.elements(x.stacks, p, 1)
    return f"counted(s, tuple([c for k in {stacks} for c in s.zones[k]]), 1)"


def _quantified(e: Writer, x: ir.Quantified, p: Spelling) -> str:
    e.values.note(x)
    condition, steps = e.apart(x.condition, p)
    items = e.elements(x.collection, p, 1 + steps)
    cards = e.mask(x.condition, x.bound)
    if cards is not None:
        some = x.quantifier == "some"
        return f"(not {cards}.isdisjoint({items}))" if some else f"{cards}.issuperset({items})"
    word = "any" if x.quantifier == "some" else "all"
    return _kept(e, x, condition, items, f"{word}([{condition} for b{x.bound} in {items}])")


def _kept(e: Writer, x: ir.Expr, each: str, items: str, value: str) -> str:
    """A value that is worked out once in a loop, if it is to be kept; it counts every time."""
    name = e.kept.get(id(x))
    if name is None or _COUNTS.search(each):
        return value
    again = f" and {items} is not None" if _COUNTS.search(items) else ""
    return f"({name} if {name} is not None{again} else ({name} := {value}))"


# A function that is given the state, and may count work.
_COUNTS = re.compile(r"\bs[,)]")


def _filter(e: Writer, x: ir.Filter, p: Spelling) -> str:
    e.values.note(x)
    condition, steps = e.apart(x.condition, p)
    items = e.elements(x.collection, p, 1 + steps)
    if x.type == SETS:
        return f"sets_where({items}, lambda b{x.bound}: {condition})"
    return f"tuple([b{x.bound} for b{x.bound} in {items} if {condition}])"


# What is no longer is worked out as fast as a function is called.
_MOST_TWICE = 30


def _extremes(e: Writer, x: ir.Extremes, p: Spelling) -> str:
    e.values.note(x)
    sign = 1 if x.extreme == "highest" else -1
    key, steps = e.apart(x.key, p)
    items = e.elements(x.collection, p, 1 + steps)
    is_known = e.size(x.collection) is not None and not _COUNTS.search(items)
    if x.type != SETS and is_known and len(items) <= _MOST_TWICE:
        return f"with_extreme({items}, [{key} for b{x.bound} in {items}], {sign})"
    function = "extreme_sets" if x.type == SETS else "extremes"
    return f"{function}({items}, lambda b{x.bound}: {key}, {sign})"


def _fold(e: Writer, x: ir.Fold, p: Spelling) -> str:
    e.values.note(x)
    body, steps = e.apart(x.body, p)
    items = e.elements(x.collection, p, 1 + steps)
    return _kept(e, x, body, items, _folded(e, x, f"[{body} for b{x.bound} in {items}]"))


def _folded(e: Writer, x: ir.Fold, values: str) -> str:
    if x.fold == "sum":
        if can_leave(e.values.of_sum(x)):
            return f"total({values}, {x.span.start}, {x.span.end})"
        return f"sum({values})"
    nothing = "False" if x.type == FLAG else "0"
    return f"{'max' if x.fold == 'highest' else 'min'}({values}, default={nothing})"


def _subsets(e: Writer, x: ir.Subsets, p: Spelling) -> str:
    return e.add_subsets(x, p)


def _in_order(e: Writer, x: code.InOrder, p: Spelling) -> str:
    order, step = x.order, 1 if x.order.direction == "clockwise" else -1
    around = f"AROUND[{step}][{e.emit(order.start, p)}]"
    if order.condition is None:
        return around
    condition, steps = e.apart(order.condition, p)
    e.steps += e.layout.players * (1 + steps)
    return f"tuple([b{order.bound} for b{order.bound} in {around} if {condition}])"


EMITTERS: dict[type[ir.Expr], Callable[..., str]] = {
    ir.AllContents: _all_contents,
    ir.CardsOfStacks: _cards_of_stacks,
    ir.Quantified: _quantified,
    ir.Filter: _filter,
    ir.Extremes: _extremes,
    ir.Fold: _fold,
    ir.Subsets: _subsets,
    code.InOrder: _in_order,
}
