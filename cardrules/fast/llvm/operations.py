"""The operations of `cardrules.kernel`, which a machine can run: from the subset of Python to text
of LLVM.

An array is a pointer and how many cells it has. Each access is looked at, as `checks.py` says: one
beyond the array is counted, and goes to its first cell, or with `traps` ends the process.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from cardrules.fast.llvm.checks import FAULTS, check_index
from cardrules.fast.llvm.own import DECLARATIONS as OWN
from cardrules.fast.llvm.own import own_text
from cardrules.fast.llvm.text import ARRAY, FLAG, NUMBER, Lines, literal
from cardrules.kernel.subset.model import ELEMENTS, Function, Type, constant_value

_BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
}
_SIGNED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
_BITS = 64
Part = TypeVar("Part")
DECLARATIONS = f"""\
{FAULTS}
{OWN}
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""


def written_operations(functions: Iterable[Function], *, traps: bool = False) -> str:
    """The text of operations."""
    return "\n".join([own_text(one.node.name) or _Writer(one, traps).text() for one in functions])


def parameters_of(function: Function) -> list[tuple[str, str]]:
    """The parameters that an operation has as compiled code, each with its type in LLVM."""
    found = []
    for name, kind in function.signature.parameters:
        found.append((f"%{name}", _type(kind)))
        if kind in ELEMENTS:
            found.append((f"%{name}.cells", NUMBER))
    return found


def result_of(function: Function) -> str:
    """The type of what an operation gives."""
    return _type(function.signature.returns)


def _type(of: Type) -> str:
    if of == "nothing":
        return "void"
    if of in ELEMENTS:
        return ARRAY
    return FLAG if of == "flag" else NUMBER


