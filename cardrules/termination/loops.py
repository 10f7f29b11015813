"""What comes of loops: of all their passes together, however many these are.

A loop is followed once from each position of what is fixed, with unknowns for all amounts at its
begin. So its passes are known as changes of amounts (`Pass`). That they come to an end `measure.py`
shows, from these alone; and what lies behind the loop is a sum of passes, each so often as an
unknown says, and the way that leaves it. The sum takes no notice of the order of passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import attrs

from cardrules.machine import code
from cardrules.machine.control import lays
from cardrules.machine.ranges.analysis import numbers_in
from cardrules.model import ir
from cardrules.model.types import CARDS
from cardrules.termination.linear import ZERO, Sum, about, one_of, projected, unknowns_in
from cardrules.termination.measure import Ended, Pass, measured
from cardrules.termination.path import (
    Cards,
    Frame,
    Key,
    Many,
    Number,
    Part,
    Path,
    Row,
    Sealed,
    Somebody,
    Stack,
    Value,
    players_in,
    sums_in,
    value_replaced,
)
from cardrules.termination.solver import can_be, follows
from cardrules.termination.table import LARGE, Table
from cardrules.termination.walking import END, Goal, TooMuchError, Walking, Ways, joined
from cardrules.termination.weakening import weakened

_State = frozenset[tuple[Key, Any]]
# So often a loop is followed anew, since less is certain at its begin than was thought.
_MOST_TIMES = 12
_MOST_STATES = 24
# By so many marks ways behind a loop are told apart.
_MOST_MARKS = 3
_MOST_OUTCOMES = 6


@attrs.frozen(eq=False)
class Head:
    """What is known where a loop begins anew; `sums` and `players` stand for what was before it."""

    path: Path
    keys: tuple[Key, ...]
    sums: tuple[int, ...]
    players: tuple[int, ...]


@attrs.frozen(eq=False)
class Outcome:
    """A way behind a loop, with what was known before it in place of `Head.sums`."""

    goal: Goal
    path: Path


@attrs.frozen(eq=False)
class Summary:
    """What comes of a loop."""

    head: Head
    outcomes: tuple[Outcome, ...]


@attrs.frozen(eq=False)
class Repeated:
    """What is repeated: a loop, or drawing on; `of` as for a loop of the machine."""

    key: tuple[Any, ...]
    label: int
    of: str
    origin: ir.Origin
    assigned: frozenset[int]
    sets_me: bool
    body: Callable[[Path], Ways]
    ends_by_itself: bool
    # The slot that counts passes, and what it is held against.
    counter: int | None = None
    against: ir.Expr | None = None
    # The slot of the answers under seal that are opened in it.
    opens: int | None = None
    # Its place in the watch, if it has one.
    place: int | None = None


@attrs.frozen(eq=False)
class Mark:
    """What is seen in passes, and stays so: so many times an amount and a number are 0 or more."""

    key: Key
    sign: int
    number: int
    passes: list[Pass]


class Loops(Walking):
    """Follows programs with their loops; `ended` has what was found of each."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._summaries: dict[Any, Summary] = {}
        self.ended: list[Ended] = []
        self._own_ends = {
            (item.procedure, item.loop.label): item.ends_by_itself
            for procedure in self.program.procedures
            for item in table.control.loops(procedure.index)
        }

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers that the program mentions."""
        return frozenset(n for n in numbers_in(self.program) if abs(n) <= LARGE)

    @cached_property
    def compared(self) -> dict[Key, tuple[int, ...]]:
        """The numbers with which the rules compare variables and counters."""
        found: dict[Key, tuple[int, ...]] = {}
        parts = (
            *[item.body for item in self.program.procedures],
            *[item.value for item in self.program.declared.definitions.values()],
        )
        for node in ir.walk(tuple(parts)):
            if isinstance(node, ir.Compare):
                for side, other in ((node.left, node.right), (node.right, node.left)):
                    key = _key_of(side)
                    number = other.value if isinstance(other, ir.Const) else None
                    if key is not None and isinstance(number, int) and abs(number) <= LARGE:
                        found[key] = (*found.get(key, ()), int(number))
        return found

    # -- what is repeated --------------------------------------------------------------------------

    def loop(self, path: Path, x: code.Loop) -> Ways:
        procedure = path.frame.procedure
        inside, head = list(code.instructions(x.body)), _head(x)
        assigned = frozenset[int]().union(*map(self._laid, inside))
        what = Repeated(
            key=(procedure, x.label),
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
            label=-1 - x.left,
            of="draw",
            origin=x.origin,
            assigned=frozenset({x.left, x.tried}),
            sets_me=False,
            body=lambda head: self._next_card(head, x),
            ends_by_itself=False,
        )
        return self._all_passes(path, what)

    def settled(self, path: Path) -> Ways:
        number = self.program.settle
        assert number is not None
        inner = path.copy()
        inner.frames = [Frame(-1, {}, path.frame.me)]
        what = Repeated(
            key=("settle",),
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

    def _next_card(self, path: Path, x: code.Draw) -> Ways:
        """The next card of a draw: what waits for it is carried out, or it is drawn."""
        label = -1 - x.left
        ways: Ways = {("leave", label): [], END: []}
        left = path.frame.slots.get(x.left)
        number = left.value if isinstance(left, Number) else self.table.unknowns.new()
        enough = path.copy()
        enough.know(number.scaled(-1))
        ways["leave", label].append(enough)
        path.know(number - 1)
        zone = self.zone(path, x.source)
        acting = self._acting(zone, x)
        empty = path.copy()
        for part in self.cards(empty, ir.Contents(type=CARDS, zone=x.source)).parts:
            empty.know(part.number.scaled(-1))
        full = [path]
        for goal, found in self._run_dry(empty, acting.get(-1)).items():
            if goal is END:
                for way in found:
                    ways["leave", label].append(way.copy())
                    full.append(way)
            else:
                ways.setdefault(goal, []).extend(found)
        for way in full:
            if zone is not None:
                way.know(way.of(zone) - 1)
            if can_be(way.facts):
                self._one_card(way, x, zone, acting, ways, number)
        return ways

    def _acting(self, zone: str | None, x: code.Draw) -> dict[int, int]:
        """What waits for cards of the piles of a name, by line; -1: for none being left."""
        found: dict[int, int] = {}
        base = self.table.layout.zone_base
        for number, lines in self.program.triggers.items():
            if zone is None or (
                base[zone] <= number < base[zone] + len(self.table.layout.zones[zone].owners)
            ):
                found.update(lines)
        return {line: one for line, one in found.items() if one in x.triggers}

    def _run_dry(self, path: Path, trigger: int | None) -> Ways:
        if not can_be(path.facts):
            return {}
        if trigger is None:
            return {END: [path]}
        # Of whom nothing is known: a pile may be another one, of which none waits for that.
        return self.procedure(path, trigger, {0: Cards(())}, None)

    def _one_card(
        self, path: Path, x: code.Draw, zone: str | None, acting: dict[int, int], ways: Ways,
        number: Sum,
    ) -> None:  # fmt: skip
        to = self.zone(path, x.to)
        drawn: list[tuple[Path, Part]] = []
        single = [one for one in self.table.single_cards if one in acting]
        for line, trigger in acting.items():
            if line < 0:
                continue
            part = Part(zone, Sum(1), line=line if line in single else None)
            way = path.copy()
            if line in single and way.fixed["card", line] != zone:
                continue
            for goal, found in self.procedure(way, trigger, {0: Cards((part,))}, None).items():
                ways.setdefault(goal, []).extend(found)
                if goal is END:
                    drawn += [
                        (one.copy(), part)
                        for one in found
                        if line not in single or one.fixed["card", line] == zone
                    ]
        # Another card, for which nothing waits: so it is none of the single ones.
        drawn.append((path, Part(zone, Sum(1), line=_OTHER)))
        for way, part in drawn:
            for one in self.shift(way, (part,), to):
                self.lay(one, x.left, Number(number - 1))
                ways[END].append(one)

    # -- all passes --------------------------------------------------------------------------------

    def _all_passes(self, path: Path, what: Repeated) -> Ways:
        entry = _Entry.of(path, what, self.table)
        key = (what.key, entry.signature)
        if key not in self._summaries:
            self._summaries[key] = _Followed(self, what, entry).summary()
        return self._behind(path, self._summaries[key], entry)

    def _behind(self, path: Path, found: Summary, entry: _Entry) -> Ways:
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
               for one in set(unknowns_in(_sums_of(x)))}  # fmt: skip
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


_OTHER = -2
_OF_FRAME = ("slot", "answers")


class _Fresh(dict[int, int]):
    """Players in place of others; those of whom nothing is said are somebody."""

    def __init__(self, known: dict[int, int], new: Callable[[], int]) -> None:
        super().__init__(known)
        self._new = new

    def __missing__(self, key: int) -> int:
        self[key] = self._new()
        return self[key]


@attrs.frozen(eq=False)
class _Entry:
    """What lies before a loop, as far as it makes a difference there, and its sums and players."""

    signature: Any
    slots: dict[int, Value]
    keys: tuple[Key, ...]
    sums: tuple[Sum, ...]
    players: tuple[int, ...]
    fixed: dict[Key, Any]
    me: int | None
    # What the numbers are that are certain.
    begins: dict[Key, int]

    @staticmethod
    def of(path: Path, what: Repeated, table: Table) -> _Entry:
        """What lies before a loop at the end of a way."""
        slots: dict[int, Value] = {}
        keys = list(table.keys)
        sums = [path.amounts[key] for key in keys]
        for slot, value in sorted(path.frame.slots.items()):
            if slot not in what.assigned:
                slots[slot] = value
            elif isinstance(value, Number):
                slots[slot] = value
                keys.append(("slot", slot))
                sums.append(value.value)
            elif isinstance(value, Sealed):
                slots[slot] = value
                keys.append(("answers", slot))
                sums.append(value.number)
            elif isinstance(value, Somebody):
                slots[slot] = value
        players: list[int] = []
        signs = []
        measured_slots = {key[1] for key in keys if key[0] in ("slot", "answers")}
        me = None if what.sets_me else path.frame.me
        if me is not None:
            players.append(me)
        for slot, value in slots.items():
            if slot not in measured_slots and slot not in what.assigned:
                sums += [item for item in sums_in(value) if not item.is_number]
                players += [who for who in players_in(value) if who not in players]
            signs.append((slot, _sign(value, slot in what.assigned, players)))
        begins = {
            key: item.number
            for key, item in zip(keys, sums, strict=False)
            if item.is_number and key[0] in ("slot", "variable", "register", "answers")
            and key[1] != "changes"
        }  # fmt: skip
        signature = (
            tuple(signs),
            frozenset(path.fixed.items()),
            me is not None,
            tuple(sorted(begins.items(), key=str)),
        )
        return _Entry(
            signature, slots, tuple(keys), tuple(sums), tuple(players), dict(path.fixed), me, begins
        )


def _sign(value: Value, assigned: bool, players: Sequence[int]) -> Any:
    """What of a value makes a difference."""
    match value:
        case Number(found):
            return ("number", assigned or (found.number if found.is_number else None))
        case Somebody(who):
            return ("somebody", None if assigned else players.index(who))
        case Cards(parts):
            return (
                "cards",
                tuple([(p.zone, p.number.number if p.number.is_number else None, p.line, p.sealed)
                       for p in parts]),
            )  # fmt: skip
        case Many(number, everybody):
            return ("many", number.number if number.is_number else None, everybody)
        case Sealed(number, values):
            plain = None if assigned or not number.is_number else number.number
            return ("sealed", plain, tuple([_sign(one, False, players) for one in values]))
    if isinstance(value, tuple):
        return (type(value).__name__, *[_sign_within(one, players) for one in value])
    return value


def _sign_within(value: Any, players: Sequence[int]) -> Any:
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple([_sign(one, False, players) for one in value])
    if isinstance(value, int) and not isinstance(value, bool):
        return players.index(value) if value in players else value
    return value


class _Followed:
    """Follows the passes of a loop from one entry."""

    def __init__(self, loops: Loops, what: Repeated, entry: _Entry) -> None:
        self._loops, self._what, self._entry = loops, what, entry
        self._table = loops.table
        self._head = self._made()
        # What is believed to hold whenever a pass begins.
        self._known = self._candidates()
        # The passes, and the ways on which they come to their ends.
        self._passes: list[Pass] = []
        self._ends: list[Path] = []
        self._leaving: list[tuple[_State, Goal, Path]] = []

    # -- what is known at the begin ----------------------------------------------------------------

    def _made(self) -> Head:
        entry, new = self._entry, self._table.unknowns.new
        path = Path()
        unknowns = [new() for _ in entry.sums]
        path.amounts = {
            key: unknowns[at] for at, key in enumerate(entry.keys) if key[0] not in _OF_FRAME
        }
        players = {who: self._table.somebody() for who in entry.players}
        by_key = dict(zip(entry.keys, unknowns, strict=False))
        rest = iter(unknowns[len(entry.keys) :])
        slots: dict[int, Value] = {}
        for slot, value in entry.slots.items():
            if ("slot", slot) in by_key:
                slots[slot] = Number(by_key["slot", slot])
            elif ("answers", slot) in by_key:
                assert isinstance(value, Sealed)
                slots[slot] = Sealed(by_key["answers", slot], value.values)
            elif slot in self._what.assigned:
                slots[slot] = Somebody(self._table.somebody())
            else:
                slots[slot] = _renewed(value, rest, players)
        me = self._table.somebody() if entry.me is None else players[entry.me]
        path.frames = [Frame(self._what.key[0], slots, me)]
        return Head(
            path,
            entry.keys,
            tuple(map(one_of, unknowns)),
            tuple(players.values()),
        )

    def _candidates(self) -> list[Sum]:
        """What may hold whenever a pass begins, since it does at first: it is tried."""
        begins = self._entry.begins
        if self._what.ends_by_itself:
            return []
        by_key = dict(zip(self._head.keys, self._head.sums, strict=False))
        found: list[Sum] = []
        if self._what.of == "draw":
            # How many cards are still to come; where there are none, it does not begin.
            found = [Sum(0, {one: 1}) for key, one in by_key.items() if key[0] == "slot"]
        for key, begin in begins.items():
            here = Sum(0, {by_key[key]: 1})
            found += [here - begin, Sum(begin) - here]
            for number in self._loops.compared.get(key, ()):
                found.append(Sum(number) - here if number > begin else here - number)
            for other, same in begins.items():
                if key[0] == "register" and other[0] == "slot" and begin == same:
                    there = Sum(0, {by_key[other]: 1})
                    found += [here - there, there - here]
        return found

    def _begin(self, state: dict[Key, Any]) -> Path:
        path = self._head.path.copy()
        path.base = self._head.path.amounts
        path.fixed = dict(state)
        self._table.always(path)
        path.know(*self._known)
        for key, one in zip(self._head.keys, self._head.sums, strict=False):
            if key[0] == "answers":
                path.know(Sum(0, {one: 1}))
        return path

    # -- passes ------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """All passes from each position of what is fixed to which passes lead."""
        self._passes, self._leaving, self._ends = [], [], []
        pending, seen = [self._entry.fixed], {frozenset(self._entry.fixed.items())}
        again = ("again", self._what.label)
        while pending:
            state = pending.pop()
            source = frozenset(state.items())
            self._loops.progress()
            ways = self._what.body(self._begin(state))
            for goal, paths in ways.items():
                for path in joined(paths):
                    if not can_be(path.facts):
                        continue
                    if goal is not END and goal != again:
                        self._leaving.append((source, goal, path))
                        continue
                    target = frozenset(path.fixed.items())
                    self._passes.append(self._pass(path, source, target))
                    self._ends.append(path)
                    if target not in seen:
                        seen.add(target)
                        pending.append(dict(path.fixed))
                        if len(seen) > _MOST_STATES:
                            raise TooMuchError

    def _pass(self, path: Path, source: _State, target: _State) -> Pass:
        before, change = {}, {}
        for key, one in zip(self._head.keys, self._head.sums, strict=False):
            before[key] = Sum(0, {one: 1})
            change[key] = self._amount(path, key) - before[key]
        return Pass(
            source=source,
            target=target,
            before=before,
            change=change,
            facts=projected(path.facts, unknowns_in((*before.values(), *change.values()))),
            did=path.did,
            idle=self._idle(path),
            passes_on=path.passed is not None and not path.is_moved,
            touched=path.touched,
            left=path.left,
        )

    def _amount(self, path: Path, key: Key) -> Sum:
        if key[0] not in _OF_FRAME:
            return path.amounts[key]
        match path.frame.slots.get(key[1]):
            case Number(found):
                return found
            case Sealed(number, _):
                return number
        return self._table.unknowns.new()

    def _idle(self, path: Path) -> frozenset[str]:
        """The zones that are empty for the player of this pass, and stay as they are."""
        visited = {path.passed} | {
            who for slots, who in path.visited if self._what.counter in slots
        }
        return frozenset(
            zone for zone, who in path.empty if who in visited and zone not in path.touched
        )

    # -- until all that is believed at the begin holds ---------------------------------------------

    def summary(self) -> Summary:
        """What comes of the loop."""
        for _ in range(_MOST_TIMES):
            self._follow()
            if not self._believe_less():
                break
        else:
            raise TooMuchError
        what = self._what
        if not what.ends_by_itself:
            self._loops.ended.append(
                measured(
                    what.key,
                    what.of,
                    what.origin,
                    what.place,
                    self._passes,
                    sorted(self._loops.numbers),
                    self._table.layout.cards,
                )
            )
        found: Ways = {}
        for goal, way in self._outcomes():
            way.facts = projected(
                way.facts, set(unknowns_in(_kept_sums(way))) | set(self._head.sums)
            )
            if can_be(way.facts):
                found.setdefault(None if goal == ("leave", what.label) else goal, []).append(way)
        before = self._head.path.amounts
        outcomes = tuple(
            Outcome(goal, way)
            for goal, ways in found.items()
            for way in weakened(self._table, ways, before, _MOST_OUTCOMES)
        )
        return Summary(self._head, outcomes)

    def _believe_less(self) -> bool:
        """Give up what does not hold at the end of a pass; whether there is such a thing."""
        kept = [
            item
            for item in self._known
            if all(follows(one.facts, self._at_the_end(one, item)) for one in self._passes)
        ]
        is_new = len(kept) < len(self._known)
        self._known = kept
        return self._forget() or is_new

    def _at_the_end(self, one: Pass, item: Sum) -> Sum:
        by = {
            unknown: one.before[key] + one.change[key]
            for key, unknown in zip(self._head.keys, self._head.sums, strict=False)
        }
        return item.replaced(by)

    def _forget(self) -> bool:
        """What lies in slots may be something else at the end of a pass."""
        slots = self._head.path.frame.slots
        is_new = False
        for path in self._ends:
            for slot, value in list(slots.items()):
                found = path.frame.slots.get(slot)
                less = _less(value, found)
                if less != value:
                    slots[slot] = less
                    is_new = True
        return is_new

    # -- what lies behind it -----------------------------------------------------------------------

    def _outcomes(self) -> Iterable[tuple[Goal, Path]]:
        """The ways that leave the loop, each behind any number of passes."""
        first = frozenset(self._entry.fixed.items())
        for source, goal, path in self._leaving:
            between = _between(self._passes, first, source)
            if between is None:
                continue
            if not between:
                yield goal, path
                continue
            for passes, marks in self._marked(between):
                if passes or first == source:
                    yield goal, self._behind(path, passes, marks, first, source)

    def _marked(self, passes: list[Pass]) -> list[tuple[list[Pass], list[Mark]]]:
        """What is seen in some passes and can never change back holds behind the loop, if there is
        such a pass: that a zone is empty which nothing fills, or one is not which nothing empties.
        """
        ways: list[tuple[list[Pass], list[Mark]]] = [(passes, [])]
        for mark in self._marks(passes)[:_MOST_MARKS]:
            without = [([one for one in kept if one not in mark.passes], had) for kept, had in ways]
            ways = [*without, *[(kept, [*had, mark]) for kept, had in ways]]
        return ways

    def _marks(self, passes: Sequence[Pass]) -> list[Mark]:
        found = []
        for zone in self._table.zones:
            key = ("zone", zone)
            changes = [one.change[key] for one in passes]
            if all(change == ZERO for change in changes):
                continue
            for sign, number in ((-1, 0), (1, -1)):
                if all(follows(one.facts, one.change[key].scaled(sign)) for one in passes):
                    seen = [one for one in passes if _is_seen(one, key, sign, number)]
                    if seen:
                        found.append(Mark(key, sign, number, seen))
        return found

    def _behind(
        self, path: Path, passes: Sequence[Pass], marks: Sequence[Mark], first: _State,
        source: _State,
    ) -> Path:  # fmt: skip
        """A way that leaves the loop, behind so many passes."""
        way = path.copy()
        by, known = self._summed_up(way, passes, marks, first, source)
        way.facts = ()
        way.know(*[item.replaced(by) for item in path.facts], *known)
        way.amounts = {key: item.replaced(by) for key, item in way.amounts.items()}
        same, slots = _Same(), way.frame.slots
        way.frame.slots = {slot: value_replaced(item, by, same) for slot, item in slots.items()}
        for one in passes:
            way.touched |= one.touched
            way.left |= one.left
            way.did = (*way.did, *[item for item in one.did if item not in way.did])
        return way

    def _summed_up(
        self, way: Path, passes: Sequence[Pass], marks: Sequence[Mark], first: _State, last: _State,
    ) -> tuple[dict[int, Sum], list[Sum]]:  # fmt: skip
        """Amounts behind passes, each of which was made so often as an unknown says."""
        new = self._table.unknowns.new
        often = [new() for _ in passes]
        known: list[Sum] = [*often]
        change: dict[Key, Sum] = dict.fromkeys(self._head.keys, ZERO)
        for one, times in zip(passes, often, strict=True):
            own = [item for item in one.change.values() if item.times]
            facts = about(one.facts, unknowns_in(own))
            renamed = {unknown: new() for unknown in set(unknowns_in((*own, *facts)))}
            known += [item.replaced(renamed).repeated(times) for item in facts]
            for key in self._head.keys:
                change[key] = change[key] + one.change[key].replaced(renamed).repeated(times)
        for state in {one.source for one in passes} | {one.target for one in passes}:
            flow = Sum(int(state == first) - int(state == last))
            for one, times in zip(passes, often, strict=True):
                if one.source != one.target:
                    flow = flow + times.scaled(int(one.target == state) - int(one.source == state))
            known += [flow, flow.scaled(-1)]
        pairs = list(zip(self._head.keys, self._head.sums, strict=False))
        behind = {unknown: Sum(0, {unknown: 1}) + change[key] for key, unknown in pairs}
        if self._is_complete(way):
            known += self._of_everybody(passes, often, dict(pairs), behind)
        for mark in marks:
            known.append(
                sum((often[at] for at, one in enumerate(passes) if one in mark.passes), Sum(-1))
            )
            known.append(behind[dict(pairs)[mark.key]].scaled(mark.sign) + mark.number)
        return behind, known

    def _is_complete(self, way: Path) -> bool:
        """Whether everybody has had a pass, for sure, where a way leaves the loop."""
        what = self._what
        if what.counter is None or self._entry.begins.get(("slot", what.counter)) != 0:
            return False
        if not self._is_of_everybody():
            return False
        players = self._table.layout.players
        return follows(way.facts, self._amount(way, ("slot", what.counter)) - players)

    def _is_of_everybody(self) -> bool:
        match self._what.against:
            case ir.Const(value=value):
                return value == self._table.layout.players
            case code.Size(slot=slot):
                found = self._head.path.frame.slots.get(slot)
                return isinstance(found, Many) and found.everybody
        return False

    def _of_everybody(
        self, passes: Sequence[Pass], often: Sequence[Sum], pairs: dict[Key, int],
        behind: dict[int, Sum],
    ) -> list[Sum]:  # fmt: skip
        """What follows since everybody has had one pass: if all could do nothing, all zones for
        want of which they could not are empty.
        """
        what, cards = self._what, self._table.layout.cards
        known = [Sum(self._table.layout.players) - behind[pairs["slot", what.counter]]]
        if what.opens is not None and ("answers", what.opens) in pairs:
            known.append(behind[pairs["answers", what.opens]].scaled(-1))
        if what.of == "turns" and not all(one.passes_on for one in passes):
            return known
        for zone in frozenset[str]().union(*[one.idle for one in passes]):
            active = ZERO
            for one, times in zip(passes, often, strict=True):
                if zone not in one.idle:
                    active = active + times
            known.append(active.scaled(cards) - Sum(0, {pairs["zone", zone]: 1}))
        return known


def _is_seen(one: Pass, key: Key, sign: int, number: int) -> bool:
    """Whether what a mark says holds where a pass begins, or where it ends."""
    before = one.before[key]
    places = (before, before + one.change[key])
    return any(follows(one.facts, place.scaled(sign) + number) for place in places)


class _Same(dict[int, int]):
    """Players in place of themselves."""

    def __missing__(self, key: int) -> int:
        return key


def _between(passes: Sequence[Pass], first: _State, last: _State) -> list[Pass] | None:
    """The passes that can lie on a way from one position to another; None if there is no way."""
    forth, back = {first}, {last}
    for _ in range(len(passes)):
        forth |= {one.target for one in passes if one.source in forth}
        back |= {one.source for one in passes if one.target in back}
    if last not in forth:
        return None
    return [one for one in passes if one.source in forth and one.target in back]


def _renewed(value: Value, rest: Any, players: dict[int, int]) -> Value:
    """A value with what is not known of it in place of what was before the loop."""
    by: dict[int, Sum] = {}
    match value:
        case Cards(parts):
            return Cards(
                tuple([p if p.number.is_number else p._replace(number=next(rest)) for p in parts])
            )
        case Number(found):
            return value if found.is_number else Number(next(rest))
        case Many(number):
            return value if number.is_number else value._replace(number=next(rest))
        case Sealed(number, values):
            first = number if number.is_number else next(rest)
            return Sealed(first, tuple([_renewed(one, rest, players) for one in values]))
        case Row(values):
            return Row(tuple([_renewed(one, rest, players) for one in values]))
    return value_replaced(value, by, players)


def _less(value: Value, found: Value) -> Value:
    """What is left of what was believed to lie in a slot, where something else may lie there."""
    if value == found:
        return value
    match value, found:
        case (Number(), Number()) | (Somebody(), Somebody()):
            return value
        case Cards(parts), Cards(others):
            if [part.number for part in parts] == [part.number for part in others]:
                return Cards(
                    tuple([one if one == other else one._replace(zone=None, line=None)
                           for one, other in zip(parts, others, strict=True)])
                )  # fmt: skip
        case Stack(), Stack():
            return Stack(None, there=False)
        case Sealed(number, values), Sealed(_, others):
            if not values or not others or values == others:
                return Sealed(number, values or others)
            return Sealed(number, (None,) * len(values))
        case Row(values), Row(others) if len(values) == len(others):
            return Row(tuple(map(_less, values, others)))
    return None


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


def _key_of(x: ir.Expr) -> Key | None:
    match x:
        case ir.Counter(counter="round" | "turn" as name):
            return "register", name
        case ir.VariableValue(holder=None):
            return "variable", x.variable
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


def _sums_of(x: Path) -> Iterable[Sum]:
    yield from _kept_sums(x)
    yield from x.facts


def _kept_sums(x: Path) -> Iterable[Sum]:
    yield from x.amounts.values()
    for value in x.frame.slots.values():
        yield from sums_in(value)
