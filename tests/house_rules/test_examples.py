"""The house rules in `examples/`: each by itself, and all two of them that are for one game."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cardrules.diagnostics.render import render_text
from cardrules.engine.game import Game
from cardrules.model.ruleset import Ruleset
from cardrules.rule_ids import ids_in
from cardrules.rulesets import load
from cardrules.scenario.citations import unknown_rules
from cardrules.scenario.find import Rulesets
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.report import report_text
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import read_source
from tests.bundled import random_play
from tests.engine.harness import conserve_always, conserved
from tests.engine.indistinguishable import compare_logs, compare_states
from tests.house_rules.examples import (
    FILES,
    FOLDER,
    NAMES,
    Combination,
    alone,
    games_of,
    pairs,
    patch_of,
)

# What cannot be played together, and the code of the reason. Of files with games that they do not
# fit, with the game.
REFUSED_WITH_GAME = {
    ("war", "mulligan"): "CR806",
    ("war", "open_hands"): "CR806",
    ("crazy_eights", "mulligan"): "CR806",
}
REFUSED: dict[tuple[str, ...], str] = {
    # One says what the other says otherwise.
    ("race_to_100", "snarkas_best_of_three"): "CR804",
    ("cancellation", "first_trick_kitty"): "CR804",
    ("cancellation", "six_players"): "CR804",
    ("first_trick_kitty", "six_players"): "CR804",
    ("peace", "war_for_three"): "CR804",
    # They say it themselves.
    ("neighbours_only", "to_the_left"): "CR807",
    ("stacking", "wild_jacks"): "CR807",
}
SWITCHED = [name for name in NAMES if patch_of(name).switch is not None]
STEPS = 120


def code_for(combination: Combination) -> str:
    """Why a combination is expected to be refused; empty if it is not."""
    with_game = [REFUSED_WITH_GAME.get((combination.game, name)) for name in combination.names]
    reasons = [*with_game, REFUSED.get(combination.names)]
    return next((code for code in reasons if code is not None), "")


def fitting(found: list[Combination]) -> list[Combination]:
    """Those that can be played."""
    return [item for item in found if not code_for(item)]


def numbers(ruleset: Ruleset) -> range:
    """How many can play."""
    return range(ruleset.players_min, ruleset.players_max + 1)


def sampled(found: list[Combination]) -> list[Any]:
    """Combinations as parameters of a test, most of them slow."""
    return [
        item if number % 8 == 0 else pytest.param(item, marks=pytest.mark.slow)
        for number, item in enumerate(found)
    ]


def play(ruleset: Ruleset, seeds: range) -> None:
    """The beginning of random games at each number of players; no card is lost."""
    for players in numbers(ruleset):
        game = Game(ruleset, players)
        for seed in seeds:
            for s in random_play(game, seed, steps=STEPS):
                last = s
            conserved(game, last)


# ---- Each by itself ------------------------------------------------------------------------------


def test_there_are_enough_of_them() -> None:
    assert len(NAMES) >= 22
    assert len(SWITCHED) >= 3
    assert sum(patch_of(name).is_for_any for name in NAMES) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_a_file_says_what_it_is_about_and_has_scenarios(name: str) -> None:
    patch = patch_of(name)
    assert len(patch.comments) >= 2
    ids = set(re.findall(r"\bHR-\d+\b", patch.source.text))
    scenarios = read_source(FOLDER / f"{name}.yaml").text
    tested = {found for line in scenarios.splitlines() for found in ids_in(line)}
    assert ids <= tested
    assert ids or len(patch.extends) > 1


def test_no_two_files_have_one_id() -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in FILES}
    found = [(found, name) for name in texts for found in set(re.findall(r"HR-\d+", texts[name]))]
    assert len({identifier for identifier, _ in found}) == len(found)


def test_the_table_of_the_folder_has_all_of_them() -> None:
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| \[`(\w+)`\]\(\1\.rules\) \|.*\| (.*) \|$", table, re.MULTILINE)
    assert sorted(name for name, _ in named) == NAMES
    for name, ids in named:
        wanted = sorted(set(re.findall(r"HR-\d+", patch_of(name).source.text)))
        assert sorted(re.findall(r"HR-\d+", ids)) == wanted


@pytest.mark.parametrize("combination", fitting(alone()), ids=str)
def test_nothing_is_wrong_with_a_file_and_it_can_be_played(combination: Combination) -> None:
    play(combination.ruleset(), range(1))


@pytest.mark.parametrize("name", NAMES)
def test_the_scenarios_of_a_file_pass(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    conserve_always(monkeypatch)
    file, diagnostics = load_scenarios(read_source(FOLDER / f"{name}.yaml"))
    assert file is not None, "\n".join(map(render_text, diagnostics))
    ruleset, mistakes = Rulesets().ruleset(file)
    assert ruleset is not None, "\n".join(map(render_text, mistakes))
    assert not unknown_rules(file, ruleset)
    games = Games(ruleset)
    outcomes = [run_scenario(scenario, games) for scenario in file.scenarios]
    failed = [outcome for outcome in outcomes if not outcome.passed]
    assert not failed, "".join(f"\n{report_text(outcome, verbose=True)}" for outcome in failed)


@pytest.mark.parametrize("name", NAMES)
def test_without_the_house_rules_their_scenarios_do_not_pass(name: str) -> None:
    file, _ = load_scenarios(read_source(FOLDER / f"{name}.yaml"))
    assert file is not None
    games = Games(load(file.game if file.house_rules else games_of(name)[0]))
    assert not all(run_scenario(scenario, games).passed for scenario in file.scenarios)


@pytest.mark.parametrize("combination", fitting(alone()), ids=str)
def test_a_game_with_a_file_is_a_ruleset_like_any_other(
    combination: Combination, tmp_path: Any
) -> None:
    """Flattened it needs no other file, and means the same."""
    flat = tmp_path / "flat.rules"
    flat.write_text(combination.read()[0].text, encoding="utf-8")
    again = load(flat)
    assert again.text.text == flat.read_text(encoding="utf-8")
    assert again.content_hash == combination.ruleset().content_hash


@pytest.mark.parametrize("name", SWITCHED)
def test_a_switch_that_is_off_is_the_base(name: str) -> None:
    switch = patch_of(name).switch
    assert switch is not None
    (base,) = games_of(name)
    ruleset = Combination(base, (name,)).ruleset()
    differs = False
    for players in sorted({ruleset.players_min, ruleset.players_max}):
        off = Game(ruleset, players, {switch.text: False})
        plain = Game(load(base), players)
        on = Game(ruleset, players)
        for seed in range(2):
            base_game = told(plain, seed)
            assert told(off, seed) == base_game
            differs |= told(on, seed) != base_game
    assert differs


def told(game: Game, seed: int) -> list[object]:
    """A game by chance: who is asked what, and what can be done."""
    found: list[object] = []
    for s in random_play(game, seed, steps=STEPS):
        decision = game.decision(s)
        if decision is not None:
            actions = [str(action) for action in game.legal_actions(s)]
            found.append((decision.player, decision.prompt, actions))
    return found


# ---- Several -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "combination", [item for item in [*alone(), *pairs()] if code_for(item)], ids=str
)
def test_what_cannot_be_together_is_refused_for_the_reason(combination: Combination) -> None:
    _, diagnostics = combination.read()
    assert {item.code for item in diagnostics} == {code_for(combination)}


@pytest.mark.parametrize("combination", sampled(fitting(pairs())), ids=str)
def test_nothing_is_wrong_with_two_together_and_they_can_be_played(
    combination: Combination,
) -> None:
    other = Combination(combination.game, combination.names[::-1])
    assert other.read()[0].text == combination.read()[0].text, "the order of files changes nothing"
    play(combination.ruleset(), range(1))


@pytest.mark.slow
@pytest.mark.parametrize("combination", fitting(pairs()), ids=str)
def test_two_together_tell_nobody_what_cannot_be_known(combination: Combination) -> None:
    ruleset = combination.ruleset()
    for players in sorted({ruleset.players_min, ruleset.players_max}):
        game = Game(ruleset, players)
        changed = compare_states(game, seed=1, every=13)
        # With open hands there may be nothing that is hidden.
        assert changed > 0 or "open_hands" in combination.names
        compare_logs(game, seed=2, every=9)
