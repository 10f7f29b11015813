"""The table as a whole, with what is asked there and what may be looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from cardrules.engine.showing.view import Viewer
from cardrules.table.as_data import LIVE, ORDINAL, as_data
from cardrules.table.lookups import Lookups
from cardrules.table.menu import Menu
from cardrules.table.model import Ending, Face, Option, Player, Team, Told, Value, Zone


@attrs.frozen(kw_only=True)
class Question:
    """What somebody is asked; the menu is there for the one who is asked alone."""

    seat: int = attrs.field(metadata=ORDINAL)
    asks_for: Literal["action", "choose", "interrupt"]
    prompt: str
    ids: tuple[str, ...]
    # Nobody learns of the answer until all have answered.
    is_secret: bool
    # Which of several times it is asked in a row, and how many these are.
    number: int
    of: int
    # Why whoever is asked has no interrupt, for that one; empty where there is one.
    no_interrupt: str
    menu: Menu | None = attrs.field(eq=False, repr=False)


@attrs.frozen(kw_only=True)
class Table:
    """All that one viewer sees at one point of play, and what may be looked up there."""

    title: str
    goal: str
    turn: str
    end: str
    viewer: Viewer = attrs.field(metadata=ORDINAL)
    options: tuple[Option, ...]
    # The number of the game of a match, and of the round; 0 where there are no rounds.
    game: int
    is_match: bool
    round: int
    phase: str
    is_over: bool
    players: tuple[Player, ...]
    teams: tuple[Team, ...]
    zones: tuple[Zone, ...]
    values: tuple[Value, ...]
    faces: Mapping[str, Face]
    question: Question | None
    log: tuple[Told, ...]
    ending: Ending | None
    lookups: Lookups = attrs.field(eq=False, repr=False, metadata=LIVE)

    @property
    def you(self) -> int | None:
        """The seat of the viewer; None for somebody who only watches."""
        return self.viewer if isinstance(self.viewer, int) else None

    @property
    def asked(self) -> Player | None:
        """The player who is asked."""
        return None if self.question is None else self.players[self.question.seat]

    @property
    def active(self) -> Player:
        """The player whose turn it is."""
        return next(player for player in self.players if player.is_active)

    @property
    def has_teams(self) -> bool:
        """Whether any players play together."""
        return any(len(team.seats) > 1 for team in self.teams)

    def data(self, depth: int = 0) -> dict[str, Any]:
        """The table as JSON data; `depth`: how far the lines of the menu are opened."""
        data: dict[str, Any] = as_data(self)
        menu = None if self.question is None else self.question.menu
        if menu is not None:
            data["question"]["menu"] = menu.data(depth)
        return data
