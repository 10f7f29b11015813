"""Who has won is said in a sentence."""

from __future__ import annotations

import pytest

from cardrules.table.ending import winners_sentence
from tests.engine.harness import DECK, game

NAMES = ["Ann", "Bob", "Cid", "Dot"]


@pytest.mark.parametrize(
    ("teams", "winners", "games", "expected"),
    [
        ("", (1,), 1, "Bob wins."),
        ("", (0, 1, 3), 1, "Ann, Bob and Dot share the win."),
        ("teams: {4: [[1, 3], [2, 4]]}", (1, 3), 1, "Bob and Dot win."),
        ("teams: {4: [[1, 3], [2, 4]]}", (0, 2), 3, "Ann and Cid win after 3 games."),
    ],
)
def test_who_has_won(teams: str, winners: tuple[int, ...], games: int, expected: str) -> None:
    assert winners_sentence(game(DECK, 4, front=teams), NAMES, winners, games) == expected
