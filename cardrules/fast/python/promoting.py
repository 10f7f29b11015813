"""Registers and places of arrays at which one function looks are names of that function: these are
looked at in no time, and what changes them is known.

The place in an array must be known wherever that array is used. What may have been left there by an
earlier call stays where it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import attrs

from cardrules.fast.python.assigned import unassigned
from cardrules.fast.python.statements import (
    PLACE,
    REGISTER,
    Function,
    Part,
    Put,
    Set,
    Statement,
    Value,
    blocks_of,
    parts_of,
    walk,
)
from cardrules.fast.python.walking import Walk

_WORD = re.compile(r"[A-Za-z_]\w*")
# What stands for a place of an array that is not known.
_ANYWHERE = ""
# A register, or an array and a place in it.
_Place = tuple[str, str]


def promoted(functions: Sequence[Function], shared: Collection[str]) -> list[Function]:
    """Functions with names in place of what they use alone; `shared` is used by others, too."""
    used = {one.name: _used(one) for one in functions}
    users: dict[str, list[str]] = defaultdict(list)
    for name, places in used.items():
        for thing in {thing for thing, _ in places}:
            users[thing].append(name)
    found = []
    for one in functions:
        places = used[one.name]
        fixed = {
            thing for thing, at in places if at == _ANYWHERE and not thing.startswith(REGISTER)
        }
        own = {
            (thing, at): _local(thing, at)
            for thing, at in places
            if len(users[thing]) == 1 and thing not in fixed
            and thing not in shared and thing not in one.parameters
        }  # fmt: skip
        found.append(_with_names(one, own))
    return found


def _local(thing: str, at: str) -> str:
    return f"l_{thing.removeprefix(REGISTER)}" + (f"_{at}" if at else "")


def _with_names(function: Function, own: Mapping[_Place, str]) -> Function:
    """A function with these names, but for those that have no value yet where it begins."""
    places = {name: place for place, name in own.items()}
    while True:
        body = _Named({place: name for name, place in places.items()}).block(function.body)
        kept = unassigned(body) & places.keys()
        if not kept:
            break
        # Of an array all or nothing.
        things = {places[name][0] for name in kept}
        places = {name: place for name, place in places.items() if place[0] not in things}
    gone = {thing for thing, _ in places.values()}
    arrays = {name: cells for name, cells in function.arrays.items() if name not in gone}
    return attrs.evolve(function, body=body, arrays=arrays)


def _used(function: Function) -> set[_Place]:
    """The places at which a function looks, or which it changes; all words stand for arrays that
    are used as a whole.
    """
    found: set[_Place] = set()
    for x in walk(function.body):
        behind = [part for _, parts in blocks_of(x) for part in parts]
        for part in [*parts_of(x), *behind]:
            found.update(_places_in(part))
        match x:
            case Set() if x.place.startswith(REGISTER):
                found.add((x.place, _ANYWHERE))
            case Put():
                found.add((x.array, _index(x.index) if x.form == PLACE else _ANYWHERE))
    return found


def _index(part: Part) -> str:
    return part if isinstance(part, str) and part.isdigit() else _ANYWHERE


def _cell(value: Value) -> _Place | None:
    """The place of an array that a value is."""
    array = value.form.removesuffix("[{}]")
    return (array, _index(value.parts[0])) if array != value.form and value.parts else None


def _places_in(part: Part) -> set[_Place]:
    if isinstance(part, str):
        return {(word, _ANYWHERE) for word in _WORD.findall(part)}
    cell = _cell(part)
    own = {cell} if cell else {(word, _ANYWHERE) for word in _WORD.findall(part.form)}
    # What else it may look at or change, it does in another way.
    own |= {(one, _ANYWHERE) for one in (part.reads | part.changes) if part.is_call}
    for inner in part.parts:
        own |= _places_in(inner)
    return own


class _Named(Walk):
    """Puts names in place of registers and places of arrays."""

    def __init__(self, names: Mapping[_Place, str]) -> None:
        self._names = names

    def value(self, value: Value) -> Value:
        cell = _cell(value) or (value.form, _ANYWHERE)
        name = self._names.get(cell)
        if name is None:
            return super().value(value)
        return Value(name, reads=frozenset([name]))

    def statement(self, x: Statement) -> list[Statement]:
        match x:
            case Put():
                name = self._names.get((x.array, _index(x.index)))
                if name is not None:
                    return [Set(name, self.part(x.value))]
        return super().statement(x)

    def name(self, name: str) -> str:
        return self._names.get((name, _ANYWHERE), name)
