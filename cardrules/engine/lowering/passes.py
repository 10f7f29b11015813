"""Choices that are asked for once in each pass of a `repeat`: "1 of 2"."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.model import ir

# A choice within these is the same in each pass; within other loops it is asked for more often.
_ONCE = (ir.If, ir.As, ir.EachPlayer)


def repeat_around(choose: ir.Choose, body: ir.Body) -> ir.Repeat | None:
    """The `repeat` in each pass of which a choice is asked for once, if it is repeated so often as
    it says.
    """
    found = next((around for item, around in _in_repeats(body, None) if item is choose), None)
    return None if found is None or _may_end_before(found) else found


def _in_repeats(
    body: ir.Body, around: ir.Repeat | None
) -> Iterator[tuple[ir.Choose, ir.Repeat | None]]:
    for item in body:
        if isinstance(item, ir.Choose):
            yield item, around
        inner = around if isinstance(item, _ONCE) else None
        for block in ir.blocks(item):
            yield from _in_repeats(block, item if isinstance(item, ir.Repeat) else inner)


def _may_end_before(repeat: ir.Repeat) -> bool:
    return any(
        isinstance(item, ir.End) and item.construct == "repeat"
        for item in ir.statements(repeat.body)
    )
