"""What measures the screens: it counts what is off them, and finds the question."""

from __future__ import annotations

import pytest

from cardrules.cli.table.screen import Screen
from tests.bundled import bundled_named
from tests.cli import screens


def war() -> list[screens.Seen]:
    """The first questions of the game with the smallest table."""
    found = screens.questions(bundled_named("war")[0], height=24)
    return [next(found) for _ in range(3)]


def test_a_screen_begins_with_the_board_and_ends_with_the_prompt() -> None:
    for seen in war():
        assert seen.lines[0].startswith("War, ")
        assert seen.lines[-1].startswith("Player 1, ")
        assert 0 < seen.question < len(seen.lines)


def test_nothing_that_was_shown_to_one_person_is_left_over_for_the_next() -> None:
    item = bundled_named("war")[0]
    found = screens.questions(item, seats=["human", "human"])
    assert not any(next(found).left_over for _ in range(4))


def test_what_is_left_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    item = bundled_named("snarkas")[0]
    monkeypatch.setattr(Screen, "wipe", lambda screen: None)
    found = screens.questions(item, seats=["human", "human"])
    seen = [next(found) for _ in range(3)]
    assert "Your hand" in "".join(seen[1].left_over)
    figures = screens.Figures("snarkas-2")
    for one in seen:
        figures.add(one, 1)
    assert figures.left_over == 2


@pytest.mark.parametrize(("height", "table", "question"), [(24, 0, 0), (5, 3, 0), (1, 3, 3)])
def test_what_does_not_fit_is_counted(height: int, table: int, question: int) -> None:
    found = screens.Figures("war-2")
    for seen in war():
        found.add(screens.Seen(lines=seen.lines, question=seen.question, height=height), 1)
    assert (found.questions, found.lost_tables, found.lost_questions) == (3, table, question)
    assert len(found.tallest) == 1
