"""Which names of a function may be looked at before they have a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardrules.fast.python.statements import (
    Choice,
    Give,
    Go,
    If,
    Loop,
    Part,
    Raise,
    Scope,
    Set,
    Statement,
    Through,
    blocks_of,
    parts_of,
    reads_of,
)


def unassigned(body: Sequence[Statement]) -> set[str]:
    """Them."""
    return _Assigned().needed(body)


class _Assigned:
    """Follows a function from its begin."""

    def __init__(self) -> None:
        self._left: dict[int, set[str] | None] = {}
        self._found: set[str] = set()

    def needed(self, body: Sequence[Statement]) -> set[str]:
        """Them."""
        self._block(body, set())
        return self._found

    def _look(self, parts: Iterable[Part], there: set[str]) -> None:
        for part in parts:
            self._found |= {
                name for name in reads_of(part)
                if name[0] in "lo" and name not in there
            }  # fmt: skip

    def _block(self, block: Sequence[Statement], there: set[str] | None) -> set[str] | None:
        for x in block:
            if there is None:
                return None
            self._look(parts_of(x), there)
            there = self._statement(x, there)
        return there

    def _statement(self, x: Statement, there: set[str]) -> set[str] | None:
        match x:
            case Set():
                return there | {x.place}
            case If() | Choice():
                ways = []
                for inner, parts in blocks_of(x):
                    way = self._block(inner, set(there))
                    if way is not None:
                        self._look(parts, way)
                    ways.append(way)
                return _common(ways)
            case Loop():
                self._left[id(x.jump)] = None
                self._block(x.body, set(there))
                return self._left[id(x.jump)]
            case Through():
                self._block(x.body, set(there))
                return there
            case Scope():
                self._left[id(x.jump)] = None
                return _common([self._block(x.body, set(there)), self._left[id(x.jump)]])
            case Go():
                if not x.is_again:
                    self._left[id(x.jump)] = _common([self._left.get(id(x.jump)), there])
                return None
            case Give() | Raise():
                return None
        return there


def _common(ways: Sequence[set[str] | None]) -> set[str] | None:
    reached = [way for way in ways if way is not None]
    return set.intersection(*reached) if reached else None
