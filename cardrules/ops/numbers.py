"""Operations on numbers: min, max."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.model.types import INTEGER, Type
from cardrules.ops.base import Op


def _numbers(types: Sequence[Type]) -> Type | str:
    for item in types:
        if item.base not in ("integer", "unknown"):
            return f"needs whole numbers, not {item}"
    return INTEGER


OPS = (
    Op(
        name="min",
        summary="The smaller of two numbers.",
        example="min(2, count of my hand)",
        arity=2,
        rule=_numbers,
        emit=lambda a: f"min({a[0]}, {a[1]})",
    ),
    Op(
        name="max",
        summary="The larger of two numbers.",
        example="max(0, 6 - count of players)",
        arity=2,
        rule=_numbers,
        emit=lambda a: f"max({a[0]}, {a[1]})",
    ),
)
