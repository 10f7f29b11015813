"""What somebody may save by an answer: the stacks that are given to the window."""

from __future__ import annotations

from cardrules.engine.game import Game
from cardrules.engine.sites import AnswerSite
from cardrules.model.state import State


def stacks_at_stake(game: Game, s: State) -> frozenset[int]:
    """The stacks about which somebody is asked for an answer; none at other questions."""
    if s.pending is None:
        return frozenset()
    site = game.builder.sites[s.pending[0]]
    return site.stacks(s.frames[-1]) if isinstance(site, AnswerSite) else frozenset()
