"""Many states of a game side by side, which stop at each decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from cardrules.engine.game import Game
from cardrules.errors import NotCompiledError, OptionError
from cardrules.fast.answers import Answers, Reading
from cardrules.fast.engines import stepped_game
from cardrules.fast.given import MOST_THREADS, Given, a_game, whole_number
from cardrules.fast.playing import numpy_of_extra
from cardrules.fast.states import States
from cardrules.fast.worth import Worth
from cardrules.model.action import Action

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, Any]
    Several = Sequence[int] | np.ndarray[Any, Any]

# So many answers can be told at once.
_MOST_TOLD = 1_000_000
# No game has as many decisions.
_MOST_DECISIONS = 1 << 62
# In place of an answer that was not listed.
_MISSING = -2


class Batch:
    """`size` states of a game, numbered from 0, each at a decision or at its end.

    It is a simulator: whoever has it sees all states whole, and nothing that it gives is made for
    the eyes of a player. Game number g begins with the seed `seed + g`. So many `threads` take part
    in what is done with many states.

    Raises `OptionError` for numbers that are none, `NotCompiledError` if the rules come to more
    code than is compiled, `FastUnavailableError` without the extra `cardrules[fast]`.
    """

    def __init__(self, game: Game, size: int, seed: int = 0, threads: int = 1) -> None:
        a_game(game)
        whole_number("size", size, 1)
        whole_number("threads", threads, 1, MOST_THREADS)
        self._game, self._size, self._threads = game, size, threads
        self._numpy = numpy_of_extra()
        native = stepped_game(game)
        if native is None:
            raise NotCompiledError(
                f"The rules of {game.ruleset.title} come to more code than is compiled; "
                "play it with `Game`."
            )
        self._native = native
        self._reading = Reading(game, native.rows, self._numpy)
        self._make_room()
        self.reset(seed)

    def _make_room(self) -> None:
        try:
            self._states = States(self._numpy, self._native, self.size, self.threads)
        except (MemoryError, ValueError):
            of_one = self._native.state_size + self._native.other_size
            raise OptionError(
                f"There is no room for {self.size:,} states of {of_one:,} bytes."
            ) from None
        self._seeds = self._numpy.zeros(self.size, dtype="int64")
        self._given = Given(self._numpy, self.size)
        self._lock = RLock()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def size(self) -> int:
        """How many states there are."""
        return self._size

    @property
    def threads(self) -> int:
        """How many threads take part."""
        return self._threads

    # -- beginning ---------------------------------------------------------------------------------

    def reset(
        self, seed: int = 0, *, games: Several | None = None, seeds: Several | None = None
    ) -> None:
        """Begin games anew, all of them or some: game number g with the seed `seed + g`, or each of
        them with the one of `seeds`.

        Raises `OptionError` for seeds that are none.
        """
        which = self._given.each_once(self._given.which(games))
        found = self._given.seeds(which, seed, seeds)
        every = self._numpy.full(self.size, -1, dtype="int64")
        every[which] = found
        with self._lock:
            self._seeds[which] = found
            self._states.run("reset", self.size, every, self.game.limit)

    # -- what is asked -----------------------------------------------------------------------------

    @property
    def seats(self) -> Numbers:
        """Of each state the seat (from 0) that is asked; -1 where nobody is."""
        return self._states.part("seat")

    @property
    def counts(self) -> Numbers:
        """Of each state how many answers there are; 0 where nobody is asked."""
        return self._states.part("total")

    @property
    def status(self) -> Numbers:
        """Of each state 0, or 1 where the game was given up: nobody is asked there any more."""
        return self._states.part("status")

    @property
    def is_over(self) -> Numbers:
        """Of each state whether its game or match is over."""
        found: Numbers = (self.seats < 0) & (self.status == 0)
        return found

    @property
    def decisions(self) -> Numbers:
        """Of each state how many decisions there have been."""
        return self._states.part("decisions")

    @property
    def seeds(self) -> Numbers:
        """Of each state the seed with which its game began."""
        found: Numbers = self._seeds.copy()
        return found

    @property
    def checksums(self) -> Numbers:
        """Of each state a number that is made of its decisions, and at its end of the scores."""
        return self._states.part("checksum").view("uint64")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what can be answered, by the numbers in `Answers.actions`."""
        return tuple([search.name for search in self.game.program.searches])

    # -- answers -----------------------------------------------------------------------------------

    def answers(self, games: Several | None = None) -> Answers:
        """All answers of all states, or of some, in canonical order: the n-th has the number n.

        Raises `OptionError` where these are more than a million.
        """
        which = self._given.which(games)
        with self._lock:
            counts = self.counts[which]
            # There may be more than 64 bits can add up.
            total = sum(counts.tolist())
            if total > _MOST_TOLD:
                raise OptionError(
                    f"There are {total:,} answers, and {_MOST_TOLD:,} can be told at once; "
                    "`answers_at` tells one of each state."
                )
            return self._told(which, self._numpy.zeros_like(counts), counts)

    def answers_at(self, numbers: Several, games: Several | None = None) -> Answers:
        """Of each state the answer with its number, and none where that is below 0.

        Raises `OptionError` for numbers that are too large, `GameOverError` where nobody is asked.
        """
        with self._lock:
            found, which = self._given.numbers(numbers, games, self.counts)
            if which is None:
                which = self._given.which(None)
            firsts = self._numpy.maximum(found, 0)
            return self._told(which, firsts, (found >= 0).astype("int64"))

    def actions(self, game: int) -> list[Action]:
        """All answers of a state in the words of the game, as `Game.legal_actions` has them."""
        found = self.answers([game])
        state = self._states.with_stacks(game, self.game.program.layout)
        seen: dict[Action, int] = {}
        actions = []
        for row in range(len(found)):
            action = self._reading.action(found, row, state)
            seen[action] = seen.get(action, 0) + 1
            actions.append(attrs.evolve(action, which=seen[action]))
        return actions

    def _told(self, which: Numbers, firsts: Numbers, counts: Numbers) -> Answers:
        """Answers of states: from a number on, so many."""
        numpy, reading, states = self._numpy, self._reading, self._states
        starts = numpy.zeros(len(which) + 1, dtype="int64")
        starts[1:] = numpy.cumsum(counts)
        rows = numpy.full((int(starts[-1]), self._native.rows.width), _MISSING, dtype="int64")
        families: dict[tuple[int, int], Any] = {}
        arrays = which, firsts, starts, rows
        if not reading.has_families:
            states.run("list", len(which), *arrays)
        else:
            for at, first in enumerate(starts[:-1].tolist()):
                # Where their sets lie is used again for the next ones.
                nested = states.list_one(at, *arrays)
                families |= reading.families(rows[first : int(starts[at + 1])], first, nested)
        if (rows[:, 0] == _MISSING).any():
            raise NotCompiledError("There are answers that compiled code has no room to list.")
        return reading.answers(starts, rows, families)

    # -- going on ----------------------------------------------------------------------------------

    def apply(self, numbers: Several, games: Several | None = None) -> None:
        """Give each state, or some, the answer with its number; below 0 it stays as it is.

        Raises `OptionError` for numbers that are too large, `GameOverError` where nobody is asked;
        then all states stay as they are.
        """
        with self._lock:
            found, which = self._given.numbers(numbers, games, self.counts)
            if which is not None:
                every = self._numpy.full(self.size, -1, dtype="int64")
                every[self._given.each_once(which)] = found
                found = every
            self._states.run("apply", self.size, found)

    def draw(self) -> Numbers:
        """The number of an answer for each state, by chance, each as often as any other: from the
        stream of the one who is asked; -1 where nobody is.
        """
        with self._lock:
            found: Numbers = self._numpy.where(self.seats < 0, -1, 0)
            self._states.run("draw", self.size, found)
        return found

    def step(self, steps: int = 1) -> None:
        """Let chance answer in each state, as `draw` and `apply` would, so many times, or until its
        game is over.

        Raises `OptionError` for a number of steps that is none.
        """
        whole_number("steps", steps, 0)
        with self._lock:
            self._states.run("step", self.size, self.decisions + min(steps, _MOST_DECISIONS))

    # -- copies ------------------------------------------------------------------------------------

    def copy(self) -> Batch:
        """Another batch with the same states."""
        other: Batch = Batch.__new__(Batch)
        other._game, other._size, other._threads = self.game, self.size, self.threads
        other._numpy, other._native, other._reading = self._numpy, self._native, self._reading
        other._make_room()
        other.copy_from(self)
        return other

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Batch:
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError("A batch is memory of this process: it cannot be pickled.")

    def copy_from(
        self, other: Batch, which: Several | None = None, games: Several | None = None
    ) -> None:
        """Copy states of another batch, or this one, to these places, all to all if none are given.

        One state can be copied to several places. Raises `OptionError` for a batch of another game,
        and for numbers of states that are none.
        """
        with self._beside(other, which, games) as (sources, places):
            self._given.each_once(places)
            kept, others = other._states.kept, other._states.others
            seeds, at = other._seeds[sources], sources
            if other is self:
                # What is still to be copied must not be overwritten.
                kept, others = kept[sources], others[sources]
                at = self._numpy.arange(len(places))
            self._states.run("copy", len(places), kept, others, at, places)
            self._seeds[places] = seeds

    # -- how states compare ------------------------------------------------------------------------

    def hash(self) -> Numbers:
        """Of each state a number of 64 bits, which is the same for equal states."""
        found: Numbers = self._numpy.zeros(self.size, dtype="uint64")
        with self._lock:
            self._states.run("hash", self.size, found)
        return found

    def equals(
        self, other: Batch, which: Several | None = None, games: Several | None = None
    ) -> Numbers:
        """Whether states of another batch, or this one, are equal to those at these places, all to
        all if none are given. The seeds with which they began are not compared.

        Raises `OptionError` for a batch of another game, and for numbers of states that are none.
        """
        with self._beside(other, which, games) as (sources, places):
            found = self._numpy.zeros(len(places), dtype="int64")
            states = other._states
            self._states.run(
                "same", len(places), states.kept, states.others, sources, places, found
            )
            is_same: Numbers = found != 0
            return is_same

    @contextmanager
    def _beside(
        self, other: Batch, which: Several | None, games: Several | None
    ) -> Iterator[tuple[Numbers, Numbers]]:
        """The numbers of states of another batch, and of as many of this one."""
        if not isinstance(other, Batch) or any(
            getattr(other.game, part) != getattr(self.game, part)
            for part in ("fingerprint", "limit")
        ):
            raise OptionError("This is no batch of the same game.")
        sources, places = other._given.which(which), self._given.which(games)
        if len(sources) != len(places):
            raise OptionError(f"There are {len(sources)} states for {len(places)} places.")
        with ExitStack() as stack:
            # Always in the same order, so that no two wait for each other.
            for batch in sorted({self, other}, key=id):
                stack.enter_context(batch._lock)
            yield sources, places

    # -- the end -----------------------------------------------------------------------------------

    def returns(self) -> Numbers:
        """What each game was worth to each player (size x players), where more is better; no number
        where it is not over.
        """
        found: Numbers = self._numpy.full((self.size, self.game.players), self._numpy.nan)
        with self._lock:
            is_over = self.is_over
            scores = self._states.part("scores", len(self.game.program.layout.teams))
            best = self._states.part("best")
        found[is_over] = Worth(self._numpy, self.game).of(scores[is_over], best[is_over])
        return found
