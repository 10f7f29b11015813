"""Short loops with a few passes that are known are written out: the number of each pass stands
there then, and what it decides is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.fast.llvm.course import Jump
from cardrules.fast.python.hoisting import defined
from cardrules.fast.python.statements import (
    Go,
    If,
    Loop,
    Part,
    Scope,
    Statement,
    Through,
    falls_through,
    walk,
)
from cardrules.fast.python.walking import Walk

# So many passes, and so many statements of all of them.
_MOST_PASSES, _MOST_STATEMENTS = 6, 70


def unrolled(body: Sequence[Statement]) -> list[Statement]:
    """A function in which such loops are written out."""
    return _Unrolling().block(body)


class _Unrolling(Walk):
    """Goes through a function, the innermost loops first."""

    def __init__(self) -> None:
        self._count = 0

    def statement(self, x: Statement) -> list[Statement]:
        found = self.rebuilt(x)
        return self._passes(found) if isinstance(found, Through) else [found]

    def _passes(self, x: Through) -> list[Statement]:
        numbers = _numbers(x)
        if not numbers or not _is_short(x, len(numbers)):
            return [x]
        found: list[Statement] = []
        for number in reversed(numbers):
            self._count += 1
            one = _Pass(x, number, f"_{self._count}u").block(x.body)
            *ahead, last = one
            if isinstance(last, If) and _leaves(last, x):
                # Who does not leave it goes on with the next pass.
                found = [*ahead, If(last.test, last.then[:-1], found)]
            else:
                found = [*one, *found]
        return found


class _Pass(Walk):
    """A pass with names of its own, but for those that keep something from pass to pass."""

    def __init__(self, x: Through, number: str, behind: str) -> None:
        self._names: dict[str, str] = {name: name + behind for name in defined(x.body)}
        self._names[x.name] = number
        jumps = [one.jump for one in walk(x.body) if isinstance(one, Through)]
        self._jumps = {id(jump): Jump(end=jump.end + behind) for jump in jumps}

    def name(self, name: str) -> str:
        return self._names.get(name, name)

    def part(self, part: Part) -> Part:
        return self.name(part) if isinstance(part, str) else self.value(part)

    def jump(self, jump: Jump) -> Jump:
        return self._jumps.get(id(jump), jump)


def _leaves(last: If, x: Through) -> bool:
    """Whether a test is what leaves a loop."""
    return bool(last.then) and isinstance(last.then[-1], Go) and last.then[-1].jump is x.jump


def _numbers(x: Through) -> list[str]:
    """The numbers of all passes, if they are known, and few."""
    match x.over:
        case [str() as first, str() as behind] if first.isdigit() and behind.isdigit():
            if int(behind) - int(first) <= _MOST_PASSES:
                return [str(number) for number in range(int(first), int(behind))]
    return []


def _is_short(x: Through, passes: int) -> bool:
    """Whether there is little in a loop, no other one, and it is left by its last test alone."""
    size = 0
    for one in walk(x.body):
        size += 1
        if isinstance(one, Loop | Scope) or (isinstance(one, Through) and not one.of_cards):
            return False
    if not size or size * passes > _MOST_STATEMENTS or not falls_through(x.body):
        return False
    own = [one for one in walk(x.body) if isinstance(one, Go) and one.jump is x.jump]
    if not own:
        return True
    last = x.body[-1]
    return (
        isinstance(last, If) and not last.otherwise and _leaves(last, x)
        and own == [last.then[-1]] and not own[0].is_again
    )  # fmt: skip
