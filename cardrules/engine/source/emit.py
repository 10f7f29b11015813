"""Expressions of the intermediate form as source of Python expressions.

The ruleset is data: what is written here contains numbers, names made of numbers, and functions of
this package, never a word of the ruleset. In the source `s` is the state, `f` the frame, and a
bound variable number n is called `b<n>`. What is written counts its work in `s.work` (see
`cardrules.engine.work`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cardrules.engine.frames import frame_slot
from cardrules.engine.lowering.bounds import sets_of
from cardrules.engine.sets.subsets import Bounds
from cardrules.engine.source.depth import Part, hoisted, is_deep, levels_of, uses, values_of
from cardrules.engine.source.sizes import size_of
from cardrules.engine.work import MOST_STEPS
from cardrules.machine import code
from cardrules.machine.layout import Layout
from cardrules.machine.program import Declared
from cardrules.machine.ranges.values import Values, can_leave
from cardrules.model import ir
from cardrules.model.types import CARD, CARDS, FLAG, NONE, SETS, Type
from cardrules.ops.registry import operations
from cardrules.plain import PlainInOrder


def spending(steps: int) -> str:
    """The lines at the head of a function that count its work.

    They do what `spend` does, without a call: what is too much is told here, not further on.
    """
    count = f"    s.work = work = s.work + {steps}\n"
    return f"{count}    if work > {MOST_STEPS}:\n        raise TooMuchWorkError"


class Spelling(PlainInOrder):
    """How names are spelt in some source: the slots, and who acts."""

    local: Callable[[int], str] = frame_slot
    me: str = "f[2]"


class Emitter:
    """Writes expressions and collects what they need: constants and helper functions by name."""

    def __init__(
        self,
        layout: Layout,
        declared: Declared,
        specs: dict[Bounds, int] | None = None,
        *,
        noting: bool = False,
    ) -> None:
        self.layout = layout
        self.declared = declared
        # Whether cards that are compared are noted: see `cardrules.engine.showing.noting`.
        self.noting = noting
        self.names: dict[str, Any] = {}
        self.definitions: list[str] = []
        # Which actions are asked to be possible, with which choices given; each is a function.
        self.possibilities: dict[tuple[str, tuple[str, ...]], int] = {}
        # The number of each condition of subsets, under which what was found is remembered:
        # emitters for one game share them.
        self.specs = specs if specs is not None else {}
        # How many steps of work there are in what was written, apart from collections whose size
        # is known in play.
        self.steps = 0
        # The lines of the ruleset from which marked lines come, and what repeats them.
        self.marks: list[tuple[ir.Origin, str]] = []
        # The steps of definitions and placements whose functions are written.
        self._done: dict[Part, int] = {}
        self._parts = 0
        self.values = Values(layout, declared)
        # The numbers of tables that are used as sets of cards.
        self.masks: set[int] = set()
        # The names under which values are kept in loops, by identity (`nest.py`).
        self.kept: dict[int, str] = {}

    def emit(self, expr: ir.Expr, spelling: Spelling) -> str:
        """The source of an expression; what is nested deeply becomes a function of its own."""
        self.steps += 1
        source = _EMITTERS[type(expr)](self, expr, spelling)
        if not is_deep(source):
            return source
        self._parts += 1
        call, definition = hoisted(source, f"part_{self._parts}")
        self.definitions.append(definition)
        return call

    # -- work --------------------------------------------------------------------------------------

    def apart(self, expr: ir.Expr, spelling: Spelling) -> tuple[str, int]:
        """The source of an expression and its steps, which are not added to the others."""
        before, self.steps = self.steps, 0
        source = self.emit(expr, spelling)
        steps, self.steps = self.steps, before
        return source, steps

    def elements(self, expr: ir.Expr, spelling: Spelling, each: int) -> str:
        """The source of a collection that is gone through, with so many steps for each element."""
        source, size = self.emit(expr, spelling), self.size(expr)
        if size is not None:
            self.steps += size * each
            return source
        return f"{'counted_sets' if expr.type == SETS else 'counted'}(s, {source}, {each})"

    def size(self, expr: ir.Expr) -> int | None:
        """How many elements a collection has, where that is known for the whole game."""
        return size_of(expr, self.layout)

    def mark(self, origin: ir.Origin, of: str = "") -> str:
        """A comment that tells from which line of the ruleset a line of the source comes."""
        self.marks.append((origin, of))
        return f"  # {len(self.marks) - 1}"

    def mask(self, condition: ir.Expr, bound: int) -> str | None:
        """The name of the set of cards that fulfil a condition, if faces alone decide it."""
        match condition:
            case code.LookUp(arguments=(ir.Bound(index=index),)) if index == bound:
                if not self.noting:
                    self.masks.add(condition.table)
                    return f"FITTING_{condition.table}"
        return None

    # -- what is defined once --------------------------------------------------------------------

    def definition(self, name: str) -> str:
        """The name of the function that computes a definition."""
        return self._called(("define", name))

    def placement(self, name: str) -> str:
        """The name of the function or table that tells whether a card may be placed on another."""
        return self._called(("placement", name))

    def _called(self, part: Part) -> str:
        """The function of a definition or placement, written after all that it needs."""
        pending = [part]
        while pending:
            last = pending[-1]
            missing = [] if last in self._done else self._needed(last)
            pending += missing
            if not missing:
                pending.pop()
                if last not in self._done:
                    self._write(last)
        self.steps += 1 + self._done[part]
        return self._function(part)

    def _function(self, part: Part) -> str:
        sort, name = part
        declared = self.declared
        table = declared.definitions if sort == "define" else declared.placements
        return f"{sort}_{list(table).index(name)}"

    def _needed(self, part: Part) -> list[Part]:
        """The definitions and placements that one uses and that are not written yet."""
        values = values_of(self.declared, part)
        used = [one for item, _ in levels_of(values) for one in uses(item)]
        return [one for one in used if one[0] != "premises" and one not in self._done]

    def _write(self, part: Part) -> None:
        sort, name = part
        if sort == "define":
            definition = self.declared.definitions[name]
            parameters = "".join(f", b{bound}" for bound in definition.parameters)
            body, self._done[part] = self.apart(definition.value, Spelling(me="me"))
            head = f"s, me{parameters}"
        else:
            placement = self.declared.placements[name]
            clauses = [self.apart(item.value, Spelling(me="None")) for item in placement.clauses]
            body = " and ".join(f"({source})" for source, _ in clauses)
            self._done[part] = sum(steps for _, steps in clauses)
            head = f"s, b{placement.card}, b{placement.target}"
        function = self._function(part)
        self.definitions.append(f"def {function}({head}):\n    return {body}\n")

    def add_subsets(self, expr: ir.Subsets, spelling: Spelling) -> str:
        """A call of the search for subsets, its condition taken apart."""
        sets = sets_of(expr)
        measures: list[tuple[int, ...]] = []
        pairs: list[tuple[int, str]] = []
        values: list[str] = []
        for bound in sets.bounds:
            numbers = self._measure(bound.measure)
            if numbers not in measures:
                measures.append(numbers)
            pairs.append((measures.index(numbers), bound.operator))
            values.append(self.emit(bound.value, spelling))
        bounds = Bounds(measures=tuple(measures), tests=tuple(pairs))
        spec = self.specs.setdefault(bounds, len(self.specs) + 1)
        name = f"BOUNDS_{spec}"
        self.names[name] = bounds
        condition, each = "None", 0
        if sets.rest:
            parts = [self.apart(item, spelling) for item in sets.rest]
            tested = " and ".join(f"({source})" for source, _ in parts)
            condition = f"lambda b{expr.bound}: {tested}"
            each = sum(steps for _, steps in parts)
        cards = self.emit(expr.collection, spelling)
        given = "".join(f"{value}, " for value in values)
        bounded = f"{cards}, {spec}, {name}, ({given})"
        return f"subsets(s, {bounded}, {condition}, {each}, {expr.maximal})"

    def _measure(self, measure: str | None) -> tuple[int, ...]:
        if measure is None:
            return (1,) * self.layout.cards
        return tuple(self.layout.attribute[measure][: self.layout.cards])


# ---- One function a kind of expression -----------------------------------------------------------


def _const(e: Emitter, x: ir.Const, p: Spelling) -> str:
    return repr(x.value)


def _local(e: Emitter, x: ir.Local, p: Spelling) -> str:
    source = p.local(x.slot)
    # In a state sets lie as plain data.
    return (
        f"sets_from_data(s, {source}, subsets, SPECS)"
        if x.type.required() == SETS and source.startswith("f[")
        else source
    )


def _bound(e: Emitter, x: ir.Bound, p: Spelling) -> str:
    return f"b{x.index}"


def _role(e: Emitter, x: ir.Role, p: Spelling) -> str:
    return p.me if x.role == "me" else f"s.{x.role}"


def _everyone(e: Emitter, x: ir.Everyone, p: Spelling) -> str:
    if x.group == "players":
        return repr(tuple(range(e.layout.players)))
    if x.group == "teams":
        return repr(tuple(range(len(e.layout.teams))))
    if x.group == "cards":
        e.names["CARDS"] = tuple(range(e.layout.cards))
        return "CARDS"
    if x.group == "leaders":
        return "leaders(s)"
    return f"{x.group.upper()}[{p.me}]"


def _counter(e: Emitter, x: ir.Counter, p: Spelling) -> str:
    return f"s.{x.counter}"


def _index(base: int, holder: ir.Expr | None, e: Emitter, p: Spelling) -> str:
    if holder is None:
        return str(base)
    source = e.emit(holder, p)
    return f"{base} + {source}" if base else source


def _variable(e: Emitter, x: ir.VariableValue, p: Spelling) -> str:
    return f"s.vars[{_index(e.layout.variable_base[x.variable], x.holder, e, p)}]"


def _zone(e: Emitter, x: ir.ZoneOf, p: Spelling) -> str:
    return f"({_index(e.layout.zone_base[x.zone], x.holder, e, p)})"


def _contents(e: Emitter, x: ir.Contents, p: Spelling) -> str:
    return f"s.zones[{e.emit(x.zone, p)}]"


def _all_contents(e: Emitter, x: ir.AllContents, p: Spelling) -> str:
    base = e.layout.zone_base[x.zone]
    holders = e.elements(x.holders, p, 1)
    return f"counted(s, tuple([c for h in {holders} for c in s.zones[{base} + h]]), 1)"


def _cards_of_stacks(e: Emitter, x: ir.CardsOfStacks, p: Spelling) -> str:
    stacks = e.elements(x.stacks, p, 1)
    return f"counted(s, tuple([c for k in {stacks} for c in s.zones[k]]), 1)"


def _attribute(e: Emitter, x: ir.Attribute, p: Spelling) -> str:
    index = list(e.layout.attribute).index(x.attribute)
    return f"ATTRIBUTE_{index}[{e.emit(x.card, p)}]"


def _is_line(e: Emitter, x: ir.IsLine, p: Spelling) -> str:
    return f"(LINE[{e.emit(x.card, p)}] == {e.layout.lines.index(x.line)})"


def _team_of(e: Emitter, x: ir.TeamOf, p: Spelling) -> str:
    return f"TEAM[{e.emit(x.player, p)}]"


def _score_of(e: Emitter, x: ir.ScoreOf, p: Spelling) -> str:
    return f"score_of(s, {e.emit(x.player, p)})"


def _place_meant(e: Emitter, base: str, source: str) -> str:
    """Of a card, the place where it lies is meant; a stack must be there."""
    if base == "card":
        return f"place_of(s, {source})"
    if base != "stack":
        return source
    if re.fullmatch(r"\w+(\[\d+\])?", source):  # a name, which costs nothing to look up twice
        return f"({source} if 0 <= {source} < {e.layout.nowhere} else there(s, {source}))"
    return f"there(s, {source})"


def _operation(e: Emitter, x: ir.Operation, p: Spelling) -> str:
    arguments = [e.emit(item, p) for item in x.arguments]
    if x.op == "maximal families":
        return f"maximal_families(s, {arguments[0]}, KIND)"
    if x.op == "count" and isinstance(x.arguments[0], ir.Everyone):
        size = e.size(x.arguments[0])
        if size is not None and x.arguments[0].group in ("players", "teams", "cards"):
            return str(size)
    if x.op == "count" and x.arguments[0].type == SETS:
        return f"number_of({arguments[0]}, {x.span.start}, {x.span.end})"
    op = operations()[x.op]
    if op.takes_zones:
        bases = [item.type.base for item in x.arguments]
        arguments = [
            _place_meant(e, base, source) for base, source in zip(bases, arguments, strict=True)
        ]
        if bases == ["stack"] and op.emit_for_stack is not None:
            return op.emit_for_stack(arguments[0])
    e.names.update(op.helpers)
    return op.emit(arguments)


def _arithmetic(e: Emitter, x: ir.Arithmetic, p: Spelling) -> str:
    left, right = e.emit(x.left, p), e.emit(x.right, p)
    if x.type == SETS:
        return f"{'joined_sets' if x.operator == '+' else 'sets_without'}(s, {left}, {right})"
    if x.type.base == "collection":
        left, right = _noted(e, x.left, left), _noted(e, x.right, right)
        return f"{'joined' if x.operator == '+' else 'without'}(s, {left}, {right})"
    if x.operator in ("/", "mod"):
        return f"{'quotient' if x.operator == '/' else 'remainder'}({left}, {right})"
    if can_leave(e.values.of_operation(x)):
        word = {"+": "plus", "-": "minus", "*": "times"}[x.operator]
        return f"{word}({left}, {right}, {x.span.start}, {x.span.end})"
    return f"({left} {x.operator} {right})"


def _noted(e: Emitter, x: ir.Expr, source: str) -> str:
    """The source of something that is compared or looked for; cards are noted if they are to be."""
    if not e.noting:
        return source
    return {CARD: f"noted({source})", CARDS: f"all_noted({source})"}.get(x.type.required(), source)


def _compare(e: Emitter, x: ir.Compare, p: Spelling) -> str:
    operator = {"=": "==", "!=": "!="}.get(x.operator, x.operator)
    if x.left.type.base == "collection" and not _is_constant(x.right, NONE):
        if _is_constant(x.right, ()):
            left = e.emit(x.left, p)
            return f"(not {left})" if x.operator == "=" else f"(not not {left})"
        depth = _depth(x.left.type)
        if depth > 1:
            word = "" if x.operator == "=" else "not "
            sides = f"{e.emit(x.left, p)}, {e.emit(x.right, p)}"
            return f"({word}same_sets(s, {sides}, {depth}))"
        if x.left.type.optional or x.right.type.optional:
            left, right = (_noted(e, side, e.emit(side, p)) for side in (x.left, x.right))
            return f"(contents_of(s, {left}) {operator} contents_of(s, {right}))"
        left, right = (_noted(e, side, e.elements(side, p, 1)) for side in (x.left, x.right))
        return f"(set({left}) {operator} set({right}))"
    left, right = e.emit(x.left, p), e.emit(x.right, p)
    if not _is_constant(x.right, NONE):
        left, right = _noted(e, x.left, left), _noted(e, x.right, right)
    return f"({left} {operator} {right})"


def _depth(of_type: Type) -> int:
    """How often a collection is one of collections of cards: 2 of sets, 3 of families."""
    element = of_type.element
    if element is None:
        return 0
    return 1 + _depth(element) if element.base == "collection" else 1


def _is_constant(expr: ir.Expr, *values: object) -> bool:
    return isinstance(expr, ir.Const) and expr.value in values


def _contains(e: Emitter, x: ir.Contains, p: Spelling) -> str:
    depth = _depth(x.collection.type)
    element = _noted(e, x.element, e.emit(x.element, p))
    if depth > 1:
        return f"in_sets(s, {element}, {e.emit(x.collection, p)}, {depth})"
    return f"({element} in {_noted(e, x.collection, e.elements(x.collection, p, 1))})"


def _logic(e: Emitter, x: ir.Logic, p: Spelling) -> str:
    return f"({e.emit(x.left, p)} {x.operator} {e.emit(x.right, p)})"


def _negation(e: Emitter, x: ir.Negation, p: Spelling) -> str:
    return f"(not {e.emit(x.operand, p)})"


def _if_else(e: Emitter, x: ir.IfElse, p: Spelling) -> str:
    (then, one), (otherwise, other) = e.apart(x.then, p), e.apart(x.otherwise, p)
    condition = e.emit(x.condition, p)
    e.steps += max(one, other)
    return f"({then} if {condition} else {otherwise})"


def _quantified(e: Emitter, x: ir.Quantified, p: Spelling) -> str:
    e.values.note(x)
    condition, steps = e.apart(x.condition, p)
    items = e.elements(x.collection, p, 1 + steps)
    cards = e.mask(x.condition, x.bound)
    if cards is not None:
        some = x.quantifier == "some"
        return f"(not {cards}.isdisjoint({items}))" if some else f"{cards}.issuperset({items})"
    word = "any" if x.quantifier == "some" else "all"
    return _kept(e, x, condition, items, f"{word}([{condition} for b{x.bound} in {items}])")


def _kept(e: Emitter, x: ir.Expr, each: str, items: str, value: str) -> str:
    """A value that is worked out once in a loop, if it is to be kept; it counts every time."""
    name = e.kept.get(id(x))
    if name is None or _COUNTS.search(each):
        return value
    again = f" and {items} is not None" if _COUNTS.search(items) else ""
    return f"({name} if {name} is not None{again} else ({name} := {value}))"


# A function that is given the state, and may count work.
_COUNTS = re.compile(r"\bs[,)]")


def _filter(e: Emitter, x: ir.Filter, p: Spelling) -> str:
    e.values.note(x)
    condition, steps = e.apart(x.condition, p)
    items = e.elements(x.collection, p, 1 + steps)
    if x.type == SETS:
        return f"sets_where({items}, lambda b{x.bound}: {condition})"
    return f"tuple([b{x.bound} for b{x.bound} in {items} if {condition}])"


# What is no longer is worked out as fast as a function is called.
_MOST_TWICE = 30


def _extremes(e: Emitter, x: ir.Extremes, p: Spelling) -> str:
    e.values.note(x)
    sign = 1 if x.extreme == "highest" else -1
    key, steps = e.apart(x.key, p)
    items = e.elements(x.collection, p, 1 + steps)
    is_known = e.size(x.collection) is not None and not _COUNTS.search(items)
    if x.type != SETS and is_known and len(items) <= _MOST_TWICE:
        return f"with_extreme({items}, [{key} for b{x.bound} in {items}], {sign})"
    function = "extreme_sets" if x.type == SETS else "extremes"
    return f"{function}({items}, lambda b{x.bound}: {key}, {sign})"


def _fold(e: Emitter, x: ir.Fold, p: Spelling) -> str:
    e.values.note(x)
    body, steps = e.apart(x.body, p)
    items = e.elements(x.collection, p, 1 + steps)
    return _kept(e, x, body, items, _folded(e, x, f"[{body} for b{x.bound} in {items}]"))


def _folded(e: Emitter, x: ir.Fold, values: str) -> str:
    if x.fold == "sum":
        if can_leave(e.values.of_sum(x)):
            return f"total({values}, {x.span.start}, {x.span.end})"
        return f"sum({values})"
    nothing = "False" if x.type == FLAG else "0"
    return f"{'max' if x.fold == 'highest' else 'min'}({values}, default={nothing})"


def _subsets(e: Emitter, x: ir.Subsets, p: Spelling) -> str:
    return e.add_subsets(x, p)


def _register_value(e: Emitter, x: code.RegisterValue, p: Spelling) -> str:
    return p.me if x.register == "me" else f"s.{x.register}"


def _size(e: Emitter, x: code.Size, p: Spelling) -> str:
    return f"len({p.local(x.slot)})"


def _running(e: Emitter, x: code.Running, p: Spelling) -> str:
    return f"running(s, {x.procedures!r})"


def _element(e: Emitter, x: code.Element, p: Spelling) -> str:
    return f"{p.local(x.slot)}[{e.emit(x.index, p)}]"


def _plus(e: Emitter, x: code.Plus, p: Spelling) -> str:
    return f"({e.emit(x.value, p)} + {x.more})"


def _seat(e: Emitter, x: code.Seat, p: Spelling) -> str:
    operator = "+" if x.direction > 0 else "-"
    return f"(({e.emit(x.start, p)} {operator} {e.emit(x.places, p)}) % PLAYERS)"


def _look_up(e: Emitter, x: code.LookUp, p: Spelling) -> str:
    if e.noting:
        return e.emit(x.instead_of.value, p)
    return f"TABLE_{x.table}" + "".join([f"[{e.emit(item, p)}]" for item in x.arguments])


def _in_order(e: Emitter, x: code.InOrder, p: Spelling) -> str:
    order, step = x.order, 1 if x.order.direction == "clockwise" else -1
    around = f"AROUND[{step}][{e.emit(order.start, p)}]"
    if order.condition is None:
        return around
    condition, steps = e.apart(order.condition, p)
    e.steps += e.layout.players * (1 + steps)
    return f"tuple([b{order.bound} for b{order.bound} in {around} if {condition}])"


def _not_none(e: Emitter, x: ir.NotNone, p: Spelling) -> str:
    return f"not_none(s, {e.emit(x.value, p)}, {x.span.start}, {x.span.end})"


def _call_definition(e: Emitter, x: ir.CallDefinition, p: Spelling) -> str:
    value = e.declared.definitions[x.definition].value
    if not x.arguments and _is_short(value):
        e.steps += 1
        return e.emit(value, p)
    arguments = "".join(f", {e.emit(item, p)}" for item in x.arguments)
    return f"{e.definition(x.definition)}(s, {p.me}{arguments})"


# A definition that says no more than this is written out where it is used.
_SHORT = frozenset({
    ir.Compare, ir.Logic, ir.Negation, ir.Const, ir.VariableValue, ir.Counter,
    ir.Role, ir.Contents, ir.ZoneOf,
})  # fmt: skip
_MOST_SHORT = 6


def _is_short(value: ir.Expr) -> bool:
    pending, number = [value], 0
    while pending:
        item = pending.pop()
        number += 1
        if type(item) not in _SHORT or number > _MOST_SHORT:
            return False
        pending += ir.parts(item)
    return True


def _call_placement(e: Emitter, x: ir.CallPlacement, p: Spelling) -> str:
    name = e.placement(x.placement)
    return f"{name}(s, {e.emit(x.card, p)}, {e.emit(x.target, p)})"


def _possible(e: Emitter, x: ir.Possible, p: Spelling) -> str:
    given = "".join(f", {e.emit(value, p)}" for _, value in x.given)
    names = tuple(name for name, _ in x.given)
    calls = []
    for action in x.actions:
        index = e.possibilities.setdefault((action, names), len(e.possibilities))
        calls.append(f"possible_{index}(s, {p.me}{given})")
    return "(" + " or ".join(calls or ["False"]) + ")"


_EMITTERS: dict[type[ir.Expr], Callable[..., str]] = {
    ir.Const: _const,
    ir.Local: _local,
    ir.Bound: _bound,
    ir.Role: _role,
    ir.Everyone: _everyone,
    ir.Counter: _counter,
    ir.VariableValue: _variable,
    ir.ZoneOf: _zone,
    ir.Contents: _contents,
    ir.AllContents: _all_contents,
    ir.CardsOfStacks: _cards_of_stacks,
    ir.Attribute: _attribute,
    ir.IsLine: _is_line,
    ir.TeamOf: _team_of,
    ir.ScoreOf: _score_of,
    ir.Operation: _operation,
    ir.Arithmetic: _arithmetic,
    ir.Compare: _compare,
    ir.Contains: _contains,
    ir.Logic: _logic,
    ir.Negation: _negation,
    ir.IfElse: _if_else,
    ir.Quantified: _quantified,
    ir.Filter: _filter,
    ir.Extremes: _extremes,
    ir.Fold: _fold,
    ir.Subsets: _subsets,
    ir.NotNone: _not_none,
    ir.CallDefinition: _call_definition,
    ir.CallPlacement: _call_placement,
    ir.Possible: _possible,
    code.RegisterValue: _register_value,
    code.Size: _size,
    code.Running: _running,
    code.Element: _element,
    code.Plus: _plus,
    code.Seat: _seat,
    code.InOrder: _in_order,
    code.LookUp: _look_up,
}
