"""A program as text, for people who want to see what became of their rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardrules.machine import code
from cardrules.machine.ending import Ending
from cardrules.machine.printed_bounds import bounds_of, bounds_of_slot
from cardrules.machine.printed_layout import print_layout
from cardrules.machine.printed_searches import print_searches
from cardrules.machine.printed_values import part, value, word
from cardrules.machine.program import Declared, Need, Procedure, Program, Question
from cardrules.machine.ranges.analysis import Bounds
from cardrules.machine.shapes import Acting, Many, Number, OneOf, OrNone, Row, Shape, Value
from cardrules.machine.whose import Whose
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.plain import fields


def print_program(program: Program) -> Iterator[str]:
    """The lines of a whole program, with what is found out of its values without playing it."""
    bounds, whose = Bounds(program), Whose(program)
    yield f"knowledge {'needed' if program.needs_knowledge else 'optional'}"
    yield ""
    yield from print_layout(program.layout)
    yield from _values(program, bounds)
    yield from _declared(program.declared)
    yield from _tables(program)
    yield from print_searches(program)
    for question in program.questions:
        yield from _question(program, question)
    for procedure in program.procedures:
        yield from _procedure(program, procedure, bounds, whose)
    yield from _ending(program.ending)


def _values(program: Program, bounds: Bounds) -> Iterator[str]:
    """What variables may be at any time."""
    for name, item in program.layout.variables.items():
        found = bounds_of(bounds.variable(name), item.type)
        if found:
            yield f"values of {name}: {found}"
    yield ""


def _declared(x: Declared) -> Iterator[str]:
    for name, definition in x.definitions.items():
        given = ", ".join([f"b{number}" for number in definition.parameters])
        yield f"define {name}({given}) = {value(definition.value)}"
    for name, placement in x.placements.items():
        yield f"placement {name}(b{placement.card} on b{placement.target})"
        for clause in placement.clauses:
            yield f"    {value(clause.value)}"
    yield ""


def _tables(program: Program) -> Iterator[str]:
    kinds = len(program.layout.faces)
    for number, table in enumerate(program.tables):
        by = ("", " by card", " by two cards")[table.arguments]
        if table.arguments > 1:
            told = f"{len(table.rows)} x {kinds} values, {len(set(table.rows))} rows differ"
        else:
            told = _in_runs(table.values(0, kinds if table.arguments else 1))
        yield f"table {number}{by}: {table.type}: {told}"
    yield ""


def _in_runs(values: Sequence[Any]) -> str:
    """Values by kind, those in a row that are the same once."""
    runs: list[tuple[Any, int]] = []
    for item in values:
        before, times = runs[-1] if runs else (None, 0)
        if times and item == before:
            runs[-1] = item, times + 1
        else:
            runs.append((item, 1))
    return " ".join([_one(item) + (f"*{times}" if times > 1 else "") for item, times in runs])


def _one(value: Any) -> str:
    """A value of a table; of many in a row the first and the last."""
    if isinstance(value, tuple) and len(value) > 1 and value[-1] - value[0] == len(value) - 1:
        return f"({value[0]} to {value[-1]})"
    return str(value).lower()


def _ending(x: Ending) -> Iterator[str]:
    yield "ending"
    for scored in x.score:
        yield f"    score {scored.name}: {value(scored.value)}"
    for item in x.criteria:
        yield f"    {'highest' if item.sign > 0 else 'lowest'} {value(item.value)}"
    if x.series is not None:
        yield f"    series {x.series.mode} {x.series.number}"


def print_procedures(ruleset: Ruleset) -> Iterator[str]:
    """The lines of a ruleset's procedures as they are before players and options are known."""
    actions = (*ruleset.actions.values(), *ruleset.interrupts.values())
    for action in actions:
        yield f"{action.procedure.role} {action.name}"
        yield from map(_indented, _premises(action.premises))
        yield from _statements(action.procedure.body, 1)
        yield ""
    for item in (
        ruleset.setup,
        ruleset.play,
        *ruleset.routines.values(),
        *ruleset.standing.values(),
        *(trigger.procedure for trigger in ruleset.triggers),
    ):
        yield f"{item.role} {item.name}" if item.name != item.role else item.role
        yield from _statements(item.body, 1)
        yield ""


def _indented(line: str) -> str:
    return f"    {line}"


def _statements(body: ir.Body, depth: int) -> Iterator[str]:
    for item in body:
        if isinstance(item, ir.If):
            for number, (test, block) in enumerate(item.branches):
                begin = "else" if test is None else "else if" if number else "if"
                head = begin if test is None else f"{begin} {value(test)}"
                yield "    " * depth + head
                yield from _statements(block, depth + 1)
            continue
        yield "    " * depth + " ".join([word(type(item).__name__), *_fields(item)])
        for block in ir.blocks(item):
            yield from _statements(block, depth + 1)


