"""Values that are needed before a game begins, and so cannot depend on its course."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.analysis.world import World
from cardrules.model import ir
from cardrules.source import Span

_CHANGING = (
    ir.ZoneOf
    | ir.AllContents
    | ir.VariableValue
    | ir.Counter
    | ir.ScoreOf
    | ir.Possible
    | ir.Role
    | ir.TeamOf
)


def check_constant(expr: ir.Expr, span: Span, world: World, *, cards: bool) -> None:
    """Report what depends on the course of a game, or on the cards if these are not made yet."""
    known = {"players", "teams", "cards"} if cards else {"players", "teams"}
    for part in with_definitions(expr, world):
        of_group = isinstance(part, ir.Everyone) and part.group not in known
        if not (isinstance(part, _CHANGING) or of_group):
            continue
        of_cards = isinstance(part, ir.Everyone) and part.group == "cards"
        what = "the cards" if of_cards else "the course of the game"
        when = "they are made" if of_cards else "one begins"
        usable = "what is printed on the cards, options" if cards else "options"
        world.diagnostics.report(
            "CR206",
            span,
            f"This depends on {what}, but it is needed before {when}.",
            help=f"Use {usable}, the number of players and definitions made of these.",
        )
        return


def with_definitions(expr: ir.Expr, world: World) -> Iterator[ir.Expr]:
    """All parts of an expression and of what it uses by name, each of these once."""
    seen: set[str] = set()
    pending = [expr]
    while pending:
        part = pending.pop()
        yield part
        pending += ir.parts(part)
        if isinstance(part, ir.CallDefinition) and part.definition not in seen:
            seen.add(part.definition)
            definition = world.definitions.get(part.definition)
            pending += [definition.value] if definition is not None else []
        elif isinstance(part, ir.CallPlacement) and part.placement not in seen:
            seen.add(part.placement)
            placement = world.placements.get(part.placement)
            pending += [clause.value for clause in placement.clauses] if placement else []
