"""`cardrules diff`: what is different for the players between two rulesets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import click

from cardrules.cli.arguments import RulesArgument, json_option, open_ruleset, print_json
from cardrules.cli.info import counts, default_of, grouped
from cardrules.engine.specialise.fixed import make_tables
from cardrules.house_rules.differences import Difference, Numbers, differences, players_told
from cardrules.model.ruleset import Ruleset

EXAMPLES = """\b
Examples:
  cardrules diff snatch_the_cat to_the_left.rules
  cardrules diff snarkas --with race.rules
  cardrules diff old.rules new.rules --json

\b
Exit code 0 also if nothing is different."""

_MARKS = {"new": "+", "gone": "-", "changed": "~"}
_SORTS = {"must": "must: ", "choice": "choice: ", "told": "told: "}


@click.command("diff", short_help="Tell what is different between two rulesets.", epilog=EXAMPLES)
@click.argument("old", type=RulesArgument())
@click.argument("new", type=RulesArgument(), required=False)
@click.option(
    "--with",
    "house_rules",
    metavar="FILE",
    multiple=True,
    type=click.Path(path_type=Path),
    help="House rules on OLD, in place of NEW; can be repeated.",
)
@json_option
def command(old: str, new: str | None, house_rules: tuple[Path, ...], as_json: bool) -> None:
    """Tell in sentences what is different for the players between two rulesets.

    OLD and NEW are rulesets or house rules. A line stands for each rule that is new (+), gone (-)
    or changed (~), with its IDs; lines without a sentence are told as they are written.
    """
    if (new is None) == (not house_rules):
        raise click.UsageError("Give either two rulesets, or one and house rules: --with FILE.")
    before = open_ruleset(old, ())
    after = open_ruleset(old if new is None else new, house_rules)
    found = differences(before, after, _numbers(before), _numbers(after))
    if as_json:
        print_json([attrs.asdict(item) for item in found])
        return
    click.echo(f"{before.title} -> {after.title}")
    for line in _lines(found):
        click.echo(line)
    if not found:
        click.echo("Nothing is different for the players.")


def _numbers(ruleset: Ruleset) -> Numbers:
    numbers = range(ruleset.players_min, ruleset.players_max + 1)
    tables = [make_tables(ruleset, number, {}) for number in numbers]
    defaults = {}
    for name, option in ruleset.options.items():
        told = grouped(tables, lambda table, option=option: default_of(option, table))  # type: ignore[misc]
        texts = [
            text if len(told) == 1 else f"{text} with {players_told(players)} players"
            for text, players in told.items()
        ]
        defaults[name] = ", ".join(texts)
    cards = {
        kind.name: counts(tables, lambda table, index=index: table.kind.count(index))  # type: ignore[misc]
        for index, kind in enumerate(ruleset.kinds)
    }
    amounts = {
        kind.name: {table.players: table.kind.count(index) for table in tables}
        for index, kind in enumerate(ruleset.kinds)
    }
    return Numbers(cards=cards, defaults=defaults, amounts=amounts)


def _lines(found: Sequence[Difference]) -> Iterator[str]:
    part = of = ""
    for item in found:
        if item.part != part:
            yield f"\n{item.part}"
            part, of = item.part, ""
        is_whole = not item.sort
        if item.of != of and not is_whole:
            yield f"  {item.of}"
        of = item.of
        ids = f"  [{', '.join(item.ids)}]" if item.ids else ""
        is_said = item.text not in ("", item.of)
        name = f"{item.of}: " if is_whole and item.of and is_said else item.of * is_whole
        indent = "  " if is_whole or not item.of else "    "
        text = f"{name}{_SORTS.get(item.sort, '')}{item.text * (is_said or not is_whole)}"
        yield f"{indent}{_MARKS[item.sign]} {text}{ids}"
