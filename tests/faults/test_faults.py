"""Forty faults by which the linter is measured: they can be made, and their rulesets are sound.

How many are named is printed and not held to a number (`python -m tests.faults`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.source import normalised
from tests.bundled import load, random_play
from tests.faults.collection import CLASSES, FOLDER, SORTS, faults, originals
from tests.faults.draw import Drawn, bare, in_order, mutants_of, rows
from tests.faults.measure import false_findings, lint_faults
from tests.faults.second import drawn as drawn_later
from tests.faults.second import said_of
from tests.mutation import Mutant

OWN = sorted((FOLDER / "originals").glob("*.rules"))
GAMES = 3
PARTS = (
    "decks", "setup", "play", "routines", "actions", "interrupts", "standing", "triggers",
    "placements", "definitions", "score", "criteria", "zones", "variables", "kinds", "matches",
)  # fmt: skip


def test_there_are_twenty_of_each_sort_and_written_ones_of_every_class() -> None:
    found = faults()
    assert {sort: sum(item.sort == sort for item in found) for sort in SORTS} == {
        "written": 20,
        "drawn": 20,
    }
    assert len({item.name for item in found}) == 40
    assert {item.of_class for item in found} == set(CLASSES)
    assert {item.of_class for item in found if item.sort == "written"} == set(CLASSES)
    assert all(item.what and item.why and item.lines for item in found)


def test_each_fault_can_be_linted_and_what_is_refused_is_refused_for_its_fault() -> None:
    found = lint_faults()
    refused = [item for item in found if any(told["severity"] == "error" for told in item.said)]
    assert [item.fault.name for item in refused if not item.naming] == []
    print(f"{sum(bool(item.naming) for item in found)} of {len(found)} faults are named.")


def test_nothing_is_said_of_the_rulesets_without_faults() -> None:
    assert len(OWN) == 3
    assert {path.stem for path in OWN} < set(originals())
    assert false_findings() == []


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_they_are_played_to_the_end_at_every_number_of_players(path: Path) -> None:
    ruleset = load(path)
    for players in range(ruleset.players_min, ruleset.players_max + 1):
        game = Game(ruleset, players)
        for seed in range(GAMES):
            *_, last = random_play(game, seed, steps=2000)
            assert last.over
            assert game.result(last).winners


def test_every_drawn_fault_came_up_once() -> None:
    drawn = sorted(item.name for item in faults() if item.sort == "drawn")
    assert sorted(row.fault for row in rows() if row.fault) == drawn
    assert all(bool(row.fault) != bool(row.passed) for row in rows())
    assert rows()[-1].fault, "the draw ends with the twentieth fault"


@pytest.mark.slow
def test_the_draw_is_that_of_the_seed() -> None:
    recorded = [row.drawn for row in rows()]
    assert in_order(len(recorded)) == recorded


@pytest.mark.slow
def test_a_drawn_fault_means_the_mutant_that_came_up() -> None:
    texts = {item.name: item.text for item in faults()}
    found: dict[str, dict[Drawn, Mutant]] = {}
    for row in rows():
        if not row.fault:
            continue
        ruleset, _ = analyse_source(normalised("fault.rules", texts[row.fault]))
        game = row.drawn.game
        if game not in found:
            found[game] = dict(mutants_of(game))
        mutant = found[game][row.drawn].ruleset
        is_alike = ruleset is not None and all(
            bare(getattr(ruleset, name)) == bare(getattr(mutant, name)) for name in PARTS
        )
        assert is_alike == (not row.unlike), row.fault


def test_the_second_draw_has_twenty_mutants_that_are_there() -> None:
    found = drawn_later()
    assert len({key for key, _, _ in found}) == 20
    assert all(why for _, _, why in found)
    assert said_of(found[0][1])
