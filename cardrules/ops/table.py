"""Operations on places and seats: top, bottom, owner, left, right, next."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.kernel.seats import put_around
from cardrules.model.types import CARD, NONE, PLAYER, PLAYERS, UNKNOWN, Type
from cardrules.ops.base import Op


def _pile_end(types: Sequence[Type]) -> Type | str:
    of_type = types[0]
    if of_type.base == "unknown":
        return UNKNOWN
    if of_type.base == "stack" or (of_type.base == "zone" and of_type.name in ("pile", "row")):
        return CARD.or_none()
    return f"needs a pile, a row or a stack, not {of_type}"


def _owner(types: Sequence[Type]) -> Type | str:
    if types[0].base == "unknown":
        return PLAYER
    if types[0].base in ("stack", "card"):
        return PLAYER.or_none()
    return f"needs a stack or a card, not {types[0]}"


def _seat(types: Sequence[Type]) -> Type | str:
    if types[0].base in ("player", "unknown") and not types[0].optional:
        return PLAYER
    return f"needs a player, not {types[0]}"


def top_of(cards: Sequence[int]) -> int:
    """The top card of a pile (the last), or none."""
    return cards[-1] if cards else NONE


def bottom_of(cards: Sequence[int]) -> int:
    """The bottom card of a pile (the first), or none."""
    return cards[0] if cards else NONE


def clockwise_from(player: int, players: int) -> tuple[int, ...]:
    """All players around the table, beginning with one: a fast form of `seats_from`."""
    return (*range(player, players), *range(player))


def seats_from(start: int, direction: int, players: int) -> tuple[int, ...]:
    """All players in a direction, beginning with one."""
    seats = [0] * players
    put_around(seats, 0, start, direction, players)
    return tuple(seats)


def _around(types: Sequence[Type]) -> Type | str:
    seat = _seat(types)
    return seat if isinstance(seat, str) else PLAYERS


OPS = (
    Op(
        name="clockwise_from",
        summary="All players, that one first and the others clockwise behind.",
        example="clockwise_from(leader)",
        arity=1,
        rule=_around,
        emit=lambda a: f"clockwise_from({a[0]}, PLAYERS)",
        helpers={"clockwise_from": clockwise_from},
    ),
    Op(
        name="top",
        summary="The top card of a pile or stack; none if a pile is empty. In a row, the last.",
        example="top of deck",
        arity=1,
        rule=_pile_end,
        emit=lambda a: f"top_of(s.zones[{a[0]}])",
        emit_for_stack=lambda stack: f"s.zones[{stack}][-1]",
        helpers={"top_of": top_of},
        takes_zones=True,
    ),
    Op(
        name="bottom",
        summary="The lowest card of a pile or stack; none if a pile is empty. In a row, the first.",
        example="bottom of deck",
        arity=1,
        rule=_pile_end,
        emit=lambda a: f"bottom_of(s.zones[{a[0]}])",
        emit_for_stack=lambda stack: f"s.zones[{stack}][0]",
        helpers={"bottom_of": bottom_of},
        takes_zones=True,
    ),
    Op(
        name="owner",
        summary="The player in whose zone a stack or a card lies; none if that zone is shared.",
        example="owner of stack",
        arity=1,
        rule=_owner,
        emit=lambda a: f"owner_of(s, {a[0]})",
        takes_zones=True,
    ),
    Op(
        name="left",
        summary="The player to the left: the next one clockwise.",
        example="left of me",
        arity=1,
        rule=_seat,
        emit=lambda a: f"(({a[0]}) + 1) % PLAYERS",
    ),
    Op(
        name="right",
        summary="The player to the right: the next one counterclockwise.",
        example="right of me",
        arity=1,
        rule=_seat,
        emit=lambda a: f"(({a[0]}) - 1) % PLAYERS",
    ),
    Op(
        name="next",
        summary="The player after this one, in the direction in which turns go now.",
        example="next of me",
        arity=1,
        rule=_seat,
        emit=lambda a: f"(({a[0]}) + s.direction) % PLAYERS",
    ),
)
