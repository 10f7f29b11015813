"""`cardrules explain`: the page about a diagnostic."""

from __future__ import annotations

import click

from cardrules.cli.exits import USAGE, fail
from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.resources import diagnostic_page

EXAMPLES = """\b
Examples:
  cardrules explain CR301
  cardrules explain unknown-name
  cardrules explain                 lists all codes"""


@click.command("explain", short_help="Explain the code of a diagnostic.", epilog=EXAMPLES)
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Print what a diagnostic means, why it is one, and what to do.

    CODE is a code such as CR301, or its name.
    """
    if code is None:
        for item in CODES.values():
            click.echo(f"{item.code}  {item.severity:<7}  {item.slug:<24}  {item.summary}")
        return
    known = {item.slug: item for item in CODES.values()}
    found = CODES.get(code.upper()) or known.get(code.lower())
    if found is None:
        hint = did_you_mean(code.upper(), CODES) or did_you_mean(code.lower(), known)
        fail(f"There is no diagnostic {code!r}. {hint}".rstrip(), USAGE)
    try:
        click.echo(diagnostic_page(found.code).rstrip())
    except FileNotFoundError:
        click.echo(f"{found.code} {found.slug} ({found.severity})\n\n{found.summary}")
