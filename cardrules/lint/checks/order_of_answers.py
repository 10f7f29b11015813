"""CR562: several answer one after the other, and the last one has what all of them have taken.

An interrupt takes the card or stack that its window is about, and stops nothing. Whoever is asked
next can do the same, and takes it away again. A sentence at one of these lines says that it is
meant; so does a condition on where the card is by then.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Label
from cardrules.lint.answering import Event, answering_of
from cardrules.lint.check import Check, Finding
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset, Window

_Taking = ir.MoveCards | ir.MoveStacks


def find_order_of_answers(ruleset: Ruleset) -> Iterator[Finding]:
    """The lines that take what the next one who answers takes away again."""
    answering = answering_of(ruleset)
    told: set[int] = set()
    for event in answering.events:
        if not event.is_in_turn or event.opening.origin.sentence:
            continue
        window = ruleset.windows[event.opening.window]
        for answer in event.answers:
            interrupt = answer.interrupt
            taking = _taking(window, interrupt)
            is_one = taking is None or id(taking) in told or window.origin.sentence
            if is_one or not answer.comes or answering.stops(interrupt) is not False:
                continue
            assert taking is not None
            told.add(id(taking))
            yield _finding(event, interrupt, taking)


def _finding(event: Event, interrupt: ir.DeclaredAction, taking: _Taking) -> Finding:
    return Finding(
        span=taking.origin.span,
        message=f"Whoever answers last with `{interrupt.name}` has this: "
        "each one takes it away from the one before.",
        help="Write `stop` below it, ask one player alone, or say in a sentence that it is meant.",
        labels=(Label(span=event.opening.origin.span, text="several are asked here"),),
    )


def _taking(window: Window, interrupt: ir.DeclaredAction) -> _Taking | None:
    """The line by which a thing that the window is about goes to whoever answers."""
    given = set(range(len(window.parameters)))
    looked = (node for premise in interrupt.premises for node in ir.walk(premise))
    if any(_asks_where(node, given) for node in looked):
        return None
    for statement in interrupt.procedure.body:
        match statement:
            case ir.MoveCards(cards=moved, to=to) | ir.MoveStacks(stacks=moved, to=to):
                if _is_given(moved, given) and _is_own(to) and not statement.origin.sentence:
                    return statement
    return None


def _asks_where(node: object, given: set[int]) -> bool:
    return isinstance(node, ir.Contains) and not given.isdisjoint(ir.named_in(node.element))


def _is_given(moved: ir.Expr, given: set[int]) -> bool:
    match moved:
        case ir.Operation(op="only", arguments=(ir.Local(slot=slot),)):
            return slot in given
    return False


def _is_own(to: ir.Expr) -> bool:
    """Whether cards go to a zone of whoever answers."""
    match to:
        case ir.ZoneOf(holder=ir.Role(role="me")):
            return True
    return False


CHECK = Check(code="CR562", find=find_order_of_answers)
