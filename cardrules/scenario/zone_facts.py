"""Whether a zone is as a scenario says, card by card.

Faces come from a view: the referee's for what is so, a seat's for what that seat sees. A face that
is not known is written `hidden`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from cardrules.engine.positions.named import (
    HIDDEN,
    brief,
    card_list,
    check_names,
    several,
    within,
    wrong,
)
from cardrules.engine.showing.view import CardView, ZoneView
from cardrules.engine.tables import Tables
from cardrules.errors import PositionError

_OTHER_WAY = "the cards are right, the other way round: a row is written from its last place on"
_LAYERS = ("cards", "top", "bottom", "with", "without", "somewhere", "count")


@attrs.frozen(kw_only=True)
class Mismatch:
    """How what was found differs from what was expected."""

    expected: str
    found: str
    details: tuple[str, ...] = ()


def compare_zone(tables: Tables, zone: ZoneView, wanted: object) -> list[Mismatch]:
    """How a zone differs from what is expected of it; nothing if it does not."""
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        return _compare_count(zone, wanted)
    if isinstance(wanted, list):
        return _compare_all(tables, zone, wanted)
    if isinstance(wanted, Mapping):
        found = []
        for layer, value in wanted.items():
            with within(str(layer)):
                found += _compare_layer(tables, zone, str(layer), value)
        return found
    raise PositionError(
        f"`{zone.name}` is a zone: give its cards or their number, not `{brief(wanted)}`."
    )


def faces(cards: Sequence[CardView]) -> list[str]:
    """The faces of cards as they are written in scenarios."""
    return [card.face if card.face is not None else HIDDEN for card in cards]


def told(cards: Sequence[str]) -> str:
    """Cards in words; several of a kind in a row become one."""
    parts: list[list[str]] = []
    for name in cards:
        if parts and parts[-1][0] == name:
            parts[-1].append(name)
        else:
            parts.append([name])
    return ", ".join(
        part[0] if len(part) == 1 else f"{len(part)} x {part[0]}" for part in parts
    ) or "nothing"  # fmt: skip


def told_zone(zone: ZoneView) -> str:
    """All cards of a zone in words; stacks in brackets."""
    if zone.shape == "stacks":
        return " ".join(f"[{told(faces(stack))}]" for stack in zone.stacks) or "no stack"
    return told(faces(zone.cards))


def _names(tables: Tables, items: object) -> list[str]:
    check_names(tables, items, is_hidden_known=True)
    return card_list(tables, items)


def _compare_count(zone: ZoneView, wanted: int) -> list[Mismatch]:
    if zone.count == wanted:
        return []
    return [Mismatch(expected=_cards(wanted), found=_cards(zone.count), details=(told_zone(zone),))]


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _compare_all(tables: Tables, zone: ZoneView, wanted: list[object]) -> list[Mismatch]:
    if zone.shape == "stacks":
        return _compare_stacks(tables, zone, wanted)
    names = _names(tables, wanted)
    if zone.shape == "spread":
        return _compare_bag(names, faces(zone.cards))
    found = _compare_row(names, faces(zone.cards))
    if found and zone.shape == "row" and names[::-1] == faces(zone.cards):
        return [attrs.evolve(item, details=(_OTHER_WAY,)) for item in found]
    return found


def _compare_bag(wanted: list[str], found: list[str]) -> list[Mismatch]:
    missing = list((Counter(wanted) - Counter(found)).elements())
    extra = list((Counter(found) - Counter(wanted)).elements())
    if not missing and not extra:
        return []
    details = []
    if missing:
        details.append(f"missing: {told(missing)}")
    if extra:
        details.append(f"too many: {told(extra)}")
    return [Mismatch(expected=told(wanted), found=told(found), details=tuple(details))]


def _compare_row(wanted: list[str], found: list[str], first: int = 1) -> list[Mismatch]:
    if wanted == found:
        return []
    size = max(len(wanted), len(found))
    pairs = zip([*wanted, *["nothing"] * size], [*found, *["nothing"] * size], strict=False)
    details = [
        f"card {first + index}: {left} expected, found {right}"
        for index, (left, right) in enumerate(list(pairs)[:size])
        if left != right
    ]
    return [Mismatch(expected=told(wanted), found=told(found), details=tuple(details))]


def _compare_stacks(tables: Tables, zone: ZoneView, wanted: list[object]) -> list[Mismatch]:
    stacks = []
    for number, item in enumerate(wanted):
        with within(number):
            stacks.append(_names(tables, item))
    found = [faces(stack) for stack in zone.stacks]
    if stacks == found:
        return []
    details = []
    for number in range(max(len(stacks), len(found))):
        left = stacks[number] if number < len(stacks) else None
        right = found[number] if number < len(found) else None
        if left != right:
            details.append(
                f"stack {number + 1}: {'no stack' if left is None else told(left)} expected, "
                f"found {'no stack' if right is None else told(right)}"
            )
    expected = " ".join(f"[{told(stack)}]" for stack in stacks) or "no stack"
    return [Mismatch(expected=expected, found=told_zone(zone), details=tuple(details))]


def _compare_layer(tables: Tables, zone: ZoneView, layer: str, value: object) -> list[Mismatch]:
    if layer not in _LAYERS:
        raise PositionError(f"A zone has {', '.join(_LAYERS)}, but not `{brief(layer)}`.")
    if layer == "count":
        if isinstance(value, bool) or not isinstance(value, int):
            raise PositionError(f"`count` is a number of cards, not `{brief(value)}`.")
        return _compare_count(zone, value)
    names = _names(tables, value)
    if layer == "without" and isinstance(value, list):
        _refuse_several(value)
    inner = [face for stack in zone.stacks for face in faces(stack)]
    found = faces(zone.cards) or inner
    if layer == "cards":
        return _compare_bag(names, found)
    if layer == "somewhere":
        return _compare_bag(names, list(zone.somewhere))
    if layer == "with":
        missing = list((Counter(names) - Counter(found)).elements())
        return _one(f"{told(names)} among others", found, "missing", missing)
    if layer == "without":
        return _one(f"no {told(names)}", found, "too many", [n for n in found if n in names])
    if zone.shape not in ("pile", "row"):
        raise PositionError(f"`{zone.name}` has no {layer}.")
    if layer == "top":
        return _compare_row(names, found[: len(names)])
    first = max(0, len(found) - len(names))
    return _compare_row(names, found[first:], first + 1)


def _refuse_several(value: list[object]) -> None:
    """Behind `without` a number would say nothing: there is none of a card, or there is one."""
    for index, item in enumerate(value):
        times, name = several(str(item))
        if times > 1:
            message = f"`without` says that there is no `{name}` at all: write it without a number."
            raise wrong(message, index)


def _one(expected: str, found: list[str], word: str, cards: list[str]) -> list[Mismatch]:
    if not cards:
        return []
    return [Mismatch(expected=expected, found=told(found), details=(f"{word}: {told(cards)}",))]
