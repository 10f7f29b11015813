"""Between which numbers a value lies at any time, whatever the options are and however many play.

What the rules set a variable to, and what it begins with, is all that it can ever be. Of options
nothing is known, so that what they decide is decided by nobody here. This looks at the rules as
they are written; `cardrules.machine.ranges` knows more of a single program, and takes longer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from cardrules.lint.lines import lines
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset, Variable
from cardrules.model.types import FLAG, INTEGER

# So often variables are looked at again; one that still grows then may be any number.
_MOST_PASSES = 4
# Definitions that need each other are followed so far.
_MOST_DEEP = 20


class Amount(NamedTuple):
    """The numbers from `least` to `most`; `true` is 1 and `false` is 0."""

    least: float
    most: float

    def joined(self, other: Amount) -> Amount:
        """What may be the one or the other."""
        return Amount(min(self.least, other.least), max(self.most, other.most))

    @property
    def truth(self) -> bool | None:
        """What it is if it is true or false for sure."""
        return bool(self.least) if self.least == self.most else None


ANY = Amount(-math.inf, math.inf)
COUNTED = Amount(0, math.inf)
EITHER = Amount(0, 1)
_TRUTH = {True: Amount(1, 1), False: Amount(0, 0), None: EITHER}


class Amounts:
    """The bounds of the expressions of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._deep = 0
        # Whether `turn` and `round` count from 1: where they are not asked for before the first.
        self.is_within = False
        # Without rounds, or a match, these always stand still.
        self._never_counted = set[str]()
        if not any(isinstance(line.of, ir.Rounds) for line in lines(ruleset)):
            self._never_counted.add("round")
        if not ruleset.matches:
            self._never_counted.add("game")
        self._variables = {
            name: Amount(1, 0)
            for name, item in ruleset.variables.items()
            if item.type in (INTEGER, FLAG) and item.supply is None
        }
        self._set = [
            line.of
            for line in lines(ruleset)
            if isinstance(line.of, ir.SetVariable) and line.of.variable in self._variables
        ]
        self._find_variables()

    def _find_variables(self) -> None:
        for turn in range(_MOST_PASSES + 1):
            found = {
                name: self.of(self._ruleset.variables[name].initial) for name in self._variables
            }
            for item in self._set:
                found[item.variable] = found[item.variable].joined(self.of(item.value))
            grown = {name for name in found if found[name] != self._variables[name]}
            self._variables |= found
            if not grown:
                return
            if turn == _MOST_PASSES - 1:
                self._variables |= dict.fromkeys(grown, ANY)
        self._variables |= dict.fromkeys(self._variables, ANY)

    # -- values ------------------------------------------------------------------------------------

    def of(self, x: ir.Expr) -> Amount:
        """The bounds of a value; any number if it is none, or nothing is known."""
        if x.type == FLAG:
            return self._flag(x)
        if x.type != INTEGER:
            return ANY
        match x:
            case ir.Const(value=int(value)):
                return Amount(value, value)
            case ir.Counter(counter=counter) if counter in self._never_counted:
                return Amount(0, 0) if counter == "round" else Amount(1, 1)
            case ir.Counter():
                return Amount(1, math.inf) if self._counts_from_one(x) else COUNTED
            case ir.VariableValue():
                return self._variable(self._ruleset.variables[x.variable])
            case ir.Attribute():
                return self._printed(x.attribute)
            case ir.Arithmetic():
                return self._worked_out(x)
            case ir.IfElse():
                return self._either(x)
            case ir.Operation():
                return self._operation(x)
            case ir.Fold(fold="sum") if self.of(x.body).least >= 0:
                return COUNTED
            case ir.CallDefinition():
                return self._called(x)
        return ANY

    def _counts_from_one(self, x: ir.Counter) -> bool:
        return x.counter == "game" or (self.is_within and x.counter == "turn")

    def _variable(self, x: Variable) -> Amount:
        return COUNTED if x.supply is not None else self._variables.get(x.name, ANY)

    def _printed(self, attribute: str) -> Amount:
        found = [kind.values[attribute] for kind in self._ruleset.kinds]
        numbers = [value for value in found if isinstance(value, int)]
        return Amount(min(numbers), max(numbers)) if numbers else ANY

    def _worked_out(self, x: ir.Arithmetic) -> Amount:
        left, right = self.of(x.left), self.of(x.right)
        match x.operator:
            case "+":
                return Amount(left.least + right.least, left.most + right.most)
            case "-":
                return Amount(left.least - right.most, left.most - right.least)
            case "mod" if right.least > 0:
                return Amount(0, right.most - 1)
            case "*" if left.least >= 0 and right.least >= 0:
                return Amount(left.least * right.least, math.inf)
            case "/" if left.least >= 0 and right.least >= 0:
                return COUNTED
        return ANY

    def _either(self, x: ir.IfElse) -> Amount:
        truth = self.truth(x.condition)
        if truth is not None:
            return self.of(x.then if truth else x.otherwise)
        return self.of(x.then).joined(self.of(x.otherwise))

    def _operation(self, x: ir.Operation) -> Amount:
        match x.op, x.arguments:
            case "count", (ir.Everyone(group="players"),):
                return Amount(self._ruleset.players_min, self._ruleset.players_max)
            case "count", _:
                return COUNTED
            case "min" | "max", (one, other):
                pick = min if x.op == "min" else max
                a, b = self.of(one), self.of(other)
                return Amount(pick(a.least, b.least), pick(a.most, b.most))
        return ANY

    def _called(self, x: ir.CallDefinition) -> Amount:
        if self._deep > _MOST_DEEP:
            return EITHER if x.type == FLAG else ANY
        self._deep += 1
        was, self.is_within = self.is_within, False
        found = self.of(self._ruleset.definitions[x.definition].value)
        self.is_within = was
        self._deep -= 1
        return found

    # -- conditions --------------------------------------------------------------------------------

    def truth(self, x: ir.Expr) -> bool | None:
        """Whether a condition holds at any time, or never; None: that depends."""
        return self.of(x).truth

    def _flag(self, x: ir.Expr) -> Amount:
        match x:
            case ir.Const():
                return _TRUTH[bool(x.value)]
            case ir.VariableValue():
                return self._variable(self._ruleset.variables[x.variable])
            case ir.Negation():
                inner = self.truth(x.operand)
                return EITHER if inner is None else _TRUTH[not inner]
            case ir.Logic():
                sides = {self.truth(x.left), self.truth(x.right)}
                decides = x.operator == "or"
                if decides in sides:
                    return _TRUTH[decides]
                return EITHER if None in sides else _TRUTH[not decides]
            case ir.Compare():
                return _TRUTH[self._compared(x)]
            case ir.IfElse():
                return self._either(x)
            case ir.CallDefinition():
                return self._called(x)
        return EITHER

    def _compared(self, x: ir.Compare) -> bool | None:
        if x.left == x.right:
            return x.operator in ("=", "<=", ">=")
        if x.left.type not in (INTEGER, FLAG) or x.right.type not in (INTEGER, FLAG):
            return None
        a, b = self.of(x.left), self.of(x.right)
        certain, impossible = {
            "<": (a.most < b.least, a.least >= b.most),
            "<=": (a.most <= b.least, a.least > b.most),
            ">": (a.least > b.most, a.most <= b.least),
            ">=": (a.least >= b.most, a.most < b.least),
            "=": (a == b and a.least == a.most, a.most < b.least or b.most < a.least),
            "!=": (a.most < b.least or b.most < a.least, a == b and a.least == a.most),
        }[x.operator]
        return True if certain else False if impossible else None


def parts_of(condition: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of a condition that `and`, `or` and `not` put together."""
    match condition:
        case ir.Logic():
            yield from parts_of(condition.left)
            yield from parts_of(condition.right)
        case ir.Negation():
            yield from parts_of(condition.operand)
        case _:
            yield condition
