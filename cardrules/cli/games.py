"""`cardrules games`: the games that come with the package."""

from __future__ import annotations

import click

from cardrules.cli.arguments import json_option, print_json
from cardrules.rulesets import bundled, load

EXAMPLES = """\b
Examples:
  cardrules games
  cardrules games --json"""


@click.command("games", short_help="List the games that come with cardrules.", epilog=EXAMPLES)
@json_option
def command(as_json: bool) -> None:
    """List the games that come with cardrules: name, title, players."""
    rows = []
    for name, path in bundled().items():
        ruleset = load(path)
        rows.append(
            {
                "name": name,
                "title": ruleset.title,
                "players": [ruleset.players_min, ruleset.players_max],
            }
        )
    if as_json:
        print_json(rows)
        return
    for row in rows:
        low, high = row["players"]
        players = f"{low}" if low == high else f"{low} to {high}"
        click.echo(f"{row['name']:<16}  {row['title']:<20}  {players} players")
