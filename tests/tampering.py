"""States whose data somebody has changed: refused, or a state in which the game goes to its end.

Values of any type take each other's places; numbers are a little off; lists are cut, longer or in
another order; two cards change places; a part comes from a state of other players. Whatever
`state_from_data` takes is played by chance to its end, with all cards where they should be.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.engine.positions.state_data import state_from_data
from cardrules.engine.showing.view import make_view
from cardrules.errors import GameLimitError, StateError
from cardrules.model.state import State
from tests.bundled import bundled
from tests.conservation import misplaced
from tests.engine.test_game import full

# So many decisions a game goes on before its state is changed.
_BEFORE = (0, 1, 3, 10, 30, 60)
# In one of so many decisions afterwards somebody looks.
_LOOKED_AT = 5
_VALUES: tuple[Any, ...] = (
    -1, 0, 1, 2, -2, 3, 7, 1000, 10**6, 2**63, -(2**63), True, False, None, "x", 1.0, [], [0], {},
)  # fmt: skip


@cache
def tampered_games() -> dict[str, list[Game]]:
    """The games of each bundled ruleset, by name, and of one that has everything in its frames."""
    found: dict[str, list[Game]] = {}
    for item in bundled():
        found.setdefault(item.name, []).append(item.game())
    return {**found, "full": [full().game]}


def tampered(games: list[Game], seed: int) -> str:
    """What becomes of a changed state of one of these games: `refused`, `played` or `stopped`.

    It is stopped if a counter was set so that the game goes on for longer than any may.
    """
    meddler = Meddler(seed)
    of = meddler.one(games)
    data, foreign = (_data(game, meddler) for game in (of, meddler.one(games)))
    for _ in range(1 + meddler.below(2)):
        meddler.change(data, foreign)
    try:
        s = state_from_data(of, data)
    except StateError:
        return "refused"
    try:
        _play_on(of, s, meddler)
    except GameLimitError:
        return "stopped"
    return "played"


def _data(of: Game, meddler: Meddler) -> dict[str, Any]:
    """The data of a state by chance, as JSON has it."""
    s = of.start(meddler.below(1000))
    for _ in range(meddler.one(_BEFORE)):
        answers = of.answers(s)
        if not len(answers):
            break
        of.apply_answer_in_place(s, answers[meddler.below(len(answers))])
    data: dict[str, Any] = json.loads(json.dumps(s.data()))
    return data


def _play_on(of: Game, s: State, meddler: Meddler) -> None:
    """By chance to the end; at every decision all cards are there, at some somebody looks."""
    while len(answers := of.answers(s)):
        assert not list(misplaced(of, s))
        if s.steps % _LOOKED_AT == 0:
            make_view(of, s, meddler.one((0, "spectator")))
        of.apply_answer_in_place(s, answers[meddler.below(len(answers))])
    assert s.over and not list(misplaced(of, s))
    of.result(s)


class Meddler:
    """Changes one thing in the data of a state, by chance."""

    def __init__(self, seed: int) -> None:
        self._chance = Stream(seed, 1)

    def below(self, bound: int) -> int:
        """A number by chance."""
        return self._chance.below(bound)

    def one(self, items: Any) -> Any:
        """One of several by chance."""
        return items[self.below(len(items))]

    def change(self, data: dict[str, Any], foreign: dict[str, Any]) -> None:
        """Put something else in one place, or let two things change places."""
        name = self.one(list(data))
        places = [path for path in _paths(data) if path[0] == name]
        path = self.one(places)
        parent, key = _at(data, path[:-1]), path[-1]
        old, way = parent[key], self.below(7)
        if way == 0:
            parent[key] = copy.deepcopy(self.one(_VALUES))
        elif way == 1 and type(old) is int:
            parent[key] = old + self.one((-1, 1, 2, -5))
        elif way == 2:
            parent[key] = copy.deepcopy(_at(data, self.one(list(_paths(data)))))
        elif way == 3 and isinstance(old, list) and old:
            index = self.below(len(old))
            if self.below(2):
                del old[index]
            else:
                old.insert(index, copy.deepcopy(old[index]))
        elif way == 4:
            other = self.one([item for item in places if len(item) == len(path)])
            parent[key], _at(data, other[:-1])[other[-1]] = _at(data, other), old
        elif way == 5:
            data[name] = copy.deepcopy(foreign[name])
        else:
            self._swap_cards(data)

    def _swap_cards(self, data: dict[str, Any]) -> None:
        """Two cards change places, as far as the places go."""
        zones, place = data["zones"], data["place"]
        are_lists = isinstance(zones, list) and isinstance(place, list) and bool(place)
        if not are_lists or not all(isinstance(zone, list) for zone in zones):
            return  # an earlier change has left nothing of the kind
        one, other = self.below(len(place)), self.below(len(place))
        swapped = {one: other, other: one}

        def swap(card: Any) -> Any:
            return swapped.get(card, card) if isinstance(card, int) else card

        data["zones"] = [[swap(card) for card in zone] for zone in zones]
        place[one], place[other] = place[other], place[one]


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else []
    for key, item in enumerate(value) if isinstance(value, list) else items:
        yield (*path, key)
        yield from _paths(item, (*path, key))


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data
