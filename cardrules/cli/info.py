"""`cardrules info`: what there is to know before a game."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import attrs
import click

from cardrules.cli.arguments import json_option, open_ruleset, print_json, rules_argument
from cardrules.engine.playing.payoffs import payoffs_told
from cardrules.engine.specialise.fixed import make_tables
from cardrules.engine.specialise.settings import option_text
from cardrules.engine.tables import Tables
from cardrules.house_rules.differences import players_told
from cardrules.model.ruleset import Option, Ruleset
from cardrules.rule_ids import ids_in, without_ids
from cardrules.sim.record import source_ids

EXAMPLES = """\b
Examples:
  cardrules info snatch_it
  cardrules info snatch_it --players 4
  cardrules info my_game.rules --json"""

_WIDTH = 88
_INDENT = 6 * " "
_JOINED = "\N{NO-BREAK SPACE}"


@click.command("info", short_help="Show players, options and cards of a game.", epilog=EXAMPLES)
@rules_argument
@click.option("--players", type=int, metavar="N", help="Only for so many players.")
@json_option
def command(rules: str, players: int | None, as_json: bool) -> None:
    """Show the players, options and cards of a game.

    RULES is the path of a ruleset or the name of a bundled game. What depends on the number of
    players is shown for each.
    """
    ruleset = open_ruleset(rules)
    numbers = range(ruleset.players_min, ruleset.players_max + 1) if players is None else [players]
    tables = [make_tables(ruleset, number, {}) for number in numbers]
    if as_json:
        print_json(_data(ruleset, tables))
        return
    for line in _lines(ruleset, tables):
        click.echo(line)


def _lines(ruleset: Ruleset, tables: Sequence[Tables]) -> list[str]:
    lines = [ruleset.title]
    if ruleset.source_note:
        lines.append(f"After {ruleset.source_note}.")
    lines += _texts(ruleset)
    lines += _told(ruleset)
    low, high = ruleset.players_min, ruleset.players_max
    lines.append(f"\nPlayers: {low}" + (f" to {high}" if high > low else ""))
    for number, teams in sorted(ruleset.teams.items()):
        told = " against ".join("+".join(str(seat + 1) for seat in team) for team in teams)
        lines.append(f"  {number} players play in teams: seats {told}")
    lines.append(f"Returns: {payoffs_told(ruleset)}")
    if ruleset.options:
        lines.append("\nOptions (--set OPTION=VALUE):")
        for option in ruleset.options.values():
            lines += _option_lines(option, tables)
    lines.append(f"\nCards: {counts(tables, lambda t: t.cards)}")
    return [*lines, *_card_lines(ruleset, tables)]


def _texts(ruleset: Ruleset) -> list[str]:
    """The game and its house rules, if it has any, each with the beginning of its digest."""
    texts = source_ids(ruleset)
    if len(texts) == 1:
        return []
    return [f"  {item.name}: {item.title} ({item.sha256[:12]})" for item in texts]


def _told(ruleset: Ruleset) -> list[str]:
    """What the game is about, each part as a paragraph."""
    parts = {"Goal": ruleset.goal, "Turn": ruleset.turn, "End": ruleset.end}
    texts = [f"{name}: {text}" for name, text in parts.items() if text]
    wrapped = [_wrapped(text, "", "  ") for text in texts]
    return ["", *(line for lines in wrapped for line in lines)] if wrapped else []


def _wrapped(text: str, first: str, others: str) -> list[str]:
    lines = textwrap.wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )
    return [line.replace(_JOINED, " ") for line in lines]


def _option_lines(option: Option, tables: Sequence[Tables]) -> list[str]:
    told = grouped(tables, lambda t: f"{_range(option, t)}, default {default_of(option, t)}")
    if len(told) == 1:
        lines = [f"  {option.name}: {next(iter(told))}"]
    else:
        lines = [f"  {option.name}"]
        lines += [f"      with {players_told(n)} players: {text}" for text, n in told.items()]
    if option.help:
        lines += _wrapped(_with_ids(option.help), _INDENT, _INDENT)
    for value, help in zip(option.values, option.value_helps, strict=True):
        if help:
            lines += _wrapped(f"{value}: {_with_ids(help)}", _INDENT, _INDENT + "  ")
    return lines


def _with_ids(help: str) -> str:
    """A sentence with its IDs set apart."""
    ids = ids_in(help)
    return without_ids(help) + (f"  [{f',{_JOINED}'.join(ids)}]" if ids else "")


def default_of(option: Option, tables: Tables) -> str:
    """The default of an option in words."""
    value = option_text(option, tables.options[option.name])
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(option: Option, tables: Tables) -> str:
    if option.type == "flag":
        return "true or false"
    if option.type == "choice":
        return " or ".join(option.values)
    low, high = (
        None if bound is None else tables.constants.value(bound)
        for bound in (option.minimum, option.maximum)
    )
    if low is None and high is None:
        return "a whole number"
    if high is None:
        return f"at least {low}"
    return f"at most {high}" if low is None else f"{low} to {high}"


def _card_lines(ruleset: Ruleset, tables: Sequence[Tables]) -> list[str]:
    """The cards by the lines of the card table, those together that come equally often and do the
    same.
    """
    groups: dict[tuple[str, str, str], list[str]] = {}
    for index, kind in enumerate(ruleset.kinds):
        count = counts(tables, lambda t, index=index: t.kind.count(index))  # type: ignore[misc]
        groups.setdefault((kind.line, count, kind.text), []).append(kind.name)
    lines = []
    for (_, count, says), names in groups.items():
        # A name is not broken over two lines.
        told = ", ".join(name.replace(" ", _JOINED) for name in names)
        if not count.isdecimal():
            text = f"{told}: {count}"
        else:
            text = f"{count} of each: {told}" if len(names) > 1 else f"{count} x {told}"
        lines += _wrapped(text, "  ", _INDENT)
        lines += _wrapped(says, _INDENT, _INDENT)
    return lines


def counts(tables: Sequence[Tables], count: Callable[[Tables], int]) -> str:
    """A number, or if it is not the same for all numbers of players, each with these numbers."""
    told = grouped(tables, lambda t: str(count(t)))
    if len(told) == 1:
        return next(iter(told))
    return ", ".join(
        f"{text} with {players_told(numbers)} players" for text, numbers in told.items()
    )


def grouped(tables: Sequence[Tables], text: Callable[[Tables], str]) -> dict[str, list[int]]:
    """The numbers of players for which something reads the same."""
    groups: dict[str, list[int]] = {}
    for table in tables:
        groups.setdefault(text(table), []).append(table.players)
    return groups


def _data(ruleset: Ruleset, tables: Sequence[Tables]) -> dict[str, Any]:
    return {
        "title": ruleset.title,
        "source": ruleset.source_note,
        "texts": [attrs.asdict(item) for item in source_ids(ruleset)],
        "goal": ruleset.goal,
        "turn": ruleset.turn,
        "end": ruleset.end,
        "players": [ruleset.players_min, ruleset.players_max],
        "teams": {
            str(number): [[seat + 1 for seat in team] for team in teams]
            for number, teams in ruleset.teams.items()
        },
        "returns": payoffs_told(ruleset),
        "options": [
            {
                "name": option.name,
                "type": option.type,
                "values": list(option.values),
                "help": without_ids(option.help),
                "ids": list(ids_in(option.help)),
                "value_helps": {
                    value: without_ids(help)
                    for value, help in zip(option.values, option.value_helps, strict=True)
                    if help
                },
                "by_players": {str(table.players): _option_data(option, table) for table in tables},
            }
            for option in ruleset.options.values()
        ],
        "cards": [
            {
                "name": kind.name,
                "line": kind.line,
                "text": kind.text,
                "count": {str(table.players): table.kind.count(index) for table in tables},
            }
            for index, kind in enumerate(ruleset.kinds)
        ],
    }


def _option_data(option: Option, tables: Tables) -> dict[str, Any]:
    data: dict[str, Any] = {"default": option_text(option, tables.options[option.name])}
    if option.minimum is not None:
        data["min"] = tables.constants.value(option.minimum)
    if option.maximum is not None:
        data["max"] = tables.constants.value(option.maximum)
    return data
