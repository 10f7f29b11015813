"""What comes of loops: of all their passes together, however many these are.

A loop is followed once from each position of what is fixed, with unknowns for all amounts at its
begin. So its passes are known as changes of amounts (`Pass`). That they come to an end `measure.py`
shows, from these alone; and what lies behind the loop is a sum of passes, each so often as an
unknown says, and the way that leaves it. The sum takes no notice of the order of passes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardrules.machine import code
from cardrules.machine.control import lays
from cardrules.model import ir
from cardrules.termination.linear import Sum, unknowns_in
from cardrules.termination.loops.drawing import Drawing
from cardrules.termination.loops.entering import Entry, Repeated, sums_of
from cardrules.termination.loops.following import Followed, Summary
from cardrules.termination.measure import Ended
from cardrules.termination.path import Frame, Path, value_replaced
from cardrules.termination.solver import can_be
from cardrules.termination.table import Table
from cardrules.termination.walking.ways import END, Ways


class Loops(Drawing):
    """Follows programs with their loops; `ended` has what was found of each."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._summaries: dict[Any, Summary] = {}
        self.ended: list[Ended] = []
        self.progress: Callable[[], None] = lambda: None
        self._own_ends = {
            (item.procedure, item.loop.label): item.ends_by_itself
            for procedure in self.program.procedures
            for item in table.control.loops(procedure.index)
        }

    # -- what is repeated --------------------------------------------------------------------------

    def loop(self, path: Path, x: code.Loop) -> Ways:
        procedure = path.frame.procedure
        inside, head = list(code.instructions(x.body)), _head(x)
        assigned = frozenset[int]().union(*map(self._laid, inside))
        what = Repeated(
            key=(procedure, x.label),
            procedure=procedure,
            label=x.label,
            of=x.of,
            origin=x.origin,
            assigned=assigned,
            sets_me=any(_sets_me(item) for item in inside),
            body=lambda head: self.block([head], x.body),
            ends_by_itself=self._own_ends.get((procedure, x.label), False),
            counter=None if head is None else head.left.slot,
            against=None if head is None else head.right,
            opens=next((item.answers for item in x.body if isinstance(item, code.Unpack)), None),
            place=next((item.place for item in x.body if isinstance(item, code.Watch)), None),
        )
        return self._all_passes(path, what)

    def _laid(self, x: code.Instruction) -> frozenset[int]:
        """The slots into which an instruction lays something, in whatever way."""
        match x:
            case code.CountDown():
                return frozenset({x.slot})
            case code.PassOn():
                return frozenset({x.current})
            case code.Draw():
                return frozenset({x.left, x.tried})
            case code.Unpack():
                return lays(x) | {x.answers}
            case code.Ask():
                question = self.program.questions[x.question]
                answers = set() if question.answers is None else {question.answers}
                return lays(x) | frozenset(question.slots) | answers
        return lays(x)

    def draw_on(self, path: Path, x: code.Draw) -> Ways:
        what = Repeated(
            key=(path.frame.procedure, "draw", x.wait, x.left),
            procedure=path.frame.procedure,
            label=-1 - x.left,
            of="draw",
            origin=x.origin,
            assigned=frozenset({x.left, x.tried}),
            sets_me=False,
            body=lambda head: self.next_card(head, x),
            ends_by_itself=False,
        )
        return self._all_passes(path, what)

    def settled(self, path: Path) -> Ways:
        number = self.program.settle
        assert number is not None
        inner = path.copy()
        inner.frames = [*inner.frames, Frame(-1, {}, path.frame.me)]
        what = Repeated(
            key=("settle",),
            procedure=-1,
            label=-1,
            of="",
            origin=self.program.procedures[number].origin,
            assigned=frozenset(),
            sets_me=False,
            body=lambda head: _all_left(self.procedure(head, number, {}, head.frame.me), -1),
            ends_by_itself=True,
        )
        found: Ways = {}
        for goal, ways in self._all_passes(inner, what).items():
            for way in ways:
                way.frames = [*path.frames[:-1], path.frames[-1].copy()]
                way.seats = dict(path.seats)
                way.leave(way.left)
                way.passed, way.is_moved = path.passed, path.is_moved or way.is_moved
                found.setdefault(goal, []).append(way)
        return found

    # -- all passes --------------------------------------------------------------------------------

    def _all_passes(self, path: Path, what: Repeated) -> Ways:
        entry = Entry.of(path, what, self.table)
        key = (what.key, entry.signature)
        if key not in self._summaries:
            found = Followed(self.table, what, entry, self.progress).summary()
            self._summaries[key] = found
            if found.ended is not None:
                self.ended.append(found.ended)
        return self._behind(path, self._summaries[key], entry)

    def _behind(self, path: Path, found: Summary, entry: Entry) -> Ways:
        ways: Ways = {}
        sums = dict(zip(found.head.sums, entry.sums, strict=True))
        who = dict(zip(found.head.players, entry.players, strict=True))
        for outcome in found.outcomes:
            way = self._made(path, outcome.path, sums, who)
            if can_be(way.facts):
                ways.setdefault(outcome.goal, []).append(way)
        return ways

    def _made(self, path: Path, x: Path, sums: dict[int, Sum], who: dict[int, int]) -> Path:
        """A way behind a loop, behind a way before it."""
        new = {one: sums[one] if one in sums else self.table.unknowns.new()
               for one in set(unknowns_in(sums_of(x)))}  # fmt: skip
        players = _Fresh(who, self.table.somebody)
        way = path.copy()
        way.fixed = dict(x.fixed)
        way.amounts = {key: value.replaced(new) for key, value in x.amounts.items()}
        way.facts = (*path.facts, *[item.replaced(new) for item in x.facts])
        slots = {slot: value_replaced(v, new, players) for slot, v in x.frame.slots.items()}
        me = None if x.frame.me is None else players[x.frame.me]
        way.leave(x.left)
        way.frames[-1] = Frame(path.frame.procedure, slots, me)
        way.touch(x.touched)
        way.empty |= {(zone, players[one]) for zone, one in x.empty}
        way.able = None
        way.did = (*path.did, *[item for item in x.did if item not in path.did])
        way.seats = {}
        way.passed = None if x.passed is None else players[x.passed]
        way.is_moved = path.is_moved or x.is_moved
        return way


class _Fresh(dict[int, int]):
    """Players in place of others; those of whom nothing is said are somebody."""

    def __init__(self, known: dict[int, int], new: Callable[[], int]) -> None:
        super().__init__(known)
        self._new = new

    def __missing__(self, key: int) -> int:
        self[key] = self._new()
        return self[key]


def _head(x: code.Loop) -> Any:
    """The comparison of a counter with which passes begin, if a loop is left unless it holds."""
    for item in x.body:
        if isinstance(item, code.Restore):
            continue
        if isinstance(item, code.Branch) and len(item.branches) == 1:
            test = item.branches[0][0]
            if (
                isinstance(test, ir.Compare) and test.operator == "<"
                and isinstance(test.left, ir.Local) and item.otherwise
            ):  # fmt: skip
                return test
        return None
    return None


def _sets_me(x: code.Instruction) -> bool:
    match x:
        case code.SetRegister():
            return x.register == "me"
        case code.Restore():
            return "me" in x.registers
    return False


def _all_left(ways: Ways, label: int) -> Ways:
    """Ways that go on are those that leave a loop."""
    return {("leave", label) if goal is END else goal: found for goal, found in ways.items()}
