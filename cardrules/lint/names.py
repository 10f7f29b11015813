"""What the names stand for that are given right before a line, as far as that is certain."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.sight import Known, Sight, slot_key
from cardrules.model import ir
from cardrules.model.types import CARD, CARDS


def with_names(sight: Sight, body: ir.Body) -> Iterator[tuple[ir.Statement, Known]]:
    """All statements, each with what the names stand for that were given right before it.

    Where anything else was done in between, cards may have moved, or have been seen.
    """
    known = Known()
    for item in body:
        yield item, known
        if isinstance(item, ir.Let):
            known = named(sight, item, known)
        elif not isinstance(item, ir.Say):
            known = Known()
        for block in ir.blocks(item):
            yield from with_names(sight, block)


def named(sight: Sight, item: ir.Let | ir.Naming, known: Known) -> Known:
    """What is known with one name more."""
    key = slot_key(item.slot)
    value = item.value
    if isinstance(value, ir.ZoneOf):
        value = ir.Contents(type=CARDS, zone=value)
    if value.type.required() in (CARD, CARDS):
        known = known.with_cards(key, sight.sources(value, known))
    return known.with_reads(key, tuple(sight.reads(item.value, known)))
