"""Choices: the functions that give which actions satisfy their premises.

For each search there is one with a loop for each choice and a test for each condition. Where there
may be very many answers, there is one for each stage, too (`cardrules.machine.search`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from cardrules.engine.frames import frame_slot
from cardrules.engine.sets.answers import Answer
from cardrules.engine.source.emit import Emitter
from cardrules.engine.source.nest import Nest
from cardrules.engine.source.writer import Spelling
from cardrules.machine.search import Plan, Search, Stage
from cardrules.model.state import State

# The steps for each choice made before, whenever the values of the next one are looked for.
_EARLIER_STEPS = 2

Enumerate = Callable[[State, Any, int, list[Answer]], None]


@attrs.define
class Listing:
    """The functions by which the answers of a search are listed, or counted and made one by one."""

    enumerate: Enumerate = attrs.field(default=lambda s, f, me, out: None)
    # The same with each of several cards that look the same, where it matters.
    enumerate_twins: Enumerate | None = None
    # Where they are counted: what gives the values of each stage.
    stages: tuple[Callable[..., Sequence[Any]], ...] = ()


def spelling_of(search: Search) -> Spelling:
    """How names are written in the functions of a search."""
    own, in_frame = search.plan.slots | set(range(search.given)), search.in_frame
    return Spelling(
        local=lambda slot: f"l{slot}" if slot in own or not in_frame else frame_slot(slot), me="me"
    )


def emit_enumeration(emitter: Emitter, search: Search, *, twins: bool = False) -> str:
    """Write the function that lists the answers of a search; gives its name.

    With `twins` each of several cards that look the same makes an answer of its own.
    """
    name = f"enumerate_{'twins_' if twins else ''}{search.index}"
    values = "".join(f", l{choice.slot}" for choice in search.choices)
    # Of twins it matters whether there are two.
    leave = "if len(out) > 1:\n    return" if twins else ""
    nest = Nest(
        emitter,
        spelling_of(search),
        name,
        ["s", "f", "me", "out"],
        twins=twins,
        out="out",
        leave=leave,
    )
    nest.begin(search.given)
    nest.write(search.plan.steps)
    nest.close(f"out.append(({search.index}{values or ','}))", "")
    return name


def emit_stages(emitter: Emitter, search: Search) -> list[str]:
    """Write a function for the values of each stage, if they are counted; gives their names."""
    if not search.plan.is_counted:
        return []
    return [_emit_stage(emitter, search, stage) for stage in search.plan.stages]


def _emit_stage(emitter: Emitter, search: Search, stage: Stage) -> str:
    loop, earlier = stage.loop, search.choices[: stage.loop.number]
    name = f"stage_{search.index}_{loop.number}"
    takes = ["s", "f", "me", *[f"l{choice.slot}" for choice in earlier]]
    mark = emitter.mark(loop.origin)
    nest = Nest(emitter, spelling_of(search), name, takes, failed="()", mark=mark)
    nest.begin(search.given)
    # To go on from many choices takes its time.
    emitter.steps += len(earlier) * _EARLIER_STEPS
    nest.write(stage.ahead)
    if stage.within:
        nest.add("found = []")
        nest.write((loop, *stage.within))
        nest.close(f"found.append(l{loop.slot})", "return found")
    else:
        nest.close(f"return {nest.values(loop)}{emitter.mark(loop.origin)}")
    return name


def emit_possibility(emitter: Emitter, index: int, plan: Plan, given: Sequence[str]) -> None:
    """Write the function that tells whether an action is possible with some choices given."""
    spelling = Spelling(local=lambda slot: f"l{slot}", me="me")
    takes = ["s", "me", *[f"g{number}" for number in range(len(given))]]
    known = {name: f"g{number}" for number, name in enumerate(given)}
    nest = Nest(
        emitter, spelling, f"possible_{index}", takes,
        given=known, sets="until_one_fits", failed="False", leave="return True",
    )  # fmt: skip
    nest.write(plan.steps)
    nest.close("return True", "return False")
