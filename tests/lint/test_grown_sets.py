"""CR527 and sets that are made card by card: what they were found with is told, if it is much."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.engine.game import Game
from cardrules.engine.work_of_sets import work_of_sets
from cardrules.lint.runner import lint_source
from cardrules.source import normalised
from tests.bundled import load

SETS = Path(__file__).parents[1] / "data" / "sets"
GIN, LANDLORD = SETS / "gin_melds.rules", SETS / "landlord.rules"


def said(text: str) -> list[str]:
    return [
        item.message for item in lint_source(normalised("x.rules", text)) if item.code == "CR527"
    ]


def test_melds_are_little_work_even_of_many_cards() -> None:
    text = GIN.read_text(encoding="utf-8")
    assert said(text) == []
    assert said(text.replace("draw 10 from", "draw 20 from")) == []


def test_much_work_is_told() -> None:
    (message,) = said(LANDLORD.read_text(encoding="utf-8"))
    assert message.startswith("With 2 players, 20 cards lie in `hand` after the set-up: ")
    assert message.endswith(" steps of work in a game by chance.")


def test_a_rank_that_is_chosen_first_is_what_helps() -> None:
    text = LANDLORD.read_text(encoding="utf-8")
    before = "    choose chosen from subsets of my hand where can_be_played(it)\n"
    assert before in text
    one_rank = (
        "    choose first from my hand\n"
        "    choose chosen from subsets of (my hand where rank = first.rank) where few(it)\n"
    )
    assert said(text.replace(before, one_rank)) == []


@pytest.mark.parametrize(("path", "most"), [(GIN, 100_000), (LANDLORD, 15_000_000)])
def test_the_work_of_a_choice(path: Path, most: int) -> None:
    (work,) = work_of_sets(Game(load(path), 2)).values()
    assert most / 10 < work < most
