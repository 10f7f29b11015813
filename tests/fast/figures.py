"""What is measured of compiled games besides their speed beside others, as tables.

Threads beside processes, memory, decks of cards, players, compiling, batches, and sets that are
filtered.
What runs at the same time, or must begin afresh, has a process of its own: `python -m
tests.fast.figures WHAT ...` is one, which tells numbers.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import numpy

from cardrules.engine.game import Game
from cardrules.fast import Batch, playouts
from cardrules.fast.engines import compiled_game
from cardrules.rulesets import bundled, load
from tests.bundled import load as load_file
from tests.fast.decks import game_of

ROOT = Path(__file__).parents[2]
SETS = ROOT / "tests" / "data" / "sets"
# The names of the games that are played by two threads, with the number of players.
THREADED = (("crazy_eights", 5), ("hearts", 4), ("snatch_the_cat", 4))
THREADS_RATIO = 0.9
MEMORY_GAMES = (100_000, 1_000_000)
# So many megabytes more may be there by chance.
MEMORY_SLACK = 1.0
DECKS = (1, 2, 4, 8, 16)
DECKS_RATIO = 2.0
DECK_TURNS = (200, 1200)
PLAYERS = (2, 3, 4, 6, 8, 10)
COLD_SECONDS, KEPT_SECONDS = 3.0, 0.2
MELDS_MILLISECONDS, CHOICE_MILLISECONDS = 2.0, 50.0
# The same with states that stop at each decision: the games, how many states, and how many steps.
BATCHED = (
    ("leduc_poker", 2), ("crazy_eights", 5), ("hearts", 4), ("snarkas", 2), ("snatch_it", 4),
    ("snatch_the_cat", 4),
)  # fmt: skip
BATCH_SIZE, BATCH_STEPS = 1_000, 20
ENGINES = ("reference", "python", "native")

# A table: its lines one after the other, each told as soon as it is there.
Table = Iterator[str]


@attrs.frozen
class Spread:
    """A figure of several rounds."""

    values: Sequence[float]

    @property
    def middle(self) -> float:
        """The median."""
        return statistics.median(self.values)

    def told(self, digits: int) -> str:
        """The median with the lowest and the highest."""
        found = [f"{x:,.{digits}f}" for x in (self.middle, min(self.values), max(self.values))]
        return f"{found[0]} ({found[1]} to {found[2]})"


def line(*cells: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def head(*cells: str) -> list[str]:
    """The first lines of a table; what stands behind the first cell are numbers."""
    return [line(*cells), line("---", *["---:"] * (len(cells) - 2), "---")]


def verdict(wanted: str, is_met: bool) -> str:
    """What is wanted, and whether it is there."""
    return f"{wanted}: {'met' if is_met else 'missed'}"


def seconds_of(work: Callable[[], Any]) -> float:
    """The seconds of the processor that something takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def child(*words: object) -> list[str]:
    """The command of a process of this module."""
    return [sys.executable, "-m", "tests.fast.figures", *map(str, words)]


def asked(*words: object, **environment: str) -> list[float]:
    """What such a process tells."""
    told = subprocess.run(
        child(*words), cwd=ROOT, env={**os.environ, **environment}, check=True,
        capture_output=True, text=True,
    ).stdout  # fmt: skip
    return [float(word) for word in told.split()]


# ---- Threads -------------------------------------------------------------------------------------


def threads(rounds: int, seconds: float) -> Table:
    """Two threads beside two processes, by the clock on the wall, in turn."""
    yield from head("game", "two threads, games/s", "of two processes", "wanted")
    for name, players in THREADED:
        game = Game(load(name), players)
        playouts(game, 100)
        taken = seconds_of(lambda game=game: playouts(game, 2000))  # type: ignore[misc]
        games = max(100, round(2000 * seconds / taken))
        rates, ratios = [], []
        first, second = _Waiting(name, players), _Waiting(name, players)
        with first, second:
            for number in range(rounds):
                for one in (first, second):
                    one.begin(games, number)
                apart = sum(games / one.seconds() for one in (first, second))
                began = time.perf_counter()
                playouts(game, 2 * games, seed=number, threads=2)
                rates.append(2 * games / (time.perf_counter() - began))
                ratios.append(rates[-1] / apart)
        ratio = Spread(ratios)
        wanted = verdict(f"at least {THREADS_RATIO}", ratio.middle >= THREADS_RATIO)
        yield line(titled(name, players), Spread(rates).told(0), ratio.told(2), wanted)


