"""Random rulesets of which it is shown that they end: their measures fall whenever they are played.

A measure that does not fall in play is a proof that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError
from cardrules.source import normalised
from cardrules.termination.loops import summing
from cardrules.termination.proof import Proof, prove
from cardrules.termination.walking import procedures
from tests.fuzz.rulesets import random_ruleset
from tests.termination.harness import play_measured

# What takes longer to follow is left out: so much is followed.
_INSTRUCTIONS, _FACTS = 400, 400
_GAMES = 4
# Among these are games that are soon shown to end, and in which turns are compared.
_FEW = (9, 20, 25, 26)


@pytest.fixture(autouse=True)
def _little_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procedures, "MOST_INSTRUCTIONS", _INSTRUCTIONS)
    monkeypatch.setattr(summing, "MOST_FACTS", _FACTS)


def _proved(seed: int) -> tuple[Game, Proof] | None:
    """A random game that is shown to end, if it is one."""
    ruleset, _ = analyse_source(normalised("random.rules", random_ruleset(seed)))
    if ruleset is None:
        return None
    try:
        game = Game(ruleset, ruleset.players_min)
        proof = prove(game.program)
    except CardrulesError:
        return None
    return (game, proof) if proof.is_shown else None


def _compared(seeds: Iterable[int], monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Of how many games it was shown, and how often their measures were compared in play."""
    shown = compared = 0
    for seed in seeds:
        found = _proved(seed)
        if found is None:
            continue
        shown += 1
        for game_seed in range(_GAMES):
            try:
                compared += play_measured(*found, game_seed, monkeypatch)
            except CardrulesError:
                continue  # an error of the rules stops the game: it has ended
    return shown, compared


def test_measures_fall_in_a_few_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, compared = _compared(_FEW, monkeypatch)
    assert shown > 2
    assert compared > 20


@pytest.mark.slow
def test_measures_fall_in_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, compared = _compared(range(100), monkeypatch)
    assert shown > 15
    assert compared > 100
