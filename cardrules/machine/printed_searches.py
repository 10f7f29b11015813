"""Searches as text: each step, and under it what it depends on and what follows from that."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.machine.printed_values import value
from cardrules.machine.program import Program
from cardrules.machine.search import Loop, Name, Plan, Search, Sets, Step, Test


def print_searches(program: Program) -> Iterator[str]:
    """The lines of what can be chosen."""
    for search in program.searches:
        yield from _search(program, search)


def _search(program: Program, x: Search) -> Iterator[str]:
    carried = "" if x.procedure < 0 else f" carries out {program.procedures[x.procedure].key}"
    yield f"search {x.index} {x.name}{carried}"
    for step in x.plan.steps:
        yield from (f"    {line}" for line in _step(x.plan, step))
    yield ""


def _step(plan: Plan, step: Step) -> Iterator[str]:
    """A step, and under it what it depends on and what follows from that."""
    match step:
        case Loop(choice=choice):
            forced = " unless forced" if choice.unless_forced else ""
            yield f"choose {choice.name}:{choice.slot}{forced} from {value(choice.domain)}"
            for sets in step.sets:
                yield f"    {_sets(sets)}"
                if sets.growing is not None:
                    yield f"        while {value(sets.growing.condition)}"
        case Test():
            yield f"{'require' if step.of is None else 'where'} {value(step.condition)}"
        case Name():
            yield f"let {step.name}:{step.slot} = {value(step.value)}"
    loops = ", ".join([plan.loops[number].name for number in step.depends_on])
    facts = [f"depends on {loops}"] if loops else []
    if isinstance(step, Loop):
        facts += [f"in order of {' / '.join(step.order)}"] if step.order else []
        facts += [f"told apart from {value(other)}" for other in step.apart]
        stage = plan.stages[step.number]
        if stage.free and step.number < len(plan.loops) - 1:
            facts.append("nothing depends on it")
        if plan.is_counted:
            facts.append("counted")
    elif step.earliest < plan.steps.index(step):
        before = plan.steps[step.earliest - 1 : step.earliest]
        names = [item.name for item in before if isinstance(item, Loop | Name)]
        facts.append(f"could stand behind {names[0]}" if names else "could come first")
    if facts:
        yield f"    {'; '.join(facts)}"


def _sets(sets: Sets) -> str:
    """What bounds sets."""
    measures = [
        f"{'count' if bound.measure is None else f'sum of {bound.measure}'} "
        f"{bound.operator} {value(bound.value)}"
        for bound in sets.bounds
    ]
    parts = [*measures, *[f"such that {value(rest)}" for rest in sets.rest]]
    return f"{'maximal ' if sets.maximal else ''}sets: {', '.join(parts) or 'all'}"
