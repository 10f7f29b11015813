"""The speed of whole random games, of copies of states, of a cold start, and of linting; memory.

    python -m tests.bench [--seconds 1.0] [--rounds 5] [--json]
    python -m tests.bench --open-spiel [--write]
    python -m tests.bench --native [--write]

One thread. Legal answers are included, answers are applied in place, and nobody is told what
happens. How much longer games take by actions is that of `legal_actions` and `apply` beside
`answers` and `apply_answer`, both with a state of its own for every decision and without the record
that a `Playthrough` keeps.
Seconds are those of the processor, so that a busy machine says the same as an idle one (of a cold
start, where the system tells them, those of the whole process). What is said to be met is compared
with the wanted figures in `GAMES` and below it. Where OpenSpiel is installed, games are measured
beside it in the end, or alone (`tests/open_spiel/speed.py`); without it that is told.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs

import cardrules
from cardrules.analysis.load import analyse_source
from cardrules.engine.chance import Stream
from cardrules.engine.game import Game
from cardrules.lint.runner import lint_source
from cardrules.model.state import State
from cardrules.source import read_source
from cardrules.syntax import parser, yaml_tree
from tests import measured_page
from tests.engine import test_work
from tests.measures import Measure, measured, row
from tests.open_spiel import speed

if sys.platform != "win32":
    import resource

ROOT = Path(__file__).resolve().parent.parent

# Ruleset, players, decisions per second that are wanted.
GAMES = (
    ("hearts", 4, 15_000),
    ("snarkas", 2, 15_000),
    ("snatch_it", 4, 8_000),
    ("snatch_the_cat", 4, 8_000),
)
# By actions a game may take at most so many times as long as by answers.
ACTIONS_RATIO = 2.0
# Bytes for each of many states of random games that are kept, with what can be answered there, at
# the commit f1d1e8d under CPython 3.11 on Linux with 64 bits: there must not be more.
STATE_BYTES = (
    ("hearts", 4, 4_362),
    ("snarkas", 2, 4_072),
    ("snatch_it", 4, 8_569),
    ("snatch_the_cat", 4, 5_652),
    ("war", 2, 3_959),
    ("crazy_eights", 3, 3_426),
)
MEMORY_RATIO = 1.0
# The same for copies and cold starts: at most so much.
COPY_MICROSECONDS = 20.0
HELP_SECONDS = 0.25
FIRST_DECISION_SECONDS = 0.6
# A start with rules that were read before, by what importing lark, yaml and attrs takes.
FIRST_DECISION_RATIO = 2.5
# Linting a text, by what reading it takes.
LINT_RATIO = 3.0
# What the guard may take to stop a ruleset that never ends, the start of the process included.
GUARD_SECONDS = 2.0
GUARD_MEGABYTES = 200.0

# The rulesets that never end.
BOMBS = test_work.BOMBS

_COPIES = 2000
# Python keeps some thousand tuples for itself: of few states it would not be told what they take.
_KEPT = 10_000
_STARTS = 5
_COPIES_AFTER = 60
_HELP = (sys.executable, "-m", "cardrules", "--help")
_PLAY = "game = cardrules.Game(ruleset, 4)\nassert len(game.legal_actions(game.start(1))) > 0\n"
_FIRST_DECISION = (
    sys.executable,
    "-c",
    f"import cardrules\nruleset = cardrules.load('snatch_the_cat')\n{_PLAY}",
)
# The same with rules that nobody has read before.
_FIRST_DECISION_ANEW = (
    sys.executable,
    "-c",
    "import cardrules\nfrom cardrules.judging import judge\n"
    "from cardrules.source import read_source\n"
    f"ruleset, _ = judge(read_source(cardrules.bundled()['snatch_the_cat']))\n{_PLAY}",
)
_LIBRARIES = (sys.executable, "-c", "import lark, yaml, attrs")


def decisions(name: str, players: int, target: float, rounds: int, seconds: float) -> Measure:
    """Decisions per second in random games; a round takes at least so many seconds."""
    game = cardrules.Game(cardrules.load(name), players)
    seed = 0
    values = []
    # The first round fills what is remembered of subsets, as any longer run does.
    for number in range(rounds + 1):
        taken = 0
        began = time.process_time()
        while time.process_time() - began < (seconds if number else min(seconds, 0.3)):
            taken += play(game, seed)
            seed += 1
        values.append(taken / (time.process_time() - began))
    what = f"{name}, {players} players"
    return measured(what, "decisions/s", target, values[1:], more_is_better=True)


def play(game: cardrules.Game, seed: int) -> int:
    """Play a random game; gives the number of its decisions."""
    s = game.start(seed, narrated=False)
    below = Stream(seed, 1).below
    while answers := game.answers(s):
        game.apply_answer_in_place(s, answers[below(len(answers))])
    return s.steps


def actions(name: str, players: int, rounds: int, seconds: float) -> Measure:
    """How many times as long random games take by actions; each is played in both ways in turn."""
    game = cardrules.Game(cardrules.load(name), players)
    seed = 0
    values = []
    for _ in range(rounds):
        by_answer = by_action = 0.0
        while by_answer + by_action < seconds:
            seed += 1
            # Both find what is remembered of subsets.
            play(game, seed)
            by_answer += walk(game, seed, game.answers, game.apply_answer)
            by_action += walk(game, seed, game.legal_actions, game.apply)
        values.append(by_action / by_answer)
    what = f"actions for answers, {name}, {players} players"
    return measured(what, "times", ACTIONS_RATIO, values, more_is_better=False)


def walk(
    game: Game,
    seed: int,
    choices: Callable[[State], Sequence[Any]],
    apply: Callable[[State, Any], State],
) -> float:
    """Play a random game with a state for each decision; gives the seconds that it took."""
    s = game.start(seed, narrated=False)
    below = Stream(seed, 1).below
    began = time.process_time()
    while found := choices(s):
        s = apply(s, found[below(len(found))])
    return time.process_time() - began


def copies(name: str, players: int, rounds: int) -> Measure:
    """Microseconds for a copy of a state in the middle of a game."""
    game = cardrules.Game(cardrules.load(name), players)
    s = game.start(1)
    choices = Stream(1, 1)
    for _ in range(_COPIES_AFTER):
        answers = game.answers(s)
        if not len(answers):
            break
        before = s.copy()
        game.apply_answer_in_place(s, answers[choices.below(len(answers))])
        s = before if s.over else s
    values = []
    for _ in range(rounds):
        began = time.process_time()
        for _ in range(_COPIES):
            s.copy()
        values.append((time.process_time() - began) / _COPIES * 1e6)
    what = f"copy of a state, {name}, {players} players"
    return measured(what, "microseconds", COPY_MICROSECONDS, values, more_is_better=False)


def memory(name: str, players: int, before: int) -> Measure:
    """How many times as many bytes a kept state takes as before; it is the same in each round."""
    game = cardrules.Game(cardrules.load(name), players)
    # What is remembered of subsets and the like is no part of a state.
    list(itertools.islice(states(game), _KEPT // 10))
    tracemalloc.start()
    kept = list(itertools.islice(states(game), _KEPT))
    taken = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    what = f"bytes of a state for {before:,}, {name}"
    return measured(what, "times", MEMORY_RATIO, [taken / before], more_is_better=False)


def states(game: Game) -> Iterator[State]:
    """The states of random games, each with what can be answered there."""
    for seed in itertools.count():
        s = game.start(seed, narrated=False)
        below = Stream(seed, 1).below
        while found := game.answers(s):
            yield s
            s = game.apply_answer(s, found[below(len(found))])


def cold(name: str, command: tuple[str, ...], target: float, rounds: int) -> Measure:
    """Seconds from the start of a process to its end."""
    values = []
    for _ in range(rounds + 1):
        began = of_children()
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        values.append(of_children() - began)
    # The first start compiles modules and reads them from disk.
    return measured(name, "seconds", target, values[1:], more_is_better=False)


def cold_by_libraries(rounds: int) -> Measure:
    """How many times as long a start to the first decision takes as importing what others made."""
    values = []
    for _ in range(rounds + 1):
        taken = []
        for command in (_FIRST_DECISION, _LIBRARIES):
            began = of_children()
            # Of one start, the system tells hundredths of a second.
            for _ in range(_STARTS):
                subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
            taken.append(of_children() - began)
        values.append(taken[0] / taken[1])
    name = "cold start for imports of libraries"
    return measured(name, "times", FIRST_DECISION_RATIO, values[1:], more_is_better=False)


def linting(name: str, rounds: int) -> Measure:
    """How many times as long it takes to lint a text as to read it, each for the first time."""
    source = read_source(cardrules.bundled()[name])
    values = []
    for _ in range(rounds + 1):
        taken = []
        for work in (lint_source, analyse_source):
            parser.forget_trees()
            yaml_tree.forget_events()
            began = time.process_time()
            work(source)
            taken.append(time.process_time() - began)
        values.append(taken[0] / taken[1])
    what = f"lint for reading, {name}"
    return measured(what, "times", LINT_RATIO, values[1:], more_is_better=False)


def of_children() -> float:
    """The seconds that processes started here have used; on Windows, what the clock says."""
    if sys.platform == "win32":
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def guarded() -> list[Measure]:
    """The seconds and megabytes until the guard stops each of the rulesets that never end."""
    used = [_of_child((sys.executable, "-m", "tests.bench", "--bomb", name)) for name in BOMBS]
    what = f"the guard, {len(BOMBS)} endless rulesets"
    seconds, megabytes = ([one[at] for one in used] for at in (0, 1))
    return [
        measured(what, "seconds", GUARD_SECONDS, seconds, more_is_better=False),
        measured(what, "megabytes", GUARD_MEGABYTES, megabytes, more_is_better=False),
    ]


def _of_child(command: tuple[str, ...]) -> tuple[float, float]:
    """The seconds of the processor and the megabytes that a process takes, as it tells the latter.

    What the system tells of a child's memory begins with that of its parent.
    """
    began = of_children()
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return of_children() - began, float(told)


def most_memory() -> float:
    """The most megabytes that this process has had."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (kilobytes,) = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(kilobytes) / 1024


