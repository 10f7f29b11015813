"""What keeps games from going on without end between two decisions: each pass of a loop takes away
from what may be done. Where it is known how many passes there are, all of it is taken away before
the loop, together with what is taken away there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.fast.python.statements import (
    COMPARISON,
    REGISTER,
    SUM,
    If,
    Let,
    Raise,
    Set,
    Statement,
    Through,
    Value,
    changes,
    clash,
)
from cardrules.fast.python.walking import Walk

# What may be done yet, as a register, or as a name if one function alone uses it.
WORK = f"{REGISTER}work_left", "l_work_left"
# A guard is so many statements.
LENGTH = 5
_NO_GUARD = (0, "", 0)


def guard_at(block: Sequence[Statement], at: int) -> tuple[str, int] | None:
    """Where what may be done is kept, and how much of it a guard that begins here takes away."""
    match block[at : at + LENGTH]:
        case [
            Let(name=before, value=Value(form=place, parts=[])),
            Let(name=left, value=Value(form="{} - {}", parts=[first, str() as much])),
            Set(place=to, value=laid),
            Let(name=over, value=Value(form="{} < {}", parts=[second, "0"])),
            If(test=test, then=[Raise()], otherwise=[]),
        ] if (
            place in WORK and to == place and much.isdigit()
            and (first, laid, second, test) == (before, left, left, over)
        ):  # fmt: skip
            return place, int(much)
    return None


def guarded_before(body: Sequence[Statement]) -> list[Statement]:
    """A function in which loops with a known number of passes are guarded from outside."""
    return _Guarding().block(body)


class _Guarding(Walk):
    """Goes through a function and joins its guards."""

    def __init__(self) -> None:
        self._count = 0

    def block(self, block: Sequence[Statement]) -> list[Statement]:
        found: list[Statement] = []
        # The last guard: where it comes, what it takes from, and how much.
        last = _NO_GUARD
        for x in _with_guards(block):
            if isinstance(x, tuple):
                last = self._joined(last, x, found)
                continue
            inner = self.rebuilt(x)
            guard = _of_passes(inner)
            if guard is not None:
                last = self._joined(last, guard, found)
            found.append(inner)
            if clash(frozenset([last[1]]), changes([inner])):
                # It may all be done again from there on.
                self._lay(last, found)
                last = _NO_GUARD
        self._lay(last, found)
        return found

    def _joined(
        self, last: tuple[int, str, int], guard: tuple[str, int], found: list[Statement]
    ) -> tuple[int, str, int]:
        at, place, much = last
        if place == guard[0]:
            return at, place, much + guard[1]
        self._lay(last, found)
        return len(found), *guard

    def _lay(self, guard: tuple[int, str, int], found: list[Statement]) -> None:
        at, place, much = guard
        if place:
            found[at:at] = self._guard(place, much)

    def _guard(self, place: str, much: int) -> list[Statement]:
        self._count += 1
        names = [f"t{part}w{self._count}" for part in range(3)]
        return [
            Let(names[0], Value(place, reads=frozenset([place]))),
            Let(names[1], Value("{} - {}", [names[0], str(much)], SUM, [SUM, SUM + 1])),
            Set(place, names[1]),
            Let(
                names[2],
                Value("{} < {}", [names[1], "0"], COMPARISON, [COMPARISON + 1, COMPARISON + 1]),
            ),
            If(names[2], [Raise()], []),
        ]


def _with_guards(block: Sequence[Statement]) -> Iterator[Statement | tuple[str, int]]:
    """Statements, and guards among them."""
    at = 0
    while at < len(block):
        guard = guard_at(block, at)
        if guard is None:
            yield block[at]
            at += 1
        else:
            yield guard
            at += LENGTH


def _of_passes(x: Statement) -> tuple[str, int] | None:
    """What all passes of a loop take away together, if that is known; it leaves the loop then."""
    match x:
        case Through(over=[str() as first, str() as behind], of_cards=False) if (
            first.isdigit() and behind.isdigit()
        ):
            guard = guard_at(x.body, 0)
            if guard is not None:
                del x.body[:LENGTH]
                place, much = guard
                return place, much * max(0, int(behind) - int(first))
    return None
