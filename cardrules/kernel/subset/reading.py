"""Reads modules of the subset, and says what is not in it.

A module has a docstring, imports of names of other such modules, constants, and functions. What a
function may say is in `docs/design/operations.md`; `statements.py` and
`expressions.py` check it. What is read has the type of every expression, which is what a
compiler needs; in it `a += b` is written out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

import attrs

from cardrules.kernel.subset.model import (
    LEAST_NUMBER,
    MOST_WORD,
    PARAMETERS,
    RESULTS,
    Fault,
    Function,
    Signature,
    constant_value,
)
from cardrules.kernel.subset.statements import body_of

_TYPES = "cardrules.kernel.types"
_OF_TYPES = frozenset({"Word", "Numbers", "Words", "Store", "WordStore"})


class _WrittenOut(ast.NodeTransformer):
    """Writes `a += b` as `a = a + b`: an index is worked out twice, which has no effect."""

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.Assign:
        """The assignment that it stands for."""
        value = ast.parse(ast.unparse(node.target), mode="eval").body
        for part in ast.walk(value):
            ast.copy_location(part, node)
        whole = ast.copy_location(ast.BinOp(left=value, op=node.op, right=node.value), node)
        return ast.copy_location(ast.Assign(targets=[node.target], value=whole), node)


@attrs.define
class _Module:
    """What a module has declared: its constants, the functions it has or imports, by name."""

    name: str
    constants: dict[str, int] = attrs.field(factory=dict)
    functions: dict[str, Signature] = attrs.field(factory=dict)
    own: list[ast.FunctionDef] = attrs.field(factory=list)


def read(sources: Mapping[str, str]) -> tuple[dict[str, Function], list[Fault]]:
    """The functions of some modules by name, and what is wrong with them.

    `sources` has the text of each module by its name. Functions have one name in all modules. Of
    one that is at fault nothing is said.
    """
    faults: list[Fault] = []
    trees = {name: _WrittenOut().visit(ast.parse(source)) for name, source in sources.items()}
    modules = {name: _declared(name, tree, faults) for name, tree in trees.items()}
    for name, tree in trees.items():
        _import(modules[name], tree, modules, faults)
    functions: dict[str, Function] = {}
    for module in modules.values():
        for node in module.own:
            signature = module.functions[node.name]
            if node.name in functions:
                faults.append(Fault(module.name, node.lineno, f"`{node.name}` is there already"))
                continue
            found, wrong = body_of(node, signature, module.functions, module.constants)
            faults += [Fault(module.name, line, reason) for line, reason in wrong]
            functions[node.name] = attrs.evolve(found, module=module.name)
    faults += [
        Fault(functions[name].module, functions[name].node.lineno, f"`{name}` calls itself")
        for name in _in_circles(functions)
    ]
    at_fault = {(fault.module, fault.line) for fault in faults}
    right = {
        name: function
        for name, function in functions.items()
        if not any((function.module, line) in at_fault for line in function.lines)
    }
    return right, sorted(faults, key=lambda fault: (fault.module, fault.line))


def _declared(name: str, tree: ast.Module, faults: list[Fault]) -> _Module:
    module = _Module(name)
    for item in tree.body[1:] if ast.get_docstring(tree) is not None else tree.body:
        match item:
            case ast.ImportFrom():
                pass
            case ast.FunctionDef():
                module.own.append(item)
                module.functions[item.name] = _signature(module, item, faults)
            case ast.Assign(targets=[ast.Name(id=constant)]):
                _declare(module, constant, item, faults)
            case _:
                faults.append(Fault(name, item.lineno, f"{_called(item)} is not for modules"))
    return module


def _declare(module: _Module, name: str, item: ast.Assign, faults: list[Fault]) -> None:
    value = constant_value(item.value, module.constants)
    if value is None or not LEAST_NUMBER <= value <= MOST_WORD:
        faults.append(Fault(module.name, item.lineno, f"`{name}` is no constant of 64 bits"))
    elif name in module.constants:
        faults.append(Fault(module.name, item.lineno, f"`{name}` is there already"))
    else:
        module.constants[name] = value


def _import(
    module: _Module, tree: ast.Module, modules: Mapping[str, _Module], faults: list[Fault]
) -> None:
    for item in tree.body:
        if not isinstance(item, ast.ImportFrom) or item.module == "__future__":
            continue
        source = modules.get(item.module or "")
        for alias in item.names:
            if alias.asname is not None:
                reason = f"`{alias.name}` gets another name"
                faults.append(Fault(module.name, item.lineno, reason))
            elif source is not None and alias.name in source.functions:
                module.functions[alias.name] = source.functions[alias.name]
            elif source is not None and alias.name in source.constants:
                module.constants[alias.name] = source.constants[alias.name]
            elif alias.name not in _OF_TYPES or item.module != _TYPES:
                reason = f"`{alias.name}` is neither an operation nor a constant"
                faults.append(Fault(module.name, item.lineno, reason))


def _signature(module: _Module, node: ast.FunctionDef, faults: list[Fault]) -> Signature:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.kwonlyargs, *arguments.defaults]
    if plain or arguments.vararg or arguments.kwarg or node.decorator_list:
        reason = f"`{node.name}` has parameters or decorators that are not plain"
        faults.append(Fault(module.name, node.lineno, reason))
    parameters = []
    for argument in arguments.args:
        written = ast.unparse(argument.annotation) if argument.annotation else ""
        if written not in PARAMETERS:
            reason = f"the parameter `{argument.arg}` has none of the types of the subset"
            faults.append(Fault(module.name, argument.lineno, reason))
        parameters.append((argument.arg, PARAMETERS.get(written, "number")))
    returns = ast.unparse(node.returns) if node.returns else ""
    if returns not in RESULTS:
        reason = f"`{node.name}` gives none of the types of the subset"
        faults.append(Fault(module.name, node.lineno, reason))
    return Signature(tuple(parameters), RESULTS.get(returns, "nothing"))


def _called(item: ast.stmt) -> str:
    return type(item).__name__


def _in_circles(functions: Mapping[str, Function]) -> Iterable[str]:
    """The functions that call themselves, be it by others."""
    for name in functions:
        seen: set[str] = set()
        pending = [*functions[name].calls]
        while pending:
            called = pending.pop()
            if called not in seen and called in functions:
                seen.add(called)
                pending += functions[called].calls
        if name in seen:
            yield name
