"""Which classes a part of the package mentions where it tells one class from another."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from types import FunctionType, UnionType
from typing import Any

from cardrules.ops.registry import operations


def mentioned(*parts: object) -> frozenset[type]:
    """The classes that tables, tuples and unions have, and those that functions ask for."""
    return frozenset(cls for part in parts for cls in _of(part))


def _of(part: object) -> Iterator[type]:
    if isinstance(part, type):
        yield part
    elif isinstance(part, UnionType):
        yield from mentioned(*part.__args__)
    elif isinstance(part, Mapping | tuple):
        yield from mentioned(*part)
    elif isinstance(function := inspect.unwrap(part), FunctionType):  # type: ignore[arg-type]
        for name in _asked_for(function):
            yield from _of(_meant(name, function))


def _asked_for(function: FunctionType) -> Iterator[ast.expr]:
    """What stands in a case, in `isinstance(...)`, behind `is`, or as the key of a table."""
    for node in ast.walk(_tree(function)):
        match node:
            case ast.match_case():
                yield from _of_pattern(node.pattern)
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, classes]):
                yield classes
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Attribute() as cls]):
                yield cls
            case ast.Dict(keys=keys):
                yield from (key for key in keys if isinstance(key, ast.Attribute))


def _of_pattern(pattern: ast.pattern) -> Iterator[ast.expr]:
    match pattern:
        case ast.MatchClass():
            yield pattern.cls
        case ast.MatchOr():
            for inner in pattern.patterns:
                yield from _of_pattern(inner)
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from _of_pattern(inner)


def _meant(name: ast.expr, function: FunctionType) -> object:
    """What a name stands for; nothing, if it is given to the function."""
    known = {node.id for node in ast.walk(name) if isinstance(node, ast.Name)}
    if known <= function.__globals__.keys():
        return eval(ast.unparse(name), function.__globals__)
    return ()


def operations_in(*functions: Any) -> frozenset[str]:
    """The operations that functions ask for by name."""
    texts = {
        node.value
        for function in functions
        for node in ast.walk(_tree(function))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return frozenset(texts & operations().keys())


def _tree(function: Any) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))
