"""Expressions of the intermediate form as compiled code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import attrs

from cardrules.fast.expressions.core import Form, Scope, Value, kind_of
from cardrules.fast.expressions.gathering import Gathering
from cardrules.fast.sets.nested import is_nested, is_set
from cardrules.fast.state.few import Seats
from cardrules.fast.state.items import Items
from cardrules.fast.state.joined import Either
from cardrules.fast.state.lying import Row
from cardrules.machine import code as machine
from cardrules.machine.ranges.values import can_leave
from cardrules.model import ir
from cardrules.model.ruleset import Clause
from cardrules.model.types import SETS


class Expressions(Gathering):
    """Writes expressions of one program."""

    def operation(self, x: ir.Operation, scope: Scope) -> Value:
        found: Value = _OPERATIONS[x.op](self, x, scope)
        return found

    def extreme_number(self, x: ir.Operation, scope: Scope) -> Value:
        values = [self.one(item, scope) for item in x.arguments]
        found = values[0]
        for value in values[1:]:
            found = (self.code.smaller if x.op == "min" else self.code.larger)(found, value)
        return found

    def neighbour(self, x: ir.Operation, scope: Scope) -> Value:
        code, players = self.code, self.layout.players
        seat = self.one(x.arguments[0], scope)
        if x.op == "left":
            return code.wrapped(code.plus(seat, "1"), players)
        if x.op == "right":
            return code.wrapped(code.plus(seat, str(players - 1)), players)
        return self.next_seat(seat)

    def next_seat(self, seat: str) -> str:
        """The seat of the one who comes next in the direction of play."""
        code, players, direction = self.code, self.layout.players, self.register("direction")
        moved = code.plus(seat, direction)
        if direction != "1":
            moved = code.wrapped(code.plus(moved, str(players)), players)
        return code.wrapped(moved, players)

    def clockwise_from(self, x: ir.Operation, scope: Scope) -> Value:
        players = self.layout.players
        return Seats(self.code, self.one(x.arguments[0], scope), players, players)

    # -- numbers and flags -------------------------------------------------------------------------

    def arithmetic(self, x: ir.Arithmetic, scope: Scope) -> Value:
        if x.type.base == "collection":
            return self.collections(x, scope)
        code = self.code
        left, right = self.number(x.left, scope), self.number(x.right, scope)
        if x.operator in ("/", "mod"):
            name = "quotient" if x.operator == "/" else "remainder"
            return code.call(name, [(left, "i64"), (right, "i64")], "i64")
        if can_leave(self.ranges.of_operation(x)):
            name = {"+": "plus", "-": "minus", "*": "times"}[x.operator]
            found = code.call(name, [(left, "i64"), (right, "i64")], "i64")
            return self.checked(found)
        write = {"+": code.plus, "-": code.minus, "*": code.times}[x.operator]
        return write(left, right)

    def compare(self, x: ir.Compare, scope: Scope) -> Value:
        code = self.code
        if x.left.type.base == "collection":
            if isinstance(x.right, ir.Const) and x.right.value == ():
                some = self.items(x.left, scope).some()
                return some if x.operator == "!=" else code.no(some)
            return self.compare_collections(x, scope)
        if x.left.type.base == "stack" and not isinstance(x.right, ir.Const):
            left, right = (
                self.stacks.compared(self.one(side, scope)) for side in (x.left, x.right)
            )
            return code.compare(x.operator, left, right)
        if kind_of(x.left.type) == kind_of(x.right.type) == "b":
            sides = self.one(x.left, scope), self.one(x.right, scope)
            return code.compare(x.operator, *sides, "b")
        return code.compare(x.operator, self.number(x.left, scope), self.number(x.right, scope))

    def logic(self, x: ir.Logic, scope: Scope) -> Value:
        left = self.flag(x.left, scope)
        write = self.code.both if x.operator == "and" else self.code.either
        return write(left, lambda: self.flag(x.right, scope))

    def negation(self, x: ir.Negation, scope: Scope) -> Value:
        return self.code.no(self.flag(x.operand, scope))

    def if_else(self, x: ir.IfElse, scope: Scope) -> Value:
        if x.type == SETS:
            return self.one_of_sets(x, scope)
        if is_nested(x.type):
            found = self.code.one_of(
                "i",
                self.flag(x.condition, scope),
                lambda: self.number(x.then, scope),
                lambda: self.number(x.otherwise, scope),
            )
            return self.nested.items(x.type, found)
        if x.type.base == "collection" and x.type.optional:
            return self._one_or_none(x, scope)
        if x.type.base == "collection":
            flag = self.flag(x.condition, scope)
            if self.can_stop(x.then) or self.can_stop(x.otherwise):
                return Either(
                    self.code,
                    flag,
                    lambda: self.items(x.then, scope),
                    lambda: self.items(x.otherwise, scope),
                )
            return Either.of(flag, self.items(x.then, scope), self.items(x.otherwise, scope))
        kind = kind_of(x.type)
        write = self.flag if kind == "b" else self.number
        return self.code.one_of(
            kind,
            self.flag(x.condition, scope),
            lambda: write(x.then, scope),
            lambda: write(x.otherwise, scope),
        )

    def _one_or_none(self, x: ir.IfElse, scope: Scope) -> Items:
        """One of two collections, of which one or both may be none."""
        code, room = self.code, self.room(x)
        to, size = code.array("i", room), code.local("i", "0")
        code.note_length(to, size)

        def lay(side: ir.Expr) -> None:
            items = self.items(side, scope)
            cells, number = self.side_by_side(items, x)
            self.copy(cells, "0", to, "0", number)
            code.write(size, number)

        code.branch(self.flag(x.condition, scope), partial(lay, x.then), partial(lay, x.otherwise))
        return Row(code, to, code.read(size), stays=True)

    # -- what is defined ---------------------------------------------------------------------------

    def call_definition(self, x: ir.CallDefinition, scope: Scope) -> Value:
        return self.value(*self.inside(x, scope))

    def call_placement(self, x: ir.CallPlacement, scope: Scope) -> Value:
        placement = self.program.declared.placements[x.placement]
        card, target = self.one(x.card, scope), self.one(x.target, scope)
        inner = attrs.evolve(scope, bound={placement.card: card, placement.target: target})
        found = "true"
        for clause in placement.clauses:
            found = self.code.both(found, partial(self._clause, clause, inner))
        return found

    def _clause(self, clause: Clause, scope: Scope) -> str:
        """Whether a clause of a placement holds; that it does not may be counted."""
        holds = self.flag(clause.value, scope)
        if self.counting is not None and self.is_refusing:
            with self.code.when(self.code.no(holds)):
                self.counting.refused(clause.origin)
        return holds

    def possible(self, x: ir.Possible, scope: Scope) -> Value:
        found = "false"
        forms, given = list[tuple[str, Form]](), list[tuple[str, str]]()
        for name, value in x.given:
            form, passed = self._given_to_action(value, scope)
            forms.append((name, form))
            given += passed
        for action in x.actions:
            asked = (action, tuple(forms), self.counting is not None and self.is_refusing)
            function = self.possibilities.setdefault(asked, len(self.possibilities))
            found = self.code.either(
                found,
                partial(
                    self.code.call,
                    f"possible_{function}",
                    [("%z", "ptr"), (scope.me, "i64"), *given],
                    "i1",
                ),
            )
        return found

    def _given_to_action(self, x: ir.Expr, scope: Scope) -> tuple[Form, list[tuple[str, str]]]:
        """In what form a value of a choice is given, and how it is given to a function."""
        if not is_set(x.type):
            return "i", [(self.number(x, scope), "i64")]
        cards = self.items(x, scope)
        if cards.is_sorted:
            return "m", [(self.mask_or_none(cards), self.code.types["m"])]
        cells, size = self.side_by_side(cards, x)
        return "row", [(cells.place, "ptr"), (size, "i64")]

    def running(self, x: machine.Running, scope: Scope) -> Value:
        found = "0"
        for procedure in x.procedures:
            self.counted_procedures.add(procedure)
            running = self.code.at(self.moving.part("running"), self.code.number(procedure))
            found = self.code.plus(running, found)
        return found


_OPERATIONS: Mapping[str, Callable[..., Value]] = {
    "count": Expressions.count,
    "first": Expressions.first,
    "only": Expressions.only,
    "maximal families": Expressions.families,
    "unions": Expressions.unions,
    "union": Expressions.union,
    "min": Expressions.extreme_number,
    "max": Expressions.extreme_number,
    "top": Expressions.end_of_pile,
    "bottom": Expressions.end_of_pile,
    "owner": Expressions.owner,
    "left": Expressions.neighbour,
    "right": Expressions.neighbour,
    "next": Expressions.neighbour,
    "clockwise_from": Expressions.clockwise_from,
}
Expressions.writers = {
    ir.Const: Expressions.const,
    ir.Local: Expressions.local,
    ir.Bound: Expressions.bound,
    ir.Role: Expressions.role,
    ir.Everyone: Expressions.everyone,
    ir.Counter: Expressions.counter,
    ir.VariableValue: Expressions.variable,
    ir.ZoneOf: Expressions.zone,
    ir.Contents: Expressions.contents,
    ir.AllContents: Expressions.all_contents,
    ir.CardsOfStacks: Expressions.cards_of_stacks,
    ir.Possible: Expressions.possible,
    machine.Running: Expressions.running,
    ir.Attribute: Expressions.attribute,
    ir.IsLine: Expressions.is_line,
    ir.TeamOf: Expressions.team_of,
    ir.ScoreOf: Expressions.score_of,
    ir.Operation: Expressions.operation,
    ir.Arithmetic: Expressions.arithmetic,
    ir.Compare: Expressions.compare,
    ir.Contains: Expressions.contains,
    ir.Logic: Expressions.logic,
    ir.Negation: Expressions.negation,
    ir.IfElse: Expressions.if_else,
    ir.NotNone: Expressions.not_none,
    ir.Quantified: Expressions.quantified,
    ir.Filter: Expressions.filter,
    ir.Extremes: Expressions.extremes,
    ir.Fold: Expressions.fold,
    ir.CallDefinition: Expressions.call_definition,
    ir.Subsets: Expressions.subsets,
    ir.CallPlacement: Expressions.call_placement,
    machine.RegisterValue: Expressions.register_value,
    machine.Size: Expressions.size,
    machine.Element: Expressions.element,
    machine.Plus: Expressions.plus,
    machine.Seat: Expressions.seat,
    machine.InOrder: Expressions.in_order,
    machine.LookUp: Expressions.look_up,
}
