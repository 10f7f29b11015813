"""Many random texts and games: what broke, and what the texts were made of.

    python -m tests.fuzz.run [--texts 20000] [--games 5000] [--seed 0] [--jobs 2] [--json FILE]

Every second text is a random ruleset, the others are shipped rulesets with mistakes in them. All
are linted; of those that lint clean games are played until there are enough. `--only random 17`
tries a single text again, `--shrink` makes it as small as it can be. The exit code is 1 if anything
broke, or if a construct is in fewer than one of a hundred random rulesets that lint clean, or fewer
than half of their games reach their declared end.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import attrs

from tests.fuzz.figures import Figures
from tests.fuzz.mutated import mutated_ruleset
from tests.fuzz.rulesets import random_ruleset
from tests.fuzz.shrink import shrunk
from tests.fuzz.trying import Trial, try_text
from tests.fuzz.workers import spread

SOURCES = {"random": random_ruleset, "mutated": mutated_ruleset}
# So many texts are handed to a worker at once.
_AT_ONCE = 20
_SHRUNK_GAMES = 3
# Where nobody looks at a terminal, progress is told each time so many texts are done.
_TOLD = 1000


@attrs.frozen
class Batch:
    """Some texts by their seeds, and how many games each is played."""

    first: int
    number: int
    games: int


def try_batch(batch: Batch) -> list[tuple[str, int, Trial]]:
    """What became of the texts of a batch."""
    found = []
    for number in range(batch.first, batch.first + batch.number):
        source, seed = ("random", "mutated")[number % 2], number // 2
        found.append((source, seed, try_text(SOURCES[source](seed), seed, batch.games)))
    return found


def run(texts: int, games: int, seed: int, jobs: int, *, show: bool) -> Figures:
    """Try so many texts from a seed on, and play so many games."""
    figures = Figures()
    began = time.monotonic()

    def batches() -> Iterator[Batch]:
        for first in range(0, texts, _AT_ONCE):
            number = min(_AT_ONCE, texts - first)
            yield Batch(2 * seed + first, number, int(figures.games < games))

    for batch, found in spread(try_batch, batches(), jobs):
        if found is None:
            figures.lost(f"texts {batch.first} to {batch.first + batch.number - 1}")
        for source, number, trial in found or ():
            figures.add(source, number, trial)
            for signature, _ in trial.broken if show else ():
                sys.stderr.write(f"broken: {source} {number}: {signature}\n")
        if show:
            _progress(figures, texts, games, time.monotonic() - began)
    if show and sys.stderr.isatty():
        sys.stderr.write("\n")
    return figures


def _progress(figures: Figures, texts: int, games: int, seconds: float) -> None:
    line = (
        f"{figures.texts:>6} of {texts} texts, {figures.games:>5} of {games} games, "
        f"{len(figures.broken)} broken, {seconds:6.0f} s"
    )
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{line}")
    elif figures.texts % _TOLD == 0:
        sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def try_again(source: str, seed: int, *, shrink: bool) -> int:
    """One text again, shown with what breaks; as small as it can be if wanted."""
    text = SOURCES[source](seed)
    trial = try_text(text, seed, _SHRUNK_GAMES)
    if shrink and trial.broken:
        wanted = trial.broken[0][0]

        def fails(candidate: str) -> bool:
            broken = try_text(candidate, seed, _SHRUNK_GAMES, warned=True).broken
            return any(signature == wanted for signature, _ in broken)

        text = shrunk(text, fails)
        trial = try_text(text, seed, _SHRUNK_GAMES, warned=True)
    print(text)
    for signature, details in trial.broken:
        print(f"{signature}\n{details}")
    print(f"codes {', '.join(trial.codes) or 'none'}; games {', '.join(trial.outcomes) or 'none'}")
    return 1 if trial.broken else 0


def add_arguments(parser: argparse.ArgumentParser, *, games: str) -> None:
    """What can be said of a run; `games` is how the number of games is called."""
    parser.add_argument("--texts", type=int, default=20_000, help="how many random texts")
    parser.add_argument(games, type=int, default=5_000, help="how many games of clean texts")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--json", type=Path, help="write the figures to this file")


def told(given: argparse.Namespace, games: int) -> bool:
    """Run as the arguments say and print the figures; whether something is wrong."""
    figures = run(given.texts, games, given.seed, given.jobs, show=True)
    print(figures.table())
    if given.json:
        given.json.write_text(json.dumps(figures.data(), indent=2) + "\n", encoding="utf-8")
    return not figures.is_good(given.texts)


def main(arguments: list[str] | None = None) -> int:
    """Run; the exit code is 1 if something is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.run", description=(__doc__ or "").split("\n")[0]
    )
    add_arguments(parser, games="--games")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first texts")
    parser.add_argument("--only", nargs=2, metavar=("SOURCE", "SEED"), help="one text again")
    parser.add_argument("--shrink", action="store_true", help="make the one text smaller")
    given = parser.parse_args(arguments)
    if given.only:
        if given.only[0] not in SOURCES or not given.only[1].isdigit():
            parser.error("--only random SEED, or --only mutated SEED")
        return try_again(given.only[0], int(given.only[1]), shrink=given.shrink)
    return int(told(given, given.games))


if __name__ == "__main__":
    sys.exit(main())
