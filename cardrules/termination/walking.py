"""Follows a program on all ways that it may take, with sums of unknowns in place of numbers.

What a way is not followed into by itself is a loop: `loops.py` says what comes of all its passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardrules.machine import code
from cardrules.machine.program import Question
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.model.types import CARDS
from cardrules.termination.linear import ZERO, Sum
from cardrules.termination.path import (
    Cards,
    Frame,
    Kept,
    Number,
    Part,
    Path,
    Row,
    Sealed,
    Somebody,
    Stack,
    Value,
)
from cardrules.termination.reading import Reading, as_kept, total
from cardrules.termination.solver import can_be
from cardrules.termination.table import Table
from cardrules.termination.weakening import weakened

# Where a way goes on: at the next instruction (None), behind or at the begin of a label, or where
# a procedure comes to its end (see `cardrules.machine.graph.Exit`).
Goal = tuple[str, int] | None
Ways = dict[Goal, list[Path]]

END: Goal = None
TURN, ANSWER, ACTION, GAME = ("turn", 0), ("answer", 0), ("action", 0), ("game", 0)

# So much is followed; beyond that nothing is said.
MOST_INSTRUCTIONS = 60_000
_MOST_WAYS = 40
_MOST_DEEP = 24
_MOST_ALIKE = 6
# So many ways through a procedure are told apart.
_MOST_OF_PROCEDURE = 8


class TooMuchError(Exception):
    """There are more ways than can be followed."""


class Walking(Reading):
    """Follows procedures; a loop is followed by whoever knows loops."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.program = table.program
        self._left = MOST_INSTRUCTIONS
        self.progress: Callable[[], None] = lambda: None

    def loop(self, path: Path, x: code.Loop) -> Ways:
        """What comes of all passes of a loop."""
        raise NotImplementedError

    def draw_on(self, path: Path, x: code.Draw) -> Ways:
        """What comes of drawing from a pile with triggers."""
        raise NotImplementedError

    def settled(self, path: Path) -> Ways:
        """What comes of the standing rules."""
        raise NotImplementedError

    # -- blocks ------------------------------------------------------------------------------------

    def block(self, paths: Iterable[Path], block: code.Block) -> Ways:
        """What comes of a block."""
        ways: Ways = {}
        now = list(paths)
        for x in block:
            if not now:
                break
            after: list[Path] = []
            for path in now:
                self._left -= 1
                if self._left < 0:
                    raise TooMuchError
                for goal, found in self._carry_out(path, x).items():
                    if goal is END:
                        after += found
                    else:
                        ways.setdefault(goal, []).extend(found)
            now = joined(after)
            if len(now) > _MOST_WAYS:
                now = weakened(self.table, now, now[0].base, _MOST_ALIKE)
        ways[END] = now
        return {goal: joined(found) for goal, found in ways.items() if found}

    def _carry_out(self, path: Path, x: code.Instruction) -> Ways:
        follow = _FOLLOWED.get(type(x))
        if follow is not None:
            return follow(self, path, x)
        change = _CHANGED[type(x)]
        change(self, path, x)
        return {END: [path]}

    # -- the order of things -----------------------------------------------------------------------

    def branch(self, path: Path, x: code.Branch) -> Ways:
        """The first block whose test holds, or the last."""
        ways: Ways = {}
        rest = [path]
        for test, block in x.branches:
            taken = [one for way in rest for one in self.where(way, test)]
            rest = [one for way in rest for one in self.where(way, test, holds=False)]
            taken, rest = _possible(taken), _possible(rest)
            _add(ways, self.block(taken, block))
        _add(ways, self.block(rest, x.otherwise))
        return ways

    def labelled(self, path: Path, x: code.Labelled) -> Ways:
        """A block that can be left."""
        ways = self.block([path], x.body)
        _add(ways, {END: ways.pop(("leave", x.label), [])})
        return ways

    def turn(self, path: Path, x: code.Turn) -> Ways:
        """A turn, and what comes of it where it is ended from within."""
        ways = self.labelled(path, x)
        ended = ways.pop(TURN, [])
        if self.program.settle is None:
            _add(ways, {END: ended})
        else:
            for way in ended:
                _add(ways, self.settled(way))
        return ways

    def leave(self, path: Path, x: code.Leave) -> Ways:
        """On behind a block."""
        return {("leave", x.label): [path]}

    def telling(self, path: Path, x: code.Telling) -> Ways:
        """An instruction that is told."""
        return self.block([path], (x.does,))

    def stop_action(self, path: Path, x: code.StopAction) -> Ways:
        """All is over up to the action that is answered."""
        return {ANSWER: [path]}

    def end_turn(self, path: Path, x: code.EndTurn) -> Ways:
        """All is over up to a turn."""
        return {TURN: [path]}

    def end_game(self, path: Path, x: code.EndGame) -> Ways:
        """All is over."""
        return {GAME: [path]}

    # -- procedures --------------------------------------------------------------------------------

    def procedure(
        self, path: Path, number: int, slots: dict[int, Value], me: int | None, did: str = ""
    ) -> Ways:
        """What comes of a procedure: `turn`, `answer`, `action`, `game`, or on behind it."""
        if len(path.frames) >= _MOST_DEEP:
            raise TooMuchError
        way = path.copy()
        way.frames.append(Frame(number, slots, me))
        way.seats, way.visited = {}, frozenset()
        if did:
            way.did += (did,)
        ways = self.block([way], self.program.procedures[number].body)
        found: Ways = {}
        for goal, ends in ways.items():
            for one in ends:
                one.frames = one.frames[:-1]
                if one.frames:
                    one.frames[-1] = one.frames[-1].copy()
                one.seats, one.visited = dict(path.seats), path.visited
                found.setdefault(goal, []).append(one)
        return {
            goal: weakened(self.table, ways, path.amounts, _MOST_OF_PROCEDURE)
            for goal, ways in found.items()
        }

    def call(self, path: Path, x: code.Call) -> Ways:
        """Another procedure."""
        slots = {slot: self.value(path, value) for slot, value in enumerate(x.arguments)}
        return self.procedure(path, x.procedure, slots, path.frame.me)

    def settle(self, path: Path, x: code.Settle) -> Ways:
        """The standing rules."""
        return {END: [path]} if self.program.settle is None else self.settled(path)

    # -- asking ------------------------------------------------------------------------------------

    def ask(self, path: Path, x: code.Ask) -> Ways:
        """Somebody is asked."""
        question = self.program.questions[x.question]
        if question.form == "window":
            return self._window(path, x, question)
        if question.form == "action":
            return self._action(path, question)
        return {END: self._answered(path, question)}

    def _action(self, path: Path, question: Question) -> Ways:
        me = self.player(path, question.player)
        searches = self.program.searches_of(question)
        ways: Ways = {}
        for search in searches:
            for way, slots in self._with_answer(path, search, {}, me):
                found = self.procedure(way, search.procedure, slots, me, search.name)
                _add(ways, {END: [*found.pop(END, []), *found.pop(ACTION, [])]})
                _add(ways, found)
        nobody = path.copy()
        if self._is_able(nobody, me, searches):
            return ways
        if all(self.without_answer(nobody, search) for search in searches):
            _add(ways, {END: _possible([nobody])})
        return ways

    def _is_able(self, path: Path, me: int, searches: Sequence[Search]) -> bool:
        """Whether it is known that one of some actions can be taken."""
        if path.able is None or path.able[0] != me:
            return False
        return path.able[1] <= {search.name for search in searches}

    def _with_answer(
        self, path: Path, search: Search, given: dict[int, Value], me: int | None
    ) -> list[tuple[Path, dict[int, Value]]]:
        """The ways on which there is an answer, each with what lies in the slots of its frame."""
        way = path.copy()
        way.frames.append(Frame(search.procedure, dict(given), me))
        way.seats = {}
        found = _possible(self.with_answer(way, search.plan.steps))
        kept = {choice.slot for choice in search.choices} | given.keys()
        out = []
        for one in found:
            slots = {slot: item for slot, item in one.frame.slots.items() if slot in kept}
            one.frames = one.frames[:-1]
            one.frames[-1] = one.frames[-1].copy()
            one.seats, one.visited = dict(path.seats), path.visited
            out.append((one, slots))
        return out

    def _window(self, path: Path, x: code.Ask, question: Question) -> Ways:
        assert x.position is not None
        self._one_further(path, x.position)
        row = path.frame.slots.get(question.arguments) if question.arguments is not None else None
        ways: Ways = {("again", x.uninterrupted or 0): [path.copy()]}
        for number in question.searches:
            search = self.program.searches[number]
            given = dict(enumerate(row.values[: search.given])) if isinstance(row, Row) else {}
            me = self.table.somebody()
            for way, slots in self._with_answer(path, search, given, me):
                found = self.procedure(way, search.procedure, slots, me, search.name)
                ended = [*found.pop(END, []), *found.pop(ACTION, [])]
                _add(ways, {END: ended, ACTION: found.pop(ANSWER, [])})
                _add(ways, found)
        return ways

    def _answered(self, path: Path, question: Question) -> list[Path]:
        """A choice in the middle of effects, or under seal."""
        (search,) = self.program.searches_of(question)
        ways: list[Path] = []
        for way in _possible(self.with_answer(path, search.plan.steps)):
            if question.answers is not None:
                self._seal(way, question)
            ways.append(way)
        nothing = path.copy()
        if not self.without_answer(nothing, search):
            return ways
        if question.answers is None:
            nothing.frame.slots.update(dict.fromkeys(question.slots, Cards(())))
        return [*ways, *_possible([nothing])]

    def _seal(self, path: Path, question: Question) -> None:
        slots = path.frame.slots
        assert question.answers is not None
        values = tuple([self._own(slots.get(slot), question) for slot in question.slots])
        before = slots.get(question.answers)
        if isinstance(before, Sealed):
            if before.values in ((), values):
                slots[question.answers] = Sealed(before.number + 1, values)
                return
            slots[question.answers] = Sealed(before.number + 1, (None,) * len(values))

    def _own(self, value: Value, question: Question) -> Value:
        """What is sealed. That it comes from a zone of the one who has chosen it is noted: others
        then have something else. A part that is `whole` may have any number of cards.
        """
        if isinstance(value, Stack):
            return value
        if not isinstance(value, Cards):
            return None
        (search,) = self.program.searches_of(question)
        is_own = len(search.choices) == len(question.slots) == 1
        is_own = is_own and _is_own(search.choices[0].domain)
        parts = []
        for part in value.parts:
            known = part.number.is_number
            parts.append(
                Part(
                    part.zone,
                    part.number if known else ZERO,
                    whole=not known,
                    sealed=question.answers if is_own else None,
                )
            )
        return Cards(tuple(parts))

    def _opened(self, path: Path, value: Value) -> Value:
        """What lies in an answer that is carried out now."""
        if not isinstance(value, Cards):
            return value
        parts = []
        for part in value.parts:
            if part.whole:
                most = Sum(self.table.layout.cards) if part.zone is None else path.of(part.zone)
                number = self._up_to(path, most)
                parts.append(part._replace(number=number, whole=False))
            else:
                parts.append(part)
        return Cards(tuple(parts))

    def unpack(self, path: Path, x: code.Unpack) -> Ways:
        """An answer under seal, or on to the next one."""
        self._one_further(path, x.position)
        nothing = path.copy()
        found = path.frame.slots.get(x.answers)
        values: tuple[Value, ...] = (None,) * len(x.slots)
        if isinstance(found, Sealed):
            path.know(found.number - 1)
            path.frame.slots[x.answers] = found._replace(number=found.number - 1)
            if len(found.values) == len(x.slots):
                values = tuple([self._opened(path, one) for one in found.values])
        path.frame.slots.update(zip(x.slots, values, strict=True))
        return {END: _possible([path]), ("again", x.label): [nothing]}

    def _one_further(self, path: Path, position: int) -> None:
        found = path.frame.slots.get(position)
        self.lay(path, position, Number(found.value + 1) if isinstance(found, Number) else None)

    # -- slots, registers, variables ---------------------------------------------------------------

    def lay(self, path: Path, slot: int, value: Value) -> None:
        """A value into a slot."""
        path.frame.slots[slot] = value
        path.seats = {key: who for key, who in path.seats.items() if slot not in key}

    def assign(self, path: Path, x: code.Assign | code.Put) -> None:
        """A value into a slot."""
        value = self.value(path, x.value)
        if isinstance(x.value, code.Element):
            self._element(path, x.slot, x.value)
            return
        self.lay(path, x.slot, value)

    def _element(self, path: Path, slot: int, x: code.Element) -> None:
        """One of the things of a slot; of players it is the same wherever it is named so."""
        if x.type.base == "player":
            self.lay(path, slot, Somebody(self.player(path, x)))
            return
        found = path.frame.slots.get(x.slot)
        if isinstance(found, Cards) and x.type.base == "card":
            zones = {part.zone for part in found.parts}
            zone = zones.pop() if len(zones) == 1 else None
            self.lay(path, slot, Cards((Part(zone, Sum(1)),)))
            return
        self.lay(path, slot, Stack(None, there=False) if x.type.base == "stack" else None)

    def put_all(self, path: Path, x: code.PutAll) -> None:
        """All things of a collection into a slot."""
        element = x.value.type.element
        is_cards = element is not None and element.base == "card"
        value: Value = as_kept(self.cards(path, x.value)) if is_cards else self.many(path, x.value)
        self.lay(path, x.slot, value)

    def put_tuple(self, path: Path, x: code.PutTuple) -> None:
        """Several values into a slot; none: there are no answers yet."""
        if not x.values:
            self.lay(path, x.slot, Sealed(ZERO, ()))
            return
        self.lay(path, x.slot, Row(tuple([self.value(path, one) for one in x.values])))

    def keep(self, path: Path, x: code.Keep) -> None:
        """Registers into a slot."""
        self.lay(path, x.slot, Kept(path.frame.me))

    def restore(self, path: Path, x: code.Restore) -> None:
        """Registers as they were."""
        found = path.frame.slots.get(x.slot)
        if "me" in x.registers:
            path.frame.me = found.me if isinstance(found, Kept) else None
            path.able = None
        for name in ("round", "turn"):
            if name in x.registers:
                path.amounts["register", name] = self.table.unknowns.new()
        if "next_turn" in x.registers:
            path.is_moved = True

    def set_register(self, path: Path, x: code.SetRegister) -> None:
        """A value into a register."""
        if x.register == "me":
            path.frame.me = self.player(path, x.value)
            path.able = None
        elif x.register in ("round", "turn"):
            path.amounts["register", x.register] = self.number(path, x.value)
        elif x.register == "next_turn":
            path.is_moved = True

    def reverse(self, path: Path, x: code.Reverse) -> None:
        """The direction of play is the other one."""
        path.is_moved = True

    def set_variable(self, path: Path, x: code.SetVariable) -> Ways:
        """A new value for a variable."""
        self._may_change(path, Sum(1))
        path.able = None
        if x.variable in self.table.flags:
            ways = []
            for truth in (True, False):
                for way in self.where(path, x.value, holds=truth):
                    way.fixed["flag", x.variable] = truth
                    ways.append(way)
            return {END: ways}
        if x.variable in self.table.numbers:
            path.amounts["variable", x.variable] = self.number(path, x.value)
        return {END: [path]}

    def _may_change(self, path: Path, most: Sum) -> None:
        """The counter of changes goes up, so far at most."""
        if most == ZERO:
            return
        more = self.table.unknowns.new()
        path.know(more, most - more)
        path.amounts["register", "changes"] = path.amounts["register", "changes"] + more

    def move_tokens(self, path: Path, x: code.MoveTokens) -> None:
        """Tokens from the supply, or back."""
        number = self.table.unknowns.new()
        path.know(number)
        self._may_change(path, Sum(1))
        path.able = None
        left = path.amounts["tokens", x.token]
        path.amounts["tokens", x.token] = left + number if x.back else left - number
        path.know(path.amounts["tokens", x.token])

    def count_down(self, path: Path, x: code.CountDown) -> None:
        """One less in a slot."""
        found = path.frame.slots.get(x.slot)
        if isinstance(found, Number):
            path.know(found.value - 1)
            self.lay(path, x.slot, Number(found.value - 1))

    def pass_on(self, path: Path, x: code.PassOn) -> None:
        """Whose turn is next."""
        found = path.frame.slots.get(x.current)
        if isinstance(found, Somebody):
            path.passed = found.who
        self.lay(path, x.current, Somebody(self.table.somebody()))

    def pick(self, path: Path, x: code.Pick) -> None:
        """One of several things, or none."""
        self.lay(path, x.slot, self.element(path, x.domain, is_certain=False))

    def nothing(self, path: Path, x: code.Instruction) -> None:
        """What changes nothing that is measured."""

    def shown(self, path: Path, x: code.Instruction) -> None:
        """What may count as a change, and is none for what is measured."""
        self._may_change(path, Sum(self.table.layout.cards))

    # -- cards -------------------------------------------------------------------------------------

    def move(self, path: Path, x: code.Move) -> Ways:
        """Cards to a zone."""
        found = self.cards(path, x.cards)
        ways = self.shift(path, found.parts, self.zone(path, x.to))
        to = self.zone(path, x.to)
        slot = _slot_of(x.cards)
        if slot is not None and to is not None and len(found.parts) == 1:
            for way in ways:
                way.frame.slots[slot] = Cards((found.parts[0]._replace(zone=to, sealed=None),))
        return {END: ways}

    def move_stacks(self, path: Path, x: code.MoveStacks) -> Ways:
        """Whole stacks to another zone."""
        found = self.cards(path, x.stacks)
        return {END: self.shift(path, found.parts, self.zone(path, x.to))}

    def new_stack(self, path: Path, x: code.NewStack) -> Ways:
        """A new stack of cards."""
        found = Cards(())
        for item in x.cards:
            found = self._together(path, found, self.cards(path, item))
        return {END: self.shift(path, found.parts, self.zone(path, x.to))}

    def swap(self, path: Path, x: code.Swap) -> Ways:
        """Two zones exchange their cards."""
        one, other = self.zone(path, x.left), self.zone(path, x.right)
        if one == other and one is not None:
            self._may_change(path, Sum(1))
            path.touch((one,))
            return {END: [path]}
        left = self.cards(path, ir.Contents(type=CARDS, zone=x.left))
        right = self.cards(path, ir.Contents(type=CARDS, zone=x.right))
        ways = self.shift(path, as_kept(left).parts, other)
        return {
            END: [one_way for way in ways for one_way in self.shift(way, as_kept(right).parts, one)]
        }

    def draw(self, path: Path, x: code.Draw) -> Ways:
        """Cards from a pile, at most what there is."""
        number = self.number(path, x.number)
        if not x.triggers:
            return {END: self.drawn(path, x, number)}
        none = path.copy()
        none.know(number.scaled(-1))
        path.know(number - 1)
        ways: Ways = {END: _possible([none])}
        for way in _possible([path]):
            self.lay(way, x.left, Number(number))
            _add(ways, self.draw_on(way, x))
        return ways

    def drawn(self, path: Path, x: code.Draw, number: Sum) -> list[Path]:
        """Cards from a pile of which none is waited for."""
        zone, to = self.zone(path, x.source), self.zone(path, x.to)
        none, enough, few = path.copy(), path.copy(), path.copy()
        none.know(number.scaled(-1))
        found = self.cards(few, ir.Contents(type=CARDS, zone=x.source))
        there = total(found.parts)
        few.know(number - 1, number - there - 1)
        enough.know(number - 1)
        if zone is not None:
            enough.know(enough.of(zone) - number)
        ways = _possible([none])
        for way in _possible([enough]):
            ways += self.shift(way, (Part(zone, number),), to)
        for way in _possible([few]):
            ways += self.shift(way, found.parts, to)
        return ways

    def shift(self, path: Path, parts: Sequence[Part], to: str | None) -> list[Path]:
        """Cards go from where they lie to the zones of a name."""
        ways = [path]
        for part in parts:
            if part.number != ZERO:
                ways = [one for way in ways for one in self._shift(way, part, to)]
        return ways

    def _shift(self, path: Path, part: Part, to: str | None) -> list[Path]:
        self._may_change(path, part.number)
        if part.zone == to and to is not None:
            path.touch((to,))
            return [path]
        if part.zone is None or to is None:
            return self._shift_somewhere(path, part, to)
        ways = self._single_cards_along(path, part, (part.zone,), to)
        for way in ways:
            way.amounts["zone", part.zone] = way.of(part.zone) - part.number
            way.amounts["zone", to] = way.of(to) + part.number
            way.know(way.of(part.zone))
            way.touch((part.zone, to))
            way.leave((part.zone,), part.sealed)
            self._single_cards_there(way)
        return ways

    def _shift_somewhere(self, path: Path, part: Part, to: str | None) -> list[Path]:
        """Cards of which it is not known from where, or to where, they go."""
        sources = self.table.zones if part.zone is None else (part.zone,)
        ways = [path]
        targets = self.table.zones if to is None else (to,)
        for target in targets:
            ways = [
                one for way in ways for one in self._single_cards_along(way, part, sources, target)
            ]
        for way in ways:
            before = {name: way.of(name) for name in self.table.zones}
            for name in {*sources, *targets}:
                # Within what always holds it may be anything.
                way.amounts["zone", name] = self.table.unknowns.new()
            if part.zone is None and to is not None:
                for name in self.table.zones:
                    if name != to:
                        way.know(before[name] - way.of(name))
                way.know(before[to] + part.number - way.of(to), way.of(to) - before[to])
            elif part.zone is not None:
                way.amounts["zone", part.zone] = before[part.zone] - part.number
            self.table.always(way)
            way.touch({*sources, *targets})
            way.leave(sources)
        return ways

    def _single_cards_along(
        self, path: Path, part: Part, sources: Sequence[str], to: str
    ) -> list[Path]:
        """The ways on which the only card of a line is among those that go, or is not."""
        ways = [path]
        for line in self.table.single_cards:
            if path.fixed["card", line] not in sources or part.line not in (None, line):
                continue
            must = part.line == line or part.whole
            more = []
            for way in ways:
                if not must:
                    more.append(way.copy())
                way.fixed["card", line] = to
                way.know(part.number - 1)
            ways += more
        return _possible(ways) if len(ways) > 1 else ways

    def _single_cards_there(self, path: Path) -> None:
        for line in self.table.single_cards:
            path.know(path.of(path.fixed["card", line]) - 1)


