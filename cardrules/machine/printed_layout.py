"""The layout of a game as text."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.machine.layout import Face, Layout, Sight, Variables, Zones
from cardrules.machine.printed_values import value


def print_layout(x: Layout) -> Iterator[str]:
    """The lines of a layout; of faces one for those that are alike but for their values."""
    teams = "" if len(x.teams) == x.players else f" in teams {_seats(x.teams)}"
    yield f"players {x.players}{teams}"
    yield f"cards {x.cards} of {len(x.faces)} kinds ({', '.join(x.attributes)})"
    for line, name in enumerate(x.lines):
        yield f"    {name}: {_faces([face for face in x.faces if face.line == line])}"
    for name, zone in x.zones.items():
        yield f"zone {zone.base} {name}: {_zone(zone, x)}"
    if x.has_stacks:
        yield f"stacks {x.static_zones} to {x.nowhere - 1}, gone {x.nowhere}"
    for name, item in x.variables.items():
        yield f"variable {item.base} {name}: {_variable(item)}"
    yield ""


def _seats(teams: tuple[tuple[int, ...], ...]) -> str:
    return " ".join(["+".join(map(str, team)) for team in teams])


def _faces(faces: list[Face]) -> str:
    """The values of the kinds of one line, and how many cards there are of each."""
    return " ".join([("" if face.count == 1 else f"{face.count}*") + _row(face) for face in faces])


def _row(face: Face) -> str:
    return "/".join([_printed(item) for item in face.values]) or face.name.replace(" ", "_")


def _printed(item: object) -> str:
    if isinstance(item, tuple):
        return "{" + ",".join(map(str, item)) + "}"
    return str(item).lower()


def _zone(x: Zones, layout: Layout) -> str:
    seen = f"seen {_sight(x.rest, layout)}"
    if x.top != x.rest:
        seen = f"top seen {_sight(x.top, layout)}, rest {_sight(x.rest, layout)}"
    starts = "" if x.starts is None else f", starts with {value(x.starts)}"
    return f"{x.holder} {x.shape} of {x.capacity}, {seen}{starts}"


def _sight(x: Sight, layout: Layout) -> str:
    """Masks with a bit for each seat, the first on the right, and one for who only watches."""
    seen = _masks(x.masks, layout)
    if x.condition is None:
        return seen
    return f"{seen} if {value(x.condition)} else {_masks(x.otherwise, layout)}"


def _masks(masks: tuple[int, ...], layout: Layout) -> str:
    width = layout.players + 1
    every = list(dict.fromkeys(masks))
    return "/".join([f"{mask:0{width}b}" for mask in every])


def _variable(x: Variables) -> str:
    supply = "" if x.supply is None else f", supply {value(x.supply)}"
    return f"{x.holder} {x.type} = {value(x.initial)}{supply}"
