"""What lines may do to the cards in zones, with all that they carry out, in any setting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


class Touching:
    """Tells from and to which zones cards may go."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._touched: dict[tuple[int, ...], frozenset[str]] = {}
        self._ending: dict[tuple[int, ...], bool] = {}

    def may_end(self, body: ir.Body) -> bool:
        """Whether a block may end a turn or whatever it stands in."""
        key = _key(body)
        if key not in self._ending:
            self._ending[key] = any(isinstance(node, ir.End) for node in self._all_in(body))
        return self._ending[key]

    def _all_in(self, body: ir.Body) -> Iterator[object]:
        """All that may be carried out in a block."""
        ruleset = self.ruleset
        pending: list[Any] = [body]
        seen: set[str] = set()
        while pending:
            for node in ir.walk(pending.pop()):
                yield node
                more: list[tuple[str, Any]] = []
                match node:
                    case ir.CallRoutine(routine=name):
                        more = [(f"do {name}", ruleset.routines[name].body)]
                    case ir.OneOf():
                        chosen = (*node.actions, *([node.otherwise] if node.otherwise else []))
                        more = [(f"one {n}", ruleset.actions[n].procedure.body) for n in chosen]
                        more += [(f"st {n}", p.body) for n, p in ruleset.standing.items()]
                    case ir.Turns():
                        more = [(f"st {n}", p.body) for n, p in ruleset.standing.items()]
                    case ir.OpenWindow(window=name):
                        more = [
                            (f"in {n}", item.procedure.body)
                            for n, item in ruleset.interrupts.items()
                            if item.window == name
                        ]
                    case ir.Draw():
                        more = [
                            (f"when {at}", item.procedure.body)
                            for at, item in enumerate(ruleset.triggers)
                        ]
                for key, inner in more:
                    if key not in seen:
                        seen.add(key)
                        pending.append(inner)

    def by(self, body: ir.Body) -> frozenset[str]:
        """The zones from or to which cards may go; all of them where that is not certain."""
        key = _key(body)
        if key not in self._touched:
            found: set[str] = set()
            for node in self._all_in(body):
                if isinstance(
                    node,
                    ir.MoveCards | ir.Draw | ir.MoveStacks | ir.NewStack | ir.Swap,
                ):
                    found |= self._named(node)
            self._touched[key] = frozenset(found)
        return self._touched[key]

    def _named(self, x: ir.Statement) -> frozenset[str]:
        """The zones of which a line that moves cards speaks; all if it speaks of names alone."""
        match x:
            case ir.MoveCards():
                ends: tuple[ir.Expr, ...] = (x.cards, x.to)
            case ir.Draw():
                ends = (x.source, x.to)
            case ir.Swap():
                ends = (x.left, x.right)
            case _:
                return frozenset(self.ruleset.zones)
        found: set[str] = set()
        for end in ends:
            zones = [n.zone for n in ir.walk(end) if isinstance(n, ir.ZoneOf | ir.AllContents)]
            if not zones:
                return frozenset(self.ruleset.zones)
            found.update(zones)
        return frozenset(found)


def _key(body: ir.Body) -> tuple[int, ...]:
    """What a block is known by: its lines are those of the ruleset, which keeps them."""
    return tuple(map(id, body))
