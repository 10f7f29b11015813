"""All operations: every `OPS` tuple of the modules of this folder, by name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import cardrules.ops
from cardrules.ops.base import Op


@cache
def operations() -> Mapping[str, Op]:
    """The operations by name; raises `ValueError` if two have one name."""
    found: dict[str, Op] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(cardrules.ops.__path__)):
        for op in getattr(importlib.import_module(f"cardrules.ops.{module}"), "OPS", ()):
            if op.name in found:
                raise ValueError(f"the operation {op.name!r} is declared twice")
            found[op.name] = op
    return MappingProxyType(dict(sorted(found.items())))
