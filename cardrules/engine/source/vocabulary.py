"""The names in generated source that are the same wherever it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.engine.playing.guard import GoneError, none_used
from cardrules.engine.sets.alike import make_distinct
from cardrules.engine.sets.answers import FUNCTIONS as LOOPS
from cardrules.engine.sets.families import maximal_families, union_of, unions_of
from cardrules.engine.sets.set_operations import SetOperations
from cardrules.engine.sets.subsets import make_subsets, sets_from_data
from cardrules.engine.source.helpers import HELPERS
from cardrules.machine.layout import Layout
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import NONE
from cardrules.ops.table import seats_from
from cardrules.source import SourceFile, Span


def vocabulary(layout: Layout, text: SourceFile) -> dict[str, Any]:
    """Functions of a state, and what is printed on cards and known of players, for one game.

    `text` is that of its rules, for what stops the game.
    """
    names: dict[str, Any] = {
        **HELPERS,
        **LOOPS,
        **make_distinct(layout),
        **_of_players(layout),
        "KIND": layout.kind,
        "LINE": layout.line,
        "subsets": make_subsets(layout.kind),
        "maximal_families": maximal_families,
        **SetOperations(layout.kind).functions(),
        "sets_from_data": sets_from_data,
        "union_of": union_of,
        "unions_of": unions_of,
        "not_none": _not_none(text),
        "owner_of": _owner_of(layout),
        "place_of": _place_of,
        "there": _there(layout.nowhere),
    }
    for index, values in enumerate(layout.attribute.values()):
        names[f"ATTRIBUTE_{index}"] = values
    return names


def _of_players(layout: Layout) -> dict[str, Any]:
    seats, team = range(layout.players), layout.team_of
    others = [seats_from(seat, 1, layout.players)[1:] for seat in seats]
    return {
        "AROUND": {
            step: [seats_from(seat, step, layout.players) for seat in seats] for step in (1, -1)
        },
        "PLAYERS": layout.players,
        "TEAM": team,
        "OTHERS": others,
        "OPPONENTS": [tuple(p for p in others[seat] if team[p] != team[seat]) for seat in seats],
        "PARTNERS": [tuple(p for p in others[seat] if team[p] == team[seat]) for seat in seats],
    }


def _owner_of(layout: Layout) -> Callable[[State, int], int]:
    static, owners = layout.static_zones, layout.zone_owner

    def owner_of(s: State, place: int) -> int:
        """The owner of a zone or stack; none if it is shared, or if there is none."""
        if place >= static:
            place = s.holder[place - static]
        return owners[place] if place >= 0 else NONE

    return owner_of


def _not_none(text: SourceFile) -> Callable[[State, Any, int, int], Any]:
    def not_none(s: State, value: Any, start: int, end: int) -> Any:
        """A value that the rules have asked for; stops the game if it is none all the same."""
        if value == NONE:
            raise none_used(text, s, ir.Origin(span=Span(start, end)))
        return value

    return not_none


def _place_of(s: State, card: int) -> int:
    """The zone or stack in which a card lies."""
    return s.place[card]


def _there(nowhere: int) -> Callable[[State, int], int]:
    def there(s: State, stack: int) -> int:
        """A stack that must be there; raises `GoneError` if it is gone, or none is left."""
        if not 0 <= stack < nowhere:
            raise GoneError
        return stack

    return there
