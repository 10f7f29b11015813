"""Many games at a call, in which everybody takes each answer as often as any other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from math import lcm
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

import attrs

from cardrules.engine.game import Game
from cardrules.errors import FastUnavailableError, OptionError
from cardrules.fast.checksums import of_games
from cardrules.fast.counts import Counts, CountsFound, twin_of
from cardrules.fast.engines import compiled_game
from cardrules.fast.given import MOST_THREADS, a_game, whole_number
from cardrules.fast.players import (
    BY_PYTHON,
    BY_REFERENCE,
    Games,
    Player,
    native_player,
    python_player,
)
from cardrules.fast.python.playing import python_game
from cardrules.fast.reference import Played, played
from cardrules.fast.worth import Worth
from cardrules.shown import shown

if TYPE_CHECKING:
    import numpy as np

Engine = Literal["native", "python", "reference"]
ENGINES: tuple[Engine, ...] = ("native", "python", "reference")
# Before it is known how long games are.
_FIRST_GAMES = 16


@attrs.frozen(kw_only=True, eq=False)
class Playouts:
    """What came of some games. Game g had seed `seed + g`.

    `decisions`: of all games together. `sums`: for each player the sum of the returns of all games.
    `lengths`: the decisions of each game. `status`: 0 for a game that the engine has played, 1 for
    one that was left to the reference engine, 2 for one that was left to the engine in Python;
    `replayed` says how many those are. Where no game by itself was asked for (`each=False`),
    `lengths` and `status` are empty. `returns`: if it was asked for, what each game was worth to
    each player (games x players), where more is better. `checksum`: see
    `cardrules.fast.checksums`.
    """

    games: int
    decisions: int
    sums: tuple[float, ...]
    lengths: np.ndarray[Any, Any]
    status: np.ndarray[Any, Any]
    replayed: int
    returns: np.ndarray[Any, Any] | None
    checksum: int
    counts: Counts | None = None


def playouts(
    game: Game,
    games: int,
    seed: int = 0,
    threads: int = 1,
    engine: Engine = "native",
    *,
    returns: bool = False,
    each: bool = True,
    counts: bool = False,
) -> Playouts:
    """Play games with the seeds from `seed` on.

    `each`: tell `lengths` and `status` of each game; without these and `returns` more games take no
    more memory.

    Each is the game that `cardrules run --seed` plays with random bots, whatever the engine and the
    number of threads. What the native engine cannot do, it leaves to the one in Python, and what
    that cannot do either, to the reference engine. Ctrl-C interrupts it within a tenth of a second
    or so. With `counts` they are played by a build that counts what they come to.

    Raises `OptionError` for numbers that are none, `FastUnavailableError` if the extra
    `cardrules[fast]` is not installed, `GameLimitError` for a game that does not end.
    """
    a_game(game)
    whole_number("games", games, 0)
    whole_number("seed", seed, 0)
    whole_number("threads", threads, 1, MOST_THREADS)
    for name, flag in (("returns", returns), ("each", each), ("counts", counts)):
        if type(flag) is not bool:
            raise OptionError(f"{name} is True or False, not {shown(flag)}.")
    if seed + games > 1 << 63:
        raise OptionError(f"There are no {games:,} seeds from {seed:,} on.")
    if engine not in ENGINES:
        raise OptionError(f"The engines are {', '.join(ENGINES)}; {shown(engine)} is none of them.")
    numbers = numpy_of_extra()
    found = _Found(numbers, game, games, seed, wants_returns=returns, wants_each=each)
    if counts:
        found.count()
    make = found.counting_maker(engine) if counts else _maker(game, engine, numbers)
    if make is None:
        for at in range(games):
            found.take(at, found.by_reference(at), status=int(engine != "reference"))
        return found.all()
    threads = max(1, min(threads, games))
    with ThreadPoolExecutor(threads) as pool:
        parts = [(games * at // threads, games * (at + 1) // threads) for at in range(threads)]
        try:
            for _ in pool.map(_play_part, repeat(make), repeat(found), parts):
                pass
        except BaseException:
            # Without this the other threads would play all their games first.
            found.is_interrupted = True
            raise
    return found.all()


def _maker(game: Game, engine: Engine, numbers: Any) -> Callable[[], Player] | None:
    """What makes a player for each thread; none if all is left to the reference engine."""
    native = compiled_game(game) if engine == "native" else None
    if native is not None:
        return lambda: native_player(game, native, numbers)
    if engine == "reference" or python_game(game, numbers) is None:
        return None
    status = 0 if engine == "python" else BY_PYTHON
    return lambda: python_player(game, numbers, status)


def _play_part(make: Callable[[], Player], found: _Found, part: tuple[int, int]) -> None:
    """Play some of the games, so few at a time that somebody can interrupt."""
    first, end = part
    player, number = make(), _FIRST_GAMES
    while first < end and not found.is_interrupted:
        number = min(number, end - first)
        decisions = found.play(player, first, number)
        first += number
        number = max(1, player.at_once * number // max(1, decisions))


def numpy_of_extra() -> Any:
    """The module numpy; raises `FastUnavailableError` without it."""
    try:
        import numpy  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise FastUnavailableError(
            "Many games at a call need numpy: install cardrules[fast]."
        ) from error
    return numpy


class _Found:
    """What came of the games that have been played, in arrays with a place for each game."""

    def __init__(
        self,
        numbers: Any,
        game: Game,
        games: int,
        seed: int,
        *,
        wants_returns: bool,
        wants_each: bool,
    ) -> None:
        self.numbers = numbers
        self._game, self._games, self._seed = game, games, seed
        self._worth = Worth(numbers, game)
        told = games if wants_each else 0
        try:
            self._lengths, self._status = (numbers.zeros(told, dtype="int64") for _ in range(2))
            self._returns = numbers.zeros((games, game.players)) if wants_returns else None
        except (MemoryError, ValueError) as error:
            raise OptionError(
                f"There is no room for what is told of {games:,} games; with each=False, and "
                "without returns, nothing is told of each."
            ) from error
        self._decisions = self._replayed = 0
        # Where points do not count, winners share 1: in parts of this size all shares are whole
        # numbers, so that their sum does not depend on the order in which they are added.
        self._parts = lcm(*range(1, game.players + 1)) if self._worth.direction is None else 1
        self._sums = [0] * game.players
        self._lock = Lock()
        self._checksum = 0
        self._counts: CountsFound | None = None
        self.is_interrupted = False

    def count(self) -> None:
        """From here on it is counted what games come to."""
        twin = twin_of(self._game)
        self._counts = CountsFound(self.numbers, twin, self._games, self._seed)

    def counting_maker(self, engine: Engine) -> Callable[[], Player] | None:
        """What makes a player of games that count; none if that is the reference engine."""
        return None if self._counts is None else self._counts.maker(engine)

    def by_reference(self, at: int) -> Played:
        """A game that the reference engine plays."""
        if self._counts is not None:
            return self._counts.by_reference(self._seed + at)
        return played(self._game, self._seed + at)

    def take(self, at: int, one: Played, status: int) -> None:
        """One game."""
        self._tell(at, [one.decisions], [status])
        if self._returns is not None:
            self._returns[at] = one.returns
        scores = self.numbers.array([one.scores], dtype="int64")
        worth = self._whole_worth(scores, lambda: self.numbers.array([one.returns]))
        checksum = of_games([(self._seed + at, one.checksum)])
        self._add(worth, checksum, one.decisions, int(status != 0))

    def _tell(self, first: int, lengths: Any, status: Any) -> None:
        """What is told of each game, if it was asked for."""
        if len(self._lengths):
            self._lengths[first : first + len(lengths)] = lengths
            self._status[first : first + len(lengths)] = status

    def _whole_worth(self, scores: Any, returns: Callable[[], Any]) -> list[int]:
        """The sum of what games were worth to each player, in whole numbers however large."""
        if self._worth.direction is None:
            shares = self.numbers.rint(returns() * self._parts).astype("int64")
            worth: list[int] = shares.sum(axis=0).tolist()
            return worth
        largest = max([abs(int(one)) for one in (scores.min(initial=0), scores.max(initial=0))])
        if largest * len(scores) < 1 << 63:
            of_sides = scores.sum(axis=0).tolist()
        else:
            of_sides = [sum(column) for column in scores.T.tolist()]
        teams = self._game.program.layout.team_of
        return [self._worth.direction * of_sides[team] for team in teams]

    def _add(self, worth: list[int], checksum: int, decisions: int, replayed: int) -> None:
        """Add what some games came to; several threads do that."""
        with self._lock:
            self._sums = [total + more for total, more in zip(self._sums, worth, strict=True)]
            self._checksum += checksum
            self._decisions += decisions
            self._replayed += replayed

    def play(self, player: Player, first: int, number: int) -> int:
        """Some games one after the other; gives how many decisions there were."""
        found = player.play(self._seed + first, number)
        decisions = int(found.lengths.sum())
        if (found.status == BY_REFERENCE).any():
            self._play_again(player, found, first)
        is_right = found.status != BY_REFERENCE
        self._tell(first, found.lengths, found.status)
        for at in self.numbers.flatnonzero(~is_right).tolist():
            self.take(first + at, self.by_reference(first + at), BY_REFERENCE)
        right = slice(None) if is_right.all() else is_right
        if self._returns is not None:
            returns = self._worth.of(found.scores, found.winners)
            self._returns[first : first + number][right] = returns[right]
        worth = self._whole_worth(
            found.scores[right], lambda: self._worth.of(found.scores, found.winners)[right]
        )
        self._add(
            worth,
            int(found.checksums[right].astype("uint64").sum()),
            int(found.lengths[right].sum()),
            int((found.status[right] != 0).sum()),
        )
        return decisions

    def _play_again(self, player: Player, found: Games, first: int) -> None:
        """Play what was given up as plain Python, if that is something else."""
        if player.again is None:
            return
        for at in self.numbers.flatnonzero(found.status == BY_REFERENCE).tolist():
            one = player.again(self._seed + first + at)
            if one is not None and one.status[0] != BY_REFERENCE:
                found.put(at, one)

    def all(self) -> Playouts:
        """All of it."""
        return Playouts(
            games=self._games,
            decisions=self._decisions,
            sums=tuple([total / self._parts for total in self._sums]),
            lengths=self._lengths,
            status=self._status,
            replayed=self._replayed,
            returns=self._returns,
            checksum=self._checksum & 0xFFFFFFFFFFFFFFFF,
            counts=None if self._counts is None else self._counts.all(),
        )
