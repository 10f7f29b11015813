"""Rules made of rules: what passes over the whole intermediate form have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

from cardrules.model import ir
from cardrules.model.ruleset import Definition, Placement, Ruleset
from cardrules.plain import Plain, fields, replaced

Item = TypeVar("Item")


class Rewriting:
    """Makes parts of the intermediate form of others; what stays the same is the same object.

    `changing` are the classes of which `made` makes something; of others only parts are.
    """

    changing: frozenset[type] = frozenset()

    def __init__(self) -> None:
        # By identity; what is held here has no other one in its place.
        self._found: dict[int, tuple[object, Any]] = {}
        self._before: dict[int, Any] = {}

    def __call__(self, part: Any) -> Any:
        """What a part becomes."""
        cls: Any = type(part)
        is_changing = cls in self.changing
        if not is_changing and cls is not tuple and not parts_of(cls):
            return part
        known = self._found.get(id(part))
        if known is None:
            made = self.made(part) if is_changing else self.within(part)
            self._found[id(part)] = known = part, made
            if made is not part:
                self._before.setdefault(id(made), part)
        return known[1]

    def before(self, made: Any) -> Any:
        """What a part was before."""
        return self._before.get(id(made), made)

    def made(self, x: Any) -> Any:
        """What a part becomes, made anew."""
        return self.within(x)

    def within(self, x: Any) -> Any:
        """The same with its parts rewritten."""
        cls: Any = type(x)
        if cls is tuple:
            return self._tuple(x)
        changed = {}
        for name in parts_of(cls):
            value = getattr(x, name)
            found = self(value)
            if found is not value:
                changed[name] = found
        return replaced(x, **changed) if changed else x

    def _tuple(self, x: tuple[Any, ...]) -> tuple[Any, ...]:
        found = [self(item) for item in x]
        for one, other in zip(found, x, strict=True):
            if one is not other:
                return tuple(found)
        return x


class Rewritten(Mapping[str, Item]):
    """What is declared, rewritten when it is asked for."""

    def __init__(self, declared: Mapping[str, Item], rewrite: Callable[[Item], Item]) -> None:
        self._declared = declared
        self._rewrite = rewrite
        self._found: dict[str, Item] = {}

    def __getitem__(self, name: str) -> Item:
        if name not in self._found:
            self._found[name] = self._rewrite(self._declared[name])
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)


def all_rules(
    of: Ruleset,
    rewrite: Rewriting,
    definitions: Mapping[str, Definition],
    placements: Mapping[str, Placement],
) -> Ruleset:
    """All that can be carried out or asked, rewritten."""

    def each(parts: Mapping[str, Any]) -> dict[str, Any]:
        return {name: rewrite(item) for name, item in parts.items()}

    return replaced(
        of,
        definitions=dict(definitions),
        placements=dict(placements),
        routines=each(of.routines),
        actions=each(of.actions),
        interrupts=each(of.interrupts),
        windows=each(of.windows),
        standing=each(of.standing),
        triggers=rewrite(of.triggers),
        setup=rewrite(of.setup),
        play=rewrite(of.play),
        score=rewrite(of.score),
        criteria=rewrite(of.criteria),
    )


def altered(x: Any, **fields_of_it: Any) -> Any:
    """The same with other values in its fields; itself if they are the same."""
    is_same = all([getattr(x, name) is value for name, value in fields_of_it.items()])
    return x if is_same else replaced(x, **fields_of_it)


@cache
def parts_of(cls: Any) -> tuple[str, ...]:
    """The fields of a class of the intermediate form in which there can be parts of it."""
    if not issubclass(cls, Plain) or issubclass(cls, ir.Origin):
        return ()
    noted: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        noted |= getattr(base, "__annotations__", {})
    return tuple(
        [
            name
            for name in fields(cls)
            if name not in ("type", "span", "origin") and not _WITHOUT_PARTS.match(noted[name])
        ]
    )


# How the types of fields are written in which no parts are.
_WITHOUT_PARTS = re.compile(r"(int|str|bool|Literal\[[^\]]*\])( \| None)?$")
