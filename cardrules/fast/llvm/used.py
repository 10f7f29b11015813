"""The operations of `cardrules.kernel` that are used."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cardrules import kernel
from cardrules.kernel.subset.model import Function
from cardrules.kernel.subset.reading import read

_CALLED = re.compile(r"@(\w+)\(")


@cache
def _operations() -> dict[str, Function]:
    folder = Path(kernel.__path__[0])
    sources = {
        f"cardrules.kernel.{path.stem}": path.read_text(encoding="utf-8")
        for path in sorted(folder.glob("*.py"))
        if path.stem not in ("__init__", "types")
    }
    functions, faults = read(sources)
    assert not faults, faults
    return functions


def used_in(text: str) -> list[Function]:
    """The operations that are called, and those that they call."""
    functions = _operations()
    pending = [name for name in dict.fromkeys(_CALLED.findall(text)) if name in functions]
    found: dict[str, Function] = {}
    while pending:
        name = pending.pop()
        if name not in found:
            found[name] = functions[name]
            # In an order that is always the same: by the text it is kept between runs.
            pending += sorted(functions[name].calls)
    return list(found.values())
