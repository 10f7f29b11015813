"""The order of players: seats count from 0, clockwise.

A direction is 1 (clockwise) or -1.
"""

from __future__ import annotations

from cardrules.kernel.types import Store


def seat_at(start: int, places: int, direction: int, players: int) -> int:
    """The seat so many places from another in a direction; 0 if there are no players."""
    if players <= 0:
        return 0
    return (start + direction * places) % players


def put_around(seats: Store, at: int, start: int, direction: int, players: int) -> None:
    """All seats in a direction, beginning with one, side by side from `at` on."""
    for place in range(players):
        seats[at + place] = seat_at(start, place, direction, players)
