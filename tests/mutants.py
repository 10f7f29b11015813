"""Break the rulesets one clause at a time and list what no scenario notices (`make mutants`).

    python -m tests.mutants                     all games with scenarios
    python -m tests.mutants snatch_it --jobs 2  one game

Exits with 1 if more than 2 % of the mutants of a game survive, or if one survives for which no
reason is written down in tests/data/surviving_mutants.yaml. Takes some minutes for each game.
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
from tests.bundled import load
from tests.mutation import Mutant, mutants

GAMES = ("snarkas", "snatch_it", "snatch_the_cat")
MOST_SURVIVORS = 0.02
# A broken game may never end: a mutant that takes longer than this has been noticed.
SECONDS = 60
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


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(GAMES))
@click.option("--jobs", default=2, help="How many processes.", show_default=True)
def main(games: tuple[str, ...], jobs: int) -> None:
    """Break rulesets one clause at a time and list what no scenario notices."""
    cardrules.scenario.run.MOST_STEPS = 300
    failed = False
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
