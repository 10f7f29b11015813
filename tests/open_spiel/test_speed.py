"""What is measured beside OpenSpiel: who plays, what is told, and where it is written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import bench, measured_page
from tests.open_spiel import engines, speed, theirs
from tests.open_spiel.engines import LOOP, NATIVE, PYTHON, ROLLOUTS, Play, Played
from tests.open_spiel.games import KUHN, LEDUC

REFERENCE = "cardrules, reference"


def _taking(seconds: float, decisions: int | None = None) -> Play:
    """Games that take so long each and have so many decisions."""
    return lambda games, _: Played(
        games * seconds, None if decisions is None else games * decisions
    )


@pytest.fixture
def two_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Theirs take a known time; of ours there is the reference and a native one."""

    def is_there(play: Play | None) -> Callable[[Any], Play | None]:
        return lambda _: play

    beside = {LOOP: is_there(_taking(0.5)), ROLLOUTS: is_there(_taking(0.1))}
    ours = {
        REFERENCE: is_there(_taking(2.0, 10)),
        PYTHON: is_there(None),
        NATIVE: is_there(_taking(0.02, 10)),
    }
    monkeypatch.setattr(speed, "THEIRS", beside)
    monkeypatch.setattr(speed, "OURS", ours)
    monkeypatch.setattr(speed, "TWINS", (LEDUC,))
    monkeypatch.setattr(speed, "OWN", (("snarkas", 2),))


@pytest.mark.usefixtures("two_engines")
def test_engines_are_told_with_what_is_wanted_of_them() -> None:
    told: list[str] = []
    found = speed.tables(2, 1.0, told.append)
    assert found == told
    first, second = (
        [[cell.strip() for cell in line.split("|")[1:-1]] for line in part if line]
        for part in (found[:6], found[7:])
    )
    assert [row[1] for row in first[2:]] == [LOOP, ROLLOUTS, REFERENCE, NATIVE]
    assert {row[0] for row in first[2:]} == {"Leduc Poker, 2 players"}
    assert [row[2].split()[0] for row in first[2:]] == ["2", "10", "0", "50"]
    assert [row[3].split()[0] for row in first[2:]] == ["1", "5.00", "0.25", "25.00"]
    assert first[5][4:] == ["5.00 (5.00 to 5.00)", "3 of the rollouts, aim 10: met"]
    # Theirs have 64 decisions in a game of Hearts.
    assert [row[2].split()[0] for row in second[2:]] == ["128", "640", "5", "500"]
    assert [row[0].split(",")[0] for row in second[2:]] == [
        "Hearts",
        "Hearts",
        "Snarkas",
        "Snarkas",
    ]
    assert second[5][5] == "3.4 of the rollouts, aim 6.8: missed"


def test_without_open_spiel_that_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(theirs, "pyspiel", lambda: None)
    assert engines.python_loop(KUHN) is None and engines.rollouts(KUHN) is None
    assert bench.main(["--open-spiel", "--write"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("OpenSpiel is not installed")


def test_what_is_measured_takes_the_place_of_what_stood_there(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    page.write_text(measured_page.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    measured_page.write(["measured once"], "--open-spiel", page)
    once = page.read_text(encoding="utf-8")
    measured_page.write([r"\1 second"], "--open-spiel", page)
    assert page.read_text(encoding="utf-8") == once.replace("measured once", r"\1 second")
    page.write_text("# Speed\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"performance\.md has no place"):
        measured_page.write(["third"], "--open-spiel", page)


def test_what_is_written_is_asked_for_with_what_is_compared() -> None:
    with pytest.raises(SystemExit):
        bench.main(["--write"])


def test_the_reference_plays_whole_games() -> None:
    play = engines.reference(KUHN.game())
    assert play is not None
    found = play(20, 5)
    assert found.decisions is not None and 40 <= found.decisions <= 60
    assert found.seconds > 0


def test_an_engine_that_plays_batches() -> None:
    """It is left out without the extra; a name that no engine has is never there."""
    play = engines.of_batches("native")(KUHN.game())
    if play is not None:
        found = play(100, 1)
        assert found.decisions is not None and 200 <= found.decisions <= 300
    assert engines.of_batches("of nobody")(KUHN.game()) is None


def test_an_engine_that_is_not_there_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cardrules.fast", None)
    assert engines.of_batches("native")(KUHN.game()) is None


@pytest.mark.parametrize("begin", [engines.python_loop, engines.rollouts])
def test_open_spiel_plays(begin: Callable[..., Play | None]) -> None:
    if theirs.pyspiel() is None:
        pytest.skip("OpenSpiel is not installed")
    play = begin(KUHN)
    assert play is not None and play(50, 1).seconds > 0
