"""Games by chance of bundled and of random rulesets, for what must hold in every game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from cardrules.analysis.load import analyse_source
from cardrules.engine.game import Game
from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.lint.runner import lint_ruleset
from cardrules.model.state import State
from cardrules.source import normalised
from tests.bundled import smallest_and_largest
from tests.fuzz.rulesets import random_ruleset

# A game is left after so many actions.
MOST_ACTIONS = 120


def random_games(seeds: Iterable[int]) -> Iterator[Game]:
    """The games of random rulesets by their seeds, of those that can be played."""
    for seed in seeds:
        chance = random.Random(f"game {seed}")
        ruleset, diagnostics = analyse_source(normalised("random.rules", random_ruleset(seed)))
        if ruleset is None:
            continue
        lint_ruleset(ruleset, diagnostics)
        if diagnostics.has_errors:
            continue
        players = chance.randint(ruleset.players_min, ruleset.players_max)
        try:
            yield Game(ruleset, players, limit=MOST_ACTIONS)
        except (OptionError, RulesetError):
            continue


def bundled_games() -> Iterator[Game]:
    """The bundled games, with the fewest and the most players."""
    for item in smallest_and_largest():
        yield item.game()


def decisions(of: Game, seed: int) -> Iterator[State]:
    """The state at each decision of a game by chance, and behind the last answer; it is changed."""
    chance = random.Random(seed)
    try:
        s = of.start(seed, narrated=False)
        yield s
        while s.pending is not None and s.steps < MOST_ACTIONS:
            answers = of.answers(s)
            of.apply_answer_in_place(s, answers[chance.randrange(len(answers))])
            yield s
    except GameLimitError:
        return
