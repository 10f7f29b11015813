"""`cardrules run`: play a game at the terminal, or let bots play it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import click

from cardrules.cli.arguments import (
    json_option,
    log_option,
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
from cardrules.cli.recorded import naming_rules
from cardrules.cli.replacing import RecordFile
from cardrules.cli.results import result_as_data, result_lines
from cardrules.cli.saved import list_of_saved, name_of
from cardrules.cli.seats import PEOPLE, seated
from cardrules.cli.sitting import Sitting
from cardrules.cli.starting import another_game, started
from cardrules.cli.theme_names import THEMES
from cardrules.cli.wishes import Wishes
from cardrules.engine.chance import MOST_SEED
from cardrules.engine.showing.view import Viewer
from cardrules.errors import EngineError, GameLimitError
from cardrules.sim.event_data import EventTeller
from cardrules.sim.players import BOTS
from cardrules.sim.record import HUMAN, Record
from cardrules.sim.run import Playthrough, play

EXAMPLES = """\b
Examples:
  cardrules run snarkas                            you against a greedy bot
  cardrules run snatch_it --seats you,human,greedy
  cardrules run hearts --players 4 --auto --seed 7
  cardrules run snatch_the_cat --set neighbours_only=true --players 5
  cardrules run --resume                           which games are saved?
  cardrules run --resume evening                   go on with one of them
  cardrules run snarkas --record game.json         and later: run game.json

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
    is_flag=False,
    flag_value="",
    metavar="[GAME]",
    help="Go on with a game that is not over: a saved one by its name, or a recorded one by its "
    "file, in which it is recorded on. Without a name: list the saved games.",
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
@click.option(
    "--practice",
    is_flag=True,
    help="Let undo take back every action against bots, whatever has come of it.",
)
@click.option("--no-color", is_flag=True, help="No colours, as with the variable NO_COLOR.")
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default="auto",
    show_default=True,
    help="Colours for a dark or a light terminal, some that do on both, or none.",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Whole lines for a screen reader: no columns, no drawn lines, nothing shown again.",
)
@json_option
def command(**given: Any) -> None:
    """Play a game.

    RULES is the path of a ruleset, the name of a bundled game (`cardrules games`), or a saved or
    recorded game to go on with. At a terminal you play; without one, or with --auto, bots play all
    seats, and what happens is printed with the result.
    """
    wishes = Wishes(**given)
    if wishes.resume == "":
        for line in list_of_saved(command_line("run", "--resume")):
            click.echo(line)
        return
    playthrough, before = started(wishes)
    viewer = viewer_from(wishes.view, playthrough.game.players)
    sitting: Sitting | None = _seated(wishes, playthrough, before)
    while sitting is not None:
        _play(sitting, wishes, viewer)
        sitting = _next(sitting, wishes)


def _seated(wishes: Wishes, playthrough: Playthrough, before: Record | None) -> Sitting:
    """Who sits at the game, and the file for its record, which can be written to."""
    # Where nobody can be asked, bots sit in the places of people.
    wished = sum(word.strip() in PEOPLE for word in (wishes.seats or "").split(","))
    people = sum(entry.player == HUMAN for entry in playthrough.seats)
    if wishes.practice and max(people, wished) > 1:
        raise click.UsageError("--practice is for one person against bots.")
    if wished and not (wishes.interactive or wishes.auto or wishes.as_json):
        note(
            "nobody can be asked here, since input or output is no terminal: bots play for "
            f"{'you' if wished == 1 else 'people'}, and no answers are read. Say --auto if that is "
            "what you want."
        )
    path = wishes.record or wishes.resumed
    file = None
    if path is not None:
        force = wishes.force or path == wishes.resumed
        file = RecordFile(path=path, playthrough=playthrough, before=before, force=force)
        file.begin()
    return Sitting(
        playthrough=playthrough,
        bots=seated(playthrough, people=wishes.interactive),
        file=file,
        rules=wishes.path_of_rules,
        seed_is_told=wishes.seed is not None,
        memory=wishes.memory,
        practice=wishes.practice,
        color=not wishes.no_color,
        theme=wishes.theme,
        is_plain=wishes.plain,
    )


def _next(sitting: Sitting, wishes: Wishes) -> Sitting | None:
    """Another game, if people have played one to its end and wish for it."""
    if not (sitting.people and sitting.playthrough.over):
        return None
    from cardrules.cli.play import ask_afterwards  # noqa: PLC0415 - as for `play_game`

    wished = ask_afterwards(sitting)
    if wished is None:
        return None
    playthrough = another_game(sitting.playthrough, wished, wishes.limit)
    bots = seated(playthrough, people=True)
    return attrs.evolve(sitting, playthrough=playthrough, bots=bots, file=None, seed_is_told=False)


# ---- Playing -------------------------------------------------------------------------------------


def _play(sitting: Sitting, wishes: Wishes, viewer: Viewer) -> None:
    """Play a game; whatever ends it, what was played is kept."""
    playthrough, file = sitting.playthrough, sitting.file
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
                _keep_stopped(playthrough, wishes) if file is None else file.save()
            except OSError as error:
                note(f"the game up to there could not be recorded: {error.strerror or error}.")
                file = None
            raise
        finally:
            if file is not None:
                _save(sitting, file)


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


def _save(sitting: Sitting, file: RecordFile) -> None:
    """Write the record; if the file cannot be written any more, another one."""
    playthrough, path = sitting.playthrough, file.path
    try:
        file.save()
    except OSError as error:
        if not playthrough.steps:
            raise
        path = keep(playthrough, "left")
        note(f"{file.path}: {error.strerror}; so the game is in {name_of(path)}.")
        if playthrough.over:
            raise
    if not playthrough.over:
        note(f"the game so far can go on: {sitting.how_to_resume(path)}")


def _keep_stopped(playthrough: Playthrough, wishes: Wishes) -> None:
    """Record a game that was stopped: it shows why it does not end, or where the engine broke."""
    path = keep(playthrough, "stopped")
    name = name_of(path)
    told = command_line("replay", name, *naming_rules(wishes.own_rules))
    note(f"the game up to there is kept as {name}; `{told}` tells it.")
