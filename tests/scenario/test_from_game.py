"""Steps of games as scenarios: whatever is done, what is written passes and says what was done."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import pytest

from cardrules import Game, load
from cardrules.analysis.load import analyse_source
from cardrules.model.ruleset import Ruleset
from cardrules.rulesets import bundled
from cardrules.scenario.from_game import Played, scenario_of
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Scenario
from cardrules.scenario.run import Games, run_scenario
from cardrules.sim.run import Playthrough
from cardrules.source import SourceFile, normalised
from tests.fuzz.rulesets import random_ruleset


def _played(
    ruleset: Ruleset,
    name: str,
    steps: int,
    *,
    seed: int = 0,
    starter: int | None = None,
    options: Mapping[str, object] | None = None,
) -> list[Played]:
    """A game up to each of its steps; chance chooses among what is legal."""
    game = Game(ruleset, ruleset.players_min, options)
    playthrough = Playthrough(game, seed=seed, starter=starter)
    chance = random.Random(seed)
    moments = [playthrough.moment]
    while len(moments) <= steps and not playthrough.over:
        legal = game.legal_actions(playthrough.state)
        moments.append(playthrough.act(legal[chance.randrange(len(legal))]))
    outcomes = [playthrough.opening.chance, *[step.chance for step in playthrough.steps]]
    return [
        Played(
            game=game,
            rules=name,
            house_rules=(),
            moments=moments[: number + 1],
            outcomes=outcomes[: number + 1],
            starter=playthrough.starter,
            starter_drawn=starter is None,
        )
        for number in range(1, len(moments))
    ]


def _read(text: str) -> Scenario:
    file, diagnostics = load_scenarios(SourceFile("scenario.yaml", text))
    assert file is not None, list(diagnostics)
    (scenario,) = file.scenarios
    return scenario


@pytest.mark.parametrize("name", bundled())
@pytest.mark.parametrize("seed", [1, 2])
def test_every_step_of_a_game_can_be_written(name: str, seed: int) -> None:
    ruleset = load(name)
    games = Games(ruleset)
    every = _played(ruleset, name, 24, seed=seed, starter=None if seed == 1 else 1)
    for played in random.Random(seed).sample(every, min(6, len(every))):
        text = scenario_of(played, "")
        assert text is not None
        scenario = _read(text)
        assert run_scenario(scenario, games).passed
        assert scenario.name.startswith(f"Step {len(played.moments) - 1}, seat ")


def test_what_is_expected_is_looked_at() -> None:
    ruleset = load("snarkas")
    text = scenario_of(_played(ruleset, "snarkas", 4, starter=0)[-1], "")
    assert text is not None
    before, _, after = text.partition("  expect:\n")
    lines = after.splitlines()
    assert len(lines) > 1
    games = Games(ruleset)
    for line in lines:
        key = line.partition(":")[0]
        wrong = "{seat: 1, for: choose}" if key.strip() == "asked" else "[3 x ZAP]"
        other = f"{before}  expect:\n{key}: {wrong}\n"
        assert not run_scenario(_read(other), games).passed


def test_what_cannot_be_laid_out_is_played() -> None:
    every = _played(load("hearts"), "hearts", 10, starter=0)
    texts = [scenario_of(played, "") for played in every]
    found = [len(_read(text).steps) for text in texts if text is not None]
    # Who has passed on cards in secret is reached by playing.
    assert len(found) == len(texts) and max(found) > 2


def test_options_that_differ_and_the_note_are_written() -> None:
    (played,) = _played(load("snarkas"), "snarkas", 1, options={"snarkas_gems": 3})
    text = scenario_of(played, "From our game.")
    assert text is not None
    assert "options: {snarkas_gems: 3}\n" in text and "note: From our game.\n" in text


def test_rules_without_ids_have_scenarios_without_them() -> None:
    ruleset = load("war")
    text = re.sub(r"\s*\[WA-[^\]]*\]", "", ruleset.text.text)
    without, diagnostics = analyse_source(normalised("war.rules", text))
    assert without is not None, list(diagnostics)
    found = scenario_of(_played(without, "war", 1)[0], "")
    assert found is not None and "rules:" not in found
    assert run_scenario(_read(found), Games(without)).passed


def test_a_step_in_which_no_line_has_an_id_tests_no_rule() -> None:
    ruleset = load("war")
    text = re.sub(r"\s*\[WA-[^\]]*\]", "", ruleset.text.text) + "\n# [WA-1]\n"
    without, _ = analyse_source(normalised("war.rules", text))
    assert without is not None
    assert scenario_of(_played(without, "war", 1)[0], "") is None


@pytest.mark.parametrize("seed", [0, 3, 5, 9])
def test_steps_of_random_rulesets(seed: int) -> None:
    source = normalised("random.rules", random_ruleset(seed) + "\n# [R-1]\n")
    ruleset, _ = analyse_source(source)
    assert ruleset is not None
    for played in _played(ruleset, "random", 8, seed=seed):
        text = scenario_of(played, "")
        assert text is None or run_scenario(_read(text), Games(ruleset)).passed
