"""Break rulesets or expectations in one place and list what nothing notices (`make mutants`).

    python -m tests.mutants                     all games with scenarios, one clause at a time
    python -m tests.mutants snatch_it --jobs 2  one game
    python -m tests.mutants --expectations      instead what the scenarios say, one value at a time

Exits with 1 if more than 2 % of the mutants of a game survive, or if one survives for which no
reason is written down in tests/data/surviving_mutants.yaml; of expectations none may survive.
Takes some minutes for each game.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import click
import yaml

import cardrules.scenario.run
from cardrules.model.ruleset import Ruleset
from cardrules.resources import games_dir
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.model import Scenario
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import read_source
from tests import expectations
from tests.bundled import load
from tests.mutation import Mutant, mutants

GAMES = ("snarkas", "snatch_it", "snatch_the_cat")
MOST_SURVIVORS = 0.02
# A broken game may never end: a mutant that takes longer than this has been noticed.
SECONDS = 60
EXAMPLES = Path(__file__).parents[1] / "examples"
REASONS = Path(__file__).parent / "data" / "surviving_mutants.yaml"


class Trial:
    """The scenarios of a game, and the mutants of its ruleset."""

    def __init__(self, game: str) -> None:
        self.ruleset = load(games_dir() / f"{game}.rules")
        self.scenarios = list(_scenarios(game))
        self.mutants = list(mutants(self.ruleset))

    def notices(self, ruleset: Ruleset) -> str:
        """The first scenario that fails with this ruleset, or nothing."""
        games = Games(ruleset)
        for scenario in self.scenarios:
            try:
                if not run_scenario(scenario, games).passed:
                    return scenario.name
            except TimeoutError:
                return f"{scenario.name} (takes too long)"
            except Exception as error:
                return f"{scenario.name} ({type(error).__name__})"
        return ""


def _scenarios(game: str) -> Iterator[Scenario]:
    for path in sorted((games_dir() / "scenarios" / game).glob("*.yaml")):
        file, found = load_scenarios(read_source(path))
        if file is None:
            raise SystemExit(f"{path}: {[item.message for item in found]}")
        yield from file.scenarios


_trials: dict[str, Trial] = {}


def _attempt(job: tuple[str, int]) -> tuple[int, bool]:
    """Whether a mutant survives. Trials are made before the processes part, so none is sent."""
    game, index = job
    trial = _trials[game]

    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        return index, not trial.notices(trial.mutants[index].ruleset)
    except TimeoutError:
        return index, False
    finally:
        signal.alarm(0)


def survivors(game: str, jobs: int) -> tuple[list[Mutant], int]:
    """The mutants that no scenario notices, and how many there were."""
    trial = _trials[game]
    work = [(game, index) for index in range(len(trial.mutants))]
    alive = []
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        results = pool.imap_unordered(_attempt, work, chunksize=4)
        shown = click.progressbar(results, length=len(work), label=game, file=sys.stderr)
        with shown:
            for index, survived in shown:
                if survived:
                    alive.append(index)
    return [trial.mutants[index] for index in sorted(alive)], len(work)


def _reason(mutant: Mutant, ruleset: Ruleset) -> str:
    """Why nobody can notice the mutant, if that is written down: by what was done and the line."""
    found = yaml.safe_load(REASONS.read_text(encoding="utf-8")) if REASONS.exists() else {}
    line = ruleset.text.line(mutant.line)
    for items in (found or {}).values():
        for item in items:
            if item["what"] == mutant.what and item["line"] in line:
                return str(item["reason"])
    return ""


_of_expectations: dict[str, expectations.Trial] = {}


def _attempt_case(job: tuple[str, int, int]) -> tuple[int, list[str]]:
    """How many mutants of a case were tried, and those that pass, in words."""
    folder, number, every = job
    trial = _of_expectations[folder]
    tried, alive = trial.survivors(number, every)
    return tried, [f"{trial.cases[number][0]}: {item}" for item in alive]


def wrong_expectations(folder: Path, jobs: int, every: int) -> tuple[int, list[str]]:
    """How many wrong expectations of a folder were tried, and those that pass."""
    trial = _of_expectations[str(folder)] = expectations.trial_of(folder)
    work = [(str(folder), number, every) for number in range(len(trial.cases))]
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        results = pool.imap_unordered(_attempt_case, work, chunksize=4)
        with click.progressbar(results, len(work), label=folder.name, file=sys.stderr) as shown:
            found = list(shown)
    return sum(tried for tried, _ in found), sorted(name for _, names in found for name in names)


def _try_expectations(games: tuple[str, ...], jobs: int, every: int) -> bool:
    """Whether no wrong expectation passes."""
    folders = [games_dir() / "scenarios" / game for game in games or GAMES]
    if not games:
        folders += sorted(EXAMPLES.glob("*/scenarios"))
    is_sound = True
    for folder in folders:
        tried, alive = wrong_expectations(folder, jobs, every)
        cases = len(_of_expectations[str(folder)].cases)
        click.echo(f"{folder}: {cases} scenarios, {tried} wrong ones, {len(alive)} of them pass")
        for name in alive:
            click.echo(f"  {name}")
        is_sound &= not alive
    return is_sound


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(GAMES))
@click.option("--jobs", default=2, help="How many processes.", show_default=True)
@click.option("--expectations", "of_expectations", is_flag=True, help="Break what scenarios say.")
@click.option("--every", default=1, help="With --expectations: only each n-th.", show_default=True)
def main(games: tuple[str, ...], jobs: int, of_expectations: bool, every: int) -> None:
    """Break rulesets one clause at a time and list what no scenario notices."""
    cardrules.scenario.run.MOST_STEPS = 300
    failed = False
    if of_expectations:
        sys.exit(0 if _try_expectations(games, jobs, every) else 1)
    for game in games or GAMES:
        trial = _trials[game] = Trial(game)
        broken = trial.notices(trial.ruleset)
        if broken:
            raise SystemExit(f"{game}: the scenario {broken!r} fails with the real ruleset")
        alive, number = survivors(game, jobs)
        share = len(alive) / number
        click.echo(
            f"{game}: {len(trial.scenarios)} scenarios, {number} mutants, "
            f"{len(alive)} survive ({share:.1%})"
        )
        for mutant in alive:
            reason = _reason(mutant, trial.ruleset)
            failed |= not reason
            click.echo(f"  {mutant}\n      {reason or 'NO REASON IS GIVEN'}")
        failed |= share > MOST_SURVIVORS
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
