"""The command line. Each command is a module of its own, imported when it is used."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import click

import cardrules
from cardrules.cli.exits import EXIT_CODES, errors_explained, run_to_exit

# What `cardrules --help` says of each command, so that it need not import them.
COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "run": "Play a game, or let bots play it.",
        "replay": "Check and tell a recorded game.",
        "record": "List the steps of a recorded game, or make a scenario of one.",
        "lint": "Look for mistakes in rulesets.",
        "test": "Run scenarios: rules tested by small examples.",
        "leak": "Look by play for what tells players hidden cards.",
        "games": "List the games that come with cardrules.",
        "info": "Show players, options and cards of a game.",
        "rules": "Show the rules of a game on one sheet.",
        "flatten": "Print a game with house rules as one ruleset.",
        "diff": "Tell what is different between two rulesets.",
        "explain": "Explain the code of a diagnostic.",
        "show": "Show what becomes of a ruleset inside.",
    }
)
# Other names of commands, which the help leaves out.
ALIASES: Mapping[str, str] = MappingProxyType({"play": "run"})


class LazyGroup(click.Group):
    """A group whose commands live in modules `cardrules.cli.<name>`, as `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"cardrules.cli.{name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            ctx.fail(f"No such command {name!r}. {_meant_by(name)}".rstrip())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        # The help is printed while the arguments are read.
        with errors_explained():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with errors_explained():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        def command() -> object:
            return super(LazyGroup, self).main(
                args=args,
                prog_name=prog_name,
                complete_var=complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )

        return run_to_exit(command) if standalone_mode else command()


def _meant_by(name: str) -> str:
    """What somebody may have wanted who typed a command that there is not."""
    from cardrules.cli.program import command_line  # noqa: PLC0415 - only where something is wrong
    from cardrules.diagnostics.suggest import nearest  # noqa: PLC0415
    from cardrules.rulesets import SUFFIX, bundled  # noqa: PLC0415

    if name in bundled() or name.endswith((SUFFIX, ".json")):
        return f"`{command_line('run', name)}` plays it."
    near = nearest(name, [*COMMANDS, *ALIASES])
    return f"Did you mean `{command_line(near)}`?" if near else ""


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"cardrules {cardrules.__version__}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Write the rules of a card game as text, check them, play them.

    \b
    Examples:
      cardrules games
      cardrules run snarkas
      cardrules run hearts --players 4 --auto --seed 7
      cardrules lint my_game.rules
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
