"""Arguments and options that several commands have."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from cardrules.cli.exits import ERRORS, USAGE, fail
from cardrules.cli.streams import says_every_character, told
from cardrules.diagnostics.render import render_text, summary
from cardrules.engine.showing.view import Viewer
from cardrules.model.ruleset import Ruleset
from cardrules.rulesets import analyse, bundled, find

Command = TypeVar("Command", bound=Callable[..., Any])


class RulesArgument(click.ParamType[str]):
    """The path of a ruleset, or the name of a bundled game."""

    name = "rules"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        names = [CompletionItem(name) for name in bundled() if name.startswith(incomplete)]
        return [*names, CompletionItem(incomplete, type="file")]


def rules_argument(command: Command, *, required: bool = True) -> Command:
    """Add the argument RULES, and the option `--with`, which `open_ruleset` reads."""
    metavar = "RULES" if required else "[RULES]"
    add = click.argument("rules", type=RulesArgument(), metavar=metavar, required=required)
    return with_option(add(command))


_HOUSE_RULES = "cardrules.house_rules"


def with_option(command: Command) -> Command:
    """Add the repeatable option `--with`; `house_rules` tells its values."""
    add = click.option(
        "--with",
        metavar="FILE",
        multiple=True,
        expose_value=False,
        type=click.Path(path_type=Path),
        callback=lambda ctx, _, value: ctx.meta.update({_HOUSE_RULES: value}),
        help="House rules to be added; can be repeated.",
    )
    return add(command)


def house_rules() -> tuple[Path, ...]:
    """The files of `--with`."""
    ctx = click.get_current_context(silent=True)
    found: tuple[Path, ...] = () if ctx is None else ctx.meta.get(_HOUSE_RULES, ())
    for path in found:
        if not path.is_file():
            fail(f"There is no file {path}.", USAGE)
    return found


def json_option(command: Command) -> Command:
    """Add the flag `--json`."""
    add = click.option(
        "--json", "as_json", is_flag=True, help="Print data as JSON instead of text."
    )
    return add(command)


def view_option(command: Command) -> Command:
    """Add the option `--view`."""
    add = click.option(
        "--view",
        metavar="VIEW",
        default="referee",
        show_default=True,
        help="Whose eyes the log is told through: referee (sees all), spectator, or a seat number.",
    )
    return add(command)


def log_option(command: Command) -> Command:
    """Add the flags `--log` and `--no-log`."""
    add = click.option("--log/--no-log", default=True, help="Print what happens, or the end alone.")
    return add(command)


def set_option(command: Command) -> Command:
    """Add the repeatable option `--set`."""
    add = click.option(
        "--set",
        "settings",
        metavar="OPTION=VALUE",
        multiple=True,
        help="Set an option of the game; can be repeated. `cardrules info` lists them.",
    )
    return add(command)


def options_from(settings: Sequence[str]) -> dict[str, str]:
    """The options of several `--set`."""
    found = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(f"--set needs OPTION=VALUE, not {setting!r}.")
        found[name.strip()] = value.strip()
    return found


def viewer_from(view: str, players: int) -> Viewer:
    """The viewer of a `--view`."""
    if view == "spectator":
        return "spectator"
    if view == "referee":
        return "referee"
    if view in map(str, range(1, players + 1)):
        return int(view) - 1
    raise click.UsageError(
        f"--view is referee, spectator or a seat from 1 to {players}, not {view!r}."
    )


def open_ruleset(path_or_name: str | Path, added: Sequence[Path] | None = None) -> Ruleset:
    """The ruleset of an argument; prints what is wrong with it and stops if it has errors.

    `added` are files of house rules, those of `--with` if it is not given.
    """
    path = find(path_or_name)
    if path.is_dir():
        fail(f"{path} is a folder, not a ruleset.", USAGE)
    if not path.exists():
        fail(f"There is no file {path}.", USAGE)
    ruleset, diagnostics = analyse(path, house_rules() if added is None else added)
    if ruleset is not None:
        return ruleset
    for item in diagnostics:
        told(render_text(item) + "\n")
    fail(f"{path} has {summary(diagnostics)}.", ERRORS)


def print_json(data: object) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(data, ensure_ascii=not says_every_character(), indent=1))
