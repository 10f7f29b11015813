"""The program of a game: all its procedures lowered, and who can wait where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardrules.engine.lowering import asking, effects, flow
from cardrules.engine.lowering.called import Called
from cardrules.engine.lowering.context import (
    Block,
    Common,
    Lowering,
    compare,
    lies_in,
)
from cardrules.engine.lowering.knowing import Knowing
from cardrules.engine.lowering.laid import (
    PASSES,
    all_that_is_given,
    at_the_start,
    kept_beside,
    premise_shape,
)
from cardrules.engine.lowering.looked import NOTES, Looked
from cardrules.engine.lowering.search import Plans
from cardrules.engine.lowering.slots import names_of, slots_of
from cardrules.engine.specialise.specialised import Specialised
from cardrules.machine import code
from cardrules.machine.ending import Ending
from cardrules.machine.program import Declared, Procedure, Program
from cardrules.machine.shapes import SAME_ACTS, WHO_ACTS
from cardrules.machine.tables import Table
from cardrules.machine.tally import Tallied, Tally
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD, INTEGER
from cardrules.plain import replaced

LOWERERS = {**effects.LOWERERS, **asking.LOWERERS, **flow.LOWERERS}
_NOWHERE = ir.Origin(span=ir.NOWHERE)


def lower(
    given: Specialised,
    ending: Ending,
    looked: Mapping[tuple[str, str], Looked],
    plans: Plans,
    tables: Sequence[Table],
    tally: Tally | None = None,
) -> Program:
    """The program of a game; more may be added to its tables. With a tally it counts in it."""
    rules, layout = given.rules, given.layout
    keyed = dict(_keyed(rules))
    numbers = {key: number for number, key in enumerate([*keyed, "settle"])}
    triggers: dict[int, dict[int, int]] = {}
    for index, trigger in enumerate(rules.triggers):
        line = -1 if trigger.line is None else layout.lines.index(trigger.line)
        of_pile = triggers.setdefault(layout.zone_base[trigger.zone], {})
        of_pile[line] = numbers[f"trigger {index}"]
    by_key = {key: looked.get((item.role, item.name), Looked()) for key, item in keyed.items()}
    bodies = [item.body for item in keyed.values()]
    common = Common(
        layout=layout,
        rules=rules,
        stated=given.stated,
        numbers=numbers,
        looked=by_key,
        plans=plans,
        lowerers=LOWERERS,
        triggers=triggers,
        has_standing=False,
        given=all_that_is_given(rules),
        knowing=Knowing(layout, given.told),
        tally=tally,
        shows=any(isinstance(x, ir.Reveal) for body in bodies for x in ir.statements(body)),
    )
    # The standing rules of which the options leave something.
    standing = [
        key for key, item in keyed.items()
        if item.role == "standing" and _does_something(item.body)
    ]  # fmt: skip
    common.has_standing = bool(standing)
    made = [_procedure(common, key, item) for key, item in keyed.items()]
    made.append(_settle(common, [numbers[key] for key in standing]))
    settle = numbers["settle"] if standing else None
    procedures = _who_may_wait(tuple(made), settle)
    parts = (procedures, tuple(common.questions), ending)
    called = _all_that_is_called(common, parts, given.declared)
    return Program(
        layout=layout,
        declared=called,
        tables=tables,
        procedures=procedures,
        questions=tuple(common.questions),
        searches=tuple(common.searches),
        triggers=triggers,
        settle=settle,
        shows=common.shows,
        ending=ending,
        tally=tally,
    )


def _all_that_is_called(common: Common, parts: tuple[Any, ...], declared: Declared) -> Declared:
    """What is called by name anywhere; what is only asked to be possible is searched, too."""
    called, looked_at = Called(common.layout, declared), 0
    called.look(parts)
    while True:
        new, looked_at = common.searches[looked_at:], len(common.searches)
        called.look(tuple([item.plan.steps for item in new]))
        for name in called.possible:
            asking.search_of_action(common, common.rules.actions[name])
        if looked_at == len(common.searches):
            return called.declared


def _keyed(ruleset: Ruleset) -> Iterator[tuple[str, ir.Procedure]]:
    """All procedures, each with its key."""
    yield "setup", ruleset.setup
    yield "play", ruleset.play
    for role, group in (
        ("standing", ruleset.standing),
        ("routine", ruleset.routines),
        ("action", {name: item.procedure for name, item in ruleset.actions.items()}),
        ("interrupt", {name: item.procedure for name, item in ruleset.interrupts.items()}),
    ):
        for name, procedure in group.items():
            yield f"{role} {name}", procedure
    for index, trigger in enumerate(ruleset.triggers):
        yield f"trigger {index}", trigger.procedure


def _does_something(body: ir.Body) -> bool:
    """Whether the options have left anything of statements."""
    return any(
        not isinstance(item, ir.If)
        or any(test is not None or _does_something(inner) for test, inner in item.branches)
        for item in body
    )


def _procedure(common: Common, key: str, item: ir.Procedure) -> Procedure:
    stated: ir.Procedure = common.stated(item)
    every = {id(one): number for number, one in enumerate(ir.statements(stated.body))}
    order = {id(one): every[id(common.stated(one))] for one in ir.statements(item.body)}
    w = Lowering(common, key, order, item.body)
    w.lay(at_the_start(common.rules, item, common.given))
    beside = w.looked.slots
    w.lay(kept_beside(beside[slot] for slot in range(len(item.parameters)) if slot in beside))
    premises: tuple[ir.Premise, ...] = ()
    telling: ir.Sentence | None = None
    label = ""
    body: Block = []
    actions = {
        "action": common.rules.actions,
        "interrupt": common.rules.interrupts,
    }
    if item.role in actions:
        action = actions[item.role][item.name]
        premises, telling, label = action.premises, action.telling, action.label
        body += _counted(w, action)
    for premise in premises:
        if isinstance(premise, ir.Naming):
            kept = w.beside(premise.slot)
            w.lay({premise.slot: premise_shape(premise)})
            body.append(
                code.Assign(
                    slot=premise.slot, value=premise.value, beside=kept, origin=premise.origin
                )
            )
    if telling is not None and telling.parts:
        body.append(code.Say(sentence=telling, origin=telling.origin))
    body += w.body(item.body)
    if item.role == "play":
        body += w.count("end", item.origin)
    size = item.slots + NOTES * len(w.looked.slots)
    return Procedure(
        index=common.numbers[key],
        key=key,
        name=item.name,
        role=item.role,
        label=label,
        parameters=item.parameters,
        slots=slots_of(w.all_shapes, names_of(item, premises), size),
        statements=stated.body,
        body=tuple(body),
        waits=tuple(w.waits),
        may_wait=False,
        origin=item.origin,
    )


def _counted(w: Lowering, action: ir.DeclaredAction) -> Block:
    """What counts that an action is taken, and with a card of which line."""
    found = w.count("action", action.origin)
    choice, tally = card_of(action), w.common.tally
    if choice is not None and tally is not None:
        lines = w.common.layout.lines
        parts = [Tallied("line", action.origin.span, line) for line in lines]
        numbers = tuple([tally.number(part) for part in parts])
        found.append(code.Count(numbers=numbers, card=choice.slot, origin=choice.origin))
    return found


def card_of(action: ir.DeclaredAction) -> ir.Choice | None:
    """The choice of the card that an action is taken with, the first one of a card, if any."""
    choices = (item for item in action.premises if isinstance(item, ir.Choice))
    return next((item for item in choices if item.type == CARD), None)


def _settle(common: Common, standing: list[int]) -> Procedure:
    """The standing rules one after the other, again and again until none changes anything."""
    w = Lowering(common, "settle")
    # If all of them together never come to rest, it is told at the first.
    origin = next((item.origin for item in common.rules.standing.values()), _NOWHERE)
    w.lay({WHO_ACTS: SAME_ACTS, 0: PASSES})
    label = w.new_label()
    changes = code.RegisterValue(type=INTEGER, register="changes")
    leave = code.Leave(label=label, origin=origin)
    rest = compare(changes, "=", lies_in(0))
    calls: Block = []
    for number in standing:
        # Its place tells which of them is carried out.
        w.statement = number
        calls.append(code.Call(procedure=number, wait=w.wait("routine"), origin=origin))
    body: Block = [
        code.Put(slot=0, value=changes, origin=origin),
        *calls,
        code.Branch(branches=((rest, (leave,)),), otherwise=(), origin=origin),
        code.Watch(place=w.new_place(), origin=origin),
    ]
    return Procedure(
        index=common.numbers["settle"],
        key="settle",
        name="settle",
        role="settle",
        label="",
        parameters=(),
        slots=slots_of(w.all_shapes, {}, 1),
        statements=(),
        body=(code.Loop(label=label, body=tuple(body), of="settle", origin=origin),),
        waits=tuple(w.waits),
        may_wait=False,
        origin=origin,
    )


def _who_may_wait(procedures: tuple[Procedure, ...], settle: int | None) -> tuple[Procedure, ...]:
    """Note which procedures can stand somewhere, also since one that they carry out can."""
    waiting: set[int] = set()
    is_new = True
    while is_new:
        is_new = False
        for item in procedures:
            if item.index not in waiting and any(
                waits(one, waiting, settle) for one in code.instructions(item.body)
            ):
                waiting.add(item.index)
                is_new = True
    return tuple(replaced(item, may_wait=item.index in waiting) for item in procedures)


def waits(x: code.Instruction, waiting: set[int], settle: int | None) -> bool:
    """Whether an instruction itself can wait, or end more than its own procedure."""
    match x:
        case code.Ask() | code.StopAction() | code.EndTurn() | code.EndGame():
            return True
        case code.Call():
            return x.procedure in waiting
        case code.Settle():
            return settle in waiting
        case code.Draw():
            return any(number in waiting for number in x.triggers)
    return False
