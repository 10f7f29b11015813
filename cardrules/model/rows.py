"""A ruleset as rows of numbers, and back: plain data that is read much faster than rules.

The form is JSON: `classes` are names with their fields, `atoms` are texts, numbers and the like,
and each row makes one thing: the number of its class, and where its parts are, counted through
`atoms` first and then through the rows. What is one object in a ruleset is one row, so that it is
one again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import attrs

from cardrules.model import ir, ruleset, types
from cardrules.plain import Plain, fields
from cardrules.source import SourceFile, Span

# The numbers of classes that are not listed; those that are follow.
_TUPLE, _MAPPING, _LISTED = 0, 1, 2
# Equal ones are one: nothing asks which of them it is.
_VALUES = (types.Type, Span)


def _classes(module: ModuleType) -> Iterator[type]:
    for item in vars(module).values():
        if isinstance(item, type) and issubclass(item, Plain):
            yield item


_CLASSES: dict[str, type] = {
    **{item.__name__: item for module in (ir, ruleset) for item in _classes(module)},
    **{item.__name__: item for item in _VALUES},
}


def rows_from_ruleset(of: ruleset.Ruleset) -> str:
    """A ruleset as text, without the text of its rules."""
    return _Writer().written(of)


def ruleset_from_rows(text: str, source: SourceFile) -> ruleset.Ruleset | None:
    """The ruleset that was written, with the text from which it was read; None if it is none."""
    try:
        found = _read(json.loads(text), source)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return found if isinstance(found, ruleset.Ruleset) else None


class _Writer:
    """Gives each part of a ruleset its number."""

    def __init__(self) -> None:
        self._atoms: dict[tuple[type, Any], int] = {}
        self._classes: dict[str, int] = {}
        self._rows: list[list[int]] = []
        self._row_of: dict[int, int] = {}
        self._row_of_value: dict[Any, int] = {}

    def written(self, of: ruleset.Ruleset) -> str:
        """All of it as JSON."""
        self._row(of)
        atoms = [value for _, value in self._atoms]
        # References to rows are known only now, when it is known how many atoms there are.
        before = len(atoms)
        rows = [
            [row[0], *[before + part if part >= 0 else -1 - part for part in row[1:]]]
            for row in self._rows
        ]
        classes = [[name, *_fields(_CLASSES[name])] for name in self._classes]
        data = {"classes": classes, "atoms": atoms, "rows": rows}
        return json.dumps(data, separators=(",", ":"))

    def _part(self, value: Any) -> int:
        """The row of a part, or a negative number for what is no part."""
        if value is None or isinstance(value, str | int):
            number = self._atoms.setdefault((type(value), value), len(self._atoms))
            return -1 - number
        return self._row(value)

    def _row(self, value: Any) -> int:
        known = self._row_of.get(id(value))
        if known is not None:
            return known
        if isinstance(value, _VALUES) and value in self._row_of_value:
            return self._row_of_value[value]
        if isinstance(value, SourceFile):
            return self._part(None)
        if isinstance(value, tuple):
            row = [_TUPLE, *map(self._part, value)]
        elif isinstance(value, Mapping):
            row = [_MAPPING, *[self._part(item) for pair in value.items() for item in pair]]
        else:
            name = type(value).__name__
            number = _LISTED + self._classes.setdefault(name, len(self._classes))
            fields = _fields(type(value))
            row = [number, *[self._part(getattr(value, field)) for field in fields]]
        self._rows.append(row)
        self._row_of[id(value)] = at = len(self._rows) - 1
        if isinstance(value, _VALUES):
            self._row_of_value[value] = at
        return at


def _fields(cls: Any) -> list[str]:
    if issubclass(cls, Plain):
        return [*fields(cls)]
    return [field.name for field in attrs.fields(cls)]


def _read(data: Any, source: SourceFile) -> Any:
    """The last thing that the rows make, which is all of it."""
    makers = [_maker(name, fields) for name, *fields in data["classes"]]
    things: list[Any] = list(data["atoms"])
    add = things.append
    for number, *parts in data["rows"]:
        values = [things[part] for part in parts]
        if number >= _LISTED:
            add(makers[number - _LISTED](values))
        elif number == _TUPLE:
            add(tuple(values))
        else:
            add(dict(zip(values[::2], values[1::2], strict=True)))
    found = things[-1]
    object.__setattr__(found, "text", source)
    return found


def _maker(name: str, fields: list[str]) -> Any:
    """What makes a thing of a class from the values of its fields, which were right once."""
    cls: Any = _CLASSES[name]
    if fields != _fields(cls):
        raise ValueError(name)
    new, setters = cls.__new__, [getattr(cls, field).__set__ for field in fields]

    def make(values: list[Any]) -> Any:
        made = new(cls)
        for put, value in zip(setters, values, strict=True):
            put(made, value)
        return made

    return make
