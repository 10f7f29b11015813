"""The operations with everything watched that a compiler would trust them in.

Python's numbers have no end and its arrays count from behind, too. Here each number and word that
is worked out must have 64 bits, and each index must be a place of its array. Where compiled code
can be had, it must do the same.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cardrules import kernel
from cardrules.kernel.subset.model import Fault, Function
from cardrules.kernel.subset.reading import read
from tests.kernel.beside import beside, loaded

FOLDER = Path(kernel.__path__[0])
WORD = (1 << 64) - 1
_SUMS = (ast.Add, ast.Sub, ast.Mult, ast.LShift)


def sources() -> dict[str, str]:
    """The text of the modules that have operations, by name."""
    return {
        f"cardrules.kernel.{path.stem}": path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.glob("*.py"))
        if path.stem not in ("__init__", "types")
    }


def number(value: int) -> int:
    """A number that was worked out."""
    assert type(value) is int
    assert -(1 << 63) <= value < 1 << 63, value
    return value


def word(value: int) -> int:
    """A word that was worked out."""
    assert type(value) is int
    assert 0 <= value <= WORD, value
    return value


def place(array: Sequence[int], index: int) -> int:
    """A place of an array."""
    assert 0 <= index < len(array), (index, len(array))
    return index


class _Watching(ast.NodeTransformer):
    """Puts a call around what is worked out."""

    def __init__(self, function: Function) -> None:
        self._types = function.types

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """A number or a word, which is looked at."""
        if isinstance(node.left, ast.List):
            return node
        is_cut = isinstance(node.op, ast.BitAnd) and self._types[node] == "word"
        is_upper = isinstance(node.op, ast.RShift) and ast.unparse(node.right) == "64"
        type_ = self._types[node]
        node.left = self._free(node.left) if is_cut or is_upper else self.visit(node.left)
        node.right = self.visit(node.right)
        return _call(type_, node)

    def _free(self, node: ast.expr) -> ast.expr:
        """What may have more than 64 bits, since it is cut."""
        if not isinstance(node, ast.BinOp) or not _is_more(node):
            found: ast.expr = self.visit(node)
            return found
        node.left = self._free(node.left)
        is_shift = isinstance(node.op, ast.LShift)
        node.right = self.visit(node.right) if is_shift else self._free(node.right)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """A place of an array, which is looked at."""
        self.generic_visit(node)
        array = ast.Name(id=ast.unparse(node.value), ctx=ast.Load())
        node.slice = _call("place", array, node.slice)
        return node


def _is_more(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, _SUMS)


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    if name not in ("number", "word", "place"):
        return arguments[0]
    function = ast.Name(id=f"{name}_", ctx=ast.Load())
    return ast.Call(func=function, args=list(arguments), keywords=[])


@cache
def _read() -> tuple[dict[str, Function], list[Fault]]:
    return read(sources())


@cache
def operations() -> dict[str, Callable[..., Any]]:
    """The watched functions by name."""
    functions, faults = _read()
    assert not faults, faults
    spaces: dict[str, dict[str, Any]] = {}
    for name in sources():
        spaces[name] = dict(vars(importlib.import_module(name)))
    # To watch them changes what was read.
    code = loaded(functions)
    return beside(functions, watched(functions, spaces), code)


def watched(
    functions: Mapping[str, Function], spaces: dict[str, dict[str, Any]]
) -> dict[str, Callable[..., Any]]:
    """Functions of modules, whose names are in `spaces`, with everything watched."""
    made: dict[str, Callable[..., Any]] = {}
    for name, function in functions.items():
        node = _Watching(function).visit(function.node)
        module = ast.fix_missing_locations(ast.Module(body=[node], type_ignores=[]))
        space = spaces[function.module]
        space.update(number_=number, word_=word, place_=place)
        exec(compile(module, f"<{name}>", "exec"), space)
        made[name] = space[name]
    for space in spaces.values():
        space.update({name: made[name] for name in space if name in made})
    return made


def operation(name: str) -> Callable[..., Any]:
    """One of them."""
    return operations()[name]
