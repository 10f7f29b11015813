"""The layout of a game: how many cards there are, and what its zones and variables are."""

from __future__ import annotations

import attrs

from cardrules.engine.specialise.constants import Constants
from cardrules.engine.specialise.folding import Folding
from cardrules.errors import RulesetError
from cardrules.machine.layout import Face, Layout, Sight, Variables, Zones
from cardrules.model.ruleset import Ruleset, Viewer, Visibility, Zone
from cardrules.model.types import FLAG, NONE

_MOST_CARDS = 1000


def bare(ruleset: Ruleset, players: int) -> Layout:
    """The players of a game, and nothing else of its layout."""
    teams = ruleset.teams.get(players) or tuple([(seat,) for seat in range(players)])
    return Layout(
        players=players, teams=teams, lines=(), attributes=(), faces=(), zones={}, variables={}
    )


def lay_out(ruleset: Ruleset, players: Layout, folding: Folding, constants: Constants) -> Layout:
    """The layout of a game; `players` is a bare one. Raises `RulesetError` as `make_tables`."""
    with_cards = attrs.evolve(
        players,
        lines=tuple(dict.fromkeys([kind.line for kind in ruleset.kinds])),
        attributes=tuple(ruleset.attributes),
        faces=_faces(ruleset, players, constants),
    )
    zones = _zones(ruleset, with_cards, folding)
    return attrs.evolve(with_cards, zones=zones, variables=_variables(ruleset, players, folding))


def _faces(ruleset: Ruleset, layout: Layout, constants: Constants) -> tuple[Face, ...]:
    decks = constants.value(ruleset.decks)
    lines = list(dict.fromkeys([kind.line for kind in ruleset.kinds]))
    faces = []
    cards = 0
    for kind in ruleset.kinds:
        count = constants.value(kind.count) * decks
        if count < 0 or cards + count > _MOST_CARDS:
            raise RulesetError(
                f"{ruleset.title} has {count} cards {kind.name!r} with {layout.players} players; "
                f"a game has at most {_MOST_CARDS} cards."
            )
        cards += count
        values = tuple(
            [
                bool(kind.values[name]) if attribute.type == FLAG else kind.values[name]
                for name, attribute in ruleset.attributes.items()
            ]
        )
        faces.append(Face(name=kind.name, line=lines.index(kind.line), count=count, values=values))
    if not cards:
        raise RulesetError(f"{ruleset.title} has no cards with {layout.players} players.")
    return tuple(faces)


def _zones(ruleset: Ruleset, layout: Layout, folding: Folding) -> dict[str, Zones]:
    found = {}
    base = 0
    for name, zone in ruleset.zones.items():
        layers = {item.layer: item for item in zone.visibility}
        holders = range(layout.holders(zone.holder))
        top, rest = (
            _sight(layers.get(layer) or layers["all"], layout, zone, folding)
            for layer in ("top", "rest")
        )
        found[name] = Zones(
            base=base,
            holder=zone.holder,
            shape=zone.shape,
            owners=tuple([_owner(layout, zone, holder) for holder in holders]),
            top=top,
            rest=rest,
            capacity=layout.cards + (zone.shape == "stacks"),
            starts=folding(zone.starts),
            origin=zone.origin,
        )
        base += len(holders)
    return found


def _variables(ruleset: Ruleset, layout: Layout, folding: Folding) -> dict[str, Variables]:
    found = {}
    base = 0
    for name, item in ruleset.variables.items():
        found[name] = Variables(
            base=base,
            holder=item.holder,
            holders=layout.holders(item.holder),
            type=item.type,
            initial=folding(item.initial),
            supply=folding(item.supply),
            origin=item.origin,
        )
        base += found[name].holders + (item.supply is not None)
    return found


def _owner(layout: Layout, zone: Zone, holder: int) -> int:
    """The player to whom one holder's zone belongs, of a team its first; none for a shared one."""
    if zone.holder == "player":
        return holder
    return layout.teams[holder][0] if zone.holder == "team" else NONE


def _sight(item: Visibility, layout: Layout, zone: Zone, folding: Folding) -> Sight:
    masks, otherwise = (
        tuple(
            [_mask(layout, viewers, zone, holder) for holder in range(layout.holders(zone.holder))]
        )
        for viewers in (item.viewers, item.otherwise)
    )
    condition = folding(item.condition)
    return Sight(masks=masks, condition=condition, otherwise=otherwise)


def _mask(layout: Layout, viewers: tuple[Viewer, ...], zone: Zone, holder: int) -> int:
    """The mask of the viewers which these words mean for one holder's zone."""
    if zone.holder == "player":
        own, team = 1 << holder, layout.teams[layout.team_of[holder]]
    elif zone.holder == "team":
        team = layout.teams[holder]
        own = sum(1 << seat for seat in team)
    else:
        own, team = 0, ()
    seats = (1 << layout.players) - 1
    masks: dict[str, int] = {
        "all": layout.everybody,
        "nobody": 0,
        "owner": own,
        "others": seats & ~own,
        "team": sum(1 << seat for seat in team),
    }
    result = 0
    for viewer in viewers:
        result |= masks[viewer]
    return result
