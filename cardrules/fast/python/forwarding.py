"""Names with a value that is known: it stands in their place. Tests that are known are gone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import attrs

from cardrules.fast.python.folding import folded, number_in
from cardrules.fast.python.statements import (
    STATE,
    Choice,
    Do,
    Give,
    Go,
    If,
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
    changes,
    clash,
    falls_through,
    names_in,
)

# What takes as many operations is worked out once.
_MUCH = 4
_LITERAL = re.compile(r"-?\d+|True|False")
# What is known, by its text: names, registers, and what is worked out of other things. It is a
# number that stands there, or what has a name that keeps its value; and what that depends on.
Known = dict[str, tuple[str, frozenset[str]]]


def forwarded(body: Sequence[Statement], tables: Mapping[str, Sequence[int]]) -> list[Statement]:
    """A function in which names with a known value are not looked at."""
    return _Forwarding(tables).block(body, {})


def is_literal(part: Part) -> bool:
    """Whether a part is a number or flag that stands there."""
    return isinstance(part, str) and _LITERAL.fullmatch(part) is not None


class _Forwarding:
    """Goes through a function with what is known."""

    def __init__(self, tables: Mapping[str, Sequence[int]]) -> None:
        self._tables = tables
        # Names that stand for others.
        self._other: dict[str, str] = {}
        # Of names the first ones that are the same, and how much it takes to work them out.
        self._first: dict[str, str] = {}
        self._costs: dict[str, int] = {}
        # What is known where a loop or scope is left.
        self._left: dict[int, list[Known]] = {}

    def _part(self, part: Part) -> Part:
        if isinstance(part, Value):
            return self._value(part)
        while part in self._other:
            part = self._other[part]
        return part

    def _value(self, value: Value) -> Value:
        if not value.parts:
            return value
        return attrs.evolve(value, parts=[self._part(part) for part in value.parts])

    def block(self, block: Sequence[Statement], known: Known) -> list[Statement]:
        """A block; `known` is what is known before it, and then what is known behind it."""
        found: list[Statement] = []
        decided: list[str] = []
        for x in block:
            new = self._statement(x, known)
            found += new
            if not falls_through(found):
                break
            match new[-1:]:
                case [If(test=str() as test, then=then)] if not falls_through(then):
                    # Who comes further in this block knows that it does not hold.
                    self._other[test] = "False"
                    decided.append(test)
        for name in decided:
            del self._other[name]
        return found

    def _statement(self, x: Statement, known: Known) -> list[Statement]:
        match x:
            case Let():
                return self._let(x, known)
            case LetAll() | Do():
                _forget(known, {STATE})
                return [attrs.evolve(x, value=self._value(x.value))]
            case Set():
                return self._set(x, known)
            case Put():
                _forget(known, {x.known_as})
                index, value = self._part(x.index), self._part(x.value)
                return [attrs.evolve(x, index=index, value=value)]
            case Give():
                return [Give([self._part(part) for part in x.values])]
            case If():
                return self._if(x, known)
            case Choice():
                return self._choice(x, known)
            case Loop():
                return self._loop(x, known)
            case Through():
                _forget(known, changes(x.body))
                over, body = list(map(self._part, x.over)), self.block(x.body, dict(known))
                return [attrs.evolve(x, over=over, body=body)]
            case Scope():
                return self._scope(x, known)
            case Go():
                if not x.is_again:
                    self._left.setdefault(id(x.jump), []).append(dict(known))
        return [x]

    def _loop(self, x: Loop, known: Known) -> list[Statement]:
        _forget(known, changes(x.body))
        body = self.block(x.body, dict(known))
        _join(known, self._left.pop(id(x.jump), []))
        return [attrs.evolve(x, body=body)]

    def _let(self, x: Let, known: Known) -> list[Statement]:
        value = self._value(x.value)
        if value.form == "{}":
            self._other[x.name] = _named(value.parts[0])
            return []
        constant = folded(value) or self._in_table(value)
        if constant is not None:
            self._other[x.name] = constant
            return []
        if value.is_call:
            _forget(known, {STATE})
        elif self._is_known(x.name, value, known):
            return []
        return [attrs.evolve(x, value=value)]

    def _in_table(self, value: Value) -> str | None:
        """What lies at a known place of a table."""
        table = self._tables.get(value.form.removesuffix("[{}]"))
        at = number_in(value.parts[0]) if table and len(value.parts) == 1 else None
        return None if table is None or at is None else str(table[at])

    def _is_known(self, name: str, value: Value, known: Known) -> bool:
        """Whether a value has a name already that stands in its place; else it gets this one.

        What takes no more than to look at a name may stay where it is wanted.
        """
        self._costs[name] = 1 + sum([self._costs.get(one, 0) for one in names_in(value)])
        firsts = [self._first.get(one, one) if isinstance(one, str) else one
                  for one in value.parts]  # fmt: skip
        text = attrs.evolve(value, parts=firsts).text()
        if text not in known:
            known[text] = name, value.reads
            return False
        first = known[text][0]
        if self._costs[name] < _MUCH and value.parts:
            self._first[name] = self._first.get(first, first)
            return False
        self._other[name] = first
        return True

    def _set(self, x: Set, known: Known) -> list[Statement]:
        value = self._part(x.value)
        now = _named(value), frozenset([x.place])
        if known.get(x.place) == now:
            return []
        _forget(known, {x.place})
        known[x.place] = now
        return [attrs.evolve(x, value=value)]

    def _if(self, x: If, known: Known) -> list[Statement]:
        test = self._part(x.test)
        if is_literal(test):
            return self.block(x.otherwise if test in ("0", "False") else x.then, known)
        ways = [dict(known), dict(known)]
        then, otherwise = self.block(x.then, ways[0]), self.block(x.otherwise, ways[1])
        _join(known, _open([(then, ways[0]), (otherwise, ways[1])]))
        if not falls_through(then) and falls_through(otherwise):
            # What comes then is not within anything.
            return [If(test, then, []), *otherwise]
        return [If(test, then, otherwise)]

    def _choice(self, x: Choice, known: Known) -> list[Statement]:
        test = self._part(x.test)
        if is_literal(test):
            is_then = test not in ("0", "False")
            found = self.block(x.then if is_then else x.otherwise, known)
            value = self._part(x.then_value if is_then else x.otherwise_value)
            self._other[x.name] = _named(value)
            return found
        ways = [dict(known), dict(known)]
        then, otherwise = self.block(x.then, ways[0]), self.block(x.otherwise, ways[1])
        values = [self._part(value) for value in (x.then_value, x.otherwise_value)]
        if not then and not otherwise:
            whole = Value("{} if {} else {}", [values[0], test, values[1]], needs=[0, 0, 0])
            if self._is_known(x.name, whole, known):
                return []
            return [Choice(x.name, test, then, values[0], otherwise, values[1])]
        _join(known, _open([(then, ways[0]), (otherwise, ways[1])]))
        return [Choice(x.name, test, then, values[0], otherwise, values[1])]

    def _scope(self, x: Scope, known: Known) -> list[Statement]:
        inner = dict(known)
        body = self.block(x.body, inner)
        left = self._left.pop(id(x.jump), [])
        _join(known, [*left, inner] if falls_through(body) else left)
        return [Scope(x.jump, body)] if left else body


def _named(part: Part) -> str:
    assert isinstance(part, str)
    return part


def _forget(known: Known, changed: set[str]) -> None:
    """What is changed is not known any more."""
    if changed:
        for text in [text for text, (_, reads) in known.items() if clash(reads, changed)]:
            del known[text]


def _open(ways: Sequence[tuple[list[Statement], Known]]) -> list[Known]:
    """What is known behind those of some blocks behind which it goes on."""
    return [way for block, way in ways if falls_through(block)]


def _join(known: Known, ways: Sequence[Known]) -> None:
    """What is known where one comes on several ways."""
    known.clear()
    if ways:
        first, *rest = ways
        known.update({name: value for name, value in first.items()
                      if all(way.get(name) == value for way in rest)})  # fmt: skip
