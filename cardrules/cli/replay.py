"""`cardrules replay`: check a recorded game, and tell it."""

from __future__ import annotations

import click

from cardrules.cli.arguments import (
    json_option,
    log_option,
    print_json,
    view_option,
    viewer_from,
    with_option,
)
from cardrules.cli.exits import note
from cardrules.cli.log import Log
from cardrules.cli.recorded import opened, ruleset_of
from cardrules.cli.results import header, result_lines, seed_lines
from cardrules.cli.run import run_data
from cardrules.cli.saved import found
from cardrules.sim.event_data import EventTeller
from cardrules.sim.replay import Replay

EXAMPLES = """\b
Examples:
  cardrules replay game.json
  cardrules replay game.json --view 2 | less       what seat 2 saw
  cardrules replay game.json --rules new.rules     where would it go another way?
  cardrules replay game.json --no-log              check it, print the result

\b
Exit code 1 means that the file is no record, or that a step does not fit the
rules; the message names the first that does not."""


@click.command("replay", short_help="Check and tell a recorded game.", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@click.option(
    "--rules", metavar="RULES", help="Play it by these rules instead of the recorded ones."
)
@with_option
@log_option
@view_option
@json_option
def command(file: str, rules: str | None, log: bool, view: str, as_json: bool) -> None:
    """Play the game recorded in FILE, or saved under this name, again, step by step, and tell what
    happened.

    No chance is drawn: the outcomes are in the record. Each step is checked, and so is the result.
    The rules are looked for by the name that the record gives: beside it, here, and among the
    bundled games.
    """
    path = found(file)
    if not path.exists():
        raise click.UsageError(f"There is no file {file}, and no saved game of this name.")
    record = opened(path)
    replay = Replay(record, ruleset_of(record, path, rules))
    playthrough = replay.playthrough
    viewer = viewer_from(view, record.players)
    if replay.rules_changed:
        note("these are not the rules that the game was recorded with.")
    if as_json:
        teller = EventTeller(playthrough.game, viewer, record.names)
        events = [data for moment in replay.moments() for data in teller.moment_data(moment)]
        print_json(run_data(playthrough, view, events))
        return
    click.echo(header(playthrough))
    printer = Log(playthrough.game, viewer, record.names)
    for moment in replay.moments():
        if log:
            printer.tell(moment)
    if playthrough.over:
        click.echo()
        for line in [*result_lines(playthrough), *seed_lines(playthrough)]:
            click.echo(line)
    number = len(record.steps)
    note(f"{number} steps, all as recorded" + ("." if playthrough.over else "; the game goes on."))
