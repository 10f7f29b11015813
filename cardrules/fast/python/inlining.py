"""Functions of plain Python that are called at one place, or short ones, stand where they are
called: a call costs as much as ten small operations, and how a procedure ended is known there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from cardrules.fast.llvm.course import Jump
from cardrules.fast.python.statements import (
    ANY_ARRAY,
    CALL,
    Do,
    Function,
    Give,
    Go,
    Let,
    LetAll,
    Loop,
    Part,
    Put,
    Scope,
    Set,
    Statement,
    Through,
    Value,
    blocks_of,
    parts_of,
    reads_of,
    walk,
)
from cardrules.fast.python.walking import Walk

# So many statements may be there once more for all calls of a function.
_MORE = 160
# Python has room for so many loops within each other, and for so many levels.
_MOST_LOOPS, _MOST_LEVELS = 14, 50


def inlined(functions: Sequence[Function], roots: Sequence[str]) -> list[Function]:
    """The functions that are left, with others in them; `roots` are called from outside."""
    return _Inlining(functions, roots).left()


class _Inlining(Walk):
    """Puts functions into others."""

    def __init__(self, functions: Sequence[Function], roots: Sequence[str]) -> None:
        self._functions = {one.name: one for one in functions}
        self._roots = roots
        self._again = recursive(functions)
        self._times = Counter([name for one in functions for name in _called(one.body)])
        self._done: dict[str, Function] = {}
        self._count = 0
        # How many loops and blocks are around the statement at which it is.
        self._loops = self._levels = 0

    def left(self) -> list[Function]:
        """All functions that are called."""
        pending, found = list(self._roots), dict[str, Function]()
        while pending:
            name = pending.pop()
            if name not in found and name in self._functions:
                found[name] = self._whole(name)
                pending += _called(found[name].body)
        return [found[name] for name in self._functions if name in found]

    def _whole(self, name: str) -> Function:
        """A function with others in it."""
        if name not in self._done:
            function = self._functions[name]
            self._done[name] = function
            outer, self._loops, self._levels = (self._loops, self._levels), 0, 0
            body = self.block(function.body)
            self._loops, self._levels = outer
            self._done[name] = attrs.evolve(function, body=body)
        return self._done[name]

    def statement(self, x: Statement) -> list[Statement]:
        callee = self._callee(x)
        if callee is not None:
            return self._inside(x, callee)
        is_loop = isinstance(x, Loop | Through | Scope)
        self._loops += is_loop
        self._levels += 1
        found = self.rebuilt(x)
        self._loops -= is_loop
        self._levels -= 1
        return [found]

    def _callee(self, x: Statement) -> Function | None:
        """The function that a statement calls, if it is to stand there."""
        if not isinstance(x, Let | LetAll | Do) or x.value.calls not in self._functions:
            return None
        name = x.value.calls
        if name in self._again or name in self._roots:
            return None
        callee = self._whole(name)
        again = self._times[name] - 1
        if again and again * sum(1 for _ in walk(callee.body)) > _MORE:
            return None
        if _takes_arrays(callee):
            return None
        own_loops, own_levels = _depth(callee.body)
        if self._loops + own_loops > _MOST_LOOPS or self._levels + own_levels > _MOST_LEVELS:
            return None
        return callee

    # -- a call ------------------------------------------------------------------------------------

    def _inside(self, x: Statement, callee: Function) -> list[Statement]:
        """What a function does, in place of the call."""
        assert isinstance(x, Let | LetAll | Do)
        self._count += 1
        given = dict(zip(callee.parameters, x.value.parts, strict=True))
        copy = _Copy(f"_{self._count}", given)
        names = [] if isinstance(x, Do) else [x.name] if isinstance(x, Let) else x.names
        *body, last = callee.body or [Give([])]
        if not isinstance(last, Give):
            body, last = [*body, last], Give([])
        if not any(isinstance(one, Give) for one in walk(body)):
            return [*copy.block(body), *_named(names, [copy.part(one) for one in last.values])]
        copy.results = [f"l{name}_{self._count}" for name in names]
        copy.end = Jump(end=f"j_{self._count}")
        whole = [*copy.block(body), *copy.block([last])[:-1]]
        read = [Value(one, reads=frozenset([one])) for one in copy.results]
        lets = [Let(name, value) for name, value in zip(names, read, strict=True)]
        return [Scope(copy.end, whole), *lets]


def _named(names: Sequence[str], values: Sequence[Part]) -> list[Statement]:
    # A function of which nobody takes what it gives has more of that.
    return [Let(name, Value("{}", [value], CALL, [CALL]))
            for name, value in zip(names, values, strict=False)]  # fmt: skip


class _Copy(Walk):
    """Copies statements with names of their own."""

    def __init__(self, behind: str, given: Mapping[str, Part]) -> None:
        self._behind, self._given = behind, given
        self._jumps: dict[int, Jump] = {}
        # What is given gets these names, and then it goes on there.
        self.results: list[str] = []
        self.end = Jump(end="")

    def name(self, name: str) -> str:
        return name + self._behind if name[0] in "tlo" and name[1:2].isdigit() else name

    def part(self, part: Part) -> Part:
        if isinstance(part, str):
            return self._given.get(part, self.name(part))
        return self.value(part)

    def value(self, value: Value) -> Value:
        reads = frozenset(map(self.name, value.reads))
        return attrs.evolve(super().value(value), form=self.name(value.form), reads=reads)

    def jump(self, jump: Jump) -> Jump:
        return self._jumps.setdefault(id(jump), Jump(end=jump.end + self._behind))

    def statement(self, x: Statement) -> list[Statement]:
        if not isinstance(x, Give):
            return [self.rebuilt(x)]
        values = list(map(self.part, x.values))
        sets = [Set(*pair) for pair in zip(self.results, values, strict=False)]
        return [*sets, Go(self.end)]


def _called(body: Sequence[Statement]) -> list[str]:
    return [x.value.calls for x in walk(body)
            if isinstance(x, Let | LetAll | Do) and x.value.calls]  # fmt: skip


def _takes_arrays(function: Function) -> bool:
    """Whether a function looks at arrays that it is given."""
    return any(
        (isinstance(x, Put) and x.known_as == ANY_ARRAY)
        or any(ANY_ARRAY in reads_of(part) for part in parts_of(x))
        for x in walk(function.body)
    )


def _depth(block: Sequence[Statement]) -> tuple[int, int]:
    """How many loops, and how many blocks, are within each other."""
    loops = levels = 0
    for x in block:
        for inner, _ in blocks_of(x):
            found = _depth(inner)
            loops = max(loops, found[0] + isinstance(x, Loop | Through | Scope))
            levels = max(levels, found[1] + 1)
    return loops, levels


def recursive(functions: Sequence[Function]) -> set[str]:
    """The functions that call themselves, be it by others."""
    calls = {one.name: _called(one.body) for one in functions}
    return {name for name in calls if _comes_back(name, calls)}


def _comes_back(name: str, calls: Mapping[str, Sequence[str]]) -> bool:
    """Whether a function calls itself, be it by others."""
    seen: set[str] = set()
    pending = list(calls[name])
    while pending:
        one = pending.pop()
        if one == name:
            return True
        if one in calls and one not in seen:
            seen.add(one)
            pending += calls[one]
    return False
