"""`cardrules show`: what becomes of a ruleset, for those who want to look inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click

from cardrules.cli import shown
from cardrules.cli.arguments import (
    json_option,
    open_ruleset,
    options_from,
    print_json,
    rules_argument,
    set_option,
)
from cardrules.engine.game import Game
from cardrules.machine.printed_searches import print_searches
from cardrules.machine.printing import print_procedures, print_program
from cardrules.model.ruleset import Ruleset

EXAMPLES = """\b
Examples:
  cardrules show war
  cardrules show snarkas --players 3 --set length=race
  cardrules show hearts --actions
  cardrules show snatch_the_cat --interrupts
  cardrules show snatch_it --placements --format dot
  cardrules show my_game.rules --ir"""


@click.command("show", short_help="Show what becomes of a ruleset inside.", epilog=EXAMPLES)
@rules_argument
@click.option(
    "--program",
    "what",
    flag_value="program",
    default=True,
    help="The program of one game: its searches, questions and procedures (the default).",
)
@click.option("--actions", "what", flag_value="actions", help="Only what can be chosen.")
@click.option(
    "--ir", "what", flag_value="ir", help="The ruleset itself, before players and options."
)
@click.option(
    "--interrupts",
    "what",
    flag_value="interrupts",
    help="Who may answer what: events and interrupts as a table.",
)
@click.option(
    "--placements", "what", flag_value="placements", help="Which cards can be placed on which."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "dot"]),
    default="text",
    help="How interrupts and placements are written; `dot`, placements for Graphviz.",
)
@json_option
@click.option(
    "--players", type=int, metavar="N", help="How many players; the fewest if it is not given."
)
@set_option
def command(
    rules: str, what: str, form: str, as_json: bool, players: int | None, settings: Sequence[str]
) -> None:
    """Show what becomes of a ruleset, to find what is wrong in it or in cardrules.

    RULES is the path of a ruleset or the name of a bundled game. The text is for reading; it may
    change with every version.

    `--interrupts` and `--placements` tell who may answer what, and which cards fit on which, as far
    as that follows from what is printed on the cards.
    """
    if form != "text" or as_json:
        _refuse_form(what, form, as_json=as_json)
    ruleset = open_ruleset(rules)
    if what == "ir":
        _print(print_procedures(ruleset))
        return
    game = Game(ruleset, players or ruleset.players_min, options_from(settings))
    if what in _TABLES:
        lines, data = _TABLES[what]
        if as_json:
            print_json(data(game.tables.folding.rules))
        else:
            _print(lines(game.tables.folding.rules, form))
    else:
        program = game.program
        _print(print_searches(program) if what == "actions" else print_program(program))


# What has forms, and is data too.
_TABLES: Mapping[str, tuple[Callable[[Ruleset, str], Iterable[str]], Callable[[Ruleset], Any]]] = {
    "interrupts": (shown.interrupts, shown.interrupts_as_data),
    "placements": (shown.placements, shown.placements_as_data),
}


def _refuse_form(what: str, form: str, *, as_json: bool) -> None:
    """Stop where something is asked for in a form that it does not have."""
    if what not in _TABLES:
        raise click.UsageError("--format and --json are for --interrupts and --placements.")
    if form != "text" and as_json:
        raise click.UsageError("--format and --json cannot be together.")
    if form == "dot" and what != "placements":
        raise click.UsageError("--format dot is for --placements.")


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
