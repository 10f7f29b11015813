"""`cardrules run`: play a game at the terminal, or let bots play it."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Any

import attrs
import click

from cardrules.cli.arguments import (
    json_option,
    log_option,
    open_ruleset,
    options_from,
    print_json,
    rules_argument,
    set_option,
    view_option,
    viewer_from,
)
from cardrules.cli.exits import note
from cardrules.cli.hangup import hang_up_is_an_interrupt
from cardrules.cli.kept import keep
from cardrules.cli.log import Log
from cardrules.cli.program import command_line
from cardrules.cli.recorded import opened, ruleset_of
from cardrules.cli.replacing import RecordFile
from cardrules.cli.results import result_as_data, result_lines
from cardrules.cli.seats import entries_from, kinds_from, seated
from cardrules.cli.sitting import Sitting
from cardrules.engine.chance import MOST_SEED
from cardrules.engine.game import Game
from cardrules.engine.view import Viewer
from cardrules.errors import EngineError, GameLimitError
from cardrules.rulesets import bundled
from cardrules.sim.event_data import EventTeller
from cardrules.sim.players import BOTS
from cardrules.sim.record import Record
from cardrules.sim.replay import resume_record
from cardrules.sim.run import Playthrough, play

EXAMPLES = """\b
Examples:
  cardrules run snarkas                            you against a greedy bot
  cardrules run snatch_it --seats you,human,greedy
  cardrules run hearts --players 4 --auto --seed 7
  cardrules run snatch_the_cat --set neighbours_only=true --players 5
  cardrules run snarkas --record game.json         and later:
  cardrules run --resume game.json

