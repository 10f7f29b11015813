"""The games of the bundled rulesets are those that are fixed: a sample of a million of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from cardrules.engine.game import Game
from cardrules.fast import playouts
from cardrules.fast.playing import Engine

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")


def test_a_sample_of_the_games_that_are_fixed() -> None:
    from tests.fast.many import fixed, is_changed  # noqa: PLC0415 - it needs the extra

    assert [name for name in fixed() if is_changed(name, "sample")] == []


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
    from tests.fast.many import Job, jobs  # noqa: PLC0415 - it needs the extra

    every = [job for job in jobs([name], 0, 20, 3) if job.setting is not None]
    assert Job.do(every[len(every) // 2]) == ""


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


def test_what_is_done_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.fast import many  # noqa: PLC0415 - it needs the extra

    tried: list[str] = []
    wrong_ones = ["war"]

    def here(work: object, left: list[many.Job], *_: object) -> Iterator[tuple[many.Job, str]]:
        for job in left:
            tried.append(job.name)
            is_wrong = job.name in wrong_ones and job.setting is not None
            yield job, "seed 3" if is_wrong else ""

    monkeypatch.setattr(many, "spread", here)
    arguments = ["war", "kuhn_poker", "--settings", "1", "--done", str(tmp_path / "made" / "done")]
    assert many.main(arguments) == 1
    wrong = "war, 2 players: 2,000 games, 2,000 of them by the reference engine: seed 3"
    out = capsys.readouterr().out.splitlines()
    assert out[1] == wrong
    assert out[-2:] == [wrong, "294,000 native games, 1 mistakes"]
    tried.clear()
    wrong_ones.clear()
    assert many.main(arguments) == 0
    assert tried == ["war"]
    assert capsys.readouterr().out.startswith("3 of 4 are done.\n")
    # Another package plays otherwise.
    monkeypatch.setattr(many, "what_is_played", lambda: iter([Path(__file__)]))
    tried.clear()
    assert many.main(arguments) == 0
    assert len(tried) == 4
