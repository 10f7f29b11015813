"""The guard against games that never end, and against choices that nobody could go through."""

from __future__ import annotations

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.options import MOST_VALUES
from cardrules.engine.tables import Tables
from cardrules.errors import GameLimitError
from cardrules.model import ir
from cardrules.model.state import State


def stopped(tables: Tables, s: State, origin: ir.Origin, message: str, help: str) -> GameLimitError:
    """The error of a game that does not end, at a line of its ruleset."""
    return GameLimitError(_diagnostic("CR701", tables, origin, message, help), s)


def too_many(tables: Tables, s: State, origin: ir.Origin) -> GameLimitError:
    """The error of a choice with too many answers for what depends on them."""
    message = f"There are more than {MOST_VALUES:,} answers here on which something else depends."
    help = "Let nothing depend on the choice, or choose from fewer cards."
    return GameLimitError(_diagnostic("CR702", tables, origin, message, help), s)


def gone(tables: Tables, s: State, origin: ir.Origin) -> GameLimitError:
    """The error of a stack that is gone where it must be there."""
    message = "The stack that is meant here is gone: its last card has been moved away."
    help = "Do this before the stack goes, or ask first, as in `if row is not empty`."
    return GameLimitError(_diagnostic("CR705", tables, origin, message, help), s)


def unseen(tables: Tables, s: State, choice: ir.Choice) -> GameLimitError:
    """The error of a choice among cards that the chooser cannot see."""
    message = f"Some of the cards here are hidden from the one who chooses `{choice.name}`."
    help = f"Leave it to chance: `pick {choice.name} at random from ...`."
    return GameLimitError(_diagnostic("CR503", tables, choice.origin, message, help), s)


def _diagnostic(
    code: str, tables: Tables, origin: ir.Origin, message: str, help: str
) -> Diagnostic:
    return Diagnostic(
        code=code, message=message, span=origin.span, source=tables.ruleset.text, help=help
    )
