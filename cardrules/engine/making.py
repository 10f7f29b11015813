"""What a game is made with: `cardrules.engine.build` as those know it who make parts of it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from cardrules.engine.playing.doing import Doing
from cardrules.engine.playing.moves import Mover
from cardrules.engine.playing.sites import Site
from cardrules.engine.program import Code
from cardrules.engine.showing.speaking import Speaking
from cardrules.engine.showing.worked_out import Source
from cardrules.engine.source.generated import Generated
from cardrules.engine.tables import Tables
from cardrules.model import ir
from cardrules.model.state import State


class Making(Protocol):
    """Has the functions of a game, and gives them when all are made."""

    tables: Tables
    generated: Generated
    speaking: Speaking
    mover: Mover
    doing: Doing
    codes: list[Code]
    sites: list[Site]
    premise_sources: dict[tuple[int, int, frozenset[int]], Source]

    def asking(self, s: State, origin: ir.Origin | None = None) -> AbstractContextManager[None]:
        """A question about a state: it has a budget of work of its own."""
