"""The guard against games that never end, and choices that nobody could go through."""

from __future__ import annotations

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.tables import Tables
from cardrules.errors import GameLimitError
from cardrules.model import ir
from cardrules.model.state import State


def stopped(tables: Tables, s: State, origin: ir.Origin, message: str, help: str) -> GameLimitError:
    """The error of a game that is stopped at a line of its ruleset."""
    found = Diagnostic(
        code="CR701",
        message=message,
        span=origin.span,
        source=tables.ruleset.text,
        help=help,
    )
    return GameLimitError(found, s)
