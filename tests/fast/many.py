"""Very many native games: a checksum of a million of them, and others beside other engines.

    python -m tests.fast.many [--games 2000] [--beside 2000] [--settings 0] [--jobs 2]
                              [--done FILE] [--write] [NAME ...]

The checksums of the games in `tests/data/native_games.json` are fixed: rules and engines that play
as before come to them. Then each bundled ruleset, or those that are named, is played with each
number of players and each value of each option (the settings that lint tries; `--settings`: only
the first ones): so many games in each setting, which the engine in Python plays again, and of them
so many (`--beside`) the reference engine, too. A line says what is done. All of it takes about an
hour on two cores. What is right stands in the file of `--done`, and is not done again
when that is given another time, unless the package or a ruleset has changed. A mistake names the
first seed with which a game goes otherwise. `--write` fixes the checksums anew, after a change of
rules.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import click

import cardrules
from cardrules.engine.game import Game
from cardrules.errors import CardrulesError
from cardrules.fast import playouts
from cardrules.fast.playing import Engine
from cardrules.lint.settings import Setting, game_in, settings_of
from cardrules.rulesets import bundled, load
from tests.fuzz.workers import spread

_TREE = Path(__file__).parents[2]
FIXED = _TREE / "tests" / "data" / "native_games.json"
# No job stands still for so many seconds.
_SILENCE = 3600.0


def default_game(name: str) -> Game:
    """A bundled ruleset with its least number of players."""
    ruleset = load(name)
    return Game(ruleset, ruleset.players_min)


def is_changed(name: str, sample: str = "games") -> bool:
    """Whether the games of a ruleset, or a `sample` of them, are not those that are fixed."""
    wanted = fixed()[name][sample]
    found = playouts(default_game(name), wanted["number"])
    return found.checksum != int(wanted["checksum"], 16) or found.replayed > 0


def fixed() -> dict[str, dict[str, dict[str, Any]]]:
    """The checksums that are fixed, by ruleset and how many games they are of."""
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(FIXED.read_text(encoding="utf-8"))
    return found


def write() -> None:
    """Fix the checksums anew."""
    data = fixed()
    for name, samples in data.items():
        for wanted in samples.values():
            checksum = playouts(default_game(name), wanted["number"]).checksum
            wanted["checksum"] = f"{checksum:016x}"
    FIXED.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def outcome(game: Game, games: int, first: int, engine: Engine = "native") -> str:
    """What comes of some games: their checksum, or what stops one of them."""
    try:
        return str(playouts(game, games, first, engine=engine).checksum)
    except CardrulesError as error:
        return str(error)


def first_that_differs(game: Game, games: int, engine: Engine, first: int = 0) -> int | None:
    """The first seed with which a game goes otherwise than in another engine, if there is one."""
    if outcome(game, games, first) == outcome(game, games, first, engine):
        return None
    if games == 1:
        return first
    half = games // 2
    found = first_that_differs(game, half, engine, first)
    if found is None:
        found = first_that_differs(game, games - half, engine, first + half)
    return found


def compare(game: Game, games: int, beside: int) -> str:
    """What is wrong with some games of a game, if something is."""
    engines: tuple[tuple[Engine, int], ...] = (("reference", beside), ("python", games))
    for engine, number in engines:
        seed = first_that_differs(game, number, engine)
        if seed is not None:
            return f"seed {seed} is played otherwise by the engine `{engine}`"
    try:
        replayed = playouts(game, games).replayed
    except CardrulesError:
        # Where everybody answers by chance it does not come to an end, whoever plays it.
        return ""
    return f"{replayed} games were given up" if replayed else ""


@attrs.frozen
class Job:
    """Games of a ruleset in a setting, so many of them beside the reference engine; without a
    setting, those whose checksum is fixed.
    """

    name: str
    setting: Setting | None
    games: int
    beside: int

    def __str__(self) -> str:
        """What is done, and in what."""
        if self.setting is None:
            return f"{self.name}: {self.games:,} games, whose checksum is fixed"
        beside = f"{self.beside:,} of them by the reference engine"
        return f"{self.name}, {self.setting}: {self.games:,} games, {beside}"

    def do(self) -> str:
        """What is wrong, if something is."""
        if self.setting is None:
            return "they are not those that are fixed" if is_changed(self.name) else ""
        game = game_in(load(self.name), self.setting)
        return "" if game is None else compare(game, self.games, self.beside)


def jobs(names: Sequence[str], settings: int, games: int, beside: int) -> Iterator[Job]:
    """What is to be done with these rulesets, in all settings of each or the first."""
    for name in names:
        for sample in [fixed()[name]["games"]] if name in fixed() else []:
            yield Job(name, None, sample["number"], 0)
        tried = settings_of(load(name)).tried
        for setting in tried[:settings] if settings else tried:
            yield Job(name, setting, games, min(games, beside))


class Done:
    """The lines of what is done and was right, in a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path, self._played = path, digest_of(what_is_played())
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        self._lines = {line for line in lines if line.startswith(self._played)}

    def __contains__(self, job: Job) -> bool:
        return self._line(job) in self._lines

    def add(self, job: Job) -> None:
        """It was right."""
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{self._line(job)}\n")

    def _line(self, job: Job) -> str:
        return f"{self._played} {job}"


def what_is_played() -> Iterator[Path]:
    """The files on which it depends how games go."""
    yield from sorted(Path(cardrules.__file__).parent.rglob("*.py"))
    yield from sorted((_TREE / "games").rglob("*.rules"))


def digest_of(paths: Iterator[Path]) -> str:
    """What tells files from others."""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def main(arguments: list[str] | None = None) -> int:
    """Play them; the exit code is 1 if something is wrong, and 130 if somebody has stopped it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fast.many")
    parser.add_argument("names", nargs="*", help="bundled rulesets")
    parser.add_argument("--games", type=int, default=2000, help="how many games of each setting")
    parser.add_argument("--beside", type=int, default=2000, help="how many by the reference engine")
    parser.add_argument("--settings", type=int, default=0, help="how many settings of each")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--done", type=Path, help="the file of what is done")
    parser.add_argument("--write", action="store_true", help="fix the checksums anew")
    given = parser.parse_args(arguments)
    if given.write:
        write()
        return 0
    try:
        names = given.names or sorted(bundled())
        return do_all([*jobs(names, given.settings, given.games, given.beside)], given)
    except KeyboardInterrupt:
        kept = f"; what is done stands in {given.done}" if given.done else ""
        print(f"Stopped{kept}.", file=sys.stderr)
        return 130


def do_all(every: Sequence[Job], given: argparse.Namespace) -> int:
    """Do what is not done yet; the exit code is 1 if something is wrong."""
    done = Done(given.done)
    left = [job for job in every if job not in done]
    if len(left) < len(every):
        print(f"{len(every) - len(left)} of {len(every)} are done.", flush=True)
    wrong = []
    # The lines say the same.
    is_hidden = not sys.stderr.isatty() or sys.stdout.isatty()
    with click.progressbar(length=len(left), file=sys.stderr, hidden=is_hidden) as bar:
        for job, found in spread(Job.do, left, given.jobs, _SILENCE):
            bar.update(1)
            mistake = "its process was lost" if found is None else found
            if mistake:
                wrong.append(f"{job}: {mistake}")
            else:
                done.add(job)
            print(f"{job}: {mistake or 'right'}", flush=True)
    for text in wrong:
        print(text)
    number = sum(job.games for job in left)
    print(f"{number:,} native games, {len(wrong)} mistakes")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
