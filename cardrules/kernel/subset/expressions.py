"""Which expressions are in the subset, and what type they have."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from cardrules.kernel.subset.model import (
    ELEMENTS,
    LEAST_NUMBER,
    MOST_NUMBER,
    MOST_WORD,
    READ_AS,
    Signature,
    Type,
    constant_value,
)

_BITS = 64
_SUMS = (ast.Add, ast.Sub, ast.Mult)
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_METHODS = ("bit_count", "bit_length")
_FIRST: tuple[Type, ...] = ("word", "number", "constant")


class Expressions:
    """Types the expressions of one function.

    `names` are its locals as far as they have a type, `assigned` those that have a value at this
    place, `not_zero` and `not_minus_one` those of which a test has said so.
    """

    def __init__(self, functions: Mapping[str, Signature], constants: Mapping[str, int]) -> None:
        self._functions = functions
        self.constants = constants
        self.names: dict[str, Type] = {}
        self.assigned: set[str] = set()
        self.not_zero: set[str] = set()
        self.not_minus_one: set[str] = set()
        self.types: dict[ast.expr, Type] = {}
        self.calls: set[str] = set()
        self.faults: list[tuple[int, str]] = []

    def fault(self, node: ast.AST, reason: str) -> Type:
        """Note what is wrong; whatever it was, it counts as a number from there on."""
        self.faults.append((getattr(node, "lineno", 0), reason))
        return "number"

    def want(self, node: ast.expr, wanted: Type) -> None:
        """An expression that must have a type."""
        found = self.of(node)
        if not self._fits(node, found, wanted):
            self.fault(node, f"`{ast.unparse(node)}` is a {found}, and a {wanted} is wanted")

    def _fits(self, node: ast.expr, found: Type, wanted: Type) -> bool:
        if found == "constant":
            value = constant_value(node, self.constants)
            if wanted == "word":
                return value is not None and 0 <= value <= MOST_WORD
            return wanted == "number" and value is not None and value <= MOST_NUMBER
        return found == wanted or READ_AS.get(found) == wanted

    def of(self, node: ast.expr) -> Type:
        """The type of an expression."""
        found = self.types[node] = self._of(node)
        return found

    def _of(self, node: ast.expr) -> Type:
        value = constant_value(node, self.constants)
        if value is not None:
            if not LEAST_NUMBER <= value <= MOST_WORD:
                return self.fault(node, f"`{ast.unparse(node)}` has more than 64 bits")
            return "constant"
        match node:
            case ast.Constant(value=bool()):
                return "flag"
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.BinOp():
                return self._of_numbers(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                self.want(operand, "number")
                return "number"
            case ast.UnaryOp(op=ast.Not(), operand=ast.expr() as only):
                return self._flags(only)
            case ast.BoolOp(values=values):
                return self._flags(*values)
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.want(test, "flag")
                return self._same(node, body, orelse)
            case ast.Subscript(value=array, slice=index):
                return self._element(array, index)
            case ast.Call(func=function, args=arguments, keywords=[]):
                return self._call(node, function, arguments)
        return self._refused(node)

    def _refused(self, node: ast.expr) -> Type:
        return self.fault(node, f"`{ast.unparse(node)}` is no expression of the subset")

    def _of_numbers(self, node: ast.BinOp) -> Type:
        match node.op:
            case ast.Add() | ast.Sub() | ast.Mult():
                return self._sum(node)
            case ast.BitAnd() | ast.BitOr() | ast.BitXor():
                return self._mask(node)
            case ast.LShift() | ast.RShift():
                return self._shift(node)
            case ast.FloorDiv() | ast.Mod():
                return self._division(node)
        return self._refused(node)

    def _flags(self, *parts: ast.expr) -> Type:
        for part in parts:
            self.want(part, "flag")
        return "flag"

    def _name(self, node: ast.expr, name: str) -> Type:
        if name not in self.names:
            return self.fault(node, f"`{name}` is no local, constant or operation")
        if name not in self.assigned:
            return self.fault(node, f"`{name}` may have no value here")
        return self.names[name]

    def _same(self, node: ast.expr, *sides: ast.expr) -> Type:
        """The type that some expressions have in common."""
        found = [self.of(side) for side in sides]
        types = {one for one in found if one != "constant"}
        if not types:
            values = [constant_value(side, self.constants) or 0 for side in sides]
            if max(values) > MOST_NUMBER and min(values) < 0:
                return self.fault(node, f"`{ast.unparse(node)}` has numbers and words")
            return "word" if max(values) > MOST_NUMBER else "number"
        wanted = min(types)
        fit = all(self._fits(side, one, wanted) for side, one in zip(sides, found, strict=True))
        if not fit or wanted in ELEMENTS:
            return self.fault(node, f"`{ast.unparse(node)}` has {' and '.join(sorted(types))}")
        return wanted

    # -- numbers and words -------------------------------------------------------------------------

    def _sum(self, node: ast.BinOp) -> Type:
        found = self._same(node, node.left, node.right)
        if found == "word":
            self.fault(node, f"`{ast.unparse(node)}` may be no word: put `& WORD` around it")
        elif found != "number":
            self.fault(node, f"`{ast.unparse(node)}` is no number")
        return found

    def _mask(self, node: ast.BinOp) -> Type:
        mask = constant_value(node.right, self.constants)
        if not isinstance(node.op, ast.BitAnd) or mask is None:
            found = self._same(node, node.left, node.right)
            return found if found != "flag" else self.fault(node, "flags go with `and` and `or`")
        self.types[node.right] = "constant"
        if mask == MOST_WORD:
            # What is cut to a word may have been more: a sum of words, or a number below 0.
            self._cut(node.left)
            return "word"
        found = self.of(node.left)
        if found not in ("word", "number") or not 0 <= mask <= MOST_NUMBER:
            return self.fault(node, f"`{ast.unparse(node)}` is neither a number nor a word")
        return "number"

    def _cut(self, node: ast.expr) -> Type:
        """Type what is cut to a word: sums, products and shifts of words within it may be more."""
        match node:
            case ast.BinOp(op=op, left=left, right=right) if isinstance(op, _SUMS):
                found = {self._cut(left), self._cut(right)}
            case ast.BinOp(op=ast.LShift(), left=left, right=right):
                found = {self._cut(left), "word"}
                self._amount(right)
            case _:
                found = {self.of(node)}
        if not found <= {"word", "number", "constant"} or {"word", "number"} <= found:
            self.fault(node, f"`{ast.unparse(node)}` is neither a number nor a word")
        self.types[node] = next((one for one in _FIRST if one in found), "number")
        return self.types[node]

    def _shift(self, node: ast.BinOp) -> Type:
        by = constant_value(node.right, self.constants)
        if (
            isinstance(node.op, ast.RShift)
            and by == _BITS
            and isinstance(node.left, ast.BinOp)
            and isinstance(node.left.op, ast.Mult)
        ):
            # The upper half of a product of words.
            self.types[node.right], self.types[node.left] = "constant", "word"
            self.want(node.left.left, "word")
            self.want(node.left.right, "word")
            return "word"
        self._amount(node.right)
        if isinstance(node.op, ast.LShift):
            self.types[node.left] = "constant"
            if constant_value(node.left, self.constants) != 1:
                self.fault(node, f"`{ast.unparse(node)}` may be no word: put `& WORD` around it")
            return "word"
        found = self.of(node.left)
        return found if found == "word" else self._same(node, node.left)

    def _amount(self, node: ast.expr) -> None:
        """How far is shifted: visibly from 0 to 63."""
        value = constant_value(node, self.constants)
        if value is not None:
            self.types[node] = "constant"
            if not 0 <= value < _BITS:
                self.fault(node, f"a shift by {value} is not from 0 to 63")
            return
        self.want(node, "number")
        mask = node.right if isinstance(node, ast.BinOp) else node
        most = constant_value(mask, self.constants)
        is_masked = isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd)
        if not is_masked or most is None or not 0 <= most < _BITS:
            self.fault(node, f"a shift by `{ast.unparse(node)}` is not visibly from 0 to 63")

    def _division(self, node: ast.BinOp) -> Type:
        found = self._same(node, node.left, node.right)
        by = node.right
        value = constant_value(by, self.constants)
        if value is not None:
            is_safe = value not in (0, -1)
        else:
            name = by.id if isinstance(by, ast.Name) else ""
            is_safe = name in self.not_zero and (found == "word" or name in self.not_minus_one)
        if not is_safe:
            self.fault(node, f"`{ast.unparse(by)}` was not tested before dividing by it")
        return found if found in ("number", "word") else self.fault(node, "no number is divided")

    def _comparison(self, node: ast.Compare) -> Type:
        sides = [node.left, *node.comparators]
        for op in node.ops:
            if not isinstance(op, _COMPARISONS):
                self.fault(node, f"`{ast.unparse(node)}` is no comparison of the subset")
        if self._same(node, *sides) not in ("number", "word"):
            self.fault(node, f"`{ast.unparse(node)}` compares what is no number")
        return "flag"

    # -- arrays and calls --------------------------------------------------------------------------

    def _element(self, array: ast.expr, index: ast.expr) -> Type:
        self.want(index, "number")
        found = self.of(array)
        if found not in ELEMENTS:
            return self.fault(array, f"`{ast.unparse(array)}` is no array")
        return ELEMENTS[found]

    def _call(self, node: ast.Call, function: ast.expr, arguments: list[ast.expr]) -> Type:
        if isinstance(function, ast.Attribute) and function.attr in _METHODS and not arguments:
            self.want(function.value, "word")
            return "number"
        name = function.id if isinstance(function, ast.Name) else ""
        signature = self._functions.get(name)
        if signature is None or name in self.names:
            return self.fault(node, f"`{ast.unparse(function)}` is no operation")
        self.calls.add(name)
        if len(arguments) != len(signature.parameters):
            self.fault(node, f"`{name}` has {len(signature.parameters)} parameters")
        for argument, (_, wanted) in zip(arguments, signature.parameters, strict=False):
            self.want(argument, wanted)
        return signature.returns
