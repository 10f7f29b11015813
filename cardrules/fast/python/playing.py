"""Games played as plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import CodeType
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from cardrules.engine.game import Game
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.python.called import BEYOND, STREAMS
from cardrules.fast.python.counted import Lists, PythonCounted
from cardrules.fast.python.operations import operations
from cardrules.fast.python.plans import Plans
from cardrules.fast.python.runtime import ByNumber, CardsIn, Extreme, Twins
from cardrules.fast.python.streams import Streams
from cardrules.fast.python.sum_rows import open_cards, sum_rows
from cardrules.fast.python.whole import PythonWhole
from cardrules.fast.python.words import Words
from cardrules.machine.program import Program

# So many games are begun together.
_TOGETHER = 1024


class GivenUp(Exception):
    """The game is to be played by another engine."""


# What stops a game, also where something is not as it must be.
_GIVEN_UP = (GivenUp, RecursionError, ArithmeticError, LookupError, ValueError)


def _give_up() -> int:
    raise GivenUp


@attrs.define
class PlayedGame:
    """What came of a game: scores of the sides, winners as a bit for each side, and decisions."""

    scores: list[int]
    winners: int
    decisions: int
    is_given_up: bool
    checksum: int = 0


class PythonGame:
    """A program as functions of Python; one plays one game at a time."""

    def __init__(self, code: CodeType, program: Program, limit: int, numbers: Any) -> None:
        """`numbers` is the module numpy."""
        layout = program.layout
        self.sides, self._limit = len(layout.teams), limit
        self._many = Words(numbers)
        self._streams = Streams(layout.players, self._many)
        self._names: dict[str, Any] = {
            **_known(layout.cards), "GivenUp": GivenUp, BEYOND: _give_up, STREAMS: self._streams,
        }  # fmt: skip
        exec(code, self._names)
        self._names["r_limit"] = limit

    def play(
        self, first: int, number: int, watch: Callable[[int], None] | None = None
    ) -> list[PlayedGame]:
        """Play the games of so many seeds; `watch` is called after each that was not given up, with
        its seed.
        """
        found: list[PlayedGame] = []
        logs: list[list[int]] = []
        for at in range(0, number, _TOGETHER):
            seeds = range(first + at, first + min(number, at + _TOGETHER))
            for seed in self._streams.games(seeds):
                found.append(self._play_one())
                if watch is not None and not found[-1].is_given_up:
                    watch(seed)
                logs.append([] if found[-1].is_given_up else self._names["z_log"][:])
            scores = [one.scores for one in found[at:]]
            for one, checksum in zip(found[at:], self._many.checksums(logs, scores), strict=True):
                one.checksum = checksum
            logs.clear()
        return found

    def list_of(self, name: str, size: int) -> list[int]:
        """The begin of a list of the state: of one that no function needs nothing but 0."""
        found: list[int] = self._names.get(name, [0] * size)[:size]
        return found

    def _play_one(self) -> PlayedGame:
        names, scores = self._names, [0] * self.sides
        log = names["z_log"]
        log.clear()
        is_given_up, winners = False, 0
        try:
            names["whole_game"](None, scores)
            winners = names["best_sides"]()
        except _GIVEN_UP:
            is_given_up = True
        decisions = len(log) // 3
        return PlayedGame(scores, winners, decisions, is_given_up or decisions > self._limit)


@cache
def _known(cards: int) -> Mapping[str, Any]:
    """The operations, and what is worked out with sets of cards."""
    cards_in = CardsIn.of(cards)
    plans = Plans()
    return {
        **operations(),
        **cards_in.names(),
        "Extreme": Extreme,
        "ByNumber": ByNumber,
        "sum_rows": sum_rows,
        "Twins": Twins,
        "open_cards": open_cards,
        **{
            one.__name__: one
            for one in (plans.fill_ways, plans.count_sets, plans.nth_set, plans.put_used)
        },
    }


# One that cannot be written is none.
_made: WeakKeyDictionary[Game, CodeType | None] = WeakKeyDictionary()


def python_game(game: Game, numbers: Any) -> PythonGame | None:
    """A game as plain Python; none if there is something in it that cannot be written."""
    if game not in _made:
        _made[game] = _compiled(game)
    code = _made[game]
    if code is None:
        return None
    return PythonGame(code, game.program, game.limit, numbers)


def _compiled(game: Game) -> CodeType | None:
    try:
        return _code_of(PythonWhole(game.program))
    except _NOT_WRITTEN:
        return None


# What stops the writing of a game.
_NOT_WRITTEN = (TooLargeError, SyntaxError, RecursionError)


def _code_of(whole: PythonWhole) -> CodeType:
    return compile(whole.text(), "<game>", "exec")


def counted_game(program: Program) -> tuple[CodeType, Lists] | None:
    """A game that counts, of a program that was lowered with a tally, and where it counts."""
    try:
        whole = PythonCounted(program)
        return _code_of(whole), whole.lists()
    except _NOT_WRITTEN:
        return None
