"""What a ruleset is made of, and what there is to be made of: both derived from the package.

A feature is a class of the intermediate form, a value of one of its fields that are chosen from a
list (`Place.where = above`), whether an optional part is there, an operation, or who sees which
layer of a zone of which shape. `every_feature` finds them all by looking at the classes, so that a
construct which is added later is asked for without being entered here.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from cardrules.model import ir, ruleset
from cardrules.model.ruleset import Ruleset, Zone
from cardrules.model.types import Type
from cardrules.ops.registry import operations
from cardrules.plain import Plain, fields
from cardrules.source import SourceFile, Span

# Parts of the ruleset that are no construct of the language, or that are in each of them.
_WHOLE = (ir.Origin, Type, Span, SourceFile, Ruleset)
# What bases a class of its own kind never stands for itself.
_ABSTRACT = (ir.Expr, ir.Statement, ir.Event)
# An operation that is written with a word of its own.
_OWN_WORDS = ("maximal families",)
_HIDDEN_FIELDS = ("origin", "type", "slot", "slots", "bound", "span", "procedure")


def features(of: Ruleset) -> set[str]:
    """The features that a ruleset has."""
    found: set[str] = set()
    for node in _walk(of):
        cls = type(node)
        found.add(cls.__name__)
        for field, hint in _hints(cls):
            found |= set(_of_value(cls, field, getattr(node, field), hint))
        if isinstance(node, ir.Operation):
            found.add(f"operation {node.op}")
        if isinstance(node, Zone):
            found |= set(_of_zone(node))
    return found


@cache
def every_feature() -> frozenset[str]:
    """All features that there are."""
    found: set[str] = set()
    for cls in _classes():
        found.add(cls.__name__)
        for field, hint in _hints(cls):
            found |= {f"{cls.__name__}.{field} {value}" for value in _values(hint)}
    found |= {f"operation {name}" for name in (*operations(), *_OWN_WORDS)}
    shapes, layers = _literal(Zone, "shape"), _literal(ruleset.Visibility, "layer")
    for shape in shapes:
        found |= {f"zone {holder} {shape}" for holder in _literal(Zone, "holder")}
        for viewer in typing.get_args(ruleset.Viewer):
            found |= {f"{shape} {layer} seen by {viewer}" for layer in layers
                      if not (shape == "spread" and layer != "all")}  # fmt: skip
    return frozenset(found)


def _classes() -> Iterator[type[Any]]:
    """The classes of which rulesets are made."""
    for module in (ir, ruleset):
        for item in vars(module).values():
            own = isinstance(item, type) and item.__module__ == module.__name__
            if own and issubclass(item, Plain) and item not in _WHOLE and item not in _ABSTRACT:
                yield item


def _hints(cls: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields that are a choice: flags, words of a list, parts that may be missing."""
    if cls in _WHOLE or not issubclass(cls, Plain):
        return ()
    hints = typing.get_type_hints(cls)
    names = [name for name in fields(cls) if name not in _HIDDEN_FIELDS]
    return tuple((name, hints[name]) for name in names if _values(hints[name]))


def _values(hint: Any) -> tuple[str, ...]:
    """What a field can be, as far as it is a choice."""
    if hint is bool:
        return ("true", "false")
    if typing.get_origin(hint) is typing.Literal:
        return tuple(typing.get_args(hint))
    if typing.get_origin(hint) in (typing.Union, types.UnionType) and type(None) in typing.get_args(
        hint
    ):
        return ("there", "missing")
    return ()


def _of_value(cls: type[Any], field: str, value: Any, hint: Any) -> Iterator[str]:
    words = _values(hint)
    if words == ("true", "false"):
        yield f"{cls.__name__}.{field} {str(value).lower()}"
    elif words == ("there", "missing"):
        yield f"{cls.__name__}.{field} {'missing' if value is None else 'there'}"
    else:
        yield f"{cls.__name__}.{field} {value}"


def _of_zone(zone: Zone) -> Iterator[str]:
    yield f"zone {zone.holder} {zone.shape}"
    for item in zone.visibility:
        for viewer in (*item.viewers, *item.otherwise):
            yield f"{zone.shape} {item.layer} seen by {viewer}"


def _literal(cls: type[Any], field: str) -> tuple[str, ...]:
    found: tuple[str, ...] = typing.get_args(typing.get_type_hints(cls)[field])
    return found


def _walk(node: Any) -> Iterator[Any]:
    """A part of a ruleset and everything within it."""
    if isinstance(node, tuple):
        for item in node:
            yield from _walk(item)
    elif isinstance(node, Mapping):
        for item in node.values():
            yield from _walk(item)
    elif isinstance(node, Plain) and (not isinstance(node, _WHOLE) or isinstance(node, Ruleset)):
        if not isinstance(node, Ruleset):
            yield node
        for name in fields(type(node)):
            yield from _walk(getattr(node, name))
