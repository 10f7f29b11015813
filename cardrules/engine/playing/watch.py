"""What goes round in circles while nobody is asked.

A position that comes back, with no chance event and no question in between, comes back for ever.
Counters that no rule reads are no part of a position: the number of the round alone makes no round
new. Positions are remembered only after some turns, rounds or passes of the standing rules without
a question, which usual games hardly ever have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import attrs

from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.work import CARD_STEPS, STATEMENT, spend
from cardrules.machine import code
from cardrules.machine.program import Program
from cardrules.machine.shapes import Number, Row, Shape
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.plain import fields

# So many turns and rounds may begin, and so often may the standing rules be gone through, before
# positions are remembered.
UNWATCHED = 20


class Passed(NamedTuple):
    """Somebody could do nothing at a site; `sizes`: how many cards lay in each zone then."""

    site: int
    player: int
    sizes: tuple[int, ...]


class CircleError(Exception):
    """A position came back; `passed`: where nothing was possible, and for whom.

    `since` is the number of the event with which the circle begins.
    """

    def __init__(self, since: int, passed: Sequence[Passed]) -> None:
        super().__init__("a position came back")
        self.since = since
        self.passed = passed


class CutOffError(Exception):
    """A `while`, at its line, went on for more passes than it may have."""

    def __init__(self, origin: ir.Origin, most: int) -> None:
        super().__init__("a loop is cut off")
        self.origin = origin
        self.most = most


@attrs.define
class Watch:
    """What was noted since somebody was asked."""

    # Where somebody could do nothing.
    passed: list[Passed] = attrs.field(factory=list)
    # Positions, with how many events and passed sites there were.
    seen: dict[Any, tuple[int, int]] = attrs.field(factory=dict)


def watch_of(s: State) -> Watch:
    """The notes since somebody was asked."""
    if s.watch is None:
        s.watch = Watch()
    found: Watch = s.watch
    return found


class Watcher:
    """Knows what makes a position of a game, and whether it came back.

    With `counts` the numbers of rounds and turns are part of a position, where a rule reads them.
    """

    def __init__(self, program: Program, *, counts: bool = True) -> None:
        self._program = program
        self._counts = counts
        # Per procedure the slots in which something is counted, with their shapes.
        self._counting = [
            [(number + FRAME_HEAD, slot.shape) for number, slot in enumerate(procedure.slots)
             if slot.shape is not None and _counts(slot.shape)]
            for procedure in program.procedures
        ]  # fmt: skip

    @cached_property
    def _read(self) -> _Read:
        found = _Read(self._program)
        if not self._counts:
            found.counters = set()
        return found

    @cached_property
    def _kept(self) -> list[slice]:
        """The variables that are part of a position; of tokens, the supply decides what happens."""
        return [
            slice(item.base, item.base + item.holders + (item.supply is not None))
            for name, item in self._program.layout.variables.items()
            if name in self._read.variables or item.supply is not None
        ]

    def begin(self, s: State, place: int) -> None:
        """A turn, a round or a pass begins at a place; raises `CircleError` if it was there."""
        s.begun += 1
        if s.begun <= UNWATCHED:
            return
        watch = watch_of(s)
        spend(s, STATEMENT + CARD_STEPS * len(s.place))
        position = (place, s.chance, self.position(s))
        if position in watch.seen:
            since, passed = watch.seen[position]
            raise CircleError(since, watch.passed[passed:])
        watch.seen[position] = len(s.events), len(watch.passed)

    def position(self, s: State) -> tuple[Any, ...]:
        """All of a state that can make a difference for what follows, but what chance has left."""
        return (
            tuple(s.zones),
            tuple(s.known),
            tuple(s.among),
            tuple(s.blur),
            tuple(s.holder),
            tuple([value for part in self._kept for value in s.vars[part]]),
            tuple([self._frame(frame) for frame in s.frames]),
            (s.active, s.starter, s.direction, s.next_turn, s.game, s.sides, s.pending, s.shown),
            s.round if "round" in self._read.counters else 0,
            s.turn if "turn" in self._read.counters else 0,
        )

    def _frame(self, frame: list[Any]) -> tuple[Any, ...]:
        kept = frame[:]
        for slot, shape in self._counting[frame[0]]:
            kept[slot] = self._without_counts(kept[slot], shape)
        return tuple(kept)

    def _without_counts(self, value: Any, shape: Shape) -> Any:
        """A value with 0 for whatever counts and is not read."""
        if isinstance(shape, Number):
            return value if shape.counts in ("", *self._read.counters) else 0
        if isinstance(shape, Row) and isinstance(value, tuple):
            parts = zip(value, shape.parts, strict=True)
            return tuple([self._without_counts(item, part) for item, part in parts])
        return value


def _counts(shape: Shape) -> bool:
    """Whether there is something in a slot that counts."""
    if isinstance(shape, Row):
        return any(map(_counts, shape.parts))
    return isinstance(shape, Number) and shape.counts != ""


class _Read:
    """The variables and counters that something looks at."""

    def __init__(self, program: Program) -> None:
        self.variables: set[str] = set()
        self.counters: set[str] = set()
        for part in _parts(program):
            self._look(part)

    def _look(self, part: object) -> None:
        for node in ir.walk(part):
            if isinstance(node, ir.VariableValue):
                self.variables.add(node.variable)
            elif isinstance(node, ir.Counter):
                self.counters.add(node.counter)


def _parts(program: Program) -> Iterator[object]:
    """All that is carried out or worked out; what a variable is set to from itself is left out."""
    for procedure in program.procedures:
        for instruction in code.instructions(procedure.body):
            yield from _own(instruction)
    for search in program.searches:
        yield search.plan.steps
    for question in program.questions:
        yield (question.player, question.asking or (), question.telling or ())
    yield from (item.value for item in program.declared.definitions.values())
    for placement in program.declared.placements.values():
        yield placement.clauses
    for zone in program.layout.zones.values():
        yield (zone.top.condition or (), zone.rest.condition or ())
    yield (program.ending.score, program.ending.criteria)


def _own(x: code.Instruction) -> Iterator[object]:
    """What an instruction itself looks at, apart from the blocks in it."""
    match x:
        case code.SetVariable():
            yield x.holder or ()
            reads = {n.variable for n in ir.walk(x.value) if isinstance(n, ir.VariableValue)}
            if reads != {x.variable}:
                yield x.value
        case code.Branch():
            yield tuple([test for test, _ in x.branches])
        case code.Telling():
            yield x.telling
        case _:
            for name in fields(type(x)):
                if name not in ("body", "origin"):
                    yield getattr(x, name)
