"""How much work it is, in games by chance, to make sets card by card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.work import Working
from cardrules.errors import GameLimitError
from cardrules.model.ir import Origin

_GAMES, _DECISIONS = 3, 12
# The stream of who plays by chance; 0 is that of the table.
_PLAYER = 1


def work_of_sets(game: Game) -> Mapping[Origin, int]:
    """The most work for the sets of each choice that are made card by card."""
    origins = {
        sets.growing.least: loop.origin
        for search in game.program.searches
        for loop in search.plan.loops
        for sets in loop.sets
        if sets.growing is not None
    }
    found = dict.fromkeys(origins.values(), 0)
    if not found:
        return found
    names = game.builder.generated.names
    subsets = names["subsets"]

    def watched(s: Working, *given: Any) -> Any:
        before, grows = s.work, given[-1]
        try:
            return subsets(s, *given)
        finally:
            # What tells whether a set grows is given the cards at hand under their number.
            least = None if grows is None else int(grows.__code__.co_varnames[0][1:])
            if least in origins:
                origin = origins[least]
                found[origin] = max(found[origin], s.work - before)

    names["subsets"] = watched
    for seed in range(_GAMES):
        _play(game, seed)
    return found


def _play(game: Game, seed: int) -> None:
    """The first decisions of a game."""
    below = Stream(seed, _PLAYER).below
    try:
        s = game.start(seed, narrated=False)
        for _ in range(_DECISIONS):
            answers = game.answers(s)
            if not answers:
                return
            game.apply_answer_in_place(s, answers[below(len(answers))])
    except GameLimitError:
        return
