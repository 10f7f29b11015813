"""Of which zones cards are revealed in the course of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD, CARDS


def revealed_zones(ruleset: Ruleset) -> frozenset[str] | None:
    """The zones of which cards are revealed somewhere; none if it could be any zone."""
    found: set[str] = set()
    parts: tuple[object, ...] = (
        *(item for item in ruleset.carried_out() if item is not ruleset.play),
        _until_the_end(ruleset.play.body, ruleset),
    )
    for part in parts:
        nodes = list(ir.walk(part))
        values = dict(named_values(nodes))
        for node in nodes:
            if isinstance(node, ir.Reveal) and not _mention(node.cards, values, ruleset, found):
                return None
    return frozenset(found)


def _until_the_end(body: ir.Body, ruleset: Ruleset) -> ir.Body:
    """What is played, without that after which nobody is asked any more."""
    while body and not _asks(body[-1], ruleset):
        body = body[:-1]
    return body


def _asks(part: object, ruleset: Ruleset) -> bool:
    """Whether somebody may be asked in a part of the rules, or carries out what does so."""
    pending, seen = [part], set[str]()
    while pending:
        for node in ir.walk(pending.pop()):
            match node:
                case ir.OneOf() | ir.Choose() | ir.Together() | ir.OpenWindow():
                    return True
                case ir.CallRoutine(routine=name) if name not in seen:
                    seen.add(name)
                    pending.append(ruleset.routines[name].body)
                case ir.Draw() if "when" not in seen:
                    seen.add("when")
                    pending.append(ruleset.triggers)
                case ir.Turns() if "standing" not in seen:
                    seen.add("standing")
                    pending.append(tuple(ruleset.standing.values()))
    return False


def named_values(nodes: list[object]) -> Iterator[tuple[int, ir.Expr]]:
    """What the names of a procedure were given."""
    for node in nodes:
        match node:
            case ir.Let(slot=slot, value=value) | ir.Naming(slot=slot, value=value):
                yield slot, value
            case ir.Choice(slot=slot, domain=value) | ir.Pick(slot=slot, domain=value):
                yield slot, value
            case ir.EachIn(slot=slot, collection=value):
                yield slot, value


def _mention(
    expr: ir.Expr, values: Mapping[int, ir.Expr], ruleset: Ruleset, found: set[str]
) -> bool:
    """Note the zones in an expression; false if it could mean cards of any zone."""
    pending = [expr]
    seen: set[int | str] = set()
    while pending:
        for part in ir.walk(pending.pop()):
            match part:
                case ir.ZoneOf(zone=name) | ir.AllContents(zone=name):
                    found.add(name)
                case ir.CallDefinition(definition=name):
                    if name not in seen:
                        seen.add(name)
                        pending.append(ruleset.definitions[name].value)
                case ir.Local(slot=slot) if part.type.required() in (CARD, CARDS):
                    if slot not in values:
                        return False
                    if slot not in seen:
                        seen.add(slot)
                        pending.append(values[slot])
                case ir.VariableValue() if part.type.required() in (CARD, CARDS):
                    return False
                case ir.Everyone(group="cards"):
                    return False
    return True
