"""The answer that a refused action would be if nothing forbade it: it is told by its sentence.

Its values are looked for where they are chosen from, and no condition is asked; what is not given
is what alone is there. Where that depends on what the player who is asked cannot know, there is
no such answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import Answer
from cardrules.engine.showing.premise_values import At, PremiseValues
from cardrules.errors import GameLimitError
from cardrules.machine.search import Loop, Name, Search
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.model.types import CARD, NONE, Type


def answer_meant(game: Game, s: State, search: Search, action: Action) -> Answer | None:
    """The answer at this decision; None if a value is open, or not among those to choose from."""
    assert s.pending is not None, "somebody is asked"
    index, player = s.pending
    frame = game.builder.sites[index].frame_of(s.frames[-1])
    at = At(s, frame, player, dict(enumerate(frame)) if search.given else {})
    tester = PremiseValues(game.builder, search, player)
    with suppress(GameLimitError), game.builder.asking(s):
        values = _values(tester, at, action, 1 << player)
        if values is not None and not tester.has_seen_hidden:
            return (search.index, *values)
    return None


def _values(tester: PremiseValues, at: At, action: Action, bit: int) -> list[Any] | None:
    """The values of the choices, of which the player knows all cards; the player's bit is given."""
    found: list[Any] = []
    for step in tester.search.stated.steps:
        match step:
            case Name():
                at = at.with_value(step.slot, tester.named(step, at))
            case Loop(choice=item):
                domain, _ = tester.watched(step.value, at)
                is_given = item.name in action.arguments
                if is_given:
                    wanted = action.arguments[item.name]
                    fitting = tester.candidates(at.s, item, domain, wanted)
                else:
                    fitting = list(islice(domain, 2))
                if not fitting or (len(fitting) > 1 and not is_given):
                    return None
                value = fitting[0]
                if not all(at.s.known[card] & bit for card in _cards_in(item.type, value)):
                    return None
                found.append(value)
                at = at.with_value(item.slot, value)
    return found


def _cards_in(of_type: Type, value: Any) -> Iterator[int]:
    """The cards that a value is, or is made of."""
    if of_type == CARD and value != NONE:
        yield value
    elif of_type.element is not None and value != NONE:
        for item in value:
            yield from _cards_in(of_type.element, item)
