"""`cardrules show`: what becomes of a ruleset, for those who want to look inside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from cardrules.cli.arguments import open_ruleset, options_from, rules_argument, set_option
from cardrules.engine.game import Game
from cardrules.machine.printed_searches import print_searches
from cardrules.machine.printing import print_procedures, print_program

EXAMPLES = """\b
Examples:
  cardrules show war
  cardrules show snarkas --players 3 --set length=race
  cardrules show hearts --actions
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
    "--players", type=int, metavar="N", help="How many players; the fewest if it is not given."
)
@set_option
def command(rules: str, what: str, players: int | None, settings: Sequence[str]) -> None:
    """Show what becomes of a ruleset, to find what is wrong in it or in cardrules.

    RULES is the path of a ruleset or the name of a bundled game. The text is for reading; it may
    change with every version.
    """
    ruleset = open_ruleset(rules)
    lines: Iterable[str]
    if what == "ir":
        lines = print_procedures(ruleset)
    else:
        number = ruleset.players_min if players is None else players
        program = Game(ruleset, number, options_from(settings)).program
        lines = print_searches(program) if what == "actions" else print_program(program)
    for line in lines:
        click.echo(line)
