"""The run over many texts: what it counts, and that it misses nothing that breaks or hangs."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from tests import soak
from tests.fuzz import run
from tests.fuzz.coverage import every_feature
from tests.fuzz.figures import Figures
from tests.fuzz.mutated import mutated_ruleset, shipped
from tests.fuzz.trying import StandstillError, Trial, stopwatch, try_text
from tests.fuzz.workers import spread


def work(job: int) -> int:
    """A job: 1 ends its process, 2 never answers."""
    if job == 1:
        os._exit(1)
    if job == 2:
        threading.Event().wait()
    return 10 * job


@pytest.mark.slow
def test_a_worker_that_dies_or_says_nothing_is_lost_and_the_others_go_on() -> None:
    found = dict(spread(work, [3, 1, 4, 2, 5], 2, silence=5.0))
    assert found == {3: 30, 1: None, 4: 40, 2: None, 5: 50}


def test_what_stands_still_is_stopped() -> None:
    with pytest.raises(StandstillError), stopwatch(0.05):
        while True:
            pass


def test_a_few_mutated_texts_break_nothing() -> None:
    found = [try_text(mutated_ruleset(seed), seed, 0, watched=False) for seed in range(12)]
    assert [trial.broken for trial in found if trial.broken] == []
    assert any(trial.clean for trial in found)
    assert any(trial.codes for trial in found)


def test_a_mutated_text_is_another_than_the_shipped_one() -> None:
    assert mutated_ruleset(1) == mutated_ruleset(1)
    assert sum(mutated_ruleset(seed) not in shipped() for seed in range(20)) > 10


def test_the_figures_count_and_judge() -> None:
    figures = Figures()
    everything = every_feature()
    figures.add("random", 1, Trial(clean=True, features=everything, outcomes=("ended",), actions=7))
    figures.add("mutated", 2, Trial(codes=("CR101",)))
    assert (figures.texts, figures.games) == (2, 1)
    assert figures.is_good(5000)
    assert "100.0% of the games reach their declared end" in figures.table()
    few = Figures()
    few.add("random", 1, Trial(clean=True, features=frozenset(), outcomes=("ended",)))
    assert few.is_good(10)
    assert not few.is_good(5000)
    figures.add(
        "random", 3, Trial(clean=True, outcomes=("broken",), broken=(("a lost card", "7"),))
    )
    assert not figures.is_good(2)
    assert "    1 a lost card: random 3\n7" in figures.table()
    assert json.loads(json.dumps(figures.data()))["broken"] == [["a lost card", "random 3", "7"]]


def test_the_soak_tells_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "spread", lambda work, jobs, processes: ((j, work(j)) for j in jobs))
    file = tmp_path / "figures.json"
    soaked = ["--only", "random", "--texts", "4", "--random-games", "1", "--json", str(file)]
    assert soak.main(soaked) == 0
    out = capsys.readouterr().out
    assert "reach their declared end" in out
    assert "0 broken" in out
    assert json.loads(file.read_text())["sources"]["mutated"]["texts"] == 2


def test_one_text_can_be_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--only", "mutated", "3"]) == 0
    assert mutated_ruleset(3) in capsys.readouterr().out
    with pytest.raises(SystemExit):
        run.main(["--only", "other", "3"])
