"""What games count that are looked into: natively, in plain Python, or by the reference engine.

All play a twin of the game that has a tally, so that parts and their numbers are the same.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from threading import Lock
from types import CodeType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import attrs

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import Answer
from cardrules.fast.engines import code_of
from cardrules.fast.llvm.compiling import Loaded, features
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.players import (
    AT_ONCE_IN_PYTHON,
    BY_PYTHON,
    Games,
    Player,
    played_in_python,
)
from cardrules.fast.procedures.counted import Counted
from cardrules.fast.python.counted import Lists
from cardrules.fast.python.playing import PythonGame, counted_game
from cardrules.fast.reference import Played, played
from cardrules.machine.tally import Tallied, Tally
from cardrules.model.state import State

if TYPE_CHECKING:
    import numpy as np

_ASKING_WHICH = ("action", "window")


@attrs.frozen(kw_only=True, eq=False)
class Counts:
    """How often games came to what. `parts`: each part of the rules (`cardrules.machine.tally`).

    `offered`, `taken`: of each action and interrupt, at how many decisions it could be taken, and
    how often it was. `turn_scores`: a row with the score of each side for each turn that came to
    its end, after it; those of game g are the rows from `turn_starts[g]` on, up to
    `turn_starts[g + 1]`. The last turn of a game, with which it ends, is none of them.
    """

    parts: Mapping[Tallied, int]
    offered: Mapping[str, int]
    taken: Mapping[str, int]
    turn_starts: np.ndarray[Any, Any]
    turn_scores: np.ndarray[Any, Any]


@attrs.frozen(eq=False)
class _Native:
    """The compiled twin: its function, how large its memory is, and where in it what lies."""

    play: Any
    size: int
    counts: int
    offered: int
    turns: int
    scores: int


class Twin:
    """A game with a tally, in which the same happens as in another one."""

    def __init__(self, game: Game) -> None:
        self.tally = Tally()
        self.game = game.looked_into(self.tally)
        self.program = self.game.program
        self._lock = Lock()

    @cached_property
    def native(self) -> _Native | None:
        """The compiled twin, if there is one."""
        return self._compiled()

    @cached_property
    def in_python(self) -> tuple[CodeType, Lists] | None:
        """The twin in plain Python, and where it counts, if there is one."""
        return counted_game(self.program)

    def _compiled(self) -> _Native | None:
        try:
            whole = Counted(self.program, features())
            text = whole.text()
        except TooLargeError:
            return None
        loaded, pointer, number = Loaded(code_of(text)), ctypes.c_void_p, ctypes.c_int64
        play = loaded.function("playouts", None, pointer, number, number, number, *[pointer] * 5)
        counting = whole.counting
        places = [
            later.offset // 8
            for later in (counting.counts, counting.offered, counting.turns, counting.scores)
        ]
        return _Native(play, whole.memory.whole, *places)

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return len(self.program.layout.teams)

    def played(self, seed: int, found: CountsFound) -> Played:
        """A game that the reference engine plays; what it counts is added to what was found."""
        offered: Counter[int] = Counter()
        rows: list[Sequence[int]] = []

        def look(state: State, answers: Sequence[Answer]) -> None:
            assert state.pending is not None
            question = self.program.questions[state.pending[0]]
            if question.form in _ASKING_WHICH:
                offered.update({answer[0] for answer in answers} - {-1})

        with self._lock:
            before = [*self.tally.counts]
            self.tally.watch = lambda state: rows.append(self.game.scores_of_sides(state))
            try:
                one = played(self.game, seed, look)
            finally:
                self.tally.watch = None
            before += [0] * (len(self.tally.counts) - len(before))
            counts = [now - then for now, then in zip(self.tally.counts, before, strict=True)]
        found.add(seed, counts, offered, rows)
        return one


class CountsFound:
    """What was counted, of all games together and of each game."""

    def __init__(self, numbers: Any, twin: Twin, games: int, seed: int) -> None:
        self._numbers, self._twin = numbers, twin
        self._games, self._seed = games, seed
        self._counts: Counter[int] = Counter()
        self._offered: Counter[int] = Counter()
        self._rows: dict[int, Any] = {}
        self._lock = Lock()

    def add(self, seed: int, counts: Sequence[int], offered: Mapping[int, int], rows: Any) -> None:
        """What one game has counted."""
        table = self._numbers.array(rows, dtype="int64").reshape(len(rows), self._twin.sides)
        with self._lock:
            self._counts.update({at: count for at, count in enumerate(counts) if count})
            self._offered.update(offered)
            self._rows[seed - self._seed] = table

    def maker(self, engine: str) -> Callable[[], Player] | None:
        """What makes a player of games that count; none if that is the reference engine."""
        if engine == "native" and self._twin.native is not None:
            return self._native_player
        if engine == "reference" or self._twin.in_python is None:
            return None
        status = 0 if engine == "python" else BY_PYTHON
        return lambda: Player(self._in_python(status), None, AT_ONCE_IN_PYTHON)

    def by_reference(self, seed: int) -> Played:
        """A game that the reference engine plays, with what it counts."""
        return self._twin.played(seed, self)

    def _in_python(self, status: int) -> Callable[[int, int], Games]:
        """What plays games that count in Python; `status` is what is said of them."""
        twin, numbers = self._twin, self._numbers
        assert twin.in_python is not None
        code, lists = twin.in_python
        made = PythonGame(code, twin.program, twin.game.limit, numbers)
        searches = len(twin.program.searches)

        def watch(seed: int) -> None:
            parts = len(twin.tally.counts)
            (rows,) = made.list_of(lists.turns, 1)
            self._note(
                seed,
                made.list_of(lists.counts, parts),
                made.list_of(lists.offered, searches),
                numbers.array(made.list_of(lists.scores, rows * twin.sides), dtype="int64"),
            )

        return lambda seed, number: played_in_python(made, seed, number, numbers, status, watch)

    def _native_player(self) -> Player:
        """Who plays compiled games that count."""
        twin, native, numbers = self._twin, self._twin.native, self._numbers
        assert native is not None
        memory = numbers.zeros(native.size // 8 + 8, dtype="int64")

        def play(seed: int, number: int) -> Games:
            found = Games.none_yet(numbers, number, twin.sides)
            for at in range(number):
                arrays = [array[at:].ctypes.data for array in attrs.astuple(found)]
                native.play(memory.ctypes.data, seed + at, 1, twin.game.limit, *arrays)
                if not found.status[at]:
                    self._look_at(memory, seed + at)
            return found

        in_python: list[Callable[[int, int], Games]] = []

        def again(seed: int) -> Games | None:
            if twin.in_python is None:
                return None
            if not in_python:
                in_python.append(self._in_python(BY_PYTHON))
            return in_python[0](seed, 1)

        return Player(play, again, _AT_ONCE)

    def _look_at(self, memory: Any, seed: int) -> None:
        native, twin = self._twin.native, self._twin
        assert native is not None
        parts, searches = len(twin.tally.counts), len(twin.program.searches)
        counts = memory[native.counts : native.counts + parts].tolist()
        offered = memory[native.offered : native.offered + searches].tolist()
        rows = int(memory[native.turns])
        scores = memory[native.scores : native.scores + rows * twin.sides]
        self._note(seed, counts, offered, scores)

    def _note(self, seed: int, counts: list[int], offered: list[int], scores: Any) -> None:
        """What one game has counted, as it lies there."""
        named = {number: count for number, count in enumerate(offered) if count}
        self.add(seed, counts, named, scores.reshape(-1, self._twin.sides).copy())

    def all(self) -> Counts:
        """All of it."""
        numbers, program = self._numbers, self._twin.program
        parts = {part: self._counts[number] for part, number in self._twin.tally.parts().items()}
        taken = {
            procedure.name: parts.get(Tallied("action", procedure.origin.span), 0)
            for procedure in program.procedures
            if procedure.role in ("action", "interrupt")
        }
        offered = dict.fromkeys(taken, 0)
        for number, count in self._offered.items():
            offered[program.searches[number].name] += count
        rows = [self._rows[at] for at in range(self._games)]
        starts = numbers.zeros(self._games + 1, dtype="int64")
        starts[1:] = numbers.cumsum([len(table) for table in rows])
        none = numbers.zeros((0, self._twin.sides), dtype="int64")
        return Counts(
            parts=parts,
            offered=offered,
            taken=taken,
            turn_starts=starts,
            turn_scores=numbers.concatenate([none, *rows]),
        )


# So many decisions are a good part.
_AT_ONCE = 50_000
_twins: WeakKeyDictionary[Game, Twin] = WeakKeyDictionary()


def twin_of(game: Game) -> Twin:
    """The twin of a game, made once."""
    if game not in _twins:
        _twins[game] = Twin(game)
    return _twins[game]
