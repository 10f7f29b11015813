"""Valgrind finds nothing in compiled games, and would find it."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")

from cardrules.engine.game import Game
from cardrules.rulesets import load
from tests.fast import valgrind

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(valgrind.missing()), reason="gcc and valgrind are needed"),
]


def test_games_and_states() -> None:
    game = Game(load("leduc_poker"), 2)
    assert valgrind.look_at_games(game, 20) == ""
    assert valgrind.look_at_states(game, 3, 5) == ""


def test_states_that_have_too_little_room_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(valgrind, "_STATES", valgrind._STATES.replace("{state}", "({state} - 8)"))
    found = valgrind.look_at_states(Game(load("leduc_poker"), 2), 3, 5)
    assert found is not None
    assert "Invalid write" in found
