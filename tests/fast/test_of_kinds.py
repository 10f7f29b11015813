"""Choices from a spread with many decks, where the kinds of its cards are a word."""

from __future__ import annotations

import pytest

from cardrules.fast import playing
from cardrules.fast.sets import of_kinds
from cardrules.fast.state import kinds
from tests.fast import decks

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

FITS = "suit = (top of discards).suit or rank = (top of discards).rank"


def compare(number: int, condition: str = FITS) -> None:
    text = decks.TEXT
    assert FITS in text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decks, "TEXT", text.replace(FITS, condition))
        game = decks.game_of(number, 3, 40)
    found = playing.playouts(game, 4)
    reference = playing.playouts(game, 4, engine="reference")
    assert found.checksum == reference.checksum
    assert found.decisions == 4 * 41
    assert found.replayed == 0


# One word; kinds of two, three, eight and sixteen cards; none of them parts of a set but the last.
@pytest.mark.parametrize("number", [1, 2, 3, 8, 16])
def test_they_are_played_as_by_the_reference_engine(number: int) -> None:
    compare(number)


@pytest.mark.parametrize(
    "condition",
    [
        "rank > 3 and not (suit = hearts) and rank <= (top of discards).rank + 2",
        "rank in {2, 4, 6, 8} or it is plain",
        "(suit = spades) = (rank < 5)",
        "it in (my hand where rank > 6)",
        "it != top of discards and (top of discards).rank > 5",
        "count of my hand > 5",
    ],
)
def test_conditions(condition: str) -> None:
    compare(8, condition)


def test_kinds_of_many_cards_are_told_from_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    can_have = of_kinds.OfKinds.can_have

    def noted(of: kinds.Kinds) -> bool:
        made.append(of.part)
        return can_have(of)

    monkeypatch.setattr(of_kinds.OfKinds, "can_have", staticmethod(noted))
    compare(16)
    assert set(made) == {16}