\b
Exit code 3 means that the game was stopped by the guard against games that
never end; 130 that it was interrupted. In both cases --record has been written.
A file that is there and is no record of the same game is not replaced without
asking: where nobody can be asked the exit code is 2, and --force replaces it.
Without --record a game that was stopped is recorded too, and so is one that you have
left by Ctrl-C or Ctrl-D; the file is named then."""


@click.command("run", short_help="Play a game, or let bots play it.", epilog=EXAMPLES)
@lambda command: rules_argument(command, required=False)
@click.option(
    "--seats",
    metavar="LIST",
    help=f"Who sits where: you or human, {' or '.join(BOTS)}, with commas between. "
    "Without it: you, and greedy bots.",
)
@click.option("--players", type=int, metavar="N", help="How many players (or as --seats has).")
@click.option("--names", metavar="LIST", help="The names of the players, with commas between.")
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    metavar="N",
    help="The seed of chance; else one is drawn, and told when the game is over.",
)
@click.option("--first", type=int, metavar="SEAT", help="Who is the starter; else chance decides.")
@set_option
@click.option(
    "--auto",
    is_flag=True,
    help="Let bots play for people too, without asking: greedy ones. "
    "For many games --seats random,random is quicker.",
)
@log_option
@view_option
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the record of the game to a file.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a recorded game that is not over; it is recorded in the same file.",
)
@click.option("--force", is_flag=True, help="Replace the file of --record, whatever it holds.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop a game after so many actions; else the ruleset says how many.",
)
@click.option(
    "--memory/--no-memory",
    default=True,
    help="Whether the table shows faces that you have seen and could remember; "
    "never of cards that nobody may look at.",
)
@click.option("--no-color", is_flag=True, help="No colours, as with the variable NO_COLOR.")
@json_option
def command(**given: Any) -> None:
    """Play a game.

    RULES is the path of a ruleset, the name of a bundled game (`cardrules games`), or a recorded
    game (.json) to go on with. At a terminal you play; without one, or with --auto, bots play all
    seats, and what happens is printed with the result.
    """
    wishes = Wishes(**given)
    before = None if wishes.resumed is None else _record_to_resume(wishes, wishes.resumed)
    playthrough = _new(wishes) if before is None else _resumed(wishes, before)
    viewer = viewer_from(wishes.view, playthrough.game.players)
    path = wishes.record or wishes.resumed
    file = None
    if path is not None:
        force = wishes.force or path == wishes.resumed
        file = RecordFile(path=path, playthrough=playthrough, before=before, force=force)
        file.begin()
    sitting = Sitting(
        playthrough=playthrough,
        bots=seated(playthrough, people=wishes.interactive),
        file=file,
        rules=wishes.path_of_rules,
        seed_is_told=wishes.seed is not None,
        memory=wishes.memory,
        color=not wishes.no_color,
    )
    # The signals are minded until the game is saved.
    with hang_up_is_an_interrupt():
        try:
            if sitting.people:
                _at_the_table(sitting)
            elif wishes.as_json:
                _as_data(sitting, viewer, wishes.view)
            else:
                _by_bots(sitting, viewer, log=wishes.log)
        except (EngineError, GameLimitError):
            # What stopped the game is to be told, even if the disk is full.
            try:
                _keep_stopped(playthrough) if file is None else file.save()
            except OSError as error:
                note(f"the game up to there could not be recorded: {error.strerror or error}.")
                file = None
            raise
        finally:
            if file is not None:
                _save(sitting, file)


@attrs.frozen(kw_only=True)
class Wishes:
    """The arguments and options of one call."""

    rules: str | None
    seats: str | None
    players: int | None
    names: str | None
    seed: int | None
    first: int | None
    settings: tuple[str, ...]
    auto: bool
    log: bool
    view: str
    record: Path | None
    resume: Path | None
    force: bool
    limit: int | None
    memory: bool
    no_color: bool
    as_json: bool

    @property
    def resumed(self) -> Path | None:
        """The record of the game to go on with."""
        if self.resume is None and self.rules is not None and self.rules.endswith(".json"):
            return Path(self.rules)
        return self.resume

    @property
    def path_of_rules(self) -> str:
        """The ruleset, if it is given by its path and not by the name of a bundled game."""
        given = None if self.rules is None or self.rules == str(self.resumed) else self.rules
        return "" if given is None or given in bundled() else given

    @property
    def interactive(self) -> bool:
        """Whether people are asked."""
        # Either may be closed, and is none then.
        at_terminal = all(one is not None and one.isatty() for one in (sys.stdin, sys.stdout))
        return at_terminal and not (self.auto or self.as_json)


# ---- Which game ----------------------------------------------------------------------------------


def _new(wishes: Wishes) -> Playthrough:
    if wishes.rules is None:
        raise click.UsageError(
            f"Say which game: a RULES file, or a name of `{command_line('games')}`."
        )
    ruleset = open_ruleset(wishes.rules)
    kinds = kinds_from(ruleset, wishes.seats, wishes.players, people=wishes.interactive)
    entries = entries_from(kinds, wishes.names)
    game = Game(ruleset, len(kinds), options_from(wishes.settings), limit=wishes.limit)
    return Playthrough(
        game,
        seed=_drawn_seed() if wishes.seed is None else wishes.seed,
        starter=None if wishes.first is None else wishes.first - 1,
        seats=entries,
    )


def _record_to_resume(wishes: Wishes, path: Path) -> Record:
    given = (wishes.seats, wishes.players, wishes.names, wishes.seed, wishes.first)
    if wishes.settings or any(value is not None for value in given):
        raise click.UsageError("A resumed game has the seats and options of its record.")
    if not path.exists():
        raise click.UsageError(f"There is no file {path}.")
    record = opened(path)
    if record.result is not None:
        told = command_line("replay", path)
        raise click.UsageError(f"The game in {path} is over; `{told}` tells it.")
    return record


def _resumed(wishes: Wishes, record: Record) -> Playthrough:
    path = wishes.resumed
    assert path is not None
    ruleset = ruleset_of(record, path, wishes.rules if wishes.resume is not None else None)
    if ruleset.content_hash != record.ruleset.sha256:
        note("the rules have changed since the game was recorded.")
    playthrough = resume_record(record, ruleset)
    if wishes.limit is not None:
        playthrough.game.limit = wishes.limit
    return playthrough


# ---- Playing -------------------------------------------------------------------------------------


def _at_the_table(sitting: Sitting) -> None:
    from cardrules.cli.play import play_game  # noqa: PLC0415 - slow to load, and bots need none

    play_game(sitting)


def _by_bots(sitting: Sitting, viewer: Viewer, *, log: bool) -> None:
    playthrough = sitting.playthrough
    click.echo(sitting.header)
    printer = Log(playthrough.game, viewer, sitting.names)
    for moment in play(playthrough, sitting.players):
        if log:
            printer.tell(moment)
    click.echo()
    for line in [*result_lines(playthrough), *sitting.seed_afterwards]:
        click.echo(line)


def _as_data(sitting: Sitting, viewer: Viewer, view: str) -> None:
    playthrough = sitting.playthrough
    teller = EventTeller(playthrough.game, viewer, sitting.names)
    found = [
        data for moment in play(playthrough, sitting.players) for data in teller.moment_data(moment)
    ]
    print_json(run_data(playthrough, view, found))


def run_data(
    playthrough: Playthrough, view: str, events: list[dict[str, object]]
) -> dict[str, object]:
    """A game as JSON data: what a record says of it, and its events for a viewer.

    From the seed all cards can be told, so it is null for players as long as the game goes on.
    """
    record = playthrough.record()
    data = record.data()
    if view != "referee" and not playthrough.over:
        data["seed"] = None
    kept = ("players", "options", "seats", "seed", "generator", "starter")
    return {
        "ruleset": attrs.asdict(record.ruleset),
        **{name: data[name] for name in kept},
        "view": view,
        "events": events,
        "result": result_as_data(playthrough) if playthrough.over else None,
    }


# ---- Records -------------------------------------------------------------------------------------


def _drawn_seed() -> int:
    """A seed that nobody finds by trying, and that every reader of JSON keeps exactly."""
    return secrets.randbelow(1 << 53)


def _save(sitting: Sitting, file: RecordFile) -> None:
    """Write the record; if the file cannot be written any more, another one."""
    playthrough, path = sitting.playthrough, file.path
    try:
        file.save()
    except OSError as error:
        if not playthrough.steps:
            raise
        path = keep(playthrough, "left")
        note(f"{file.path}: {error.strerror}; so the game is in {path}.")
        if playthrough.over:
            raise
    if not playthrough.over:
        note(f"the game so far can go on: {sitting.how_to_resume(path)}")


def _keep_stopped(playthrough: Playthrough) -> None:
    """Record a game that was stopped: it shows why it does not end, or where the engine broke."""
    path = keep(playthrough, "stopped")
    note(f"the game up to there is in {path}; `{command_line('replay', path)}` tells it.")
