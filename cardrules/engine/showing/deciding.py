"""Which line of the rules decides what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.playing.sites import OneOfSite
from cardrules.engine.showing.premise_values import At, PremiseValues
from cardrules.errors import GameLimitError
from cardrules.machine.search import Loop, Name, Search, Test
from cardrules.model import ir
from cardrules.model.action import Action
from cardrules.model.state import State


def deciding_line(game: Game, s: State, action: Action) -> ir.Origin | None:
    """The first line by which an action is not possible at a state, whoever may know it.

    None if there is no such line: something else that can be done rules it out, say.
    """
    assert s.pending is not None
    index, player = s.pending
    site = game.builder.sites[index]
    last = site.last if isinstance(site, OneOfSite) else None
    for search in (*site.searches, *([last] if last is not None else [])):
        if search.name == action.name:
            frame = site.frame_of(s.frames[-1])
            at = At(s, frame, player, dict(enumerate(frame)) if search.given else {})
            try:
                with game.builder.asking(s):
                    return _failing(game, search, at, action.arguments)
            except GameLimitError:
                return None
    return None


def _failing(game: Game, search: Search, at: At, arguments: Mapping[str, Any]) -> ir.Origin | None:
    values = PremiseValues(game.builder, search, at.player)
    for step in search.stated.steps:
        match step:
            case Name():
                at = at.with_value(step.slot, values.value(step.value, at))
            case Test():
                if not values.value(step.condition, at):
                    return step.origin
            case Loop(choice=choice):
                domain = values.value(choice.domain, at)
                found = values.candidates(at.s, choice, domain, arguments.get(choice.name))
                if not found:
                    return choice.origin
                at = at.with_value(choice.slot, found[0])
    return None
