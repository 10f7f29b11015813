"""`cardrules rules`: the rules of a ruleset by their IDs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import click

from cardrules.cli.arguments import json_option, open_ruleset, print_json, rules_argument
from cardrules.cli.streams import told
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.rule_ids import front_matter_ids, without_ids
from cardrules.source import SourceFile

EXAMPLES = """\b
Examples:
  cardrules rules snatch_it
  cardrules rules my_game.rules --json"""

_NUMBERS = re.compile(r"(\d+)")


@click.command("rules", short_help="List the rules of a ruleset by their IDs.", epilog=EXAMPLES)
@rules_argument
@json_option
def command(rules: str, as_json: bool) -> None:
    """List the rules by the IDs that the ruleset cites, each with its sentences.

    RULES is the path of a ruleset or the name of a bundled game. What has no sentence is shown as
    the line of the ruleset that implements it.
    """
    ruleset = open_ruleset(rules)
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
class Place:
    """A line that implements a rule, and the sentence there, or else what the line says."""

    line: int
    text: str
    is_sentence: bool


def cited_rules(ruleset: Ruleset) -> list[tuple[str, list[Place]]]:
    """Every ID that is cited, in natural order, with its places from the top down."""
    found: dict[str, set[Place]] = {}
    source = ruleset.text
    for origin in _origins(ruleset):
        line = source.position(origin.span.start)[0]
        text = origin.sentence or _code(source.line(line))
        for name in origin.ids:
            found.setdefault(name, set()).add(Place(line, text, bool(origin.sentence)))
    for line, names in _front_matter_ids(source):
        for name in names:
            found.setdefault(name, set()).add(Place(line, _code(source.line(line)), False))
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
    elif attrs.has(type(part)) and not isinstance(part, SourceFile):
        for field in attrs.fields(type(part)):
            yield from _origins(getattr(part, field.name))


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
