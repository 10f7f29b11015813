"""Piles and rows, beside the tuples that the engine has for them."""

from __future__ import annotations

from bisect import bisect

from hypothesis import example, given
from hypothesis import strategies as st

from cardrules.engine.playing import moves
from cardrules.engine.source.helpers import joined, without
from cardrules.engine.work import Counter
from cardrules.kernel import rows
from cardrules.kernel.numbers import DONE, FULL, MISSING
from cardrules.model.types import NONE
from cardrules.ops.table import bottom_of, top_of
from tests.kernel.watched import operation

ROOM = 8
cards = st.lists(st.integers(0, 11), max_size=ROOM, unique=True)
places = st.one_of(st.integers(-3, 12), st.sampled_from([1 << 40, -(1 << 40)]))
WHERE = {"top": rows.TOP, "bottom": rows.BOTTOM, "above": rows.ABOVE, "below": rows.BELOW}
# What lies before a row and behind its room must stay.
AT = 2


def cells_of(*rows_: list[int]) -> list[int]:
    """Rows with room for eight things each, one after the other."""
    found = [-5] * AT
    for row in rows_:
        found += [len(row), *row, *[-7] * (ROOM - len(row))]
    return [*found, -9]


def row_at(cells: list[int], at: int = AT) -> list[int]:
    """What lies in a row."""
    assert cells[:AT] == [-5] * AT
    assert cells[-1] == -9
    return cells[at + 1 : at + 1 + cells[at]]


@given(cards, st.integers(0, 11), places)
def test_looking(row: list[int], thing: int, place: int) -> None:
    cells = cells_of(row)
    assert operation("top_of")(cells, AT) == top_of(row)
    assert operation("bottom_of")(cells, AT) == bottom_of(row)
    assert operation("find")(cells, AT, thing) == (row.index(thing) if thing in row else NONE)
    wanted = row[place] if 0 <= place < len(row) else NONE
    assert operation("thing_at")(cells, AT, place) == wanted
    assert cells == cells_of(row)


@given(cards, st.integers(0, 11), places)
@example(list(range(8)), 9, 0)
def test_putting_one_thing(row: list[int], thing: int, place: int) -> None:
    at = max(0, min(place, len(row)))
    by_number = sorted(row)
    spread = bisect(by_number, thing)
    for name, before, given_, wanted in (
        ("put_on_top", row, [thing], [*row, thing]),
        ("put_at", row, [place, thing], [*row[:at], thing, *row[at:]]),
        ("put_sorted", by_number, [thing], [*by_number[:spread], thing, *by_number[spread:]]),
    ):
        cells = cells_of(before)
        status = operation(name)(cells, AT, ROOM, *given_)
        assert status == (FULL if len(row) == ROOM else DONE), name
        assert row_at(cells) == (before if status else wanted), name


@given(cards, cards, st.sampled_from(list(WHERE)), places)
def test_putting_several_as_the_engine_lays_them(
    row: list[int], group: list[int], where: str, depth: int
) -> None:
    cells = cells_of(row)
    given_ = [99, *group]
    status = operation("put_group")(
        cells, AT, ROOM, WHERE[where], depth, given_, 1, len(group)
    )  # fmt: skip
    assert status == (FULL if len(row) + len(group) > ROOM else DONE)
    laid = moves._laid(tuple(row), tuple(group), where, depth)
    assert tuple(row_at(cells)) == (tuple(row) if status else laid)


@given(cards, st.integers(0, 11), places)
def test_taking_one_thing(row: list[int], thing: int, place: int) -> None:
    cells = cells_of(row)
    is_there = 0 <= place < len(row)
    assert operation("take_at")(cells, AT, place) == (row[place] if is_there else NONE)
    assert row_at(cells) == (row[:place] + row[place + 1 :] if is_there else row)
    cells = cells_of(row)
    assert operation("take_top")(cells, AT) == (row[-1] if row else NONE)
    assert row_at(cells) == row[:-1]
    cells = cells_of(row)
    assert operation("take")(cells, AT, thing) == (DONE if thing in row else MISSING)
    assert row_at(cells) == [other for other in row if other != thing]
    if thing in row:
        assert tuple(row_at(cells)) == moves._without(tuple(row), (thing,))


@given(cards, cards)
def test_collections_with_and_without_each_other(row: list[int], group: list[int]) -> None:
    """`a + b` and `a - b` of collections of cards, players, and so on."""
    cells = cells_of(row)
    gone = operation("take_group")(cells, AT, group, 0, len(group))
    assert tuple(row_at(cells)) == without(Counter(), tuple(row), tuple(group))
    if group:
        assert tuple(row_at(cells)) == moves._without(tuple(row), tuple(group))
    assert gone == len(set(row) & set(group))
    cells = cells_of(row)
    together = joined(Counter(), tuple(row), tuple(group))
    status = operation("join")(cells, AT, ROOM, group, 0, len(group))
    assert status == (FULL if len(together) > ROOM else DONE)
    assert tuple(row_at(cells)) == together[:ROOM]


@given(cards, st.data(), st.sampled_from(list(WHERE)), places)
def test_moving_a_group_from_row_to_row(
    row: list[int], data: st.DataObject, where: str, depth: int
) -> None:
    group = data.draw(st.lists(st.sampled_from([*row, 99]), unique=True))
    other = data.draw(st.lists(st.integers(20, 30), max_size=ROOM, unique=True))
    cells = cells_of(row, other)
    to = AT + ROOM + 1
    status = operation("move_group")(cells, AT, to, ROOM, WHERE[where], depth, group, 0, len(group))
    if 99 in group:
        assert status == MISSING
    else:
        assert status == (FULL if len(other) + len(group) > ROOM else DONE)
    if status:
        assert cells == cells_of(row, other)
    else:
        left = moves._without(tuple(row), tuple(group)) if group else tuple(row)
        assert tuple(row_at(cells)) == left
        laid = moves._laid(tuple(other), tuple(group), where, depth)
        assert tuple(row_at(cells, to)) == laid


@given(cards, st.data(), st.sampled_from(list(WHERE)), places)
def test_moving_a_group_within_its_row(
    row: list[int], data: st.DataObject, where: str, depth: int
) -> None:
    group = data.draw(st.lists(st.sampled_from(row), unique=True)) if row else []
    cells = cells_of(row)
    status = operation("move_group")(cells, AT, AT, ROOM, WHERE[where], depth, group, 0, len(group))
    left = tuple([card for card in row if card not in group])
    assert status == DONE
    assert tuple(row_at(cells)) == moves._laid(left, tuple(group), where, depth)


@given(cards, cards, st.integers(0, ROOM), st.integers(0, ROOM))
def test_exchanging_two_rows(left: list[int], right: list[int], less: int, much: int) -> None:
    cells = cells_of(left, right)
    other = AT + ROOM + 1
    rooms = (max(len(left), less), max(len(right), much))
    status = operation("exchange")(cells, AT, rooms[0], other, rooms[1])
    if len(left) > rooms[1] or len(right) > rooms[0]:
        assert status == FULL
        assert cells == cells_of(left, right)
    else:
        assert status == DONE
        assert (row_at(cells), row_at(cells, other)) == (right, left)
