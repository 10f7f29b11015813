"""Registers at which nobody looks but to change them, or to put them back: they are left alone."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.fast.python.statements import (
    Choice,
    Function,
    Let,
    Set,
    Statement,
    Value,
    blocks_of,
    names_in,
    parts_of,
    reads_of,
    walk,
)
from cardrules.fast.python.walking import Walk


def without_idle(functions: Sequence[Function], registers: Sequence[str]) -> list[Function]:
    """Functions without what they do with those of some registers that are idle."""
    idle = {name for name in registers if not any(_matters(name, one.body) for one in functions)}
    return [attrs.evolve(one, body=_Without(idle).block(one.body)) for one in functions]


def _matters(register: str, body: Sequence[Statement]) -> bool:
    """Whether anything depends on a register but it itself."""
    statements = list(walk(body))
    # The names that depend on it.
    names, before = {register}, 0
    while len(names) > before:
        before = len(names)
        for x in statements:
            depends = _depends(x, names)
            match x:
                case Let() if depends:
                    names.add(x.name)
                case Set() if depends:
                    names.add(x.place)
    return any(
        _depends(x, names)
        and (
            isinstance(x, Choice)
            or not isinstance(x, Let | Set)
            or (isinstance(x, Let) and x.value.is_call)
            or (isinstance(x, Set) and x.place.startswith("r_") and x.place != register)
        )
        for x in statements
    )


def _depends(x: Statement, names: set[str]) -> bool:
    parts = [*parts_of(x), *[part for _, behind in blocks_of(x) for part in behind]]
    return any(
        not names.isdisjoint(names_in(part)) or not names.isdisjoint(reads_of(part))
        for part in parts
    )


class _Without(Walk):
    """What is left without the registers that are idle."""

    def __init__(self, idle: set[str]) -> None:
        self._idle = idle

    def statement(self, x: Statement) -> list[Statement]:
        match x:
            case Set() if x.place in self._idle:
                return []
            case Let(value=Value(form=form)) if form in self._idle:
                return [Let(x.name, Value("{}", ["0"], needs=[0]))]
        return super().statement(x)