def explode(name: str) -> None:
    """Play one of the rulesets that never end, until it is stopped."""
    declared, effects, _ = BOMBS[name]
    game = test_work.bomb(declared, effects)
    try:
        game.apply(game.start(1, 0), cardrules.Action("go"))
    except cardrules.GameLimitError:
        return
    raise AssertionError(f"{name} came to its end")


def machine() -> dict[str, str]:
    """What was measured on."""
    system = f"{platform.system()} {platform.machine()}"
    return {
        "machine": f"{processor()}, {os.cpu_count()} cores, {system}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "cardrules": version("cardrules") if _is_installed() else "from a checkout",
        "attrs": version("attrs"),
        "lark": version("lark"),
    }


def _is_installed() -> bool:
    try:
        return bool(version("cardrules"))
    except ModuleNotFoundError:
        return False


def processor() -> str:
    """The name of the processor, where the system tells it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    return names[0] if names else platform.processor() or "unknown processor"


def run(rounds: int, seconds: float, say: Callable[[str], None]) -> list[Measure]:
    """All measures, each told when it is made."""
    found: list[Measure] = []
    for name, players, target in GAMES:
        found.append(decisions(name, players, target, rounds, seconds))
        say(row(found[-1]))
    for name, players, _ in GAMES:
        found.append(actions(name, players, rounds, seconds))
        say(row(found[-1]))
    for name, players, _ in GAMES:
        found.append(copies(name, players, rounds))
        say(row(found[-1]))
    for name, players, before in STATE_BYTES:
        found.append(memory(name, players, before))
        say(row(found[-1]))
    for name, command, most in (
        ("cold start of cardrules --help", _HELP, HELP_SECONDS),
        ("cold start to the first decision", _FIRST_DECISION, FIRST_DECISION_SECONDS),
        ("the same with rules read anew", _FIRST_DECISION_ANEW, FIRST_DECISION_SECONDS),
    ):
        found.append(cold(name, command, most, rounds))
        say(row(found[-1]))
    found.append(cold_by_libraries(rounds))
    say(row(found[-1]))
    for name, _, _ in GAMES:
        found.append(linting(name, rounds))
        say(row(found[-1]))
    for item in guarded() if sys.platform == "linux" else ():
        found.append(item)
        say(row(item))
    return found


def as_data(found: list[Measure]) -> dict[str, Any]:
    """The figures as JSON data."""
    return {
        **machine(),
        "measures": [{**attrs.asdict(item), "met": item.met} for item in found],
    }


def main(arguments: list[str] | None = None) -> int:
    """Measure; the exit code is 0 whatever comes out, since machines differ."""
    options = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__.split("\n")[0]
    )
    options.add_argument(
        "--seconds", type=float, default=1.0, help="how long a round takes at least"
    )
    options.add_argument("--rounds", type=int, default=5, help="how many rounds the median is of")
    options.add_argument("--json", action="store_true", help="print JSON and nothing else")
    options.add_argument(
        "--open-spiel", action="store_true", help="compare with OpenSpiel, and no more"
    )
    options.add_argument(
        "--native", action="store_true", help="what compiled games need, and no more"
    )
    options.add_argument(
        "--write",
        action="store_true",
        help="with --open-spiel or --native: write docs/performance.md",
    )
    options.add_argument("--bomb", choices=BOMBS, help="play one endless ruleset, and no more")
    given = options.parse_args(arguments)
    if given.bomb:
        explode(given.bomb)
        print(most_memory())
        return 0
    if given.rounds < 1 or given.seconds <= 0:
        options.error("there must be a round of some time")
    if given.write and not given.open_spiel and not given.native:
        options.error("--write is for --open-spiel and --native")
    if given.open_spiel:
        _compare(given.rounds, given.seconds, write=given.write)
        return 0
    if given.native:
        _native(given.rounds, given.seconds, write=given.write)
        return 0
    if given.json:
        found = run(given.rounds, given.seconds, lambda line: None)
        print(json.dumps(as_data(found), indent=2))
        return 0
    for name, value in machine().items():
        print(f"{name:<10} {value}")
    print(f"medians of {given.rounds} rounds (lowest to highest)\n")
    found = run(given.rounds, given.seconds, lambda line: print(line, flush=True))
    print(f"\n{sum(item.met for item in found)} of {len(found)} targets met\n")
    _compare(given.rounds, given.seconds, write=False)
    return 0


def _compare(rounds: int, seconds: float, *, write: bool) -> None:
    """Measure beside OpenSpiel, if it is there."""
    found = speed.compare(rounds, seconds, machine(), lambda line: print(line, flush=True))
    if found is not None and write:
        measured_page.write(found, "--open-spiel")


def _native(rounds: int, seconds: float, *, write: bool) -> None:
    """Measure what compiled games need, if they can be had."""
    if find_spec("llvmlite") is None or find_spec("numpy") is None:
        print("The extra `fast` is not installed, so compiled games are not measured.")
        return
    from tests.fast import figures  # noqa: PLC0415 - an extra

    found = figures.tables(rounds, seconds, machine(), lambda line: print(line, flush=True))
    if write:
        measured_page.write(found, "--native")


if __name__ == "__main__":
    sys.exit(main())
