"""What of a function is needed: what changes the state, is given, or decides about that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardrules.fast.python.statements import (
    REGISTER,
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
    Raise,
    Scope,
    Set,
    Statement,
    Through,
    names_in,
    parts_of,
    reads_of,
)
from cardrules.fast.python.walking import Walk


def only_needed(body: Sequence[Statement]) -> list[Statement]:
    """A function without what nobody looks at."""
    needed = _Needed()
    while needed.has_grown():
        needed.look(body)
    return needed.block(body)


class _Needed(Walk):
    """Goes backwards through a function until nothing more is found to be needed."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        # The loops and scopes in which something is needed: how they are left matters.
        self._jumps: set[int] = set()
        self._before = -1

    def has_grown(self) -> bool:
        """Whether more is needed than was known the last time."""
        before, self._before = self._before, len(self._names) + len(self._jumps)
        return before != self._before

    def look(self, block: Sequence[Statement]) -> bool:
        """Note what is needed in a block; gives whether there is anything."""
        return sum([self._note(x) for x in reversed(block)]) > 0

    def _want(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self._names.update(names_in(part))
            self._names |= reads_of(part)

    def _note(self, x: Statement) -> bool:
        found = self._is_needed(x)
        if found:
            self._want(parts_of(x))
        return found

    def _is_needed(self, x: Statement) -> bool:
        match x:
            case Do() | Put() | Give() | Raise():
                return True
            case LetAll():
                return x.value.is_call or not self._names.isdisjoint(x.names)
            case Let():
                return x.value.is_call or x.name in self._names
            case Set():
                return x.place.startswith(REGISTER) or x.place in self._names
            case Go():
                return id(x.jump) in self._jumps
            case If():
                return bool(self.look(x.then) + self.look(x.otherwise))
            case Choice():
                is_wanted = x.name in self._names
                if is_wanted:
                    self._want([x.then_value, x.otherwise_value])
                return bool(self.look(x.then) + self.look(x.otherwise)) or is_wanted
            case Loop() | Through() | Scope():
                if self.look(x.body):
                    self._jumps.add(id(x.jump))
                return id(x.jump) in self._jumps
        raise AssertionError(x)

    def statement(self, x: Statement) -> list[Statement]:
        if not self._is_needed(x):
            return []
        found = self.rebuilt(x)
        if isinstance(found, Choice) and found.name not in self._names:
            return [If(found.test, found.then, found.otherwise)]
        return [found]
