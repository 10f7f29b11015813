"""How a game ends, with these options."""

from __future__ import annotations

from collections.abc import Callable

from cardrules.engine.tables import Tables
from cardrules.machine.ending import Criterion, Ending, Part, Series
from cardrules.model import ir
from cardrules.model.ruleset import Match


def ending_of(tables: Tables, value: Callable[[ir.Expr], ir.Expr]) -> Ending:
    """The score, the criteria and the match of a game; `value` specialises expressions."""
    ruleset = tables.ruleset
    return Ending(
        score=tuple(
            [
                Part(name=item.name, value=value(item.value), origin=item.origin)
                for item in ruleset.score
            ]
        ),
        criteria=tuple(
            [
                Criterion(
                    sign=1 if item.extreme == "highest" else -1,
                    value=value(item.value),
                    is_score=isinstance(item.value, ir.ScoreOf),
                    origin=item.origin,
                )
                for item in ruleset.criteria
            ]
        ),
        series=_series(tables),
    )


def match_in_force(tables: Tables) -> Match | None:
    """The match that is played with these options."""
    for match in tables.ruleset.matches:
        if match.when is None or tables.constants.value(match.when):
            return match
    return None


def _series(tables: Tables) -> Series | None:
    match = match_in_force(tables)
    if match is None:
        return None
    number = tables.constants.value(match.number)
    return Series(mode=match.mode, number=number, origin=match.origin)
