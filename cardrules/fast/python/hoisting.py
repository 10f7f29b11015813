"""What is the same in each pass of a loop is worked out before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardrules.fast.python.folding import folded
from cardrules.fast.python.statements import (
    BITS_OR,
    COMPARISON,
    Choice,
    Give,
    Go,
    If,
    Let,
    LetAll,
    Part,
    Raise,
    Scope,
    Statement,
    Through,
    Value,
    changes,
    clash,
    names_in,
    parts_of,
    reads_of,
    walk,
)
from cardrules.fast.python.walking import Walk

_LOOKED_UP = re.compile(r"x\d+\[\{\}\]")


def hoisted(block: Sequence[Statement]) -> list[Statement]:
    """A block in which loops through numbers and cards do nothing twice that comes to the same."""
    return _Hoisted().block(block)


class _Hoisted(Walk):
    """Goes through a function, and puts before its loops what may stand there."""

    def statement(self, x: Statement) -> list[Statement]:
        found = self.rebuilt(x)
        return [*_before(found), found] if isinstance(found, Through) else [found]


def _before(x: Through) -> list[Statement]:
    """What of a loop can be done before it; it is in it no more."""
    changed, own = changes(x.body), {x.name, *defined(x.body)}
    moved: list[Statement] = []
    for inner in x.body:
        if any(isinstance(part, Go | Give | Raise) for part in walk([inner])):
            # What comes behind this is not done in each pass.
            break
        if isinstance(inner, Let | Choice) and _is_same(inner, own, changed):
            own.discard(inner.name)
            moved.append(inner)
    lookups = _Lookups(own, changed)
    x.body = lookups.block([inner for inner in x.body if inner not in moved])
    moved += lookups.moved
    if not moved:
        return []
    # Without any pass it may be nothing that could be worked out.
    return [If(_has_a_pass(x), moved, [])]


class _Lookups(Walk):
    """Takes out of a loop what is looked up in dictionaries that know everything, wherever it is
    looked up there: that may be done without being wanted.
    """

    def __init__(self, own: set[str], changed: set[str]) -> None:
        self._own, self._changed = own, changed
        self.moved: list[Statement] = []

    def statement(self, x: Statement) -> list[Statement]:
        match x:
            case Let(value=Value(form=form)) if _LOOKED_UP.fullmatch(form):
                if _is_same(x, self._own, self._changed):
                    self._own.discard(x.name)
                    self.moved.append(x)
                    return []
            case If() | Scope():
                return super().statement(x)
        return [x]


def _has_a_pass(x: Through) -> Part:
    if x.of_cards or x.is_listed:
        return x.over[0]
    test = Value("{} < {}", x.over, COMPARISON, [BITS_OR, BITS_OR])
    return folded(test) or test


def defined(block: Sequence[Statement]) -> set[str]:
    """The names that get their value in a block."""
    found: set[str] = set()
    for x in walk(block):
        match x:
            case Let() | Choice() | Through():
                found.add(x.name)
            case LetAll():
                found.update(x.names)
    return found


def _is_same(x: Let | Choice, own: set[str], changed: set[str]) -> bool:
    """Whether a value comes to the same in each pass."""
    parts = parts_of(x)
    if isinstance(x, Let):
        if x.value.is_call:
            return False
    else:
        if x.then or x.otherwise:
            return False
        parts += [x.then_value, x.otherwise_value]
    return not any(
        clash(reads_of(part), changed) or not own.isdisjoint(names_in(part)) for part in parts
    )
