"""After a game: the same again, with other seats, or with other options; a state machine of lines.

What comes of it is a wish for another game. It is checked as soon as it is said, so that one that
is confirmed can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import attrs
import click
from rich.console import RenderableType
from rich.text import Text

from cardrules.cli.seats import WHO_MAY_SIT, sitters_from
from cardrules.cli.table.flow import Hanging
from cardrules.cli.table.pager import Pager
from cardrules.cli.table.screen import Screen
from cardrules.engine.specialise.fixed import make_tables
from cardrules.engine.specialise.settings import option_text
from cardrules.engine.tables import Tables
from cardrules.errors import CardrulesError
from cardrules.model.ruleset import Option, Ruleset
from cardrules.prose import join
from cardrules.rule_ids import without_ids
from cardrules.sim.record import HUMAN
from cardrules.sim.run import Playthrough
from cardrules.table.wording import words

_Mode = Literal["menu", "reading", "seats", "options", "over"]

_WORDS = {"yes": "true", "no": "false"}
_LEAVING = ("n", "no", "q", "quit", "quit!", "exit")
_BACK = ("", "q", "quit")
_AGAIN = ("1", "again", "a")
_ASKING = ("?", "help")


@attrs.frozen(kw_only=True)
class Another:
    """Another game: per seat `human` or the name of a bot, and options that are set."""

    sitters: tuple[str, ...]
    options: Mapping[str, Any]


class Afterwards:
    """Asks what comes after a game. `feed` it line by line until `is_over`.

    `looked_up` gives what is shown for a line that asks about the game that was played, if it does.
    """

    def __init__(
        self,
        playthrough: Playthrough,
        screen: Screen,
        looked_up: Callable[[str], list[RenderableType] | None] = lambda line: None,
    ) -> None:
        self._screen = screen
        self._looked_up = looked_up
        self._pager = Pager(screen)
        # Whether something was looked up last, and before the line that is taken now.
        self._is_looking = self._has_looked = False
        self._ruleset: Ruleset = playthrough.game.ruleset
        self._mode: _Mode = "menu"
        self._next = self._played = Another(
            sitters=tuple(entry.player for entry in playthrough.seats),
            options=_set_by_somebody(playthrough),
        )
        # What is to be played, if anything.
        self.another: Another | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has been said what comes next, if anything does."""
        return self._mode == "over"

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        if self._mode == "reading":
            return "Enter shows more, q goes back: "
        if self._mode == "seats":
            least, most = self._ruleset.players_min, self._ruleset.players_max
            many = f"{least}" if least == most else f"{least} to {most}"
            return f"How many players ({many}), or who (? tells)? Enter: no change: "
        if self._mode == "options":
            return f"Which option and what value, such as {self._example}? Enter: no more: "
        options = ", 3: other options" if self._ruleset.options else ""
        other = f"2: other seats{options}"
        if self._is_looking:
            return f"Enter goes back; 1: again, {other}, n: leave: "
        if self._has_wished:
            return f"Enter plays this game; {other}, n: leave (or log, ?): "
        return f"Enter leaves; 1: again, {other} (or log, ?): "

    @property
    def _has_wished(self) -> bool:
        """Whether somebody has said how the next game is to be."""
        return self._next != self._played

    def begin(self) -> None:
        """Nothing is shown before the first question."""

    def end_of_input(self) -> None:
        """Nobody will type any more."""
        self._mode = "over"
        self._screen.show("")

    def feed(self, line: str) -> None:
        """Take a line."""
        self._has_looked, self._is_looking = self._is_looking, False
        steps = {
            "menu": self._menu,
            "reading": self._read,
            "seats": self._seats,
            "options": self._options,
        }
        steps[self._mode](line.strip())

    def _read(self, line: str) -> None:
        """The next page; or back to the menu, where anything but q and Enter is taken."""
        if not line:
            self._is_looking = True
            self._pager.turn()
            self._mode = "reading" if self._pager.has_more else "menu"
            return
        self._pager.stop()
        self._mode = "menu"
        if line.lower() not in ("q", "quit"):
            self._menu(line)

    def _show(self, items: list[RenderableType]) -> None:
        """Show things, page by page if they are longer than the screen."""
        self._pager.show(items)
        self._mode = "reading" if self._pager.has_more else "menu"

    def _menu(self, typed: str) -> None:
        line = typed.lower()
        if self._has_looked and line in _BACK:
            return  # it has been read
        if line in _LEAVING or not (line or self._has_wished):
            self._mode = "over"
        elif line in ("", *_AGAIN):
            self.another, self._mode = self._next, "over"
        elif line in ("2", "seats"):
            self._mode = "seats"
            self._screen.show(f"Now play: {_told(self._next.sitters)}")
        elif line in ("3", "options") and self._ruleset.options:
            self._mode = "options"
            self._list_options()
        else:
            found = self._looked_up(typed)
            enter = "play it" if self._has_wished else "leave"
            self._show(found or [f"Type one of the numbers, or press Enter to {enter}."])
            self._is_looking = bool(found)

    # -- seats -------------------------------------------------------------------------------------

    def _seats(self, line: str) -> None:
        if line.lower() in _ASKING:
            self._screen.show(*WHO_MAY_SIT)
            return
        if line:
            sitters = self._sitters_meant(line.lower())
            if sitters is None or not self._accept(attrs.evolve(self._next, sitters=sitters)):
                return
            self._screen.show(f"Then play: {_told(sitters)}")
        self._mode = "menu"

    def _sitters_meant(self, line: str) -> tuple[str, ...] | None:
        """Who sits where; None if a line does not say it, which is told."""
        number = int(line) if line.isdecimal() and len(line) <= _MOST_DIGITS else None
        try:
            seats = line if number is None else None
            sitters = sitters_from(self._ruleset, seats, number, people=True)
        except click.UsageError as error:
            self._screen.show(error.message)
            return None
        except CardrulesError as error:
            self._screen.show(str(error))
            return None
        if HUMAN not in sitters:
            self._screen.show("Say you for the seat that you play.")
            return None
        return tuple(sitters)

    # -- options -----------------------------------------------------------------------------------

    def _list_options(self) -> None:
        values = self._tables.options
        for number, option in enumerate(self._ruleset.options.values(), 1):
            value = _in_words(option_text(option, values[option.name]))
            help = f"   {without_ids(option.help)}" if option.help else ""
            told = f"{number}) {words(option.name)}: {value}{self._instead_of(option)}{help}"
            self._screen.show(Hanging(Text(told), 2, 3))

    @property
    def _tables(self) -> Tables:
        return make_tables(self._ruleset, len(self._next.sitters), self._next.options)

    @property
    def _example(self) -> str:
        """A line that sets the first option."""
        option = next(iter(self._ruleset.options.values()))
        if option.type == "choice":
            return f"1 {words(option.values[-1])}"
        return "1 yes" if option.type == "flag" else f"1 {self._tables.options[option.name]}"

    def _instead_of(self, option: Option) -> str:
        """What values an option may have, in brackets."""
        if option.type == "choice":
            return f" ({join([words(value) for value in option.values], last='or')})"
        bounds = [bound for bound in (option.minimum, option.maximum) if bound is not None]
        if option.type == "flag" or len(bounds) < _BOTH:
            return ""
        least, most = [self._tables.constants.value(bound) for bound in bounds]
        return f" ({least} to {most})"

    def _options(self, line: str) -> None:
        if not line:
            self._mode = "menu"
            return
        name, value = self._option_meant(line)
        if not name:
            told = f"Type the number of an option and its value, such as {self._example}."
            self._screen.show(told)
        elif self._accept(
            attrs.evolve(self._next, options={**self._next.options, name: _WORDS.get(value, value)})
        ):
            self._list_options()

    def _option_meant(self, line: str) -> tuple[str, str]:
        """The option that a line names by its number or name, and the rest; empty if it is none."""
        line = line.replace("=", " ")
        for number, name in enumerate(self._ruleset.options, 1):
            for called in (str(number), name.lower(), words(name).lower()):
                if line.lower().startswith(f"{called} ") and line[len(called) :].strip():
                    value = line[len(called) :].strip()
                    is_choice = self._ruleset.options[name].type == "choice"
                    return name, value.replace(" ", "_") if is_choice else value
        return "", ""

    def _accept(self, wished: Another) -> bool:
        """Take a wish, if there is such a game; else say why not."""
        try:
            make_tables(self._ruleset, len(wished.sitters), wished.options)
        except CardrulesError as error:
            self._screen.show(str(error))
            return False
        self._next = wished
        return True


_MOST_DIGITS = 4
# A least value and a greatest one.
_BOTH = 2


def _set_by_somebody(playthrough: Playthrough) -> dict[str, Any]:
    """The options that are not as they would be anyway, with this number of players."""
    game = playthrough.game
    usual = make_tables(game.ruleset, game.players, {}).options
    return {
        name: value
        for name, value in game.options_in_force.items()
        if value != option_text(game.ruleset.options[name], usual[name])
    }


def _told(sitters: Sequence[str]) -> str:
    """Who sits where, as it is typed."""
    return ",".join("you" if sitter == HUMAN else sitter for sitter in sitters)


def _in_words(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
