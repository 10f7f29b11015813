"""The operations of the kernel, which games as plain Python call as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from inspect import isfunction, signature
from pkgutil import iter_modules
from typing import Any

from cardrules import kernel

_NUMBERS = frozenset(["int", "Word", "bool"])
# What fails where a number would be too large.
_CHECKED = frozenset(["plus", "minus", "times"])


@cache
def operations() -> Mapping[str, Callable[..., Any]]:
    """All of them, by name."""
    modules = [
        import_module(f"{kernel.__name__}.{found.name}")
        for found in iter_modules(kernel.__path__)
        if not found.ispkg
    ]
    return {
        name: one
        for module in modules
        for name, one in vars(module).items()
        if isfunction(one) and one.__module__ == module.__name__
    }


@cache
def of_numbers() -> frozenset[str]:
    """Those that look at nothing but the numbers that they are given."""
    return frozenset(
        name for name, one in operations().items()
        if name not in _CHECKED
        and all(given.annotation in _NUMBERS for given in signature(one).parameters.values())
    )  # fmt: skip
