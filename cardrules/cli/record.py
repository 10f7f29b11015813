"""`cardrules record`: what a record holds, and a step of it as a scenario."""

from __future__ import annotations

import os
from pathlib import Path

import click

from cardrules.cli.arguments import with_option
from cardrules.cli.exits import ERRORS, USAGE, fail
from cardrules.cli.recorded import opened, ruleset_of
from cardrules.cli.saved import found
from cardrules.files import refuse_hidden_device, write_text
from cardrules.scenario.find import ruleset_path
from cardrules.scenario.from_game import Played, scenario_of
from cardrules.sim.record import Record, files_of
from cardrules.sim.replay import Replay

EXAMPLES = """\b
Examples:
  cardrules record game.json                          its steps, by number
  cardrules record game.json --to-scenario --step 12
  cardrules record game.json --to-scenario --step 12 --output reclaim.yaml"""


@click.command(
    "record",
    short_help="List the steps of a recorded game, or make a scenario of one.",
    epilog=EXAMPLES,
)
@click.argument("file", metavar="FILE")
@click.option("--to-scenario", is_flag=True, help="Print a step as a scenario.")
@click.option(
    "--step", type=click.IntRange(1), metavar="N", help="Which step; without it the last one."
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the scenario to a file that is not there yet.",
)
@click.option("--rules", metavar="RULES", help="By these rules instead of the recorded ones.")
@with_option
def command(
    file: str, to_scenario: bool, step: int | None, output: Path | None, rules: str | None
) -> None:
    """List the steps of the game recorded in FILE, or saved under this name.

    With --to-scenario a step becomes a scenario: the position before it, the action, and what came
    of it. Everything lies open in it. It has been tried: it passes. What cannot be laid out, such
    as what players have come to know, is played: the scenario begins as much earlier as it must.
    """
    path = found(file)
    if not path.exists():
        raise click.UsageError(f"There is no file {file}, and no saved game of this name.")
    if not to_scenario and (step is not None or output is not None):
        raise click.UsageError("--step and --output need --to-scenario.")
    record = opened(path)
    if not to_scenario:
        for number, item in enumerate(record.steps, 1):
            click.echo(f"{number:>5}  seat {item.seat + 1}: {item.action}")
        return
    text = _scenario(record, path, rules, step or len(record.steps), output or Path("scenario"))
    if output is None:
        click.echo(text, nl=False)
        return
    refuse_hidden_device(output)
    write_text(output, text, replace=False)


def _scenario(record: Record, path: Path, rules: str | None, step: int, output: Path) -> str:
    if not 1 <= step <= len(record.steps):
        fail(f"The record has {len(record.steps)} steps; there is no step {step}.", USAGE)
    ruleset = ruleset_of(record, path, rules)
    replay = Replay(record, ruleset)
    moments = list(replay.moments_until(step))
    game, *added = files_of(ruleset)
    played = Played(
        game=replay.playthrough.game,
        rules=_named(game, output),
        house_rules=[_named(file, output) for file in added],
        moments=moments,
        outcomes=[record.opening.chance, *[item.chance for item in replay.playthrough.steps]],
        starter=record.starter,
        starter_drawn=record.starter_drawn,
    )
    text = scenario_of(played, f"Step {step} of a recorded game.")
    if text is None:
        told = "no line of what happens in it cites the ID of a rule that it could test"
        fail(f"Step {step} cannot be written as a scenario: {told}.", ERRORS)
    return text


def _named(rules: Path, output: Path) -> str:
    """How a scenario in a file names a text of rules: by its name where that is enough."""
    found = ruleset_path(output, rules.stem)
    if found is not None and found.resolve() == rules.resolve():
        return rules.stem
    try:
        path = Path(os.path.relpath(rules.resolve(), output.resolve().parent))
    except ValueError:  # it lies on another drive
        path = rules.resolve()
    return path.with_suffix("").as_posix()
