"""What `run` hands over to the table in the terminal."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import attrs

from cardrules.cli.arguments import house_rules
from cardrules.cli.program import command_line
from cardrules.cli.recorded import with_words
from cardrules.cli.replacing import RecordFile
from cardrules.cli.results import header, seed_lines
from cardrules.cli.saved import name_of
from cardrules.sim.run import Playthrough
from cardrules.sim.seat import Player


@attrs.frozen(kw_only=True)
class Sitting:
    """A game that is about to go on: new, or resumed in the middle, with who sits where.

    Everything else hangs on the playthrough: `playthrough.game` (with its ruleset), `.state`,
    `.seats` (names), `.seed`, `.moment` (what happened last), `.steps`, `.seat` (who is asked, with
    the legal actions, the view and explanations of refusals), `.act(action)`.
    """

    playthrough: Playthrough
    # Per seat a bot, or None for a person at this keyboard.
    bots: tuple[Player | None, ...]
    # The file of `--record`; `run` writes it in any case when the sitting ends.
    file: RecordFile | None = None
    # The path of the ruleset, if the game was started with one: a record knows only its name.
    rules: str = ""
    # Whether everybody has been told the seed: by `--seed`.
    seed_is_told: bool = False
    # Whether remembered faces are shown, and whether colours may be.
    memory: bool = True
    # Whether a person against bots may take every action back.
    practice: bool = False
    color: bool = True
    theme: str = "auto"
    # Whether the table is told in whole lines, for somebody to whom they are read out.
    is_plain: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return tuple(entry.name for entry in self.playthrough.seats)

    @property
    def header(self) -> str:
        """One line that says which game this is."""
        return header(self.playthrough, with_seed=self.seed_is_told)

    @property
    def seed_afterwards(self) -> list[str]:
        """The seed, if nobody has been told it before."""
        return [] if self.seed_is_told else seed_lines(self.playthrough)

    def how_to_resume(self, path: Path) -> str:
        """What to type to go on with the game that is recorded in a file.

        Whoever was started by something else, which goes on with a game by a name behind what it
        says in CARDRULES_GO_ON, is told that.
        """
        started = os.environ.get("CARDRULES_GO_ON", "")
        added = with_words(house_rules())
        if started.isprintable() and started and not self.rules and not added:
            return started + shlex.quote(name_of(path))
        rules = [self.rules] if self.rules else []
        return command_line("run", *rules, "--resume", name_of(path), *added)

    @property
    def who_sits_where(self) -> str:
        """The names of the players in the order of their seats, with what plays for them."""
        alone = len(self.people) == 1
        told = []
        for entry, bot in zip(self.playthrough.seats, self.bots, strict=True):
            mark = f" ({entry.player} bot)" if bot is not None else " (you)" if alone else ""
            told.append(f"{entry.name}{mark}")
        return ", ".join(told)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, bot in enumerate(self.bots) if bot is None)

    @property
    def players(self) -> list[Player]:
        """The players by seat, where all are bots."""
        return [bot for bot in self.bots if bot is not None]
