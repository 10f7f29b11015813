"""`cardrules leak`: play, and look for what tells players what they cannot know."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from cardrules.cli.arguments import (
    json_option,
    open_ruleset,
    options_from,
    print_json,
    rules_argument,
    set_option,
)
from cardrules.cli.exits import ERRORS, INTERRUPTED, LIMIT, note
from cardrules.cli.program import command_line
from cardrules.cli.recorded import naming_rules
from cardrules.cli.replacing import is_free
from cardrules.diagnostics.render import render_line
from cardrules.engine.chance import MOST_SEED
from cardrules.leaks.find import MOST_DECISIONS
from cardrules.leaks.hunt import Hunt
from cardrules.leaks.leak import Leak
from cardrules.sim.record_files import write_record

EXAMPLES = """\b
Examples:
  cardrules leak my_game.rules
  cardrules leak snarkas --with race.rules --players 2 --games 50
  cardrules leak my_game.rules --save leak.json
  cardrules leak my_game.rules --json

\b
Exit code 0 means that nothing was found, which is no proof that there is nothing;
1 that there is a leak; 3 that there is none, but a game was stopped by the guard."""


@click.command(
    "leak", short_help="Look by play for what tells players hidden cards.", epilog=EXAMPLES
)
@rules_argument
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    metavar="N",
    help="How many games are played with each number of players.",
)
@click.option(
    "--players", type=int, metavar="N", help="With how many players; else with each number."
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=0,
    show_default=True,
    metavar="N",
    help="The seed of the first game; each game has the next one.",
)
@set_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=MOST_DECISIONS,
    show_default=True,
    metavar="N",
    help="Leave a game after so many decisions.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the game up to the first leak that is told as a record.",
)
@click.option("--force", is_flag=True, help="Replace the file of --save, whatever it holds.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    rules: str,
    games: int,
    players: int | None,
    seed: int,
    settings: tuple[str, ...],
    limit: int,
    save: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Play games by chance and look for what tells players what they cannot know.

    At each decision cards change places that a player does not know. If this player is then shown
    something else, may choose something else, or is asked where nobody was asked before, the rules
    tell what lies hidden.
    """
    if save is not None and not force and not is_free(save):
        raise click.UsageError(f"{save} is there already: name another file, or add --force.")
    if save is not None and not save.absolute().parent.is_dir():
        raise click.UsageError(f"There is no folder {save.parent} for the record.")
    ruleset = open_ruleset(rules)
    numbers = () if players is None else (players,)
    hunt = Hunt(ruleset, numbers, options_from(settings), games=games, seed=seed, most=limit)
    is_whole = _played(hunt)
    leaks = hunt.leaks()
    if save is not None and leaks:
        write_record(leaks[0].record, save, replace=True)
    if as_json:
        print_json(_data(hunt, leaks))
    else:
        for leak in leaks:
            for line in leak.lines():
                click.echo(line)
            click.echo()
    _tell(hunt, leaks, save, rules)
    if not is_whole:
        ctx.exit(INTERRUPTED)
    ctx.exit(ERRORS if leaks else LIMIT if hunt.stopped else 0)


def _played(hunt: Hunt) -> bool:
    """Play all games, unless somebody interrupts it; whether all were played."""
    # Without a terminal nothing is drawn.
    hidden = not (sys.stderr is not None and sys.stderr.isatty())
    try:
        with click.progressbar(
            hunt.play(), length=hunt.total, label="Games", file=sys.stderr, hidden=hidden
        ) as bar:
            for _ in bar:
                pass
    except KeyboardInterrupt:
        return False
    return True


def _tell(hunt: Hunt, leaks: Sequence[Leak], save: Path | None, rules: str) -> None:
    for item in hunt.stopped:
        where = f"with {item.players} players and seed {item.seed}"
        note(f"the game {where} was stopped. {render_line(item.diagnostic)}")
    if save is not None and leaks:
        told = command_line("replay", save, *naming_rules(rules))
        note(f"`{told}` tells the game up to the first of them.")
    of_all = f" of {hunt.total}" if hunt.played < hunt.total else ""
    found = {0: "no leak", 1: "1 leak"}.get(len(leaks), f"{len(leaks)} leaks")
    games = "game" if hunt.played == 1 and not of_all else "games"
    note(f"{hunt.played}{of_all} {games} played: {found} found.")


def _data(hunt: Hunt, leaks: Sequence[Leak]) -> dict[str, object]:
    return {
        "games": hunt.played,
        "leaks": [leak.data() for leak in leaks],
        "stopped": [
            {"players": item.players, "seed": item.seed, "diagnostic": render_line(item.diagnostic)}
            for item in hunt.stopped
        ],
    }
