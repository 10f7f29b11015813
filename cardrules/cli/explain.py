"""`cardrules explain`: the page about a diagnostic, or why an action is allowed or not."""

from __future__ import annotations

import click

from cardrules.cli.arguments import json_option, with_option
from cardrules.cli.exits import USAGE, fail
from cardrules.cli.explaining import explain_step
from cardrules.cli.saved import found
from cardrules.diagnostics.codes import CODES
from cardrules.diagnostics.suggest import did_you_mean
from cardrules.resources import diagnostic_page

EXAMPLES = """\b
Examples:
  cardrules explain CR301
  cardrules explain unknown-name
  cardrules explain                 lists all codes
  cardrules explain game.json --step 12
  cardrules explain game.json --step 12 --action "take card: Plum 3, from: 2\""""


@click.command("explain", short_help="Explain the code of a diagnostic.", epilog=EXAMPLES)
@click.argument("code", required=False)
@click.option("--step", type=int, metavar="N", help="A step of a record, from 1.")
@click.option("--action", metavar="ACTION", help="Another action than the one that was taken.")
@click.option("--rules", metavar="RULES", help="By these rules instead of the recorded ones.")
@with_option
@json_option
def command(
    code: str | None, step: int | None, action: str | None, rules: str | None, as_json: bool
) -> None:
    """Print what a diagnostic means, why it is one, and what to do.

    CODE is a code such as CR301, or its name. Or it is the record of a game, or the name of a saved
    one: then told is whether an action is allowed at a step of it, by which clause, with the ID
    and sentence of its rule, and what would be allowed near to it.
    """
    path = None if code is None else found(code)
    if path is not None and path.is_file():
        explain_step(path, step, action, rules, as_json=as_json)
        return
    if step is not None or action is not None:
        fail("--step and --action are for the record of a game; there is none.", USAGE)
    if code is None:
        for item in CODES.values():
            click.echo(f"{item.code}  {item.severity:<7}  {item.slug:<24}  {item.summary}")
        return
    known = {item.slug: item for item in CODES.values()}
    page = CODES.get(code.upper()) or known.get(code.lower())
    if page is None:
        hint = did_you_mean(code.upper(), CODES) or did_you_mean(code.lower(), known)
        fail(f"There is no diagnostic {code!r}. {hint}".rstrip(), USAGE)
    try:
        click.echo(diagnostic_page(page.code).rstrip())
    except FileNotFoundError:
        click.echo(f"{page.code} {page.slug} ({page.severity})\n\n{page.summary}")