def _slot_of(x: ir.Expr) -> int | None:
    """The slot of a card that is moved by its name."""
    match x:
        case ir.Operation(op="only", arguments=(ir.Local(slot=slot),)):
            return slot
        case ir.Operation(op="only", arguments=(ir.NotNone(value=ir.Local(slot=slot)),)):
            return slot
        case ir.Local(slot=slot):
            return slot
    return None


def _is_own(x: ir.Expr) -> bool:
    """Whether what is chosen lies in a zone of who chooses."""
    root = ir.root_of(x)
    if not isinstance(root, ir.Contents) or not isinstance(root.zone, ir.ZoneOf):
        return False
    holder = root.zone.holder
    return isinstance(holder, ir.Role) and holder.role == "me"


def joined(paths: Sequence[Path]) -> list[Path]:
    """Ways without those of which more is known than of others that are the same otherwise."""
    if len(paths) < 2:  # noqa: PLR2004
        return list(paths)
    found: dict[Any, list[Path]] = {}
    for path in paths:
        same = found.setdefault(path.key(), [])
        known = frozenset(path.facts)
        less = next((other for other in same if known >= set(other.facts)), None)
        if less is not None:
            _note_too(less, path)
            continue
        for other in [other for other in same if known <= set(other.facts)]:
            same.remove(other)
            _note_too(path, other)
        same.append(path)
    return [path for same in found.values() for path in _not_too_many(same)]


