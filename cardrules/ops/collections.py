"""Operations on collections: count, first, only, union."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardrules.model.types import (
    CARDS,
    FAMILIES,
    INTEGER,
    NONE,
    SETS,
    UNKNOWN,
    Type,
    collection,
    fits,
)
from cardrules.ops.base import Op


def _any_collection(types: Sequence[Type], result: Type | None = None) -> Type | str:
    if types[0].base not in ("collection", "unknown"):
        return f"needs a collection, not {types[0]}"
    return result or UNKNOWN


def _count(types: Sequence[Type]) -> Type | str:
    return _any_collection(types, INTEGER)


def _first(types: Sequence[Type]) -> Type | str:
    return _any_collection(types, (types[0].element or UNKNOWN).or_none())


def _only(types: Sequence[Type]) -> Type | str:
    if types[0].optional:
        return f"needs one thing, not {types[0]}"
    return collection(types[0])


def _union(types: Sequence[Type]) -> Type | str:
    return CARDS if fits(types[0], SETS) else f"needs sets of cards, not {types[0]}"


def _unions(types: Sequence[Type]) -> Type | str:
    return SETS if fits(types[0], FAMILIES) else f"needs families of sets, not {types[0]}"


def first_of(items: Sequence[Any]) -> Any:
    """The first element, or none."""
    return items[0] if items else NONE


OPS = (
    Op(
        name="count",
        summary="How many elements a collection has.",
        example="count of my hand",
        arity=1,
        rule=_count,
        emit=lambda a: f"len({a[0]})",
    ),
    Op(
        name="first",
        summary="The first element of a collection, or none if it is empty.",
        example="first of (players where hand is empty)",
        arity=1,
        rule=_first,
        emit=lambda a: f"first_of({a[0]})",
        helpers={"first_of": first_of},
    ),
    Op(
        name="only",
        summary="The collection that holds just this thing.",
        example="move taken + only(card) to my won",
        arity=1,
        rule=_only,
        emit=lambda a: f"({a[0]},)",
    ),
    Op(
        name="union",
        summary="All cards that are in one of several sets.",
        example="union of groups(card.number)",
        arity=1,
        rule=_union,
        emit=lambda a: f"union_of(s, {a[0]}, KIND)",
    ),
    Op(
        name="unions",
        summary="For each family the cards of its sets; families of the same cards give one.",
        example="unions of maximal families of groups(card.number)",
        arity=1,
        rule=_unions,
        emit=lambda a: f"unions_of(s, {a[0]}, KIND)",
    ),
)
