"""Lines are broken between the names of cards, and not within one or behind how many there are."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType

from cardrules.cli.table.flow import Hanging, Trailed
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.unbroken import Unbroken
from tests.cli.play_harness import Sat, against_bots
from tests.cli.test_play_session import HANDS
from tests.engine import harness

NAMES = ("Ace", "Pick 1 Color", "Pick 1", "Tink's Gaze")
SHOWN = "You draw 2 x Ace, 12 x Pick 1 Color and Tink's Gaze"


def lines(item: RenderableType, width: int) -> list[str]:
    file = io.StringIO()
    Screen(Console(file=file, width=width)).show(item)
    return file.getvalue().splitlines()


@pytest.mark.parametrize("width", range(20, 60))
@pytest.mark.parametrize("made", [lambda text: Hanging(text, 1), lambda text: Trailed(text, ())])
def test_a_line_ends_between_cards(width: int, made) -> None:
    shown = lines(made(Unbroken(NAMES).text(SHOWN)), width)
    assert " ".join(line.strip() for line in shown) == SHOWN
    whole = ("2 x Ace", "12 x Pick 1 Color", "Tink's Gaze")
    assert all(any(name in line for line in shown) for name in whole), shown


def test_a_name_within_a_word_is_none() -> None:
    shown = lines(Hanging(Unbroken(["a b"]).text("1234567890 12345 a b1 a b")), 20)
    assert shown == ["1234567890 12345 a", "  b1 a b"]


def test_the_lines_of_a_question_are_broken_between_cards_too() -> None:
    cards = 'card: {name: "Card of {number} and a half", number: 1 to 9, count: 1}'
    game = harness.game(HANDS, cards=cards)
    found = Sat(game, against_bots(2), width=30, is_kept=True).on_screen
    assert "1) Lay a card:\n" in found and "Card of 9 and a half\n" in found
    wide = Sat(game, against_bots(2), width=200, is_kept=True).on_screen
    assert "Lay a card: Card of 9 and a half\n" in wide