def _not_too_many(paths: list[Path]) -> list[Path]:
    """Ways that are the same but for what is known of them; of too many one, of which less is."""
    if len(paths) <= _MOST_ALIKE:
        return paths
    first, *others = paths
    for path in others:
        known = set(path.facts)
        first.facts = tuple([item for item in first.facts if item in known])
        _note_too(first, path)
    return [first]


def _note_too(path: Path, other: Path) -> None:
    """Note on a way what may have happened on another one that is the same otherwise."""
    path.touched |= other.touched
    path.left |= other.left
    path.visited &= other.visited
    path.did = tuple(dict.fromkeys((*path.did, *other.did)))
    path.seats = {key: who for key, who in path.seats.items() if other.seats.get(key) == who}


def _possible(paths: Iterable[Path]) -> list[Path]:
    """The ways that are not impossible for what is known of them."""
    return [path for path in paths if can_be(path.facts)]


def _add(ways: Ways, more: Ways) -> None:
    for goal, paths in more.items():
        if paths:
            ways.setdefault(goal, []).extend(paths)


_FOLLOWED: dict[type[code.Instruction], Callable[[Walking, Path, Any], Ways]] = {
    code.Branch: Walking.branch,
    code.Labelled: Walking.labelled,
    code.Turn: Walking.turn,
    code.Loop: lambda self, path, x: self.loop(path, x),
    code.Leave: Walking.leave,
    code.Telling: Walking.telling,
    code.StopAction: Walking.stop_action,
    code.EndTurn: Walking.end_turn,
    code.EndGame: Walking.end_game,
    code.Call: Walking.call,
    code.Settle: Walking.settle,
    code.Ask: Walking.ask,
    code.Unpack: Walking.unpack,
    code.SetVariable: Walking.set_variable,
    code.Move: Walking.move,
    code.MoveStacks: Walking.move_stacks,
    code.NewStack: Walking.new_stack,
    code.Swap: Walking.swap,
    code.Draw: Walking.draw,
}
_CHANGED: dict[type[code.Instruction], Callable[[Walking, Path, Any], None]] = {
    code.Assign: Walking.assign,
    code.Put: Walking.assign,
    code.PutAll: Walking.put_all,
    code.PutTuple: Walking.put_tuple,
    code.Keep: Walking.keep,
    code.Restore: Walking.restore,
    code.SetRegister: Walking.set_register,
    code.Reverse: Walking.reverse,
    code.MoveTokens: Walking.move_tokens,
    code.CountDown: Walking.count_down,
    code.PassOn: Walking.pass_on,
    code.Pick: Walking.pick,
    code.Shuffle: Walking.shown,
    code.Reveal: Walking.shown,
    code.Count: Walking.nothing,
    code.Forget: Walking.nothing,
    code.Announce: Walking.nothing,
    code.Say: Walking.nothing,
    code.SayWhy: Walking.nothing,
    code.Watch: Walking.nothing,
}
