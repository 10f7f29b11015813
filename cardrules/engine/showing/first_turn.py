"""Whether the starter of a game has its first turn, as the ruleset stands.

It is so if the first turns that are written begin with the starter, or with a variable that begins
as the starter and is not changed before. In other games the first turn is found by the cards, or
the starter is the dealer.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def starter_goes_first(ruleset: Ruleset) -> bool:
    """Whether the starter of a game has its first turn."""
    changed: set[str] = set()
    for node in _in_order(ruleset, (ruleset.setup.body, ruleset.play.body)):
        if isinstance(node, ir.SetVariable):
            changed.add(node.variable)
        elif isinstance(node, ir.Turns):
            is_anybody = node.order.condition is None
            return is_anybody and _is_starter(ruleset, node.order.start, changed)
    return False


def _is_starter(ruleset: Ruleset, start: ir.Expr, changed: set[str]) -> bool:
    if isinstance(start, ir.VariableValue) and start.variable not in changed:
        start = ruleset.variables[start.variable].initial
    return isinstance(start, ir.Role) and start.role == "starter"


def _in_order(ruleset: Ruleset, part: object) -> Iterator[object]:
    """All statements as they are written, those of a routine where it is first called."""
    called: set[str] = set()
    waiting: list[Iterator[object]] = [ir.walk(part)]
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            continue
        yield node
        if isinstance(node, ir.CallRoutine) and node.routine not in called:
            called.add(node.routine)
            waiting.append(ir.walk(ruleset.routines[node.routine].body))
