"""What lies in a zone, in words, as its viewer sees and remembers it.

A face that is remembered, and not to be seen now, bears the mark `(known)`, so that the table tells
what lies open from what the viewer has only followed.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.cli.table.flow import SEMICOLON
from cardrules.prose import tallied, tallies
from cardrules.table.model import Card, Zone
from cardrules.table.wording import number

KNOWN = " (known)"
FACE_DOWN = "face down"
# So many cards that lie below others in a pile are told in short.
_FEW = 3


def _face(card: Card) -> str:
    """A card as it is shown; empty if its face is not."""
    if card.face is None:
        return ""
    return card.face if card.seen else card.face + KNOWN


def _faces(cards: Sequence[Card]) -> list[str]:
    """Cards of a spread, equal ones together, hidden ones counted at the end."""
    told = [_face(card) for card in cards]
    hidden = told.count("")
    return [*tallied(filter(None, told)), *([f"{hidden} {FACE_DOWN}"] if hidden else [])]


# -- in short --------------------------------------------------------------------------------------


def brief(zone: Zone, *, whole: bool = False) -> list[str]:
    """The parts of what the table shows of a zone that is not empty, apart from its count.

    Nothing if there is nothing to be seen of it. `whole`: of stacks that lie open all cards, from
    the top, and not the top and their number alone.
    """
    if zone.shape == "stacks":
        return [
            f"{at + 1}. {_stack(stack, whole=whole and zone.is_open)}{_mark(zone, at)}"
            for at, stack in enumerate(zone.stacks)
            if stack
        ]
    if zone.shape == "row":
        told = [_face(card) or FACE_DOWN for card in reversed(zone.cards)]
        return [f"{at}. {face}" for at, face in enumerate(told, 1)]
    if zone.shape == "pile":
        return _top(zone)
    told = _faces(zone.cards)
    return [] if told == [f"{len(zone.cards)} {FACE_DOWN}"] else told


def _stack(stack: Sequence[Card], *, whole: bool) -> str:
    """A stack in short: its top and number, or all of its cards."""
    if not whole:
        return f"{_face(stack[0]) or FACE_DOWN} ({len(stack)})"
    told = ", ".join(_in_order(stack))
    return told if len(stack) == 1 else f"({told})"


def sizes_of(zone: Zone) -> list[int]:
    """For how many cards each part of `brief` stands, in a spread; elsewhere for one."""
    if zone.shape != "spread":
        return []
    told = [_face(card) for card in zone.cards]
    hidden = told.count("")
    return [*(many for _, many in tallies(filter(None, told))), *([hidden] if hidden else [])]


def _mark(zone: Zone, at: int) -> str:
    """What is said of a stack that may be gone in a moment."""
    return " at stake" if at in zone.at_stake else ""


def _top(zone: Zone) -> list[str]:
    top, *rest = map(_face, zone.cards)
    if all(card.seen for card in zone.cards):
        return [f"top {top}"]
    if rest and top and all(rest) and not zone.cards[0].seen:
        return ["all known"]
    below = [f"{face} under {number(at, 'card')}" for at, face in enumerate(rest, 1) if face]
    return [*([f"top {top}"] if top else []), *(below if len(below) <= _FEW else [])]


# -- as parts of the line of somebody --------------------------------------------------------------


def items_of(zone: Zone, *, whole: bool = False) -> list[str]:
    """A zone of somebody in parts, the last of which is the end of it; `whole` as for `brief`."""
    told = brief(zone, whole=whole) if zone.count and not zone.is_own else []
    if not told:
        return [f"{zone.label} {zone.count}{SEMICOLON}"]
    # "played Queen of hearts" needs no number; "hand 8" would be one, and a hand has more to come.
    is_number = zone.is_hand or not any(map(str.isalpha, told[0]))
    is_single = zone.shape in ("spread", "row") and zone.count == 1 and not is_number
    many = "" if is_single or zone.shape == "stacks" else f"{zone.count}: "
    *before, last = f"{zone.label} {many}{told[0]}", *told[1:]
    return [*before, f"{last}{SEMICOLON}"]


def in_short(zones: Sequence[Zone], values: Sequence[str]) -> list[str]:
    """Zones and values of somebody as they are told where there is no room for all of them.

    The numbers of all zones come first, then the values, then what is known of the cards. Where
    there is one such zone alone, its number stands there.
    """
    known = [zone for zone in zones if zone.count and not zone.is_own and brief(zone)]
    only = known[0] if len(known) == 1 else None
    told = [f"{zone.label} {_how_much(zone)}" for zone in zones if zone is not only]
    items = [*told[:-1], *(f"{last}{SEMICOLON}" for last in told[-1:]), *values]
    for zone in known:
        many = f" {_how_much(zone)}" if zone is only else ""
        first, *others = brief(zone)
        *before, last = f"{zone.label}{many}: {first}", *others
        items += [*before, f"{last}{SEMICOLON}"]
    return items


def _how_much(zone: Zone) -> str:
    return number(len(zone.stacks), "stack") if zone.shape == "stacks" else str(zone.count)


# -- in full ---------------------------------------------------------------------------------------


def in_full(zone: Zone) -> list[str]:
    """Lines with all that the viewer may see and remember of a zone."""
    if zone.count == 0:
        return ["empty"]
    if zone.shape == "stacks":
        return [
            f"stack {at + 1}{_mark(zone, at)} from the top: {', '.join(_in_order(stack))}"
            for at, stack in enumerate(zone.stacks)
        ]
    if zone.shape == "spread":
        return [", ".join(_faces(zone.cards))]
    if zone.shape == "row":
        return ["from the first: " + ", ".join(_in_order(zone.cards[::-1]))]
    lines = ["from the top: " + ", ".join(_in_order(zone.cards))]
    if zone.somewhere:
        told = ", ".join(tallied(zone.somewhere))
        lines.append(f"somewhere among those {FACE_DOWN}: {told}")
    return lines


def _in_order(cards: Sequence[Card]) -> list[str]:
    """Cards in their order, with a run of hidden ones as one."""
    told: list[str] = []
    hidden = 0
    for card in [*cards, None]:
        face = _face(card) if card is not None else ""
        if card is not None and not face:
            hidden += 1
            continue
        if hidden:
            told.append(f"{number(hidden, 'card')} {FACE_DOWN}")
            hidden = 0
        if face:
            told.append(face)
    return told
