"""A table for tests: a session whose screen is a text, and lines to feed it with."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from cardrules.cli.replacing import RecordFile
from cardrules.cli.sitting import Sitting
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.session import Session
from cardrules.engine.game import Game
from cardrules.sim.players import make_bot
from cardrules.sim.record import SeatEntry
from cardrules.sim.run import Playthrough
from tests.bundled import Bundled, bundled

# What is said while the screen is handed over.
LOOKING_AWAY = "is asked. Everybody else, please look away."
# What a terminal is told to forget all that it shows.
WIPE = "\x1b[2J\x1b[3J\x1b[H"


class Sat:
    """A session with all that it has shown."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str],
        *,
        seed: int = 1,
        first: int | None = 0,
        names: Sequence[str] = (),
        memory: bool = True,
        practice: bool = False,
        record: Path | None = None,
        width: int = 80,
        height: int = 24,
        is_kept: bool = False,
        is_plain: bool = False,
        playthrough: Playthrough | None = None,
    ) -> None:
        told = [*names, *(f"Player {seat + 1}" for seat in range(len(names), len(seats)))]
        entries = [SeatEntry(name=n, player=k) for n, k in zip(told, seats, strict=True)]
        self.playthrough = playthrough or Playthrough(game, seed=seed, starter=first, seats=entries)
        bots = (None if k == "human" else make_bot(k, seed, i) for i, k in enumerate(seats))
        sitting = Sitting(
            playthrough=self.playthrough,
            bots=tuple(bots),
            file=None if record is None else RecordFile(path=record, playthrough=self.playthrough),
            memory=memory,
            practice=practice,
        )
        self._file = io.StringIO()
        self.wiped = 0
        console = Console(
            file=self._file, width=width, height=height, force_terminal=True, color_system=None
        )
        screen = Screen(console, self._count_wipes, is_kept=is_kept, is_plain=is_plain)
        self.session = Session(sitting, screen)
        self.session.begin()

    def _count_wipes(self) -> None:
        self.wiped += 1

    @property
    def shown(self) -> str:
        """All that was ever on the screen."""
        return self._file.getvalue()

    @property
    def on_screen(self) -> str:
        """What was shown since the screen was wiped."""
        return self.shown.rpartition(WIPE)[2]

    def type(self, *lines: str) -> str:
        """Feed lines; what was shown then."""
        before = len(self.shown)
        for line in lines:
            assert not self.session.is_over, f"the game is over before {line!r}"
            self.session.feed(line)
        return self.shown[before:]

    @property
    def is_asked(self) -> bool:
        """Whether a question is on the screen, and not a request to look away or to save."""
        is_asking = self.session._mode == "asking"
        return is_asking and not self.session._asking.is_reading

    @property
    def is_covered(self) -> bool:
        """Whether everybody but the one who is asked is to look away."""
        return self.session._mode == "covered"

    @property
    def head(self) -> list[str]:
        """What everybody may read at any time: which game it is, and who plays."""
        return self.session._head

    @property
    def numbers(self) -> list[int]:
        """The numbers of the lines of the question; none where Enter is all that can be typed."""
        is_single = "press Enter" in self.session.prompt
        return [] if is_single else list(self.session._asking.choosing.question.numbered)

    @property
    def first_line(self) -> str:
        """What takes the first line of the question."""
        return next((f"l{number}" for number in self.numbers), "")

    def first_until_over(self, most: int = 20_000) -> Sat:
        """Always the first line, to the end of the game."""
        for _ in range(most):
            if self.session.is_over:
                return self
            self.type(self.first_line)
        raise AssertionError("the game does not end")


def people(number: int) -> list[str]:
    """So many persons at one keyboard."""
    return ["human"] * number


def against_bots(players: int) -> list[str]:
    """A person against bots that choose by chance."""
    return ["human", *["random"] * (players - 1)]


def _smallest(games: list[Bundled]) -> list[Bundled]:
    """Each game at its least number of players."""
    found: dict[str, Bundled] = {}
    for item in games:
        found.setdefault(item.name, item)
    return list(found.values())


# Every bundled game at every number of players, those beyond the least one marked as slow.
ALL = [
    item if item in _smallest(bundled()) else pytest.param(item, marks=pytest.mark.slow)
    for item in bundled()
]
