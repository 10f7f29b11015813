"""`end turn` in an action that is taken where there is no turn.

An action ends the turn in which it is taken, so it need not know of any `turns` itself. From where
it is taken is known only when everything has been analysed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from cardrules.analysis.world import World
from cardrules.diagnostics.model import Label
from cardrules.model import ir
from cardrules.model.ruleset import Trigger


@attrs.frozen
class Taken:
    """What can be carried out: the actions and routines by name, who answers which window, and
    what happens before a draw.
    """

    actions: Mapping[str, ir.DeclaredAction]
    interrupts: Mapping[str, ir.DeclaredAction]
    routines: Mapping[str, ir.Procedure]
    triggers: Sequence[Trigger]


def check_turn_ends(begin: tuple[ir.Procedure, ...], taken: Taken, world: World) -> None:
    """Report each `end turn` of an action that can be taken outside of all turns."""
    for action, place in _outside(begin, taken):
        for item in _outside_of_turns(action.procedure.body):
            if isinstance(item, ir.End) and item.construct == "turn":
                world.diagnostics.report(
                    "CR501",
                    item.origin.span,
                    f"There is no turn to end where `{action.name}` is taken.",
                    help="Write the `one of` into a block of `turns`; "
                    "or leave `end turn` out, an action is over when its lines are done.",
                    labels=(Label(span=place.span, text="taken here, outside of all `turns`"),),
                )


def _outside(
    begin: tuple[ir.Procedure, ...], taken: Taken
) -> Iterator[tuple[ir.DeclaredAction, ir.Origin]]:
    """The actions and interrupts that are taken outside of turns, and the line of the first."""
    seen: set[tuple[str, str]] = set()
    pending = [procedure.body for procedure in begin]
    while pending:
        for item in _outside_of_turns(pending.pop()):
            found: list[ir.DeclaredAction] = []
            if isinstance(item, ir.OneOf):
                last = () if item.otherwise is None else (item.otherwise,)
                found = [taken.actions[name] for name in (*item.actions, *last)]
            elif isinstance(item, ir.OpenWindow):
                found = [one for one in taken.interrupts.values() if one.window == item.window]
            elif isinstance(item, ir.CallRoutine) and ("routine", item.routine) not in seen:
                seen.add(("routine", item.routine))
                pending.append(taken.routines[item.routine].body)
            elif isinstance(item, ir.Draw):
                pile = item.source.zone if isinstance(item.source, ir.ZoneOf) else None
                for number, trigger in enumerate(taken.triggers):
                    key = ("trigger", str(number))
                    if pile in (None, trigger.zone) and key not in seen:
                        seen.add(key)
                        pending.append(trigger.procedure.body)
            for action in found:
                if (action.procedure.role, action.name) not in seen:
                    seen.add((action.procedure.role, action.name))
                    pending.append(action.procedure.body)
                    yield action, item.origin


def _outside_of_turns(body: ir.Body) -> Iterator[ir.Statement]:
    """The statements of a block that are not within turns of its own."""
    for item in body:
        yield item
        if not isinstance(item, ir.Turns):
            for block in ir.blocks(item):
                yield from _outside_of_turns(block)
