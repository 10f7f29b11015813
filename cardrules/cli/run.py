"""`cardrules run`: play a game at the terminal, or let bots play it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

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
from cardrules.cli.log import Log
from cardrules.cli.recorded import ruleset_of
from cardrules.cli.results import header, result_as_data, result_lines
from cardrules.cli.sitting import Sitting
from cardrules.engine.game import DEFAULT_LIMIT, Game
from cardrules.engine.view import Viewer
from cardrules.model.ruleset import Ruleset
from cardrules.sim.event_data import EventTeller
from cardrules.sim.players import BOTS, make_bot
from cardrules.sim.record import HUMAN, SeatEntry
from cardrules.sim.record_files import read_record, write_record
from cardrules.sim.replay import resume_record
from cardrules.sim.run import Playthrough, play
from cardrules.sim.seat import Player

_PEOPLE = ("you", HUMAN)
# Who plays for people where there is no terminal.
_STAND_IN = "greedy"
_SEEDS = 1_000_000

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
never end (--limit); 130 that it was interrupted. In both cases --record has
been written."""


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
@click.option("--seed", type=click.IntRange(min=0), help="The seed of chance; else one is drawn.")
@click.option("--first", type=int, metavar="SEAT", help="Who goes first; else chance decides.")
@set_option
@click.option("--auto", is_flag=True, help="Let bots play for people too, without asking.")
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
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a recorded game that is not over; it is recorded in the same file.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=DEFAULT_LIMIT,
    show_default=True,
    metavar="N",
    help="Stop a game after so many actions.",
)
@click.option(
    "--memory/--no-memory",
    default=True,
    help="Whether the table shows faces that you have seen and could remember.",
)
@click.option("--no-color", is_flag=True, help="No colours, as with the variable NO_COLOR.")
@json_option
def command(
    rules: str | None,
    seats: str | None,
    players: int | None,
    names: str | None,
    seed: int | None,
    first: int | None,
    settings: tuple[str, ...],
    auto: bool,
    log: bool,
    view: str,
    record: Path | None,
    resume: Path | None,
    limit: int,
    memory: bool,
    no_color: bool,
    as_json: bool,
) -> None:
    """Play a game.

    RULES is the path of a ruleset, the name of a bundled game (`cardrules games`), or a recorded
    game (.json) to go on with. At a terminal you play; without one, or with --auto, bots play all seats, and what happens is printed with the
    result.
    """
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    interactive = at_terminal and not (auto or as_json)
    if resume is None and rules is not None and rules.endswith(".json"):
        resume, rules = Path(rules), None
        if not resume.is_file():
            raise click.UsageError(f"There is no file {resume}.")
    if resume is not None:
        if seats or players or names or seed is not None or first is not None or settings:
            raise click.UsageError("--resume goes on with the seats and options of the record.")
        playthrough = _resumed(resume, rules)
        record = record or resume
    else:
        if rules is None:
            raise click.UsageError("Say which game: a RULES file, or a name of `cardrules games`.")
        ruleset = open_ruleset(rules)
        kinds = _kinds(ruleset, seats, players)
        if not interactive:
            kinds = [_STAND_IN if kind == HUMAN else kind for kind in kinds]
        game = Game(ruleset, len(kinds), options_from(settings), limit=limit)
        _check_record(record)
        playthrough = Playthrough(
            game,
            seed=_drawn_seed() if seed is None else seed,
            starter=None if first is None else first - 1,
            seats=_entries(kinds, names),
        )
    viewer = viewer_from(view, playthrough.game.players)
    save = _saver(playthrough, record)
    try:
        sitting = Sitting(
            playthrough=playthrough,
            bots=_bots(playthrough, interactive),
            save=save,
            record=record,
            memory=memory,
            color=not no_color,
        )
        if sitting.people:
            _at_the_table(sitting)
        elif as_json:
            _as_data(sitting, viewer, view)
        else:
            _by_bots(sitting, viewer, log=log)
    finally:
        if save is not None:
            save()
            if not playthrough.over:
                note(f"the game so far can go on: cardrules run --resume {record}")


# ---- Who plays -----------------------------------------------------------------------------------


