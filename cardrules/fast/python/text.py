"""Statements as text of Python.

Python has no way out of several loops at once. What is left lies behind the innermost loop nearly
always, or the function is over there; elsewhere a name says that it goes on further out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from cardrules.fast.llvm.course import Jump
from cardrules.fast.python.bounds import Bounds
from cardrules.fast.python.forwarding import forwarded
from cardrules.fast.python.guarding import guarded_before
from cardrules.fast.python.hoisting import hoisted
from cardrules.fast.python.needed import only_needed
from cardrules.fast.python.statements import (
    NOT,
    ONE_OF_TWO,
    REGISTER,
    SOME,
    Do,
    Give,
    Go,
    If,
    Let,
    LetAll,
    Loop,
    Part,
    Put,
    Raise,
    Scope,
    Set,
    Statement,
    Through,
    Value,
    blocks_of,
    falls_through,
    part_text,
    walk,
)
from cardrules.fast.python.stepping import stepped
from cardrules.fast.python.tidying import tidied
from cardrules.fast.python.unrolling import unrolled

# A place in the program: how it is told from others.
Point = object


def finished(
    body: Sequence[Statement],
    tables: Mapping[str, Sequence[int]],
    holds: Mapping[str, Bounds],
) -> tuple[list[str], list[Statement]]:
    """The body of a function as it is written, and the names that need a value before it; it looks
    at tables of constants, and lists with things between some numbers.
    """
    steps = guarded_before(stepped(only_needed(forwarded(only_needed(body), tables, holds))))
    steps = unrolled(steps)
    return tidied(hoisted(only_needed(forwarded(only_needed(steps), tables, holds))))


def function_text(
    name: str,
    parameters: Sequence[str],
    needed: Sequence[str],
    body: Sequence[Statement],
    arrays: Mapping[str, int],
) -> str:
    """A function as text; it makes some arrays for itself."""
    writer = _Writer()
    writer.block(body, writer.end, [])
    changed = sorted({x.place for x in walk(body)
                      if isinstance(x, Set) and x.place.startswith(REGISTER)})  # fmt: skip
    ahead = [f"global {', '.join(changed)}"] if changed else []
    ahead += [f"{one} = [0] * {cells}" for one, cells in arrays.items()]
    ahead += [f"{' = '.join(needed)} = 0"] if needed else []
    lines = [*ahead, *writer.lines] or ["pass"]
    text = "\n".join([f"    {line}" for line in lines])
    return f"def {name}({', '.join(parameters)}):\n{text}"


@attrs.define(eq=False)
class _Around:
    """A loop of Python around a place: where `break` and `continue` go, and which other places it
    is left for, by the names that say so.
    """

    behind: Point
    next_pass: Point
    left_for: dict[str, Go] = attrs.field(factory=dict)


class _Writer:
    """Writes the lines of one function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.end: Point = object()
        # Of each loop or scope where is behind it, and where is its next pass.
        self._ends: dict[int, Point] = {}
        self._begins: dict[int, Point] = {}
        # What is given at places where the function is over.
        self._gives: dict[int, Give] = {}
        self._depth = 0

    def put(self, line: str) -> None:
        """A line."""
        self.lines.append("    " * self._depth + line)

    def block(self, block: Sequence[Statement], behind: Point, around: list[_Around]) -> None:
        """Statements one after the other."""
        for at, x in enumerate(block):
            self._statement(x, self._behind(block, at, behind), around)

    def _behind(self, block: Sequence[Statement], at: int, behind: Point) -> Point:
        """What comes behind a statement of a block."""
        if at + 1 == len(block):
            return behind
        after = block[at + 1]
        match after:
            case Go():
                return self._place(after)
            case Give():
                self._gives[id(after)] = after
                return after
        return (id(block), at + 1)

    def _place(self, x: Go) -> Point:
        return (self._begins if x.is_again else self._ends)[id(x.jump)]

    def _inner(self, block: Sequence[Statement], behind: Point, around: list[_Around]) -> None:
        self._depth += 1
        before = len(self.lines)
        self.block(block, behind, around)
        if len(self.lines) == before:
            self.put("pass")
        self._depth -= 1

    def _statement(self, x: Statement, behind: Point, around: list[_Around]) -> None:
        line = _line(x)
        if line is not None:
            self.put(line)
            return
        _WRITERS[type(x)](self, x, behind, around)

    def _give(self, x: Give, behind: Point, around: list[_Around]) -> None:
        given = ", ".join([part_text(part, ONE_OF_TWO) for part in x.values])
        if given or behind is not self.end or around:
            self.put(f"return {given}".rstrip())

    # -- the course of things ----------------------------------------------------------------------

    def _if(self, x: If, behind: Point, around: list[_Around]) -> None:
        word = "if"
        while True:
            self.put(f"{word} {test_text(x.test)}:")
            self._inner(x.then, behind, around)
            match x.otherwise:
                case []:
                    return
                case [If() as further]:
                    word, x = "elif", further
                case _:
                    break
        before = len(self.lines)
        self.put("else:")
        self._inner(x.otherwise, behind, around)
        if self.lines[before + 1 :] == ["    " * (self._depth + 1) + "pass"]:
            del self.lines[before:]

    def _loop(self, x: Loop, behind: Point, around: list[_Around]) -> None:
        begin = object()
        self._ends[id(x.jump)], self._begins[id(x.jump)] = behind, begin
        test = "True" if x.test is None else test_text(x.test)
        self._pass([f"while {test}:"], x.body, begin, _Around(behind, begin), behind, around)

    def _through(self, x: Through, behind: Point, around: list[_Around]) -> None:
        begin = object()
        self._ends[id(x.jump)], self._begins[id(x.jump)] = behind, begin
        inner = _Around(behind, begin)
        over = [part_text(part, ONE_OF_TWO) for part in x.over]
        if x.is_listed:
            self._pass([f"for {x.name} in {over[0]}:"], x.body, begin, inner, behind, around)
            return
        if not x.of_cards:
            given = ", ".join(over[over[0] == "0" :])
            self._pass([f"for {x.name} in range({given}):"], x.body, begin, inner, behind, around)
            return
        self._pass([f"for {x.name} in cards_in[{over[0]}]:"], x.body, begin, inner, behind, around)

    def _pass(
        self,
        head: Sequence[str],
        body: Sequence[Statement],
        end: Point,
        inner: _Around,
        behind: Point,
        around: list[_Around],
    ) -> None:
        """A loop of Python, and what is done behind it if it is left for a place further out."""
        at = len(self.lines)
        for line in head:
            self.put(line)
        self._inner(body, end, [*around, inner])
        self._go_further(inner, at, behind, around)

    def _scope(self, x: Scope, behind: Point, around: list[_Around]) -> None:
        self._ends[id(x.jump)] = behind
        if not any(isinstance(one, Go) and one.jump is x.jump for one in walk(x.body)):
            self.block(x.body, behind, around)
            return
        body = _absorbed(x.body, x.jump)
        if _is_last(body, x.jump, is_behind_loop=False):
            self.block(body, behind, around)
            return
        # A loop that is gone through once.
        end = object()
        self._ends[id(x.jump)] = end
        inner = _Around(end, object())
        at = len(self.lines)
        self.put("while True:")
        self._inner(x.body, end, [*around, inner])
        if falls_through(x.body) or any(
            isinstance(one, Go) and one.jump is x.jump for one in walk(x.body)
        ):
            self._depth += 1
            self.put("break")
            self._depth -= 1
        self._go_further(inner, at, behind, around)

    def _go_further(self, inner: _Around, at: int, behind: Point, around: list[_Around]) -> None:
        """What is done behind a loop that is left for places further out; it begins at a line."""
        for name, go in inner.left_for.items():
            self.lines.insert(at, "    " * self._depth + f"{name} = False")
            self.put(f"if {name}:")
            self._depth += 1
            before = len(self.lines)
            self._go(go, behind, around)
            if len(self.lines) == before:
                self.put("pass")
            self._depth -= 1

    def _go(self, x: Go, behind: Point, around: list[_Around]) -> None:
        place = self._place(x)
        if place is behind:
            return
        give = self._gives.get(id(place))
        if give is not None and give is place:
            self._statement(give, None, around)
            return
        if place is self.end:
            self.put("return")
            return
        assert around
        inner = around[-1]
        if place is inner.behind:
            self.put("break")
        elif place is inner.next_pass:
            self.put("continue")
        else:
            name = f"{x.jump.end}{'n' if x.is_again else ''}"
            inner.left_for[name] = x
            self.put(f"{name} = True")
            self.put("break")


