"""Which statements are in the subset, and where a name has a value."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from cardrules.kernel.subset.expressions import Expressions
from cardrules.kernel.subset.model import ELEMENTS, Function, Signature, Type, constant_value

_LOCALS: Mapping[str, Type] = {"int": "number", "Word": "word", "bool": "flag"}
_ARRAYS: Mapping[str, Type] = {"Store": "number store", "WordStore": "word store"}
# So long may the arrays of one function be, together.
MOST_CELLS = 4096


def body_of(
    node: ast.FunctionDef,
    signature: Signature,
    functions: Mapping[str, Signature],
    constants: Mapping[str, int],
) -> tuple[Function, list[tuple[int, str]]]:
    """A function that was read, and what is wrong with it, by line."""
    reading = _Body(node, signature, functions, constants)
    found = Function(
        node=node,
        signature=signature,
        types=reading.of.types,
        names=reading.of.names,
        arrays=reading.arrays,
        calls=frozenset(reading.of.calls),
        constants=constants,
    )
    return found, reading.of.faults


class _Body:
    """Reads the body of one function."""

    def __init__(
        self,
        node: ast.FunctionDef,
        signature: Signature,
        functions: Mapping[str, Signature],
        constants: Mapping[str, int],
    ) -> None:
        self.of = Expressions(functions, constants)
        self.of.names.update(signature.parameters)
        self.of.assigned.update(name for name, _ in signature.parameters)
        self._returns = signature.returns
        self._fixed = {name for name, _ in signature.parameters}
        self.arrays: dict[str, int] = {}
        # The names that are assigned once, or never: what was tested of them stays true.
        counts: dict[str, int] = dict.fromkeys(self._fixed, 1)
        for item in ast.walk(node):
            if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store):
                counts[item.id] = counts.get(item.id, 0) + 1
        self._once = {name for name, count in counts.items() if count == 1}
        for name in counts:
            if name in functions or name in constants:
                self.of.fault(node, f"`{name}` is a constant or an operation, too")
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        ends = self._block(body, depth=0)
        if not ends and self._returns != "nothing":
            self.of.fault(node, f"`{node.name}` may end without giving anything")

    def _block(self, body: Sequence[ast.stmt], depth: int) -> bool:
        """Check statements; whether nothing comes behind them. `depth`: in how many blocks."""
        zero, minus = set(self.of.not_zero), set(self.of.not_minus_one)
        ends = False
        for item in body:
            if ends:
                self.of.fault(item, "nothing comes here")
            ends = self._statement(item, depth)
        self.of.not_zero, self.of.not_minus_one = zero, minus
        return ends

    def _statement(self, item: ast.stmt, depth: int) -> bool:
        match item:
            case ast.Assign(targets=[target], value=value):
                self._assign(target, value, depth)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                self._assign(target, value, depth, ast.unparse(item.annotation))
            case ast.If():
                return self._if(item, depth)
            case ast.For(target=ast.Name(id=name), orelse=[]):
                self._for(item, name, depth)
            case ast.Return():
                self._return(item)
                return True
            case ast.Break() | ast.Continue():
                return True
            case ast.Expr(value=ast.Call() as call):
                if self.of.of(call) != "nothing":
                    self.of.fault(item, f"what `{ast.unparse(call)}` gives is not looked at")
            case _:
                self.of.fault(item, f"{type(item).__name__} is no statement of the subset")
        return False

    def _return(self, item: ast.Return) -> None:
        if item.value is None:
            if self._returns != "nothing":
                self.of.fault(item, f"a {self._returns} is to be returned")
        elif self._returns == "nothing":
            self.of.fault(item, "nothing is to be returned")
        else:
            self.of.want(item.value, self._returns)

    # -- names and arrays --------------------------------------------------------------------------

    def _assign(self, target: ast.expr, value: ast.expr, depth: int, written: str = "") -> None:
        match target, value:
            case ast.Name(id=name), ast.BinOp(left=ast.List(elts=[ast.Constant(value=0)])):
                self._make_array(target, name, value, depth, written)
            case ast.Name(id=name), _:
                self._set(target, name, value, written)
            case ast.Subscript(), _:
                self.of.want(value, self._stored(target))
            case _:
                self.of.fault(target, f"nothing is laid into `{ast.unparse(target)}`")

    def _make_array(
        self, target: ast.expr, name: str, value: ast.BinOp, depth: int, written: str
    ) -> None:
        length = constant_value(value.right, self.of.constants)
        if not isinstance(value.op, ast.Mult) or length is None or length < 1:
            self.of.fault(target, f"the length of `{name}` is no constant")
            return
        if depth or name in self.of.names:
            self.of.fault(target, f"`{name}` is made in a block, or twice")
        if written and written not in _ARRAYS:
            self.of.fault(target, f"`{written}` is no array that is written to")
        self.arrays[name] = length
        if sum(self.arrays.values()) > MOST_CELLS:
            self.of.fault(target, f"the arrays are longer than {MOST_CELLS} together")
        self.of.names[name] = _ARRAYS.get(written, "number store")
        self.of.assigned.add(name)

    def _set(self, target: ast.expr, name: str, value: ast.expr, written: str) -> None:
        if name in self._fixed:
            self.of.fault(target, f"`{name}` is a parameter, or counts a loop")
        wanted = self.of.names.get(name)
        if written:
            if wanted is not None or written not in _LOCALS:
                self.of.fault(target, f"`{name}` has a type already, or none of the subset")
            wanted = _LOCALS.get(written)
        if wanted is not None:
            self.of.want(value, wanted)
        else:
            wanted = self.of.of(value)
            if wanted == "constant":
                self.of.want(value, "number")
                wanted = "number"
        if wanted in ELEMENTS or wanted == "nothing":
            self.of.fault(target, f"`{name}` would be another name of an array, or nothing")
        self.of.names[name] = wanted
        self.of.assigned.add(name)

    def _stored(self, target: ast.expr) -> Type:
        """The type of what is laid into a place of an array."""
        found = self.of.of(target)
        if isinstance(target, ast.Subscript):
            array = self.of.types[target.value]
            if array not in _ARRAYS.values():
                self.of.fault(target, f"`{ast.unparse(target.value)}` is only read")
        return found

    # -- blocks ------------------------------------------------------------------------------------

    def _if(self, item: ast.If, depth: int) -> bool:
        self.of.want(item.test, "flag")
        before = set(self.of.assigned)
        ends = self._block(item.body, depth + 1)
        then, self.of.assigned = self.of.assigned, set(before)
        other_ends = self._block(item.orelse, depth + 1) if item.orelse else False
        if ends:
            self._note_tests(item.test)
        elif other_ends:
            self.of.assigned = then
        else:
            self.of.assigned &= then
        return ends and other_ends

    def _note_tests(self, test: ast.expr) -> None:
        """Note what does not hold behind a block that is left: `x == 0`, `x <= 0`, `x < 1`."""
        tests = test.values if isinstance(test, ast.BoolOp) else [test]
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return
        for one in tests:
            match one:
                case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[right]):
                    value = constant_value(right, self.of.constants)
                    if name not in self._once:
                        continue
                    is_equal = isinstance(op, ast.Eq)
                    least = {ast.LtE: 0, ast.Lt: 1}.get(type(op))
                    is_above = least is not None and value is not None and value >= least
                    if is_above or (is_equal and value == 0):
                        self.of.not_zero.add(name)
                    if is_above or (is_equal and value == -1):
                        self.of.not_minus_one.add(name)

    def _for(self, item: ast.For, name: str, depth: int) -> None:
        match item.iter:
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if arguments:
                for argument in arguments:
                    self.of.want(argument, "number")
                for step in arguments[2:]:
                    if not constant_value(step, self.of.constants):
                        self.of.fault(item, "the step of a range is a constant, not 0")
            case _:
                self.of.fault(item, "a loop goes through a `range`")
        if self.of.names.get(name, "number") != "number" or name in self._fixed:
            self.of.fault(item, f"`{name}` is something else already")
        self.of.names[name] = "number"
        before = set(self.of.assigned)
        self._fixed.add(name)
        self.of.assigned.add(name)
        self._block(item.body, depth + 1)
        self._fixed.discard(name)
        # The loop may have no pass at all.
        self.of.assigned = before - {name}
