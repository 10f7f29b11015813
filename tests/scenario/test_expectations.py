"""A wrong expectation never passes: a sample of what `make mutants ARGS=--expectations` tries."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardrules.resources import games_dir
from tests.expectations import mutants, passes, trial_of
from tests.mutants import EXAMPLES, GAMES
from tests.scenario.harness import HEADER, loaded, ruleset_named

FOLDERS = [games_dir() / "scenarios" / game for game in GAMES]
FOLDERS += sorted(EXAMPLES.glob("*/scenarios"))
# Of the files, of the cases in them, and of the mutants of each.
EACH = (5, 6, 25)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.parent.name + "-" + path.name)
def test_a_wrong_expectation_does_not_pass(folder: Path) -> None:
    trial = trial_of(folder, EACH[0])
    tried, alive = 0, []
    for number in range(0, len(trial.cases), EACH[1]):
        more, passing = trial.survivors(number, EACH[2])
        tried += more
        alive += [f"{trial.cases[number][0]}: {item}" for item in passing]
    assert tried
    assert not alive, "\n".join(alive)


def test_every_part_of_an_expectation_has_mutants() -> None:
    file, _ = loaded(
        "- {name: a, rules: [SN-S1], expect: {deck: 36, hand 1: {with: [7]}, asked: {seat: 1}, "
        "refused: [{seat: 2, do: play_card, card: 7, by: [SN-P1]}], log 1: {with: [a]}}}\n"
    )
    assert file is not None
    scenario = {"name": "a", "rules": ["SN-S1"], "expect": {}}
    (step,) = file.scenarios[0].steps
    scenario["expect"] = {fact.key: fact.value for fact in step.facts}  # type: ignore[union-attr]
    made = list(mutants({"game": "snarkas", "scenarios": [scenario]}, ruleset_named("snarkas")))
    places = {item.path[2:] for item in made}
    for place in [
        ("expect", "deck"),
        ("expect", "hand 1", "with", 0),
        ("expect", "asked", "seat"),
        ("expect", "refused", 0, "by"),
        ("expect", "refused", 0, "card"),
        ("expect", "log 1", "with", 0),
    ]:
        assert place in places


def test_a_survivor_would_be_seen() -> None:
    text = HEADER + "  - {name: a, rules: [SN-S1], expect: {hand 2: 6}}\n"
    trial = trial_of(FOLDERS[0], len(list(FOLDERS[0].iterdir())))
    assert passes(text, trial.cases[0][0], trial.games)
    assert not passes(text.replace("6}", "7}"), trial.cases[0][0], trial.games)
    assert not passes(text.replace("SN-S1", "SN-S99"), trial.cases[0][0], trial.games)
