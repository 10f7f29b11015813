"""At what of the state functions of the game look, and what of it they change: a call of one is no
change of all the rest. What changes nothing is a value as others are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import attrs

from cardrules.fast.python.called import DRAWS, KEEP_PLACES, STREAMS
from cardrules.fast.python.statements import (
    ANY_ARRAY,
    ARRAY,
    REGISTER,
    STATE,
    Function,
    Put,
    Raise,
    Set,
    Value,
    blocks_of,
    parts_of,
    walk,
)
from cardrules.fast.python.walking import Walk

# At what a function looks, and what it changes.
Effects = tuple[frozenset[str], frozenset[str]]

_NOTHING: frozenset[str] = frozenset()
# Of what is called besides. What is not among it may look at all and change all.
_DRAWS = frozenset([ARRAY + DRAWS])
_OTHERS: Mapping[str, Effects] = {
    f"{STREAMS}.below": (_DRAWS, _DRAWS),
    f"{STREAMS}.more": (_DRAWS, _DRAWS),
    f"{STREAMS}.again": (_DRAWS, _DRAWS),
    KEEP_PLACES: (frozenset([STATE]), _NOTHING),
}
_SHUFFLE = f"{STREAMS}.shuffle"
_ORDER = ".order"


def with_effects(functions: Sequence[Function]) -> list[Function]:
    """Functions of which each call says what it does to the state."""
    effects = _effects(functions)
    calls = _Calls(effects, _pure(functions, effects))
    return [attrs.evolve(one, body=calls.block(one.body)) for one in functions]


def _effects(functions: Sequence[Function]) -> dict[str, Effects]:
    own = {one.name: _own(one) for one in functions}
    called = {one.name: _called(one) for one in functions}
    before = -1
    while before != (before := sum([len(reads) + len(changed) for reads, changed in own.values()])):
        for name, values in called.items():
            reads, changed = map(set, own[name])
            for value in values:
                inner_reads, inner_changed = own.get(value.calls) or _of_other(value)
                reads |= inner_reads
                changed |= inner_changed
            own[name] = frozenset(reads), frozenset(changed)
    return own


def _pure(functions: Sequence[Function], effects: Mapping[str, Effects]) -> set[str]:
    """The functions that do nothing but give a value, and never give up a game."""
    found = {
        one.name for one in functions
        if not effects[one.name][1] and not any(isinstance(x, Raise) for x in walk(one.body))
    }  # fmt: skip
    called = {one.name: {value.calls for value in _called(one)} for one in functions}
    while others := {name for name in found if not called[name] <= found}:
        found -= others
    return found


def _of_other(value: Value) -> Effects:
    """What a call does that is none of a function of the game."""
    if value.calls.endswith(_ORDER) and isinstance(value.parts[0], str):
        things = frozenset([ARRAY + value.parts[0]])
        return things, things
    if value.calls == _SHUFFLE and isinstance(value.parts[0], str):
        things = frozenset([ARRAY + value.parts[0]])
        return things | _DRAWS, things | _DRAWS
    return _OTHERS.get(value.calls, (value.reads, value.changes))


def _own(function: Function) -> Effects:
    """What a function does itself."""
    reads: set[str] = set()
    changed: set[str] = set()
    for x in walk(function.body):
        behind = [part for _, parts in blocks_of(x) for part in parts]
        for part in [*parts_of(x), *behind]:
            if isinstance(part, Value) and not part.is_call:
                reads |= part.reads
        match x:
            case Set():
                changed.add(x.place)
            case Put():
                changed.add(x.known_as)
    kept = (ARRAY, ANY_ARRAY, REGISTER, STATE)
    return (
        frozenset([one for one in reads if one.startswith(kept)]),
        frozenset([one for one in changed if one.startswith(kept)]),
    )


def _called(function: Function) -> list[Value]:
    return [part for x in walk(function.body) for part in parts_of(x)
            if isinstance(part, Value) and part.is_call]  # fmt: skip


class _Calls(Walk):
    """Says of each call what it does."""

    def __init__(self, effects: Mapping[str, Effects], pure: Collection[str]) -> None:
        self._effects, self._pure = effects, pure

    def value(self, value: Value) -> Value:
        if not value.is_call:
            return value
        reads, changed = self._effects.get(value.calls) or _of_other(value)
        does_something = value.calls not in self._pure
        return attrs.evolve(value, reads=reads, changes=changed, is_call=does_something)
