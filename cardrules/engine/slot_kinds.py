"""What lies in the slots of frames: where cards and stacks are mentioned in what is being resolved.

A frame is plain numbers. Whoever gives cards other faces, or takes back a stack that is gone, must
know which of them are cards or stacks. The kind of a slot is a type; a list of kinds for a tuple
with one value of each; `Each` for a tuple of any length; or none, where no thing is mentioned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cardrules.engine.emit import FRAME_HEAD
from cardrules.engine.program import Code
from cardrules.engine.tables import Tables
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.model.types import CARDS, SETS, STACK, STACKS, Type


class Each:
    """A tuple of any length whose items are all of one kind."""

    def __init__(self, of: Any) -> None:
        self.of = of


def kinds_of_slots(ruleset: Ruleset, code: Code) -> dict[int, Any]:
    """The kinds of the slots of a procedure, as far as something of a type lies in them."""
    procedure = code.procedure
    kinds: dict[int, Any] = {}
    action = ruleset.actions.get(procedure.name) if procedure.role == "action" else None
    if procedure.role == "interrupt":
        action = ruleset.interrupts.get(procedure.name)
    for premise in action.premises if action is not None else ():
        _premise_kind(premise, kinds)
    for expr in _expressions(procedure.body):
        if isinstance(expr, ir.Local):
            kinds.setdefault(expr.slot, expr.type.plain())
    for statement in ir.statements(procedure.body):
        _statement_kinds(statement, kinds)
    kinds.update((beside + 1, CARDS) for beside in code.looked.slots.values())
    return kinds


Forget = Callable[[State, int], None]


def forgetting_stacks(tables: Tables, codes: Sequence[Code]) -> Forget:
    """What makes all that points at a stack point at a stack that is gone.

    Its place may be given to a new stack then, and nothing old means that one.
    """
    ruleset, nowhere = tables.ruleset, tables.nowhere
    variables = [
        number
        for name, base in tables.variable_base.items()
        if ruleset.variables[name].type.base == "stack"
        for number in range(base, base + tables.holders(ruleset.variables[name].holder))
    ]
    slots = [
        [(slot + FRAME_HEAD, kind) for slot, kind in kinds.items() if _has_stacks(kind)]
        for kinds in (kinds_of_slots(ruleset, code) for code in codes)
    ]

    def forget(s: State, stack: int) -> None:
        for number in variables:
            if s.vars[number] == stack:
                s.vars[number] = nowhere
        for frame in s.frames:
            for slot, kind in slots[frame[0]]:
                value = frame[slot]
                if value == stack or isinstance(value, tuple):
                    frame[slot] = _replaced(value, kind, stack, nowhere)

    return forget


def _has_stacks(kind: Any) -> bool:
    if isinstance(kind, list):
        return any(_has_stacks(item) for item in kind)
    if isinstance(kind, Each):
        return _has_stacks(kind.of)
    return kind in (STACK, STACKS)


def _replaced(value: Any, kind: Any, old: int, new: int) -> Any:
    if not isinstance(value, tuple):
        return new if value == old and isinstance(kind, Type) and kind.base == "stack" else value
    inner: Any = kind.element if isinstance(kind, Type) else None
    if isinstance(kind, Each):
        inner = kind.of
    if isinstance(kind, list):
        pairs = zip(value, kind, strict=False)
        return tuple([_replaced(item, one, old, new) for item, one in pairs])
    return tuple([_replaced(item, inner, old, new) for item in value])


def _premise_kind(premise: ir.Premise, kinds: dict[int, Any]) -> None:
    if isinstance(premise, ir.Choice):
        kinds[premise.slot] = premise.type.plain()
    elif isinstance(premise, ir.Naming):
        kinds[premise.slot] = premise.value.type.plain()


def _statement_kinds(x: ir.Statement, kinds: dict[int, Any]) -> None:
    if isinstance(x, ir.Let):
        kinds[x.slot] = x.value.type.plain()
    elif isinstance(x, ir.Pick):
        kinds[x.slot] = x.domain.type.element
    elif isinstance(x, ir.Draw) and x.telling is not None:
        kinds[x.telling.slots[0]] = CARDS
    elif isinstance(x, ir.Choose):
        kinds[x.choice.slot] = x.choice.type.plain()
    elif isinstance(x, ir.EachIn):
        kinds[x.slot] = x.collection.type.element
        kinds[x.slots[0]] = Each(CARDS) if x.collection.type == SETS else x.collection.type
    elif isinstance(x, ir.OpenWindow):
        kinds[x.slots[0]] = [item.type.plain() for item in x.arguments]
    elif isinstance(x, ir.Together):
        for premise in x.premises:
            _premise_kind(premise, kinds)
        named = [item for item in x.premises if isinstance(item, ir.Choice | ir.Naming)]
        kinds[x.slots[2]] = Each([kinds[item.slot] for item in named])


def _expressions(body: ir.Body) -> Iterator[ir.Expr]:
    return (item for item in ir.walk(body) if isinstance(item, ir.Expr))