def _absorbed(block: Sequence[Statement], jump: Jump) -> list[Statement]:
    """A block in which what comes behind a test that leaves it is the other case of that test."""
    for at, x in enumerate(block):
        rest = block[at + 1 :]
        if isinstance(x, Scope) and not rest:
            return [*block[:at], Scope(x.jump, _absorbed(x.body, jump))]
        if not isinstance(x, If) or not _leaves([x], jump):
            continue
        then, otherwise = list(x.then), list(x.otherwise)
        if rest and not falls_through(then):
            otherwise += rest
        elif rest and not falls_through(otherwise):
            then += rest
        elif rest:
            return list(block)
        return [*block[:at], If(x.test, _absorbed(then, jump), _absorbed(otherwise, jump))]
    return list(block)


def _leaves(block: Sequence[Statement], jump: Jump) -> bool:
    return any(isinstance(x, Go) and x.jump is jump for x in walk(block))


def _is_last(block: Sequence[Statement], jump: Jump, *, is_behind_loop: bool) -> bool:
    """Whether all that leaves something stands where nothing comes behind, or `break` leads."""
    if _leaves(block[:-1], jump) and not is_behind_loop:
        return False
    for x in block:
        match x:
            case Loop() | Through():
                if is_behind_loop and _leaves(x.body, jump):
                    return False
                if not _is_last(x.body, jump, is_behind_loop=True):
                    return False
            case Scope() if is_behind_loop and _leaves(x.body, jump):
                return False
            case _:
                for inner, _ in blocks_of(x):
                    if not _is_last(inner, jump, is_behind_loop=is_behind_loop):
                        return False
    return True


