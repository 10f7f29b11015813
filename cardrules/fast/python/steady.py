"""What a loop lays only where it is already: before each pass it is what it was before the loop.

A value that was read within the loop, and is put back there, is one of these: as long as nothing
else was laid, it is what was there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from cardrules.fast.python.statements import (
    Do,
    Let,
    LetAll,
    Part,
    Set,
    Statement,
    Value,
    clash,
    walk,
)


def steady(
    body: Sequence[Statement],
    changed: AbstractSet[str],
    now: Callable[[str], str | None],
    other: Mapping[str, str],
) -> set[str]:
    """The names among those that a loop changes that keep the value that they have now; some names
    stand for others.
    """
    kept = {place: value for place in changed if (value := now(place)) is not None}
    if not kept:
        return set()
    laid: list[tuple[str, Part]] = []
    read: dict[str, str] = {}
    for x in walk(body):
        match x:
            case Let(name=name, value=Value(form=form, parts=[])) if form in kept:
                read[name] = form
            case Set() if x.place in kept:
                laid.append((x.place, x.value))
            case Let() | LetAll() | Do() if x.value.changes:
                kept = {
                    place: value for place, value in kept.items()
                    if not clash(frozenset([place]), x.value.changes)
                }  # fmt: skip
    while gone := {place for place, value in laid if place in kept
                   and _laid(value, kept, read, other) != kept[place]}:  # fmt: skip
        kept = {place: value for place, value in kept.items() if place not in gone}
    return set(kept)


def _laid(
    value: Part, kept: Mapping[str, str], read: Mapping[str, str], other: Mapping[str, str]
) -> str | None:
    """What is laid, if that is known."""
    if not isinstance(value, str):
        return None
    while value in other:
        value = other[value]
    return kept.get(read[value]) if value in read else value
