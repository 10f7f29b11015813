"""`cardrules rules`: the rules of a game on one sheet, or by their IDs."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import click

from cardrules.cli.arguments import (
    json_option,
    open_ruleset,
    options_from,
    print_json,
    rules_argument,
    set_option,
)
from cardrules.cli.book import ALL, NumberOfPlayers, write_book
from cardrules.cli.streams import told
from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.plain import Plain, fields
from cardrules.rule_ids import front_matter_ids, without_ids
from cardrules.source import SourceFile
from cardrules.table.sheet import Sheet

EXAMPLES = """\b
Examples:
  cardrules rules snatch_it
  cardrules rules snatch_the_cat --players 4 --set sudden_death=true
  cardrules rules my_game.rules --ids
  cardrules rules snatch_it --format html --output snatch_it.html
  cardrules rules snatch_the_cat --with to_the_left.rules --format markdown --players 4
  cardrules rules my_game.rules --json"""

_NUMBERS = re.compile(r"(\d+)")
_WIDTH = 88


@click.command("rules", short_help="Show the rules of a game on one sheet.", epilog=EXAMPLES)
@rules_argument
@click.option(
    "--players",
    type=NumberOfPlayers(),
    metavar="N|all",
    help="For so many players. Without it the sheet is for the fewest, a rulebook for all numbers.",
)
@set_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html"]),
    default="text",
    help="A sheet as text, or a rulebook as Markdown or as HTML for screen and print.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the rulebook into a file.",
)
@click.option("--ids", "by_id", is_flag=True, help="By the IDs that the ruleset cites, with lines.")
@json_option
def command(
    rules: str,
    players: int | str | None,
    settings: tuple[str, ...],
    form: str,
    output: Path | None,
    by_id: bool,
    as_json: bool,
) -> None:
    """Show the rules of a game on one sheet, or as a rulebook for people.

    The sheet has the order of a rulebook: goal, set-up, turn, cards, end, score, options. RULES is
    the path of a ruleset or the name of a bundled game.

    With `--format` it is a whole rulebook, with components, what fits on what, who may answer, all
    options, and all at a glance on the last page. Whatever house rules say is marked as theirs.

    With `--ids` and `--json` the rules are listed by the IDs that the ruleset cites, each with its
    sentences. What has no sentence is shown there as the line of the ruleset that implements it.
    """
    is_book = form != "text"
    if is_book and (by_id or as_json):
        raise click.UsageError("--format cannot be together with --ids or --json.")
    if not is_book and (output is not None or players == ALL):
        raise click.UsageError("--output and --players all are for --format markdown or html.")
    ruleset = open_ruleset(rules)
    if is_book:
        write_book(ruleset, form, players, options_from(settings), output)
        return
    if by_id or as_json:
        _show_by_id(ruleset, as_json=as_json)
        return
    number = players if isinstance(players, int) else ruleset.players_min
    game = Game(ruleset, number, options_from(settings))
    for line in Sheet(game).lines():
        indent = "  " * line.depth
        click.echo(
            textwrap.fill(
                str(line), _WIDTH, initial_indent=indent, subsequent_indent=indent + "  ",
                break_on_hyphens=False,
            )
        )  # fmt: skip


def _show_by_id(ruleset: Ruleset, *, as_json: bool) -> None:
    found = cited_rules(ruleset)
    if as_json:
        print_json(
            [{"id": name, **attrs.asdict(place)} for name, places in found for place in places]
        )
        return
    width = max((len(name) for name, _ in found), default=0)
    for name, places in found:
        for index, place in enumerate(places):
            shown = f'"{place.text}"' if place.is_sentence else place.text
            click.echo(f"{name if index == 0 else '':<{width}}  {shown}  (line {place.line})")
    if not found:
        told(f"{ruleset.title} cites no IDs of rules.")


@attrs.frozen(order=True)
class Citation:
    """A line that implements a rule, and the sentence there, or else what the line says."""

    line: int
    text: str
    is_sentence: bool


def cited_rules(ruleset: Ruleset) -> list[tuple[str, list[Citation]]]:
    """Every ID that is cited, in natural order, with its places from the top down."""
    found: dict[str, set[Citation]] = {}
    source = ruleset.text
    for origin in _origins(ruleset):
        line = source.position(origin.span.start)[0]
        text = origin.sentence or _code(source.line(line))
        for name in origin.ids:
            found.setdefault(name, set()).add(Citation(line, text, bool(origin.sentence)))
    for line, names in _front_matter_ids(source):
        for name in names:
            found.setdefault(name, set()).add(Citation(line, _code(source.line(line)), False))
    return [(name, sorted(found[name])) for name in sorted(found, key=_natural)]


def _origins(part: Any) -> Iterator[ir.Origin]:
    """The origins of everything in a ruleset."""
    if isinstance(part, ir.Origin):
        yield part
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from _origins(value)
    elif isinstance(part, tuple):
        for value in part:
            yield from _origins(value)
    elif isinstance(part, Plain):
        for name in fields(type(part)):
            yield from _origins(getattr(part, name))


def _front_matter_ids(source: SourceFile) -> Iterator[tuple[int, list[str]]]:
    for line in range(2, source.line_count + 1):
        text = source.line(line)
        if text.rstrip() == "---":
            return
        yield line, list(front_matter_ids(text))


def _code(line: str) -> str:
    """A line without its comment and its IDs."""
    return without_ids(line.partition(" #")[0])


def _natural(name: str) -> list[Any]:
    # However many digits a number has: the longer one is the larger.
    digits = [part.lstrip("0") if part.isdecimal() else part for part in _NUMBERS.split(name)]
    return [(len(part), part) if part.isdecimal() else (0, part) for part in digits]