def test_text(part: Part) -> str:
    """A flag as a test: a number is one, too, if it is not 0."""
    return part_text(_as_test(part), ONE_OF_TWO)


def _as_test(part: Part) -> Part:
    if isinstance(part, str):
        return part
    if part.form == "{} != {}" and part.parts[1] == "0":
        return part.parts[0]
    if part.form == SOME:
        return part.parts[0]
    if part.form == "{} == {}" and part.parts[1] == "0":
        return Value("not {}", [part.parts[0]], NOT, [NOT])
    if part.form in ("{} and {}", "{} or {}", "not {}"):
        return attrs.evolve(part, parts=[_as_test(one) for one in part.parts])
    return part


def _line(x: Statement) -> str | None:
    """A statement that is one line."""
    match x:
        case Let():
            return f"{x.name} = {x.value.text()}"
        case LetAll():
            return f"{', '.join(x.names)} = {x.value.text()}"
        case Set():
            return f"{x.place} = {part_text(x.value, ONE_OF_TWO)}"
        case Put():
            index, value = (part_text(part, ONE_OF_TWO) for part in (x.index, x.value))
            return x.form.format(x.array, index, value)
        case Do():
            return x.value.text()
        case Raise():
            return "raise GivenUp"
    return None


_WRITERS: Mapping[type, Callable[..., None]] = {
    If: _Writer._if,
    Loop: _Writer._loop,
    Through: _Writer._through,
    Scope: _Writer._scope,
    Go: _Writer._go,
    Give: _Writer._give,
}