class _Writer:
    """Writes one operation."""

    def __init__(self, function: Function, traps: bool) -> None:
        self._of = function
        self._constants = function.constants
        self._traps = traps
        self._lines = Lines()
        # Where locals lie, and what arrays are: a pointer, and how many cells.
        self._places: dict[str, str] = {}
        self._arrays: dict[str, tuple[str, str]] = {}
        # Where `continue` and `break` go, innermost last.
        self._loops: list[tuple[str, str]] = []
        # What comes of an index that was looked at, and the names in it.
        self._looked_at: dict[tuple[str, str], tuple[str, frozenset[str]]] = {}

    def text(self) -> str:
        """The whole operation."""
        node, lines = self._of.node, self._lines
        for name, kind in self._of.signature.parameters:
            if kind in ELEMENTS:
                self._arrays[name] = (f"%{name}", f"%{name}.cells")
            else:
                lines.put(f"store {_type(kind)} %{name}, ptr {self._place(name)}")
        for name, cells in self._of.arrays.items():
            place = lines.place(NUMBER, cells)
            self._arrays[name] = (place, str(cells))
        self._block(node.body)
        if self._of.signature.returns == "nothing":
            lines.give("void")
        parameters = ", ".join([f"{kind} {name}" for name, kind in parameters_of(self._of)])
        returns = result_of(self._of)
        return lines.function(f"internal {returns} @{node.name}({parameters})")

    def _place(self, name: str) -> str:
        if name not in self._places:
            self._places[name] = self._lines.place(_type(self._of.names[name]))
        return self._places[name]

    # -- statements --------------------------------------------------------------------------------

    def _block(self, body: Sequence[ast.stmt]) -> None:
        with self._inside():
            for item in body:
                if isinstance(item, ast.For):
                    self._forget(item)
                self._statement(item)
                self._forget(item)

    def _forget(self, item: ast.stmt) -> None:
        """Indices in which a statement changes something have to be looked at again."""
        changed = {
            part.id
            for part in ast.walk(item)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        self._looked_at = {
            key: known for key, known in self._looked_at.items() if not known[1] & changed
        }

    @contextmanager
    def _inside(self) -> Iterator[None]:
        """What is looked at in here need not have been looked at behind it."""
        before = dict(self._looked_at)
        yield
        self._looked_at = before

    def _statement(self, item: ast.stmt) -> None:
        lines = self._lines
        match item:
            case ast.Assign(targets=[target], value=value):
                self._assign(target, value)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                self._assign(target, value)
            case ast.If():
                self._if(item)
            case ast.For(target=ast.Name(id=name)):
                self._for(item, name)
            case ast.Return(value=None):
                lines.give("void")
            case ast.Return(value=ast.expr() as value):
                lines.give(f"{result_of(self._of)} {self._value(value)}")
            case ast.Break():
                lines.jump(self._loops[-1][1])
            case ast.Continue():
                lines.jump(self._loops[-1][0])
            case ast.Expr(value=ast.Call() as call):
                self._call(call)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        lines = self._lines
        if isinstance(target, ast.Subscript):
            found = self._value(value)
            lines.put(f"store i64 {found}, ptr {self._cell(target)}")
            return
        assert isinstance(target, ast.Name)
        if target.id in self._of.arrays:
            place, cells = self._arrays[target.id]
            size = 8 * int(cells)
            lines.put(f"call void @llvm.memset.p0.i64(ptr {place}, i8 0, i64 {size}, i1 false)")
            return
        kind = _type(self._of.names[target.id])
        found = self._value(value)
        lines.put(f"store {kind} {found}, ptr {self._place(target.id)}")

    def _if(self, item: ast.If) -> None:
        lines = self._lines
        then, otherwise, behind = lines.label(), lines.label(), lines.label()
        lines.branch(self._value(item.test), then, otherwise)
        for label, body in ((then, item.body), (otherwise, item.orelse)):
            lines.begin(label)
            self._block(body)
            lines.jump(behind)
        lines.begin(behind)

    def _for(self, item: ast.For, name: str) -> None:
        """How many passes there are is worked out once, so that nothing can go round for ever."""
        lines = self._lines
        assert isinstance(item.iter, ast.Call)
        values = item.iter.args
        start = "0" if len(values) == 1 else self._value(values[0])
        end = self._value(values[0] if len(values) == 1 else values[1])
        step = constant_value(values[2], self._constants) if values[2:] else 1
        assert step
        low, high = (start, end) if step > 0 else (end, start)
        distance = lines.value(f"sub i64 {high}, {low}")
        whole = distance
        if abs(step) != 1:
            less = lines.value(f"sub i64 {distance}, 1")
            parts = lines.value(f"udiv i64 {less}, {abs(step)}")
            whole = lines.value(f"add i64 {parts}, 1")
        passes = lines.choose(lines.compare("slt", low, high), whole, "0")
        left = lines.place(NUMBER)
        place = self._place(name)
        lines.put(f"store i64 {passes}, ptr {left}")
        lines.put(f"store i64 {start}, ptr {place}")
        test, body, next_pass, behind = (lines.label() for _ in range(4))
        lines.begin(test)
        now = lines.value(f"load i64, ptr {left}")
        lines.branch(lines.compare("eq", now, "0"), behind, body)
        lines.begin(body)
        self._loops.append((next_pass, behind))
        self._block(item.body)
        self._loops.pop()
        lines.begin(next_pass)
        now = lines.value(f"load i64, ptr {left}")
        lines.put(f"store i64 {lines.value(f'sub i64 {now}, 1')}, ptr {left}")
        at = lines.value(f"load i64, ptr {place}")
        lines.put(f"store i64 {lines.value(f'add i64 {at}, {step}')}, ptr {place}")
        lines.jump(test)
        lines.begin(behind)

    # -- expressions -------------------------------------------------------------------------------

    def _is_word(self, *nodes: ast.expr) -> bool:
        found = [self._of.types.get(node) for node in nodes]
        if "word" in found:
            return True
        if "number" in found:
            return False
        return any((constant_value(node, self._constants) or 0) >> 63 for node in nodes)

    def _value(self, node: ast.expr) -> str:
        constant = constant_value(node, self._constants)
        if constant is not None:
            return literal(constant)
        lines = self._lines
        match node:
            case ast.Constant(value=bool() as value):
                return "true" if value else "false"
            case ast.Name(id=name):
                kind = _type(self._of.names[name])
                return lines.value(f"load {kind}, ptr {self._place(name)}")
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return lines.value(f"sub i64 0, {self._value(operand)}")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return lines.value(f"xor i1 {self._value(operand)}, true")
            case ast.BoolOp(op=op, values=values):
                return self._one_by_one(values, self._value, stops_at=isinstance(op, ast.Or))
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp():
                return self._either(node)
            case ast.Subscript():
                return lines.value(f"load i64, ptr {self._cell(node)}")
            case ast.Call(func=ast.Attribute(value=value, attr=attribute)):
                return self._bits(attribute, self._value(value))
            case ast.Call():
                return self._call(node)
        raise AssertionError(ast.unparse(node))

    def _one_by_one(
        self, parts: Sequence[Part], value: Callable[[Part], str], *, stops_at: bool
    ) -> str:
        """Flags one after the other, until one of them is what decides."""
        lines, behind = self._lines, self._lines.label()
        ways = []
        with self._inside():
            for part in parts[:-1]:
                found, further = value(part), lines.label()
                ways.append(("true" if stops_at else "false", lines.block))
                lines.branch(found, *((behind, further) if stops_at else (further, behind)))
                lines.begin(further)
            found = value(parts[-1])
        ways.append((found, lines.block))
        lines.begin(behind)
        return lines.joined(FLAG, ways)

    def _comparison(self, node: ast.Compare) -> str:
        sides = [node.left, *node.comparators]
        signed = not self._is_word(*sides)
        values = [self._value(node.left)]

        def compared(part: tuple[ast.cmpop, ast.expr]) -> str:
            op, right = part
            values.append(self._value(right))
            how = _SIGNED[type(op)]
            how = how if signed else how.replace("s", "u", 1) if how[0] == "s" else how
            return self._lines.compare(how, values[-2], values[-1])

        parts = list(zip(node.ops, node.comparators, strict=True))
        return self._one_by_one(parts, compared, stops_at=False)

    def _either(self, node: ast.IfExp) -> str:
        lines = self._lines
        kind = FLAG if self._of.types[node] == "flag" else NUMBER
        then, otherwise, behind = lines.label(), lines.label(), lines.label()
        lines.branch(self._value(node.test), then, otherwise)
        ways = []
        for label, side in ((then, node.body), (otherwise, node.orelse)):
            lines.begin(label)
            with self._inside():
                ways.append((self._value(side), lines.block))
            lines.jump(behind)
        lines.begin(behind)
        return lines.joined(kind, ways)

    def _binary(self, node: ast.BinOp) -> str:
        lines = self._lines
        match node.op, node.left:
            case ast.RShift(), ast.BinOp(op=ast.Mult(), left=one, right=other) if (
                constant_value(node.right, self._constants) == _BITS
            ):
                return self._upper_half(self._value(one), self._value(other))
        left, right = self._value(node.left), self._value(node.right)
        match node.op:
            case ast.FloorDiv() | ast.Mod():
                is_word = self._is_word(node.left, node.right)
                return self._division(isinstance(node.op, ast.Mod), is_word, left, right)
            case ast.RShift():
                how = "lshr" if self._is_word(node.left) else "ashr"
                return lines.value(f"{how} i64 {left}, {right}")
        return lines.value(f"{_BINARY[type(node.op)]} i64 {left}, {right}")

    def _upper_half(self, left: str, right: str) -> str:
        lines = self._lines
        wide = [lines.value(f"zext i64 {side} to i128") for side in (left, right)]
        product = lines.value(f"mul i128 {wide[0]}, {wide[1]}")
        return lines.value(f"trunc i128 {lines.value(f'lshr i128 {product}, 64')} to i64")

    def _division(self, is_rest: bool, is_word: bool, left: str, right: str) -> str:
        """Rounded down, as Python does it; machines round towards 0."""
        lines = self._lines
        if is_word:
            return lines.value(f"{'urem' if is_rest else 'udiv'} i64 {left}, {right}")
        rest = lines.value(f"srem i64 {left}, {right}")
        signs = lines.compare("slt", lines.value(f"xor i64 {rest}, {right}"), "0")
        differs = lines.value(f"and i1 {lines.compare('ne', rest, '0')}, {signs}")
        if is_rest:
            return lines.choose(differs, lines.value(f"add i64 {rest}, {right}"), rest)
        whole = lines.value(f"sdiv i64 {left}, {right}")
        return lines.choose(differs, lines.value(f"sub i64 {whole}, 1"), whole)

    def _bits(self, method: str, word: str) -> str:
        lines = self._lines
        if method == "bit_count":
            return lines.value(f"call i64 @llvm.ctpop.i64(i64 {word})")
        ahead = lines.value(f"call i64 @llvm.ctlz.i64(i64 {word}, i1 false)")
        return lines.value(f"sub i64 64, {ahead}")

    # -- arrays and calls --------------------------------------------------------------------------

    def _cell(self, node: ast.Subscript) -> str:
        assert isinstance(node.value, ast.Name)
        place, cells = self._arrays[node.value.id]
        lines, key = self._lines, (node.value.id, ast.unparse(node.slice))
        if key in self._looked_at:
            index, _ = self._looked_at[key]
            return lines.value(f"getelementptr i64, ptr {place}, i64 {index}")
        index = self._value(node.slice)
        if not (cells.isdigit() and index.isdigit() and int(index) < int(cells)):
            index = check_index(lines, index, cells, traps=self._traps)
            names = [part.id for part in ast.walk(node.slice) if isinstance(part, ast.Name)]
            if not any(isinstance(part, ast.Subscript | ast.Call) for part in ast.walk(node.slice)):
                self._looked_at[key] = index, frozenset(names)
        return lines.value(f"getelementptr i64, ptr {place}, i64 {index}")

    def _call(self, node: ast.Call) -> str:
        assert isinstance(node.func, ast.Name)
        arguments = []
        for argument in node.args:
            kind = self._of.types[argument]
            if kind in ELEMENTS:
                assert isinstance(argument, ast.Name)
                place, cells = self._arrays[argument.id]
                arguments += [f"ptr {place}", f"i64 {cells}"]
            else:
                arguments.append(f"{_type(kind)} {self._value(argument)}")
        call = f"@{node.func.id}({', '.join(arguments)})"
        returns = _type(self._of.types[node])
        if returns == "void":
            self._lines.put(f"call void {call}")
            return ""
        return self._lines.value(f"call {returns} {call}")
