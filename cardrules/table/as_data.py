"""Values of the table as JSON data: in it seats, teams and places of stacks count from 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

# What the metadata of a field say: a number that counts from 0; several of them; no data at all.
ORDINAL = {"counts": "one"}
ORDINALS = {"counts": "several"}
LIVE = {"counts": "nothing"}


def as_data(value: Any) -> Any:
    """A value of the table, and all within it, as JSON data."""
    if attrs.has(type(value)):
        return {
            field.name: _field(getattr(value, field.name), field.metadata.get("counts", ""))
            for field in attrs.fields(type(value))
            if field.metadata.get("counts") != "nothing"
        }
    if isinstance(value, Mapping):
        return {name: as_data(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_data(item) for item in value]
    return value


def _field(value: Any, counts: str) -> Any:
    if counts == "one":
        return value + 1 if isinstance(value, int) else value
    if counts == "several":
        return [item + 1 for item in value]
    return as_data(value)
