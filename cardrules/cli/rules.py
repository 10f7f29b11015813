"""`cardrules rules`: the rules of a game on one sheet, or by their IDs."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
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
  cardrules rules my_game.rules --json"""

_NUMBERS = re.compile(r"(\d+)")
_WIDTH = 88


@click.command("rules", short_help="Show the rules of a game on one sheet.", epilog=EXAMPLES)
@rules_argument
@click.option("--players", type=int, metavar="N", help="For so many players; else for the fewest.")
@set_option
@click.option("--ids", "by_id", is_flag=True, help="By the IDs that the ruleset cites, with lines.")
@json_option
def command(
    rules: str, players: int | None, settings: tuple[str, ...], by_id: bool, as_json: bool
) -> None:
    """Show the rules of a game on one sheet.

    It has the order of a rulebook: goal, set-up, turn, cards, end, score, options. RULES is the
    path of a ruleset or the name of a bundled game.

    With `--ids` and `--json` the rules are listed by the IDs that the ruleset cites, each with its
    sentences. What has no sentence is shown there as the line of the ruleset that implements it.
    """
    ruleset = open_ruleset(rules)
    if by_id or as_json:
        _show_by_id(ruleset, as_json=as_json)
        return
    game = Game(ruleset, players or ruleset.players_min, options_from(settings))
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