class _Waiting:
    """A process that plays games when it is told to."""

    def __init__(self, name: str, players: int) -> None:
        self._process = subprocess.Popen(
            child("play", name, players), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip

    def __enter__(self) -> _Waiting:
        assert self._process.stdout is not None
        self._process.stdout.readline()
        return self

    def __exit__(self, *given: object) -> None:
        self._process.communicate()

    def begin(self, games: int, seed: int) -> None:
        """Let it play."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{games} {seed}\n")
        self._process.stdin.flush()

    def seconds(self) -> float:
        """How long it took, as soon as it is done."""
        assert self._process.stdout is not None
        return float(self._process.stdout.readline())


def play(name: str, players: str) -> None:
    """Play games as often as somebody asks for it; tells the seconds of each time."""
    game = Game(load(name), int(players))
    playouts(game, 100)
    print("ready", flush=True)
    for words in sys.stdin:
        games, seed = map(int, words.split())
        began = time.perf_counter()
        playouts(game, games, seed=seed)
        print(time.perf_counter() - began, flush=True)


# ---- Memory --------------------------------------------------------------------------------------


def memory() -> Table:
    """The most memory that a process has had after so many games."""
    few, many = MEMORY_GAMES
    # To compile takes more memory than to play.
    asked("most", "kuhn_poker", 2, 1, 1)
    yield from head("game", f"megabytes, {few:,} games", f"{many:,} games", "wanted")
    for each, what in ((0, "of all games together"), (1, "with lengths and status of each")):
        found = [asked("most", "kuhn_poker", 2, games, each)[0] for games in MEMORY_GAMES]
        is_met = found[1] - found[0] <= MEMORY_SLACK
        wanted = verdict("no more for more games", is_met) if not each else "16 bytes for a game"
        cells = [f"{item:,.1f}" for item in found]
        yield line(f"{titled('kuhn_poker', 2)}, {what}", *cells, wanted)


def most(name: str, players: str, games: str, each: str) -> None:
    """Play games; tells the most megabytes that this process has had."""
    from tests.bench import most_memory  # noqa: PLC0415 - it asks for this module

    playouts(Game(load(name), int(players)), int(games), each=bool(int(each)))
    print(most_memory())


# ---- Decks and players ---------------------------------------------------------------------------


def _of_a_decision(games: Sequence[Game], seconds: float, seed: int) -> tuple[float, float]:
    """What a decision takes, and what a game takes besides: from games of two lengths."""
    taken, number = [], []
    for game in games:
        playouts(game, 2)
        once = max(1e-6, seconds_of(lambda game=game: playouts(game, 20)) / 20)  # type: ignore[misc]
        many = max(10, round(seconds / once))
        least = min(
            seconds_of(lambda game=game, many=many: playouts(game, many, seed=seed))  # type: ignore[misc]
            for _ in range(3)
        )
        taken.append(least / many)
        number.append(playouts(game, 10).decisions / 10)
    each = (taken[1] - taken[0]) / (number[1] - number[0])
    return each, taken[0] - each * number[0]


def decks(rounds: int, seconds: float) -> Table:
    """What a decision takes by the number of cards, with equal hands."""
    yield from head("cards", "ns for a decision", "of that with 52", "µs for the deal", "wanted")
    games = {of: [game_of(of, 4, turns) for turns in DECK_TURNS] for of in DECKS}
    found: dict[int, list[tuple[float, float]]] = {of: [] for of in DECKS}
    for number in range(rounds):
        for of in DECKS:
            found[of].append(_of_a_decision(games[of], seconds / 8, 1000 * number))
    for of in DECKS:
        ratio = Spread(
            [one[0] / base[0] for one, base in zip(found[of], found[DECKS[0]], strict=True)]
        )
        each, deal = (Spread([1e9 * one[0] for one in found[of]]),
                      Spread([1e6 * max(0.0, one[1]) for one in found[of]]))  # fmt: skip
        wanted = verdict(f"at most {DECKS_RATIO:g}", ratio.middle <= DECKS_RATIO)
        yield line(52 * of, each.told(1), ratio.told(2), deal.told(1), wanted)


def players(rounds: int, seconds: float) -> Table:
    """What a game takes by the number of players, each of whom has as many turns."""
    yield from head("players", "µs for a game", "for each player, of that with 2", "wanted")
    found: dict[int, list[float]] = {number: [] for number in PLAYERS}
    games = {number: game_of(4, number, 40 * number) for number in PLAYERS}
    for game in games.values():
        playouts(game, 100)
    for number in range(rounds):
        for of, game in games.items():
            many = max(20, round(seconds / 8 * 1e6 / (2 * of)))
            work = seconds_of(
                lambda game=game, many=many, number=number: playouts(game, many, seed=number)  # type: ignore[misc]
            )
            found[of].append(work / many)
    for of in PLAYERS:
        ratio = Spread(
            [one / of / (base / 2) for one, base in zip(found[of], found[2], strict=True)]
        )
        wanted = verdict("no more", ratio.middle <= 1.05)
        yield line(of, Spread([1e6 * one for one in found[of]]).told(1), ratio.told(2), wanted)


# ---- Compiling -----------------------------------------------------------------------------------


def compiling(rounds: int) -> Table:
    """The seconds until a shipped game can be played: anew, and from what is kept."""
    yield from head("game", "seconds, nothing kept", "from what is kept", "wanted")
    for name in sorted(bundled()):
        number = load(name).players_max
        cold, kept = [], []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                cold += asked("compile", name, number, XDG_CACHE_HOME=folder)
                kept += asked("compile", name, number, XDG_CACHE_HOME=folder)
        is_met = Spread(cold).middle < COLD_SECONDS and Spread(kept).middle < KEPT_SECONDS
        wanted = verdict(f"under {COLD_SECONDS:g} and {KEPT_SECONDS:g}", is_met)
        yield line(titled(name, number), Spread(cold).told(2), Spread(kept).told(2), wanted)


def compile_(name: str, number: str) -> None:
    """Compile a game; tells the seconds that this took besides imports and the game itself."""
    import llvmlite.binding  # noqa: F401, PLC0415 - not counted

    game = Game(load(name), int(number))
    assert game.program
    print(seconds_of(lambda: compiled_game(game)))


# ---- Batches -------------------------------------------------------------------------------------


def batches(rounds: int, seconds: float) -> Table:
    """The decisions of a batch for which numpy chooses, and of one for which compiled code does,
    beside whole games at a call.
    """
    yield from head(
        "game", "numpy chooses, decisions/s", "of playouts", "`step`, decisions/s", "of playouts",
        "bytes of a state",
    )  # fmt: skip
    for name, number in BATCHED:
        game = Game(load(name), number)
        batch = Batch(game, BATCH_SIZE)
        games = max(10, BATCH_SIZE * BATCH_STEPS * 10 // (playouts(game, 10).decisions // 10 + 1))
        chosen, stepped, played = [], [], []
        for at in range(rounds):
            chosen.append(_rate(seconds, partial(_choose, batch, at)))
            stepped.append(_rate(seconds, partial(_step, batch)))
            played.append(_rate(seconds, partial(_play_all, game, games)))
        cells = []
        for rates in (chosen, stepped):
            ratios = [one / other for one, other in zip(rates, played, strict=True)]
            cells += [Spread(rates).told(0), Spread(ratios).told(2)]
        size = batch._native.state_size + batch._native.other_size
        yield line(titled(name, number), *cells, f"{size:,}")


def _play_all(game: Game, games: int) -> int:
    return playouts(game, games, each=False).decisions


def _rate(seconds: float, work: Callable[[], int]) -> float:
    """How many decisions there are in a second of something that tells how many there were."""
    work()
    decisions, began = 0, time.process_time()
    while True:
        decisions += work()
        taken = time.process_time() - began
        if taken >= seconds:
            return decisions / taken


def _choose(batch: Batch, seed: int) -> int:
    """Answers of all states, drawn by numpy; games that are over begin anew."""
    draw = numpy.random.default_rng(seed)
    decisions = 0
    for _ in range(BATCH_STEPS):
        counts = batch.counts
        over = numpy.flatnonzero(counts == 0)
        if len(over):
            batch.reset(decisions, games=over)
            counts = batch.counts
        batch.apply((draw.random(len(counts)) * counts).astype("int64"))
        decisions += len(counts)
    return decisions


def _step(batch: Batch) -> int:
    """The same steps by chance, as compiled code draws it."""
    batch.reset(1, games=numpy.flatnonzero(batch.counts == 0))
    before = int(batch.decisions.sum())
    batch.step(BATCH_STEPS)
    return int(batch.decisions.sum()) - before


# ---- Sets that are filtered ----------------------------------------------------------------------


def sets(rounds: int) -> Table:
    """What a turn takes in which melds are chosen by a condition, and a choice among very many."""
    yield from head("choice", *(f"ms, {engine}" for engine in ENGINES), "wanted")
    for name, what, wanted in (
        ("gin_melds", "a turn with melds of 11 cards", MELDS_MILLISECONDS),
        ("landlord", "combinations of up to 20 cards", CHOICE_MILLISECONDS),
    ):
        game = Game(load_file(SETS / f"{name}.rules"), 2)
        turns = 2 if name == "gin_melds" else 1
        cells, in_python = [], 0.0
        for engine in ENGINES:
            playouts(game, 1, seed=99, engine=engine)  # type: ignore[arg-type]
            values = []
            for number in range(rounds):
                began = time.process_time()
                played = playouts(game, 3, seed=3 * number, engine=engine)  # type: ignore[arg-type]
                values.append(1e3 * turns * (time.process_time() - began) / played.decisions)
            found = Spread(values)
            cells.append(found.told(3))
            in_python = found.middle if engine == "python" else in_python
        told = verdict(f"under {wanted:g} in plain Python", in_python < wanted)
        yield line(what, *cells, told)


# ---- All of it -----------------------------------------------------------------------------------


def titled(name: str, number: int) -> str:
    """What a game is called in the tables."""
    return f"{load(name).title}, {number} players"


def tables(
    rounds: int, seconds: float, machine: dict[str, str], say: Callable[[str], None]
) -> list[str]:
    """All tables under their headings, and on what they were measured."""
    found: list[str] = []

    def tell(one: str) -> None:
        found.append(one)
        say(one)

    tell(f"Medians of {rounds} rounds (lowest to highest).")
    tell("")
    for name, value in machine.items():
        tell(f"- {name}: {value}")
    for title, table in (
        ("Two threads beside two processes at the same time", threads(rounds, seconds)),
        ("Memory", memory()),
        ("Decks, with four players and hands of seven", decks(rounds, seconds)),
        ("Players", players(rounds, seconds)),
        ("Compiling, with the most players", compiling(min(rounds, 3))),
        (f"Batches of {BATCH_SIZE:,} states", batches(rounds, seconds)),
        ("Sets that are filtered by a condition", sets(rounds)),
    ):
        for one in ("", f"{title}:", ""):
            tell(one)
        for one in table:
            tell(one)
    return found


_CHILDREN: Mapping[str, Callable[..., None]] = {"play": play, "most": most, "compile": compile_}

if __name__ == "__main__":
    what, *words = sys.argv[1:]
    _CHILDREN[what](*words)
