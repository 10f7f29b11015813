"""CR511: an interrupt stops an action of which nothing is left.

`stop` ends the action around the window. Where the window is opened in the last line of each action
that opens it, everything has happened by then. Others who may still be asked are a reason to stop,
too, so this is said only where one player is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset


def find_nothing_to_stop(ruleset: Ruleset) -> Iterator[Finding]:
    """The `stop` lines of interrupts that come too late, whatever they answer."""
    opened = _opened(ruleset)
    for interrupt in ruleset.interrupts.values():
        places = opened.get(interrupt.window or "", ())
        if not places or None in places:
            continue
        for statement in ir.statements(interrupt.procedure.body):
            if isinstance(statement, ir.Stop):
                yield Finding(
                    span=statement.origin.span,
                    message="Nothing is left to be stopped here: "
                    "nothing stands below the line that opens the window.",
                    help=f"Open `{interrupt.window}` before that happens which is to be stopped.",
                    labels=tuple(
                        Label(span=place.span, text="the window is opened last of all")
                        for place in places
                        if place is not None
                    ),
                )


def _opened(ruleset: Ruleset) -> dict[str, tuple[ir.Origin | None, ...]]:
    """By window the lines that open it; None for one that leaves something to be stopped."""
    found: dict[str, tuple[ir.Origin | None, ...]] = {}
    for procedure in ruleset.procedures():
        is_action = procedure.role in ("action", "interrupt")
        last = procedure.body[-1] if is_action and procedure.body else None
        for statement in ir.statements(procedure.body):
            if isinstance(statement, ir.OpenWindow):
                late = statement is last and _is_one(statement.asked)
                place = statement.origin if late else None
                found[statement.window] = (*found.get(statement.window, ()), place)
    return found


def _is_one(asked: ir.Expr) -> bool:
    return isinstance(asked, ir.Operation) and asked.op == "only"


CHECK = Check(code="CR511", find=find_nothing_to_stop)
