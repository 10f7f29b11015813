"""A rulebook of a ruleset: printed, or written into a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from cardrules.cli.exits import ERRORS, fail
from cardrules.engine.game import Game
from cardrules.files import write_text
from cardrules.model.ruleset import Ruleset
from cardrules.rulebook.markdown import as_markdown
from cardrules.rulebook.page import as_html
from cardrules.rulebook.reading import read_book

ALL = "all"


class NumberOfPlayers(click.ParamType[int | str]):
    """A number of players, or all numbers."""

    name = "players"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """The number, or `all`."""
        text = str(value)
        if text == ALL:
            return ALL
        if not text.isdecimal():
            self.fail(f"{text!r} is neither a number nor `{ALL}`.", param, ctx)
        return int(text)


def write_book(
    ruleset: Ruleset,
    form: str,
    players: int | str | None,
    options: Mapping[str, str],
    output: Path | None,
) -> None:
    """Write the rulebook for so many players, or for all numbers."""
    first, last = ruleset.players_min, ruleset.players_max
    numbers = [players] if isinstance(players, int) else range(first, last + 1)
    book = read_book(ruleset, {number: Game(ruleset, number, options) for number in numbers})
    text = as_html(book) if form == "html" else as_markdown(book)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        write_text(output, text)
    except OSError as error:
        fail(f"{output} cannot be written: {error.strerror or error}.", ERRORS)
