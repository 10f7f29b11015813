"""Into which zones the score looks for the faces of cards, read off the rules.

Whether a score can be told must not change from move to move: that a hidden pile is still empty
would be told by a number that is there at first, and gone later.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.model.ruleset import Viewer, Zone

# What takes elements of a collection, and looks at each.
_OVER_CARDS = (ir.Filter, ir.Fold, ir.Quantified, ir.Extremes, ir.Subsets)


def zones_looked_into(game: Game) -> list[Zone]:
    """The zones in whose cards the faces matter, in the order of the rules."""
    found: set[str] = set()
    for clause in game.ruleset.score:
        for node in within(game, clause.value):
            if isinstance(node, _OVER_CARDS) and _looks_at_faces(game, node):
                found.update(_zones(game, node.collection))
            elif isinstance(node, ir.Attribute | ir.IsLine):
                found.update(_zones(game, node.card))
    return [zone for name, zone in game.ruleset.zones.items() if name in found]


def is_open(zone: Zone, *viewers: Viewer) -> bool:
    """Whether one of these sees all cards of a zone, whatever happens in the game."""
    return all(
        layer.condition is None and any(viewer in layer.viewers for viewer in viewers)
        for layer in zone.visibility
    )


def within(game: Game, expr: object) -> Iterator[object]:
    """All parts of an expression or a premise, those of definitions and placements included."""
    waiting: list[object] = [expr]
    seen: set[str] = set()
    while waiting:
        for node in ir.walk(waiting.pop()):
            yield node
            if isinstance(node, ir.CallDefinition) and node.definition not in seen:
                seen.add(node.definition)
                waiting.append(game.ruleset.definitions[node.definition].value)
            elif isinstance(node, ir.CallPlacement) and node.placement not in seen:
                seen.add(node.placement)
                waiting.append(game.ruleset.placements[node.placement].clauses)


def _looks_at_faces(game: Game, node: object) -> bool:
    bodies: list[ir.Expr] = []
    match node:
        case ir.Filter() | ir.Quantified() | ir.Subsets():
            bodies = [node.condition]
        case ir.Fold():
            bodies = [node.body]
        case ir.Extremes():
            bodies = [node.key]
    return any(
        isinstance(part, ir.Attribute | ir.IsLine | ir.CallPlacement)
        for body in bodies
        for part in within(game, body)
    )


def _zones(game: Game, expr: ir.Expr) -> Iterator[str]:
    for node in within(game, expr):
        if isinstance(node, ir.ZoneOf | ir.AllContents):
            yield node.zone
