"""What is measured of compiled games is measured, in a moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import bench, measured_page

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")

from tests.fast import figures


def cells(table: figures.Table) -> list[list[str]]:
    """The cells of a table below its head."""
    return [one.strip("| ").split(" | ") for one in list(table)[2:]]


@pytest.mark.usefixtures("hardly_optimised")
def test_tables_have_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "DECKS", (1, 2))
    monkeypatch.setattr(figures, "DECK_TURNS", (5, 50))
    monkeypatch.setattr(figures, "PLAYERS", (2, 3))
    monkeypatch.setattr(figures, "BATCHED", (("kuhn_poker", 2),))
    ((name, *rates),) = cells(figures.batches(1, 0.001))
    assert name == "Kuhn Poker, 2 players"
    assert all(float(one.split()[0].replace(",", "")) > 0 for one in rates)
    first, second = cells(figures.decks(1, 0.001))
    assert (first[0], first[2], second[0]) == ("52", "1.00 (1.00 to 1.00)", "104")
    first, second = cells(figures.players(1, 0.001))
    assert (first[0], first[2], second[0]) == ("2", "1.00 (1.00 to 1.00)", "3")


def test_a_process_tells_what_it_has_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    (seconds,) = figures.asked("compile", "kuhn_poker", 2)
    assert 0 < seconds < 60
    with figures._Waiting("kuhn_poker", 2) as one:
        one.begin(100, 1)
        assert one.seconds() > 0


@pytest.mark.slow
def test_all_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "performance.md"
    page.write_text(measured_page.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    write: Callable[..., None] = measured_page.write
    monkeypatch.setattr(measured_page, "write", lambda found, of: write(found, of, page))
    assert bench.main(["--native", "--write", "--rounds", "1", "--seconds", "0.01"]) == 0
    assert page.read_text(encoding="utf-8").count("| --- |") >= 6


def test_what_is_not_reached_is_said() -> None:
    assert figures.verdict("at most 2", False) == "at most 2: missed"
    assert figures.Spread([3.0, 1.0, 2.0]).told(1) == "2.0 (1.0 to 3.0)"