def _kinds(ruleset: Ruleset, seats: str | None, players: int | None) -> list[str]:
    """Per seat `human` or the name of a bot."""
    if seats is None:
        number = ruleset.players_min if players is None else players
        return [HUMAN, *["greedy"] * (number - 1)][: max(0, number)]
    kinds = [kind.strip() for kind in seats.split(",")]
    if players is not None and players != len(kinds):
        raise click.UsageError(f"--seats has {len(kinds)} seats, but --players is {players}.")
    for kind in kinds:
        if kind not in (*_PEOPLE, *BOTS):
            known = ", ".join((*_PEOPLE, *BOTS))
            raise click.UsageError(f"Nobody is called {kind!r}; --seats knows {known}.")
    return [HUMAN if kind in _PEOPLE else kind for kind in kinds]


def _entries(kinds: Sequence[str], names: str | None) -> list[SeatEntry]:
    told = [f"Player {seat + 1}" for seat in range(len(kinds))]
    if names is not None:
        given = [name.strip() for name in names.split(",")]
        if len(given) > len(kinds) or len(set(given)) != len(given) or "" in given:
            raise click.UsageError(f"--names needs up to {len(kinds)} different names.")
        told[: len(given)] = given
    return [SeatEntry(name=name, player=kind) for name, kind in zip(told, kinds, strict=True)]


def _bots(playthrough: Playthrough, interactive: bool) -> tuple[Player | None, ...]:
    """A bot per seat; None for people, if there is a terminal for them.

    The bots of a resumed game do not draw again what they have drawn before.
    """
    seed = (playthrough.seed or 0) + len(playthrough.steps)
    found: list[Player | None] = []
    for seat, entry in enumerate(playthrough.seats):
        kind = entry.player
        if kind not in BOTS:
            found.append(None if interactive else make_bot(_STAND_IN, seed, seat))
        else:
            found.append(make_bot(kind, seed, seat))
    return tuple(found)


# ---- Playing -------------------------------------------------------------------------------------


def _at_the_table(sitting: Sitting) -> None:
    from cardrules.cli.play import play_game  # noqa: PLC0415 - slow to load, and bots need none

    play_game(sitting)
    if sitting.playthrough.over:
        _print_result(sitting.playthrough)


def _by_bots(sitting: Sitting, viewer: Viewer, *, log: bool) -> None:
    playthrough = sitting.playthrough
    click.echo(header(playthrough))
    printer = Log(playthrough.game, viewer, sitting.names)
    for moment in play(playthrough, sitting.players):
        if log:
            printer.tell(moment)
    _print_result(playthrough)


def _as_data(sitting: Sitting, viewer: Viewer, view: str) -> None:
    playthrough = sitting.playthrough
    teller = EventTeller(playthrough.game, viewer, sitting.names)
    found = [
        data for moment in play(playthrough, sitting.players) for data in teller.moment_data(moment)
    ]
    print_json(run_data(playthrough, view, found))


def _print_result(playthrough: Playthrough) -> None:
    click.echo()
    for line in result_lines(playthrough):
        click.echo(line)


def run_data(
    playthrough: Playthrough, view: str, events: list[dict[str, object]]
) -> dict[str, object]:
    """A whole game as JSON data: what a record says of it, and its events for a viewer."""
    record = playthrough.record().data()
    kept = ("ruleset", "players", "options", "seats", "seed", "generator", "starter")
    return {
        **{name: record[name] for name in kept},
        "view": view,
        "events": events,
        "result": result_as_data(playthrough) if playthrough.over else None,
    }


# ---- Records -------------------------------------------------------------------------------------


def _drawn_seed() -> int:
    """A seed short enough to be typed again."""
    return int.from_bytes(os.urandom(8), "big") % _SEEDS


def _check_record(path: Path | None) -> None:
    """Refuse a file that cannot be written before a game has been played for nothing."""
    if path is not None and not path.absolute().parent.is_dir():
        raise click.UsageError(f"There is no folder {path.parent} for --record.")


def _saver(playthrough: Playthrough, path: Path | None) -> Callable[[], None] | None:
    if path is None:
        return None
    return lambda: write_record(playthrough.record(), path)


def _resumed(path: Path, rules: str | None) -> Playthrough:
    record = read_record(path)
    ruleset = ruleset_of(record, path, rules)
    if record.result is not None:
        raise click.UsageError(f"The game in {path} is over; `cardrules replay {path}` tells it.")
    if ruleset.content_hash != record.ruleset.sha256:
        note("the rules have changed since the game was recorded.")
    return resume_record(record, ruleset)
