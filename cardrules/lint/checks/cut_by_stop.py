"""CR570: a `stop` in a window of house rules leaves out what ends a turn in the base.

The base says at the end of an action what becomes of the turn. A window that house rules open
before that can be answered by an interrupt that stops the action: then the turn goes on, or the
wrong player is next. What else is left out is what a `stop` is for.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.base import Base, base_of
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset

_ENDS = ("turn", "turns", "rounds", "game", "phase")
_MOST_LABELS = 4


def find_cut_by_stop(ruleset: Ruleset) -> Iterator[Finding]:
    """Each `stop` once, with the lines that it leaves out."""
    base = base_of(ruleset)
    if base is None:
        return
    told: set[ir.Statement] = set()
    for action in (*ruleset.actions.values(), *ruleset.interrupts.values()):
        for opened, behind in _windows(action.procedure.body, ()):
            if base.file_of(opened.origin.span) is base.source:
                continue
            cut = [item for item in behind if _is_cut(item, base, ruleset)]
            for stop in _stops(ruleset, opened.window) if cut else ():
                if stop not in told:
                    told.add(stop)
                    yield _finding(stop, opened, cut, base)


def _windows(
    body: ir.Body, behind: tuple[ir.Statement, ...]
) -> Iterator[tuple[ir.OpenWindow, tuple[ir.Statement, ...]]]:
    """The windows that are opened, each with all that comes behind it."""
    for number, item in enumerate(body):
        rest = (*ir.statements(body[number + 1 :]), *behind)
        if isinstance(item, ir.OpenWindow):
            yield item, rest
        for block in ir.blocks(item):
            yield from _windows(block, rest)


def _is_cut(item: ir.Statement, base: Base, ruleset: Ruleset) -> bool:
    """Whether a line of the base says what becomes of the turn, or calls a routine that does."""
    if base.file_of(item.origin.span) is not base.source:
        return False
    if isinstance(item, ir.CallRoutine):
        body = ruleset.routines[item.routine].body
        return any(_is_of_turns(inner) for inner in ir.statements(body))
    return _is_of_turns(item)


def _is_of_turns(item: ir.Statement) -> bool:
    if isinstance(item, ir.End):
        return item.construct in _ENDS
    return isinstance(item, ir.NextTurn | ir.Reverse)


def _stops(ruleset: Ruleset, window: str) -> Iterator[ir.Stop]:
    """Where those who answer a window stop the action, and do not say themselves whose turn is."""
    for interrupt in ruleset.interrupts.values():
        body = list(ir.statements(interrupt.procedure.body))
        if interrupt.window == window and not any(map(_is_of_turns, body)):
            yield from (item for item in body if isinstance(item, ir.Stop))


def _finding(stop: ir.Stop, opened: ir.OpenWindow, cut: list[ir.Statement], base: Base) -> Finding:
    line = base.text.where(cut[0].origin.span.start).text.strip()
    labels = [Label(span=opened.origin.span, text="the window is opened here")]
    labels += [Label(span=item.origin.span, text="this is left out") for item in cut]
    return Finding(
        span=stop.origin.span,
        message=f"This `stop` leaves out what the base does of the turn: `{_without_note(line)}`.",
        help="Open the window behind that, or write into the interrupt what is to become of the "
        "turn, such as `end turn` in place of `stop`.",
        labels=tuple(labels[: 1 + _MOST_LABELS]),
    )


def _without_note(line: str) -> str:
    return line.partition("  ")[0]


CHECK = Check(code="CR570", find=find_cut_by_stop)
