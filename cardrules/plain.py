"""What all classes of plain frozen data have in common, of which there are hundreds.

Such a class is declared with `eq=False, repr=False`: to write these methods for each class anew
takes a third of the time in which the package is imported.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any

import attrs


class Plain:
    """Frozen data that is compared, hashed and shown field by field."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or _compared(self) == _compared(other)

    def __hash__(self) -> int:
        return hash((self.__class__, _compared(self)))

    def __repr__(self) -> str:
        kind: Any = self.__class__
        fields = [f"{item.name}={getattr(self, item.name)!r}" for item in attrs.fields(kind)]
        return f"{kind.__name__}({', '.join(fields)})"


def _compared(data: Any) -> Any:
    kind: Any = data.__class__
    return _getter(kind)(data)


@cache
def _getter(kind: Any) -> Any:
    """What gives the values of the fields that count when two are compared."""
    names = [item.name for item in attrs.fields(kind) if item.eq]
    return attrgetter(*names) if names else lambda _: ()
