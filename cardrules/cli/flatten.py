"""`cardrules flatten`: a game with house rules as one ruleset."""

from __future__ import annotations

import click

from cardrules.cli.arguments import open_ruleset, rules_argument

EXAMPLES = """\b
Examples:
  cardrules flatten to_the_left.rules
  cardrules flatten snarkas --with race.rules > snarkas_race.rules"""


@click.command(
    "flatten", short_help="Print a game with house rules as one ruleset.", epilog=EXAMPLES
)
@rules_argument
def command(rules: str) -> None:
    """Print a game with house rules as one ruleset, which needs no other file.

    RULES is a file of house rules, or any ruleset with those of --with. What is printed means the
    same and reads as if it had been written by hand. What has errors is not printed.
    """
    click.echo(open_ruleset(rules).text.text, nl=False)
