"""What a game is laid out with, as data: its cards, zones, variables, players and teams.

Cards are numbered kind by kind, so that those of one kind are neighbours. Zones are numbered in the
order of their names, one after the other for the holders; the places for stacks follow, and behind
them is one that is always empty. Numbers in the state of variables come in the same way, and behind
the holders of tokens what is left of their supply. All cards lie where their zone says before
chance names who goes first and the set-up begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import attrs

from cardrules.model import ir
from cardrules.model.types import Type
from cardrules.plain import Plain

Holder = Literal["shared", "player", "team"]

# In place of a mask: it depends on the state.
CONDITIONAL = -1


class Face(Plain):
    """A kind of cards: its name, its line, how many there are, and its values by attribute."""

    name: str
    line: int
    count: int
    values: tuple[Any, ...]


class Sight(Plain):
    """Who sees the faces of a layer, for each holder of a zone: a bit for each seat, and one for
    those who only watch. Where a condition on the holder does not hold it is `otherwise`.
    """

    masks: tuple[int, ...]
    condition: ir.Expr | None
    otherwise: tuple[int, ...]


class Zones(Plain):
    """The zones of one name; `base` is the number of the first.

    `owners`: for each holder the player to whom its zone belongs, none for a shared one. `rest` are
    the cards below the top; of a spread, all. `capacity`: so many cards, or of a zone of stacks so
    many stacks, can lie in one. `starts`: the cards that lie in the first before the set-up.
    """

    base: int
    holder: Holder
    shape: Literal["pile", "spread", "row", "stacks"]
    owners: tuple[int, ...]
    top: Sight
    rest: Sight
    capacity: int
    starts: ir.Expr | None
    origin: ir.Origin


class Variables(Plain):
    """The variables of one name, or tokens, which have a supply; `base` is the number of the first.

    `initial` is worked out for each holder, when all cards lie where they start.
    """

    base: int
    holder: Holder
    holders: int
    type: Type
    initial: ir.Expr
    supply: ir.Expr | None
    origin: ir.Origin


@attrs.frozen(kw_only=True)
class Layout:
    """The fixed part of a game; lists are indexed by card, zone or player.

    `lines` are those of the card table, `attributes` the names of the values of a face.
    """

    players: int
    teams: tuple[tuple[int, ...], ...]
    lines: tuple[str, ...]
    attributes: tuple[str, ...]
    faces: tuple[Face, ...]
    zones: Mapping[str, Zones]
    variables: Mapping[str, Variables]

    # -- players -----------------------------------------------------------------------------------

    @cached_property
    def team_of(self) -> list[int]:
        """The team of each player."""
        found = [0] * self.players
        for index, team in enumerate(self.teams):
            for seat in team:
                found[seat] = index
        return found

    @property
    def everybody(self) -> int:
        """The mask of all viewers, the spectator included."""
        return (1 << (self.players + 1)) - 1

    def holders(self, holder: str) -> int:
        """How many zones or variables there are of something shared, per player or per team."""
        return {"shared": 1, "player": self.players, "team": len(self.teams)}[holder]

    # -- cards -------------------------------------------------------------------------------------

    @cached_property
    def kind(self) -> list[int]:
        """The kind of each card."""
        return [kind for kind, face in enumerate(self.faces) for _ in range(face.count)]

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return len(self.kind)

    @cached_property
    def line(self) -> list[int]:
        """The line of each card."""
        return [self.faces[kind].line for kind in self.kind]

    @cached_property
    def attribute(self) -> dict[str, list[Any]]:
        """The values of each card by attribute."""
        return {
            name: [self.faces[kind].values[at] for kind in self.kind]
            for at, name in enumerate(self.attributes)
        }

    @cached_property
    def card_names(self) -> list[str]:
        """The name of each card: that of its kind."""
        return [self.faces[kind].name for kind in self.kind]

    # -- zones -------------------------------------------------------------------------------------

    @cached_property
    def zone_base(self) -> dict[str, int]:
        """The number of the first zone of each name."""
        return {name: item.base for name, item in self.zones.items()}

    @cached_property
    def zone_names(self) -> list[tuple[str, int]]:
        """The name and the holder of each zone."""
        return [(name, at) for name, item in self.zones.items() for at in range(len(item.owners))]

    @property
    def static_zones(self) -> int:
        """How many zones there are apart from stacks."""
        return len(self.zone_names)

    @cached_property
    def zone_owner(self) -> list[int]:
        """The player to whom each zone belongs."""
        return [owner for item in self.zones.values() for owner in item.owners]

    @cached_property
    def zone_shapes(self) -> list[str]:
        """The shape of each zone."""
        return [self.zones[name].shape for name, _ in self.zone_names]

    @cached_property
    def ordered(self) -> list[bool]:
        """Whether the cards of each zone and stack have an order."""
        stacks = self.stack_places + 1 if self.has_stacks else 0
        return [shape != "spread" for shape in self.zone_shapes] + [True] * stacks

    @cached_property
    def top_seen(self) -> list[int]:
        """Who sees the top card of each zone, if that is so all the time."""
        return [mask for item in self.zones.values() for mask in _lasting(item.top)]

    @cached_property
    def rest_seen(self) -> list[int]:
        """Who sees the other cards of each zone, if that is so all the time."""
        return [mask for item in self.zones.values() for mask in _lasting(item.rest)]

    @cached_property
    def zones_of_stacks(self) -> frozenset[int]:
        """The numbers of the zones that hold stacks."""
        shapes = enumerate(self.zone_shapes)
        return frozenset([number for number, shape in shapes if shape == "stacks"])

    @property
    def has_stacks(self) -> bool:
        """Whether some zone holds stacks."""
        return any(zone.shape == "stacks" for zone in self.zones.values())

    @property
    def stack_places(self) -> int:
        """How many stacks there can be: one for each card, and one that is just being made."""
        return self.cards + 1 if self.has_stacks else 0

    @property
    def nowhere(self) -> int:
        """What a reference to a stack that is gone points at: a place that is always empty."""
        return self.static_zones + self.stack_places

    # -- variables ---------------------------------------------------------------------------------

    @cached_property
    def variable_base(self) -> dict[str, int]:
        """The number of the first variable of each name."""
        return {name: item.base for name, item in self.variables.items()}

    @cached_property
    def variable_count(self) -> int:
        """How many numbers the variables of a state are."""
        tokens = sum([item.supply is not None for item in self.variables.values()])
        return tokens + sum([item.holders for item in self.variables.values()])


def _lasting(sight: Sight) -> tuple[int, ...]:
    return sight.masks if sight.condition is None else (CONDITIONAL,) * len(sight.masks)
