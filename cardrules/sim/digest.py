"""Digests of records: one over all of it, and a chain that tells where something was changed.

The opening has a digest of everything up to it, each step one of itself and of the digest before
it, and the record one of all of it. They are taken of the JSON text with sorted keys and without
spaces, so that neither the order of keys nor the layout of a file makes a difference.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

Data = dict[str, Any]

_DIGITS = 16
# What stands behind the steps; everything else is the head.
_TAIL = ("steps", "result", "digest")


def digested(data: Mapping[str, Any]) -> Data:
    """The data of a record with its digests."""
    chain = _chain(data)
    whole = {
        **data,
        "opening": {**data["opening"], "digest": next(chain)},
        "steps": [{**step, "digest": next(chain)} for step in data["steps"]],
    }
    return {**whole, "digest": _digest(whole)}


@attrs.frozen
class Edit:
    """Where a record was changed: in words, and the index of the step if it is one."""

    place: str
    step: int | None = None


def edit_of(data: Mapping[str, Any]) -> Edit | None:
    """The first place at which a record is not what was written; None if it is."""
    whole = {name: value for name, value in data.items() if name != "digest"}
    if data["digest"] == _digest(whole):
        return None
    chain = _chain(data)
    if data["opening"]["digest"] != next(chain):
        return Edit("in what stands before its first step")
    for index, step in enumerate(data["steps"]):
        if step["digest"] != next(chain):
            return Edit(f"at step {index + 1}", index)
    return Edit("in what stands behind its last step, or a step is missing there")


def _chain(data: Mapping[str, Any]) -> Iterator[str]:
    """The digest that belongs to the opening, and those of the steps."""
    head = {name: value for name, value in data.items() if name not in _TAIL}
    before = ""
    for part in ({**head, "opening": _bare(data["opening"])}, *map(_bare, data["steps"])):
        before = _digest([before, part])[:_DIGITS]
        yield before


def _bare(part: Mapping[str, Any]) -> Data:
    return {name: value for name, value in part.items() if name != "digest"}


def _digest(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
