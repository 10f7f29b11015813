"""What can be chosen, found by a walk through the steps of a search, and by nothing else.

It is slow and simple: step after step, value after value, with no bounds, nothing counted, nothing
kept. What an engine lists, counts and looks for has to be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.playing.sites import OneOfSite, Site, WindowSite
from cardrules.engine.sets.answers import PASS, Answer
from cardrules.engine.sets.combinations import Combinations
from cardrules.engine.sets.kind_sets import KindSets
from cardrules.engine.showing.premise_values import At, PremiseValues
from cardrules.machine.search import Loop, Name, Search, Step
from cardrules.model.state import State
from cardrules.model.types import CARD, CARDS


def answers_by_walking(game: Game, s: State) -> list[Answer]:
    """The answers of the decision in a state, without that nothing fits."""
    assert s.pending is not None
    index, player = s.pending
    site = game.builder.sites[index]
    with game.builder.asking(s):
        found = [one for search in site.searches for one in _of(game, s, site, search, player)]
        if isinstance(site, OneOfSite) and site.last is not None and not found:
            found = list(_of(game, s, site, site.last, player))
    return [*found, PASS] if isinstance(site, WindowSite) else found


def _of(game: Game, s: State, site: Site, search: Search, player: int) -> Iterator[Answer]:
    frame = site.frame_of(s.frames[-1])
    at = At(s, frame, player, dict(enumerate(frame)) if search.given else {})
    yield from _walk(PremiseValues(game.builder, search, player), search.plan.steps, at, ())


def _walk(
    values: PremiseValues, steps: Sequence[Step], at: At, chosen: tuple[Any, ...]
) -> Iterator[Answer]:
    if not steps:
        yield (values.search.index, *chosen)
        return
    step, rest = steps[0], steps[1:]
    found = values.value(step.value, at)
    if isinstance(step, Loop):
        others = [values.value(other, at) for other in step.apart]
        for value in _each_look(values, at.s, step, found, others):
            yield from _walk(values, rest, at.with_value(step.slot, value), (*chosen, value))
    elif isinstance(step, Name):
        yield from _walk(values, rest, at.with_value(step.slot, found), chosen)
    elif found:
        yield from _walk(values, rest, at, chosen)


def _each_look(
    values: PremiseValues, s: State, loop: Loop, found: Sequence[Any], others: Sequence[Any]
) -> list[Any]:
    """The first of those values that look the same, and the same beside other cards."""
    tables = values.tables
    if loop.choice.type == CARD:
        looks: list[Any] = [
            card if tables.ordered[s.place[card]] else (s.place[card], tables.kind[card])
            for card in found
        ]
        for other in others:
            among = {other} if isinstance(other, int) else set(other)
            looks = [(look, card in among) for look, card in zip(looks, found, strict=True)]
    elif loop.choice.type == CARDS and not isinstance(found, KindSets | Combinations):
        looks = [tuple(sorted([tables.kind[card] for card in cards])) for cards in found]
    else:
        return list(found)
    first: dict[Any, Any] = {}
    for look, value in zip(looks, found, strict=True):
        first.setdefault(look, value)
    return list(first.values())
