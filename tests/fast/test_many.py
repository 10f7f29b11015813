"""The games of the bundled rulesets are those that are fixed: a sample of a million of them."""

from __future__ import annotations

import attrs
import pytest

from cardrules.engine.game import Game
from cardrules.fast import playouts
from cardrules.fast.playing import Engine
from cardrules.lint.settings import game_in

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")


def test_a_sample_of_the_games_that_are_fixed() -> None:
    from tests.fast.many import changed  # noqa: PLC0415 - it needs the extra

    assert list(changed("sample")) == []


@pytest.mark.parametrize(
    "name",
    [
        "crazy_eights",
        pytest.param("snarkas", marks=pytest.mark.slow),
        pytest.param("hearts", marks=pytest.mark.slow),
        pytest.param("snatch_it", marks=pytest.mark.slow),
        pytest.param("snatch_the_cat", marks=pytest.mark.slow),
        pytest.param("war", marks=pytest.mark.slow),
    ],
)
def test_a_sample_of_the_games_in_other_settings(name: str) -> None:
    from tests.fast.many import all_settings, compare  # noqa: PLC0415 - it needs the extra

    settings = list(all_settings([name], 0))
    _, ruleset, setting, _ = settings[len(settings) // 2]
    game = game_in(ruleset, setting)
    assert game is not None
    assert compare(game, 20, 3) == ""


def test_a_game_that_goes_otherwise_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fast import many  # noqa: PLC0415 - it needs the extra

    changed = 13

    def otherwise(game: Game, games: int, seed: int = 0, engine: Engine = "native") -> object:
        found = playouts(game, games, seed)
        is_it = engine != "native" and seed <= changed < seed + games
        return attrs.evolve(found, checksum=found.checksum + is_it)

    monkeypatch.setattr(many, "playouts", otherwise)
    game = many.default_game("kuhn_poker")
    assert many.compare(game, 40, 5) == "seed 13 is played otherwise by the engine `python`"
    assert many.compare(game, 10, 5) == ""
