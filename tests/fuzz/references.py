"""References to what is declared: zones, variables, options, attributes, definitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardrules.model.types import CARD, PLAYER, STACK, TEAM, Type, zone_of
from tests.fuzz.sketch import HOLDERS, Scope, Sketch, StuckError, Variable, Zone

SHAPES = ("pile", "spread", "row", "stacks")


def zone(
    g: Sketch,
    at: Scope,
    shapes: Sequence[str] = SHAPES,
    *,
    depth: int = 1,
    faces: bool = True,
    mine: bool = False,
) -> tuple[str, Zone]:
    """A zone of one of these shapes; with `faces` one that may be looked at here.

    With `mine` one of the player who acts, or a shared one.
    """
    found = [item for item in g.zones if item.shape in shapes]
    for _ in range(4):
        item = g.one(found)
        text, own = _zone_text(g, at, item, mine)
        hidden = faces and at.open and not (item.own if own else item.foreign)
        if not hidden or g.often(1):
            g.use(item.name)
            return text, item
    raise StuckError


def _zone_text(g: Sketch, at: Scope, item: Zone, mine: bool) -> tuple[str, bool]:
    """How a zone is called, and whether it is that of the one who acts."""
    if item.holder == "shared":
        return item.name, False
    if at.me and (mine or g.often(65)):
        return f"my {item.name}", True
    if at.has_element(*HOLDERS[item.holder]) and g.often(50):
        return item.name, False
    return f"{holder(g, at, item.holder)}.{item.name}", False


def holder(g: Sketch, at: Scope, held_by: str) -> str:
    """A player, or a team, in a word or two."""
    if held_by == "team" and g.often(30):
        return g.one([*at.known(TEAM), "(first of teams)"])
    seats = list(at.known(PLAYER))
    if at.me:
        seats += ["me", "(left of me)", "(next of me)"]
    return g.one([*seats, "active", "starter", "(right of active)"])


def holder_zones(g: Sketch, at: Scope, shapes: Sequence[str]) -> list[str]:
    """The names of the zones that each player has."""
    return [
        item.name
        for item in g.zones
        if item.holder == "player" and item.shape in shapes and (item.foreign or not at.open)
    ]


def subsettable(g: Sketch, at: Scope) -> str:
    """Cards of which there are not too many to take subsets of."""
    seen = [item for item in g.zones if item.shape != "stacks" and not _is_deck(item)]
    item = g.one(seen)
    g.use(item.name)
    text, own = _zone_text(g, at, item, mine=True)
    if at.open and not (item.own if own else item.foreign) and not g.often(1):
        raise StuckError
    return text


def _is_deck(item: Zone) -> bool:
    return item.name == "deck"


def reference(g: Sketch, at: Scope, wanted: Type, *, writable: bool = False) -> str:
    """A local name, a variable, tokens or an option of a type."""
    locals_ = [] if writable else [name for name, of_type in at.names.items() if of_type == wanted]
    if locals_ and g.often(55):
        return g.one(locals_)
    variables = [
        item for item in g.variables if item.type == wanted and not (writable and item.tokens)
    ]
    options = [] if writable else [name for name, of_type in g.options.items() if of_type == wanted]
    things: list[Variable | str] = [*variables, *options, *locals_]
    found = g.one(things)
    if isinstance(found, str):
        return g.use(found)
    if not writable:
        g.use(found.name)
    if found.holder == "shared":
        return found.name
    if at.me and g.often(60):
        return f"my {found.name}"
    if at.has_element(*HOLDERS[found.holder]) and not writable and g.often(60):
        return found.name
    return f"{holder(g, at, found.holder)}.{found.name}"


def attribute_of(g: Sketch, at: Scope, wanted: Type, card: str) -> str:
    """An attribute of a card; a bare name for `it`."""
    name = g.one([key for key, of_type in g.attributes.items() if of_type == wanted])
    if card == "it" and CARD in at.elements and g.often(70):
        return name
    return f"{card}.{name}"


def call(g: Sketch, at: Scope, wanted: Type, value: Callable[[Type], str]) -> str:
    """A definition with its values."""
    found = g.one(
        [
            item
            for item in g.definitions
            if item.type == wanted
            and (at.me or not item.personal)
            and not (item.scored and (at.unscored or at.open))
        ]
    )
    arguments = [value(of_type) for of_type in found.parameters]
    g.use(found.name)
    return f"{found.name}({', '.join(arguments)})" if arguments else found.name


def stack_or_pile(g: Sketch, at: Scope) -> str:
    """Where cards go: a zone, or a stack."""
    stacks = [*at.known(STACK), *at.known(zone_of("row"))]
    if stacks and g.often(40):
        return g.one(stacks)
    return zone(g, at, ("pile", "spread", "row"), depth=0, faces=False)[0]