def _premises(premises: tuple[ir.Premise, ...]) -> Iterator[str]:
    for premise in premises:
        match premise:
            case ir.Choice():
                forced = " unless forced" if premise.unless_forced else ""
                where = "" if premise.condition is None else f" where {value(premise.condition)}"
                domain = value(premise.domain)
                yield f"choose {premise.name}:{premise.slot}{forced} from {domain}{where}"
            case ir.Requirement():
                yield f"require {value(premise.condition)}"
            case ir.Naming():
                yield f"let {premise.name}:{premise.slot} = {value(premise.value)}"


def _question(program: Program, x: Question) -> Iterator[str]:
    parts = [
        f"question {x.index} {x.form} to {value(x.player)}",
        f"searches {', '.join(map(str, x.searches))}",
    ]
    if x.last is not None:
        parts.append(f"otherwise {x.last}")
    if x.slots:
        parts.append(f"into {', '.join(f'f{slot}' for slot in x.slots)}")
    yield ", ".join(parts)
    yield from (_indented(_need(program, item)) for item in x.needs)
    yield ""


def _need(program: Program, x: Need) -> str:
    where = "wherever they lie" if x.zones is None else f"in {', '.join(x.zones)}"
    choice = program.searches[x.search].choices[x.choice]
    return f"needs what is known of cards {where}: {choice.name} {_NEEDS[x.why]}"


_NEEDS = {
    "forced": "is not asked for if all know the one answer",
    "none fits": "is asked for though none fits, unless all know",
    "unseen": "may be hidden from who is asked",
}


def _procedure(program: Program, x: Procedure, bounds: Bounds, whose: Whose) -> Iterator[str]:
    waits = "may wait" if x.may_wait else "never waits"
    yield f"procedure {x.key}({', '.join(x.parameters)}): {len(x.slots)} slots, {waits}"
    for number, slot in enumerate(x.slots):
        found = bounds_of_slot(bounds.slot(x.index, number), slot.shape)
        found += _KNOWERS[whose.of(x.index, number)]
        yield f"    slot {number}{slot.name and f' {slot.name}'}: {_shape(slot.shape)}{found}"
    yield from _block(program, x.body, 1)
    yield ""


_KNOWERS = {"all": "", "cards": ", for who knows the cards", "sealed": ", sealed"}


def _shape(x: Shape | None) -> str:
    """What can lie in a slot, in words."""
    match x:
        case Value():
            return str(x.type)
        case Number() if x.counts:
            return f"a number that counts {x.counts}{'es' if x.counts == 'pass' else 's'}"
        case Number():
            return "a number" if x.least != x.most else str(x.least)
        case Acting():
            return _ACTING[x.who]
        case OrNone():
            return f"{_shape(x.of)} or none"
        case Many():
            return f"[{_shape(x.of)} ...]"
        case Row():
            return f"({', '.join(map(_shape, x.parts))})"
        case OneOf():
            return " / ".join(map(_shape, x.shapes))
    return "unused"


_ACTING = {"player": "a player", "nobody": "nobody", "inherited": "a player or nobody"}


def _block(program: Program, block: code.Block, depth: int) -> Iterator[str]:
    for item in block:
        for line in _instruction(program, item):
            yield "    " * depth + line


def _inner(program: Program, block: code.Block) -> Iterator[str]:
    yield from _block(program, block, 1)


def _instruction(program: Program, x: code.Instruction) -> Iterator[str]:
    match x:
        case code.Branch():
            for number, (test, block) in enumerate(x.branches):
                yield f"{'else if' if number else 'if'} {value(test)}"
                yield from _inner(program, block)
            if x.otherwise:
                yield "else"
                yield from _inner(program, x.otherwise)
        case code.Loop() | code.Labelled():
            yield f"{type(x).__name__.lower()} {x.label}"
            yield from _inner(program, x.body)
        case code.Telling():
            yield f"telling {_field(x.telling)}"
            yield from _inner(program, (x.does,))
        case code.Call():
            arguments = ", ".join(map(value, x.arguments))
            yield f"call {program.procedures[x.procedure].key}({arguments})"
        case _:
            yield " ".join([word(type(x).__name__), *_fields(x)])


def _fields(x: Any) -> Iterator[str]:
    for name in fields(type(x)):
        found = getattr(x, name)
        if name in ("origin", "body", "branches", "further", "wait") or found is None:
            continue
        yield f"{name}={_field(found)}"


def _field(found: Any) -> str:
    match found:
        case ir.Expr():
            return value(found)
        case ir.Sentence():
            return '"' + "".join(map(_spoken, found.parts)) + '"'
        case ir.Telling():
            return _field(found.sentence)
        case ir.Choice() | ir.Requirement() | ir.Naming():
            return "; ".join(_premises((found,)))
        case ir.PlayersInOrder():
            return part(found)
        case ir.Place():
            return found.where if found.number is None else f"{found.where} {value(found.number)}"
        case tuple():
            return f"({', '.join(map(_field, found))})"
    return str(found)


def _spoken(part: object) -> str:
    if isinstance(part, ir.Expr):
        return f"{{{value(part)}}}"
    return f"{{{part.one}|{part.several}|{part.you}}}" if isinstance(part, ir.Agree) else str(part)
