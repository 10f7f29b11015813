"""What is fixed for a game: the ruleset with players and options, laid out as flat tables.

Cards of one kind are neighbours, in the order of the card table. Zones come in the order of their
declaration, one after the other for the holders; the places for stacks follow.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol

import attrs

from cardrules.engine.card_order import CardOrder
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset, Viewer, Zone
from cardrules.model.types import NONE


class Values(Protocol):
    """What works out expressions that depend on options and the number of players alone."""

    def value(self, expr: ir.Expr) -> Any:
        """The value of an expression."""


@attrs.define
class Tables:
    """The fixed part of a game; lists are indexed by card, zone or player."""

    ruleset: Ruleset
    players: int
    options: dict[str, int | bool]
    teams: tuple[tuple[int, ...], ...] = ()
    team_of: list[int] = attrs.field(factory=list)
    kind: list[int] = attrs.field(factory=list)
    line: list[int] = attrs.field(factory=list)
    attribute: dict[str, list[Any]] = attrs.field(factory=dict)
    lines: list[str] = attrs.field(factory=list)
    zone_base: dict[str, int] = attrs.field(factory=dict)
    zone_names: list[tuple[str, int]] = attrs.field(factory=list)
    zone_owner: list[int] = attrs.field(factory=list)
    ordered: list[bool] = attrs.field(factory=list)
    top_seen: list[int] = attrs.field(factory=list)
    rest_seen: list[int] = attrs.field(factory=list)
    variable_base: dict[str, int] = attrs.field(factory=dict)
    variable_count: int = 0
    # What works out values that are fixed for the game.
    constants: Values | None = None

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return len(self.kind)

    @property
    def everybody(self) -> int:
        """The mask of all viewers, the spectator included."""
        return (1 << (self.players + 1)) - 1

    @property
    def static_zones(self) -> int:
        """How many zones there are apart from stacks."""
        return len(self.zone_names)

    @property
    def zones_of_stacks(self) -> frozenset[int]:
        """The numbers of the zones that hold stacks."""
        zones = self.ruleset.zones
        return frozenset(
            number
            for number, (name, _) in enumerate(self.zone_names)
            if zones[name].shape == "stacks"
        )

    @cached_property
    def card_names(self) -> list[str]:
        """The name of each card: that of its kind."""
        return [self.ruleset.kinds[kind].name for kind in self.kind]

    @cached_property
    def card_order(self) -> CardOrder:
        """The order in which cards are shown."""
        return CardOrder(self.ruleset)

    @cached_property
    def zone_shapes(self) -> list[str]:
        """The shape of each zone."""
        return [self.ruleset.zones[name].shape for name, _ in self.zone_names]

    @property
    def has_stacks(self) -> bool:
        """Whether some zone holds stacks."""
        return any(zone.shape == "stacks" for zone in self.ruleset.zones.values())

    @property
    def stack_places(self) -> int:
        """How many stacks there can be: one for each card, and one that is just being made."""
        return self.cards + 1 if self.has_stacks else 0

    @property
    def nowhere(self) -> int:
        """What a reference to a stack that is gone points at: a place that is always empty."""
        return self.static_zones + self.stack_places

    def holders(self, holder: str) -> int:
        """How many zones or variables there are of something shared, per player or per team."""
        return {"shared": 1, "player": self.players, "team": len(self.teams)}[holder]


def owner_of_zone(tables: Tables, zone: Zone, holder: int) -> int:
    """The player to whom one holder's zone belongs, of a team its first; none for a shared one."""
    if zone.holder == "player":
        return holder
    return tables.teams[holder][0] if zone.holder == "team" else NONE


def viewers_mask(tables: Tables, viewers: tuple[Viewer, ...], zone: Zone, holder: int) -> int:
    """The mask of the viewers which these words mean for one holder's zone."""
    if zone.holder == "player":
        own, team = 1 << holder, tables.teams[tables.team_of[holder]]
    elif zone.holder == "team":
        team = tables.teams[holder]
        own = sum(1 << seat for seat in team)
    else:
        own, team = 0, ()
    seats = (1 << tables.players) - 1
    masks: dict[str, int] = {
        "all": tables.everybody,
        "nobody": 0,
        "owner": own,
        "others": seats & ~own,
        "team": sum(1 << seat for seat in team),
    }
    result = 0
    for viewer in viewers:
        result |= masks[viewer]
    return result
