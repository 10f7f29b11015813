"""Sets that are made card by card, in compiled games and in plain Python."""

from __future__ import annotations

import pytest

from cardrules.fast import playing
from tests.engine.test_grown import CONDITIONS, game_of

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")
pytestmark = pytest.mark.usefixtures("hardly_optimised")

GROWN = [condition for condition, is_read_off in CONDITIONS if is_read_off]


@pytest.mark.parametrize("condition", GROWN)
def test_the_same_is_chosen(condition: str) -> None:
    game = game_of(condition, 3)
    games = {engine: playing.playouts(game, 3, engine=engine) for engine in playing.ENGINES}
    assert len({found.checksum for found in games.values()}) == 1
    assert {found.replayed for found in games.values()} == {0}


def test_maximal_ones() -> None:
    game = game_of("same(it)", 2, "maximal subsets")
    found = [playing.playouts(game, 5, engine=engine).checksum for engine in playing.ENGINES]
    assert len(set(found)) == 1


def test_too_many_are_left_to_the_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.fast.sets.grown.MOST_FOUND", 4)
    game = game_of("same(it)", 1)
    found = playing.playouts(game, 2)
    assert found.checksum == playing.playouts(game, 2, engine="reference").checksum
    assert found.replayed == sum(map(bool, found.status.tolist())) > 0
    assert found.decisions == found.lengths.sum()
