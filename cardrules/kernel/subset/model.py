"""What is known of a function of the subset once it is read."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Literal

import attrs

# A constant fits wherever its value does; the others are what they say. Arrays are of numbers or of
# words, and those called stores are written to.
Type = Literal[
    "number", "word", "flag", "constant", "nothing",
    "numbers", "words", "number store", "word store",
]  # fmt: skip
PARAMETERS: Mapping[str, Type] = {
    "int": "number",
    "Word": "word",
    "bool": "flag",
    "Numbers": "numbers",
    "Words": "words",
    "Store": "number store",
    "WordStore": "word store",
}
RESULTS: Mapping[str, Type] = {
    "int": "number",
    "Word": "word",
    "bool": "flag",
    "None": "nothing",
}
ELEMENTS: Mapping[Type, Type] = {
    "numbers": "number",
    "number store": "number",
    "words": "word",
    "word store": "word",
}
READ_AS: Mapping[Type, Type] = {"number store": "numbers", "word store": "words"}

MOST_WORD = (1 << 64) - 1
MOST_NUMBER = (1 << 63) - 1
LEAST_NUMBER = -(1 << 63)


@attrs.frozen
class Fault:
    """Something in a module that is not in the subset."""

    module: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.reason}"


@attrs.frozen
class Signature:
    """The parameters of a function with their types, and the type of what it gives."""

    parameters: tuple[tuple[str, Type], ...]
    returns: Type


@attrs.frozen(kw_only=True)
class Function:
    """A function that was read.

    `types` has the type of each expression, `names` that of each local, parameters among them;
    `arrays` how long its own arrays are; `calls` the functions that it calls; `constants` the
    values of the constants that it may name.
    """

    module: str = ""
    node: ast.FunctionDef
    signature: Signature
    types: Mapping[ast.expr, Type]
    names: Mapping[str, Type]
    arrays: Mapping[str, int]
    calls: frozenset[str]
    constants: Mapping[str, int]

    @property
    def lines(self) -> range:
        """The lines in which it stands."""
        return range(self.node.lineno, (self.node.end_lineno or self.node.lineno) + 1)


_FOLDED: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
}


def constant_value(node: ast.expr, constants: Mapping[str, int]) -> int | None:
    """The value of a constant expression: numbers, names of constants, `+`, `-`, `*`; else None."""
    match node:
        case ast.Constant(value=value) if type(value) is int:
            return value
        case ast.Name(id=name):
            return constants.get(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            value = constant_value(operand, constants)
            return None if value is None else -value
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _FOLDED:
            first, second = constant_value(left, constants), constant_value(right, constants)
            if first is None or second is None:
                return None
            return _FOLDED[type(op)](first, second)
    return None
