"""The order of players, and the fast forms that generated source has of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardrules.ops.registry import operations as operations_of_the_language
from cardrules.ops.table import clockwise_from, seats_from
from tests.kernel.watched import operation


@given(st.integers(1, 12), st.data())
def test_seats_around_the_table(players: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, players - 1))
    for direction in (1, -1):
        seats = [-1] * (players + 2)
        operation("put_around")(seats, 1, start, direction, players)
        assert seats == [-1, *[(start + direction * n) % players for n in range(players)], -1]
        assert tuple(seats[1:-1]) == seats_from(start, direction, players)
        if direction == 1:
            assert tuple(seats[1:-1]) == clockwise_from(start, players)


@given(st.integers(1, 12), st.data())
def test_generated_source_means_the_same_seats(players: int, data: st.DataObject) -> None:
    """`left of`, `right of` and `next of` are written out where they stand."""
    start = data.draw(st.integers(0, players - 1))
    direction = data.draw(st.sampled_from([1, -1]))
    state = type("State", (), {"direction": direction})()
    for name, way in (("left", 1), ("right", -1), ("next", direction)):
        source = operations_of_the_language()[name].emit([str(start)])
        found = eval(source, {"PLAYERS": players, "s": state})
        assert found == operation("seat_at")(start, 1, way, players)


def test_without_players_there_is_no_seat() -> None:
    assert operation("seat_at")(3, 1, 1, 0) == 0
