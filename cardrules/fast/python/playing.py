"""Games played as plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from inspect import isfunction
from pkgutil import iter_modules
from types import CodeType
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from cardrules import kernel
from cardrules.engine.game import Game
from cardrules.fast.core import NotYetError
from cardrules.fast.python.whole import PythonWhole
from cardrules.kernel import chance


class GivenUp(Exception):
    """The game is to be played by another engine."""


@attrs.frozen(kw_only=True)
class PlayedGame:
    """What came of a game: as it is in the arrays of compiled games."""

    scores: list[int]
    winners: int
    decisions: int
    is_given_up: bool
    checksum: int


class PythonGame:
    """A program as functions of Python; one plays one game at a time."""

    def __init__(self, code: CodeType, sides: int, limit: int) -> None:
        self._names: dict[str, Any] = {**_known(), "GivenUp": GivenUp}
        self.sides = sides
        exec(code, self._names)
        self._names["r_limit"] = limit

    def play(self, seed: int) -> PlayedGame:
        """Play the game of a seed."""
        names, scores = self._names, [0] * self.sides
        is_given_up, winners, checksum = False, 0, 0
        try:
            names["whole_game"](seed, scores)
            winners = names["best_sides"]()
            checksum = chance.mixed(names["r_checksum"] + seed & 0xFFFFFFFFFFFFFFFF)
        except (GivenUp, RecursionError):
            is_given_up = True
        return PlayedGame(
            scores=scores,
            winners=winners,
            decisions=names["r_decisions"],
            is_given_up=is_given_up,
            checksum=checksum,
        )


@cache
def _known() -> Mapping[str, Any]:
    """The operations, and what is worked out with sets of cards."""
    modules = [
        import_module(f"{kernel.__name__}.{found.name}")
        for found in iter_modules(kernel.__path__)
        if not found.ispkg
    ]
    found = {
        name: one
        for module in modules
        for name, one in vars(module).items()
        if isfunction(one) and one.__module__ == module.__name__
    }
    return {**found, "nth_card": nth_card, "cards_in": cards_in}


def nth_card(cards: int, number: int) -> int:
    """The card of a set with so many before it."""
    for _ in range(number):
        cards &= cards - 1
    return (cards & -cards).bit_length() - 1


def cards_in(cards: int) -> list[int]:
    """The cards of a set."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return found


# One that cannot be written is none.
_made: WeakKeyDictionary[Game, CodeType | None] = WeakKeyDictionary()


def python_game(game: Game) -> PythonGame | None:
    """A game as plain Python; none if there is something in it that cannot be written."""
    if game not in _made:
        _made[game] = _compiled(game)
    code = _made[game]
    if code is None:
        return None
    return PythonGame(code, len(game.program.layout.teams), game.limit)


def _compiled(game: Game) -> CodeType | None:
    try:
        text = PythonWhole(game.program).text()
        return compile(text, "<game>", "exec")
    except (NotYetError, SyntaxError, RecursionError):
        return None
