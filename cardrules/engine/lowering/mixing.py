"""What statements mix: the zones in which afterwards nobody can tell any more which card is which.

That is read off the text, with all that comes of a statement: routines, interrupts, actions,
standing rules and triggers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset

# What a procedure is called: its role and name.
Key = tuple[str, str]
# Zones in which cards are mixed; with this among them, any zone may be.
ANY = "*"
_NONE: frozenset[str] = frozenset()
_MIXING = (ir.Shuffle, ir.Pick, ir.Draw, ir.CallRoutine, ir.OpenWindow, ir.OneOf)


class Mixing:
    """Which zones each statement of a ruleset may mix."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._of: dict[Key, frozenset[str]] = {}
        within = {
            key: [x for x in ir.statements(body) if isinstance(x, _MIXING)]
            for key, body in bodies(ruleset)
        }
        before: dict[Key, frozenset[str]] | None = None
        while before != self._of:
            before = dict(self._of)
            for key, found in within.items():
                self._of[key] = _NONE.union(*map(self.of, found))
        self.is_any = any(self._of.values())

    def of_procedure(self, key: Key) -> frozenset[str]:
        """The zones that a procedure mixes."""
        return self._of.get(key, _NONE)

    def of(self, x: ir.Statement) -> frozenset[str]:
        """The zones that a statement mixes, without the blocks in it."""
        match x:
            case ir.Shuffle():
                return frozenset({zone_of(x.zone, {}) or ANY})
            case ir.Pick() if x.domain.type.has_cards:
                return self._picked(zone_of(x.domain, {}))
            case ir.Draw():
                return self._drawn(zone_of(x.source, {}))
            case ir.CallRoutine():
                return self.of_procedure(("routine", x.routine))
            case ir.OpenWindow():
                interrupts = self._ruleset.interrupts.values()
                names = [one.name for one in interrupts if one.window == x.window]
                return self._after("interrupt", names)
            case ir.OneOf():
                others = [x.otherwise] if x.otherwise is not None else []
                return self._after("action", [*x.actions, *others])
            case _:
                return _NONE

    def _after(self, role: str, names: Iterable[str]) -> frozenset[str]:
        """What actions mix, and the standing rules that run behind them."""
        keys = [*((role, name) for name in names)]
        keys += [("standing", name) for name in self._ruleset.standing]
        return _NONE.union(*map(self.of_procedure, keys))

    def _drawn(self, zone: str | None) -> frozenset[str]:
        """What the triggers of a pile mix."""
        numbers = [
            number
            for number, trigger in enumerate(self._ruleset.triggers)
            if zone in (None, trigger.zone)
        ]
        return _NONE.union(*(self.of_procedure(("trigger", str(at))) for at in numbers))

    def _picked(self, zone: str | None) -> frozenset[str]:
        """From cards side by side that not all see, nobody can tell which one was picked."""
        if zone is None:
            return frozenset({ANY})
        return frozenset({zone}) if _is_hidden_spread(self._ruleset, zone) else _NONE


def _is_hidden_spread(ruleset: Ruleset, name: str) -> bool:
    zone = ruleset.zones[name]
    is_open = all(part.viewers == ("all",) and part.condition is None for part in zone.visibility)
    return zone.shape == "spread" and not is_open


def bodies(ruleset: Ruleset) -> Iterator[tuple[Key, ir.Body]]:
    """All procedures of a ruleset."""
    yield ("setup", ""), ruleset.setup.body
    yield ("play", ""), ruleset.play.body
    for name, routine in ruleset.routines.items():
        yield ("routine", name), routine.body
    for name, standing in ruleset.standing.items():
        yield ("standing", name), standing.body
    for number, trigger in enumerate(ruleset.triggers):
        yield ("trigger", str(number)), trigger.procedure.body
    for role, actions in (("action", ruleset.actions), ("interrupt", ruleset.interrupts)):
        for name, action in actions.items():
            yield (role, name), action.procedure.body


# -- where cards lie -------------------------------------------------------------------------------


def zone_of(value: ir.Expr, names: Mapping[int, str | None]) -> str | None:
    """The zone in which cards lie, or which is meant; None if that is not known."""
    match value:
        case ir.ZoneOf():
            return value.zone
        case ir.AllContents():
            return value.zone
        case ir.Contents():
            return zone_of(value.zone, names)
        case ir.Local():
            return names.get(value.slot)
        case ir.Filter() | ir.Extremes() | ir.Subsets() | ir.NotNone():
            return zone_of(ir.root_of(value), names)
        case ir.Operation() | ir.Arithmetic():
            zones = {zone_of(part, names) for part in ir.parts(value) if part.type.has_cards}
            return zones.pop() if len(zones) == 1 else None
        case ir.IfElse():
            one, other = zone_of(value.then, names), zone_of(value.otherwise, names)
            return one if one == other else None
        case _:
            return None
