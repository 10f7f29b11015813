"""Elements of HTML and SVG as text: whatever was not made here is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable

# Elements without an end of their own.
_EMPTY = frozenset({"meta", "br", "hr"})


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(name: str, /, *inner: str, **given: str | float) -> Markup:
    """An element; of attributes `_` at the end is left out, and within it stands for `-`."""
    attributes = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
        for key, value in given.items()
    )
    if name in _EMPTY:
        return Markup(f"<{name}{attributes}>")
    return Markup(f"<{name}{attributes}>{together(inner)}</{name}>")


def together(parts: Iterable[str]) -> Markup:
    """Several parts, one behind the other."""
    return Markup("".join(map(_escaped, parts)))


def _escaped(part: str) -> str:
    return part if isinstance(part, Markup) else html.escape(part, quote=False)
