"""Procedures as programs: lists of instructions that can be left and re-entered at a decision.

An instruction is a function of the state and the running frame that gives the index of the next
instruction, or one of the codes below. Structured statements become jumps here and nowhere else; a
decision suspends the program by leaving the number of its site in the state, so that nothing but
plain data is needed to go on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from cardrules.engine import events
from cardrules.engine.emit import FRAME_HEAD, Place
from cardrules.engine.subsets import closed
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import CARDS, SETS, UNKNOWN, Type

if TYPE_CHECKING:
    from cardrules.engine.build import Builder

Frame = list[Any]
Instruction = Callable[[State, Frame], int]
Restore = Callable[[State, Frame], None]

# Codes in place of the next instruction.
SWITCH = -1  # the frames have changed: go on with the innermost
ASK = -2  # somebody must decide
GAME_END = -3  # the play is over


@attrs.define
class Label:
    """A place in a program, known when all of it is written."""

    pc: int = -1


@attrs.define
class Construct:
    """A construct around a statement: where it is left, and what is then as it was before."""

    kind: str
    end: Label
    next: Label
    restore: Restore | None


@attrs.define
class Code:
    """The program of one procedure."""

    index: int
    procedure: ir.Procedure
    instructions: list[Instruction] = attrs.field(factory=list)
    # For each `turns`: the instructions in it, and where its next turn begins, who acts then.
    turns: list[tuple[int, int, Label, int]] = attrs.field(factory=list)


class Writer:
    """Writes the program of one procedure; functions of expressions are given by the builder."""

    def __init__(self, builder: Builder, code: Code) -> None:
        self.builder = builder
        self.mover = builder.mover
        self.code = code
        self.constructs: list[Construct] = []
        # Instructions are made when all functions exist.
        self.pending: list[Callable[[], Instruction]] = []

    # -- writing -----------------------------------------------------------------------------------

    def add(self, make: Callable[[], Instruction]) -> None:
        """The next instruction."""
        self.pending.append(make)

    @property
    def here(self) -> int:
        """The index of the instruction that comes next."""
        return len(self.pending)

    def mark(self, label: Label) -> None:
        """The label means the instruction that comes next."""
        label.pc = self.here

    def fn(self, expr: ir.Expr) -> Callable[[], Callable[[State, Frame], Any]]:
        """What gives the function of an expression, once it exists."""
        return self.builder.function(expr, Place())

    def finish(self) -> None:
        """Make all instructions; the last one returns."""
        self.add(lambda: _return)
        self.code.instructions = [make() for make in self.pending]

    def body(self, body: ir.Body) -> None:
        """Write statements."""
        for statement in body:
            _WRITERS[type(statement)](self, statement)

    def jump(self, label: Label) -> None:
        """Go to a label."""
        self.add(lambda: lambda s, f: label.pc)

    def call(self, procedure: str) -> None:
        """Carry out a procedure without arguments; nobody acts in it."""
        after = self.here + 1
        code = self.builder.code(procedure)

        def make() -> Instruction:
            index, slots = code.index, code.procedure.slots

            def instruction(s: State, f: Frame) -> int:
                f[1] = after
                s.frames.append([index, 0, f[2], *[0] * slots])
                return SWITCH

            return instruction

        self.add(make)

    def settle(self) -> None:
        """Bring about the standing rules, if there are any."""
        if self.builder.tables.ruleset.standing:
            self.call("settle")


def _return(s: State, f: Frame) -> int:
    s.frames.pop()
    return SWITCH if s.frames else GAME_END


# ---- Values --------------------------------------------------------------------------------------


def _let(w: Writer, x: ir.Let) -> None:
    value, slot, after = w.fn(x.value), x.slot + FRAME_HEAD, w.here + 1

    def make() -> Instruction:
        get = plain_value(x.value.type, value())

        def instruction(s: State, f: Frame) -> int:
            f[slot] = get(s, f)
            return after

        return instruction

    w.add(make)


def plain_value(kind: Type, get: Callable[[State, Frame], Any]) -> Callable[[State, Frame], Any]:
    """A function whose value can lie in a frame, in which everything is plain data."""
    if kind.base != "collection":
        return get
    plain = closed if kind == SETS else tuple
    return lambda s, f: plain(get(s, f))


def _set(w: Writer, x: ir.SetVariable) -> None:
    tables = w.builder.tables
    base, cause, after = tables.variable_base[x.variable], x.origin, w.here + 1
    value = w.fn(x.value)
    holder = w.fn(x.holder) if x.holder is not None else None
    name, kind, told = x.variable, tables.ruleset.variables[x.variable].type, w.mover.told

    def make() -> Instruction:
        get = value()
        whose = holder() if holder is not None else None

        def instruction(s: State, f: Frame) -> int:
            owner = whose(s, f) if whose is not None else 0
            new = get(s, f)
            if s.vars[base + owner] != new:
                s.vars[base + owner] = new
                s.changes += 1
                s.events.append((events.SET, cause, name, owner, new, told(s, kind, new)))
            return after

        return instruction

    w.add(make)


def _tokens(w: Writer, x: ir.Tokens) -> None:
    tables = w.builder.tables
    base = tables.variable_base[x.token]
    supply = base + tables.holders(tables.ruleset.variables[x.token].holder)
    number, holder = w.fn(x.number), w.fn(x.holder)
    cause, after, name, back = x.origin, w.here + 1, x.token, x.back

    def make() -> Instruction:
        get, whose = number(), holder()

        def instruction(s: State, f: Frame) -> int:
            owner = whose(s, f)
            wanted = max(0, get(s, f))
            moved = min(wanted, s.vars[base + owner] if back else s.vars[supply])
            if moved:
                moved = -moved if back else moved
                s.vars[base + owner] += moved
                s.vars[supply] -= moved
                s.changes += 1
                s.events.append((events.TOKENS, cause, name, owner, moved))
            return after

        return instruction

    w.add(make)


def _say(w: Writer, x: ir.Say) -> None:
    values: list[tuple[Any, Callable[[], Any] | None]] = [
        (part, None) if isinstance(part, str) else (part.type, w.fn(part)) for part in x.parts
    ]
    cause, after, mover = x.origin, w.here + 1, w.mover

    def make() -> Instruction:
        made = [(item, get() if get is not None else None) for item, get in values]

        def instruction(s: State, f: Frame) -> int:
            said: list[Any] = []
            for item, get in made:
                if get is None:
                    said.append(item)
                else:
                    value = get(s, f)
                    mask = mover.told(s, item, value)
                    if item.base == "stack" and value >= 0:
                        value = events.zone_label(s, value, mover.static)
                    said.append((item, value, mask))
            s.events.append((events.SAID, cause, tuple(said)))
            return after

        return instruction

    w.add(make)


# ---- Cards ---------------------------------------------------------------------------------------


def _place(w: Writer, place: ir.Place) -> Callable[[], Callable[[State, Frame], int]]:
    if place.number is None:
        return lambda: lambda s, f: 0
    return w.fn(place.number)


def _move(w: Writer, x: ir.MoveCards) -> None:
    cards, to, depth = w.fn(x.cards), w.fn(x.to), _place(w, x.place)
    where, cause, after, mover = x.place.where, x.origin, w.here + 1, w.mover

    def make() -> Instruction:
        get, zone, number, move = cards(), to(), depth(), mover.move

        def instruction(s: State, f: Frame) -> int:
            move(s, get(s, f), zone(s, f), where, number(s, f), cause)
            return after

        return instruction

    w.add(make)


def _move_stacks(w: Writer, x: ir.MoveStacks) -> None:
    stacks, to, cause, after, mover = w.fn(x.stacks), w.fn(x.to), x.origin, w.here + 1, w.mover

    def make() -> Instruction:
        get, zone = stacks(), to()

        def instruction(s: State, f: Frame) -> int:
            mover.move_stacks(s, get(s, f), zone(s, f), cause)
            return after

        return instruction

    w.add(make)


def _new_stack(w: Writer, x: ir.NewStack) -> None:
    cards = [w.fn(card) for card in x.cards]
    to, cause, after, mover = w.fn(x.to), x.origin, w.here + 1, w.mover

    def make() -> Instruction:
        parts, zone = [get() for get in cards], to()

        def instruction(s: State, f: Frame) -> int:
            mover.new_stack(s, tuple([get(s, f) for get in parts]), zone(s, f), cause)
            return after

        return instruction

    w.add(make)


def _draw(w: Writer, x: ir.Draw) -> None:
    """Count down in the first slot; the second remembers which trigger was tried in vain."""
    number, source, to, depth = w.fn(x.number), w.fn(x.source), w.fn(x.to), _place(w, x.place)
    left, tried = x.slots[0] + FRAME_HEAD, x.slots[1] + FRAME_HEAD
    where, cause, mover = x.place.where, x.origin, w.mover
    begin = w.here

    def start() -> Instruction:
        get = number()

        def instruction(s: State, f: Frame) -> int:
            f[left] = get(s, f)
            f[tried] = -2
            return begin + 1

        return instruction

    def loop() -> Instruction:
        zone, target, number_below, move = source(), to(), depth(), mover.move
        triggers, line = w.builder.triggers, w.builder.tables.line
        after, limit = begin + 2, w.builder.most_spins

        def instruction(s: State, f: Frame) -> int:
            while f[left] > 0:
                pile = zone(s, f)
                cards = s.zones[pile]
                acting = triggers.get(pile)
                if acting is None:
                    taken = cards[: -f[left] - 1 : -1]
                    if taken:
                        move(s, taken, target(s, f), where, number_below(s, f), cause)
                    break
                card = cards[-1] if cards else -1
                code = acting.get(line[card] if cards else -1)
                if code is not None and f[tried] != card:
                    limit(s)
                    f[tried] = card
                    f[1] = begin + 1
                    s.frames.append([code.index, 0, -1, card, *[0] * code.procedure.slots])
                    return SWITCH
                if not cards:
                    break
                taken = _free_of_triggers(cards, f[left], acting, line)
                move(s, taken, target(s, f), where, number_below(s, f), cause)
                f[left] -= len(taken)
                f[tried] = -2
            return after

        return instruction

    w.add(start)
    w.add(loop)


def _free_of_triggers(
    cards: tuple[int, ...], number: int, acting: dict[int, Code], line: list[int]
) -> tuple[int, ...]:
    """The cards from the top, at most so many, up to the first that has a trigger."""
    if number == 1:
        return cards[-1:]
    taken = cards[: -number - 1 : -1]
    for index, card in enumerate(taken):
        if index and line[card] in acting:
            return taken[:index]
    return taken


def _shuffle(w: Writer, x: ir.Shuffle) -> None:
    zone, cause, after, mover = w.fn(x.zone), x.origin, w.here + 1, w.mover

    def make() -> Instruction:
        where, chance = zone(), w.builder.chance

        def instruction(s: State, f: Frame) -> int:
            pile = where(s, f)
            if len(s.zones[pile]) > 0:
                order = chance.shuffle(s, pile)
                mover.shuffled(s, pile, order, cause)
            return after

        return instruction

    w.add(make)


def _swap(w: Writer, x: ir.Swap) -> None:
    left, right, cause, after, mover = w.fn(x.left), w.fn(x.right), x.origin, w.here + 1, w.mover

    def make() -> Instruction:
        one, other = left(), right()

        def instruction(s: State, f: Frame) -> int:
            mover.swap(s, one(s, f), other(s, f), cause)
            return after

        return instruction

    w.add(make)


def _reveal(w: Writer, x: ir.Reveal) -> None:
    cards, cause, after, mover = w.fn(x.cards), x.origin, w.here + 1, w.mover
    to = w.fn(x.to) if x.to is not None else None

    def make() -> Instruction:
        get = cards()
        whom = to() if to is not None else None

        def instruction(s: State, f: Frame) -> int:
            mask = mover.everybody
            if whom is not None:
                mask = sum(1 << player for player in whom(s, f))
            mover.reveal(s, get(s, f), mask, cause)
            return after

        return instruction

    w.add(make)


def _pick(w: Writer, x: ir.Pick) -> None:
    domain, slot, cause, after = w.fn(x.domain), x.slot + FRAME_HEAD, x.origin, w.here + 1
    name, kind, mover = x.name, x.domain.type.element or UNKNOWN, w.mover

    def make() -> Instruction:
        get, chance = domain(), w.builder.chance

        def instruction(s: State, f: Frame) -> int:
            items = get(s, f)
            if items:
                index, outcome = chance.pick(s, name, kind, items)
                value = items[index]
                mask = mover.told(s, kind, value)
                s.events.append((events.PICKED, cause, name, kind, value, mask, outcome))
                f[slot] = value
            else:
                f[slot] = () if kind == CARDS else -1
            return after

        return instruction

    w.add(make)


# ---- Asking --------------------------------------------------------------------------------------


def _one_of(w: Writer, x: ir.OneOf) -> None:
    site = w.builder.one_of_site(w.code, x, w.here + 1)

    def make() -> Instruction:
        return site.arrive

    w.add(make)
    w.settle()


def _choose(w: Writer, x: ir.Choose) -> None:
    site = w.builder.choose_site(w.code, x, w.here + 1)
    w.add(lambda: site.arrive)


def _together(w: Writer, x: ir.Together) -> None:
    players, position, answers, saved = (slot + FRAME_HEAD for slot in x.slots)
    order = _ordered_players(w, x.order)
    ask, carry_out, end = Label(), Label(), Label()

    def start() -> Instruction:
        get = order()

        def instruction(s: State, f: Frame) -> int:
            f[saved] = f[2]
            f[players] = tuple(get(s, f))
            f[position] = 0
            f[answers] = ()
            return ask.pc

        return instruction

    w.add(start)
    w.mark(ask)
    site = w.builder.together_site(w.code, x, w.here, (players, position, answers))
    w.add(lambda: site.arrive)

    def rewind() -> Instruction:
        def instruction(s: State, f: Frame) -> int:
            f[position] = 0
            return carry_out.pc

        return instruction

    w.add(rewind)
    w.mark(carry_out)

    def next_player() -> Instruction:
        def instruction(s: State, f: Frame) -> int:
            while f[position] < len(f[players]):
                index = f[position]
                f[position] = index + 1
                values = f[answers][index]
                if values:
                    f[2] = f[players][index]
                    for slot, value in zip(site.slots, values, strict=True):
                        f[slot] = value
                    return carry_out.pc + 1
            return end.pc

        return instruction

    w.add(next_player)
    outer, w.constructs = w.constructs, []
    w.body(x.body)
    w.constructs = outer
    w.jump(carry_out)
    w.mark(end)
    _restore(w, _who_acted(saved))


def _restore(w: Writer, restore: Restore) -> None:
    after = w.here + 1

    def instruction(s: State, f: Frame) -> int:
        restore(s, f)
        return after

    w.add(lambda: instruction)


def _who_acted(saved: int) -> Restore:
    def restore(s: State, f: Frame) -> None:
        f[2] = f[saved]

    return restore


def _whose_turn_it_was(saved: int) -> Restore:
    """After turns within a turn, the outer ones go on as before."""

    def restore(s: State, f: Frame) -> None:
        f[2], s.active, s.direction, s.next_turn, s.turn = f[saved]

    return restore


def _which_round_it_was(saved: int) -> Restore:
    def restore(s: State, f: Frame) -> None:
        s.round = f[saved]

    return restore


def _open(w: Writer, x: ir.OpenWindow) -> None:
    arguments, players, position = (slot + FRAME_HEAD for slot in x.slots)
    values, asked = [w.fn(item) for item in x.arguments], w.fn(x.asked)
    ask = Label()

    def start() -> Instruction:
        parts, whom = [get() for get in values], asked()

        def instruction(s: State, f: Frame) -> int:
            f[arguments] = tuple([get(s, f) for get in parts])
            f[players] = tuple([player for player in whom(s, f) if player >= 0])
            f[position] = 0
            return ask.pc

        return instruction

    w.add(start)
    over = Label()
    w.jump(ask)
    resume = w.here
    w.settle()  # after each interrupt
    w.mark(ask)
    site = w.builder.answer_site(w.code, x, (w.here, resume), over, (arguments, players, position))
    w.add(lambda: site.arrive)
    w.mark(over)


def _stop(w: Writer, x: ir.Stop) -> None:
    codes, cause = w.builder.codes, x.origin
    ruleset = w.builder.tables.ruleset
    labels = {
        "action": {name: item.label for name, item in ruleset.actions.items()},
        "interrupt": {name: item.label for name, item in ruleset.interrupts.items()},
    }

    def instruction(s: State, f: Frame) -> int:
        frames = s.frames
        while codes[frames.pop()[0]].procedure.role != "interrupt":
            pass
        roles = [codes[frame[0]].procedure.role for frame in frames]
        answered = [index for index, role in enumerate(roles) if role in ("action", "interrupt")]
        if answered:
            procedure = codes[frames[answered[-1]][0]].procedure
            s.events.append((events.STOPPED, cause, labels[procedure.role][procedure.name]))
            del frames[answered[-1] :]
        return SWITCH

    w.add(lambda: instruction)


# ---- Flow ----------------------------------------------------------------------------------------


def _end(w: Writer, x: ir.End) -> None:
    if x.construct == "game":
        w.add(lambda: _end_game)
        return
    wanted = "turns" if x.construct == "turn" else x.construct
    crossed: list[Construct] = []
    for construct in reversed(w.constructs):
        if construct.kind == wanted:
            restores = [item.restore for item in crossed if item.restore is not None]
            label = construct.next if x.construct == "turn" else construct.end
            w.add(partial(_leave, label, restores))
            return
        crossed.append(construct)
    settle = w.builder.code("settle") if w.builder.tables.ruleset.standing else None
    w.add(lambda: _make_end_turn(w.builder.codes, settle))


def _leave(label: Label, restores: list[Restore]) -> Instruction:
    def instruction(s: State, f: Frame) -> int:
        for restore in restores:
            restore(s, f)
        return label.pc

    return instruction


def _end_game(s: State, f: Frame) -> int:
    s.frames.clear()
    return GAME_END


def _make_end_turn(codes: list[Code], settle: Code | None) -> Instruction:
    """End the turn from within an action: leave frames up to the one that has the turns.

    The action is over by that, so the standing rules are brought about.
    """

    def instruction(s: State, f: Frame) -> int:
        frames = s.frames
        frames.pop()
        while frames:
            frame = frames[-1]
            inside = [item for item in codes[frame[0]].turns if item[0] < frame[1] <= item[1]]
            if inside:
                frame[1] = inside[0][2].pc  # turns within others are noted first
                if settle is not None:
                    frames.append([settle.index, 0, frame[2], *[0] * settle.procedure.slots])
                return SWITCH
            frames.pop()
        return GAME_END

    return instruction


def _next_turn(w: Writer, x: ir.NextTurn) -> None:
    player, after = w.fn(x.player), w.here + 1

    def make() -> Instruction:
        get = player()

        def instruction(s: State, f: Frame) -> int:
            s.next_turn = get(s, f)
            return after

        return instruction

    w.add(make)


def _reverse(w: Writer, x: ir.Reverse) -> None:
    after = w.here + 1

    def instruction(s: State, f: Frame) -> int:
        s.direction = -s.direction
        return after

    w.add(lambda: instruction)


def _call_routine(w: Writer, x: ir.CallRoutine) -> None:
    code, after = w.builder.code(f"routine {x.routine}"), w.here + 1
    values = [w.fn(item) for item in x.arguments]

    def make() -> Instruction:
        parts = [get() for get in values]
        index, spare = code.index, code.procedure.slots - len(parts)

        def instruction(s: State, f: Frame) -> int:
            f[1] = after
            s.frames.append([index, 0, f[2], *[get(s, f) for get in parts], *[0] * spare])
            return SWITCH

        return instruction

    w.add(make)


def _if(w: Writer, x: ir.If) -> None:
    end = Label()
    for test, body in x.branches:
        following = Label()
        if test is not None:
            _unless(w, test, following)
        w.body(body)
        w.jump(end)
        w.mark(following)
    w.mark(end)


def _unless(w: Writer, test: ir.Expr, label: Label) -> None:
    """Go to the label if the test fails."""
    condition, after = w.fn(test), w.here + 1

    def make() -> Instruction:
        holds = condition()
        return lambda s, f: after if holds(s, f) else label.pc

    w.add(make)


def _within(w: Writer, kind: str, end: Label, following: Label, restore: Restore | None) -> None:
    w.constructs.append(Construct(kind, end, following, restore))


def _while(w: Writer, x: ir.While) -> None:
    slot, most = x.slot + FRAME_HEAD, w.builder.tables.cards + 1
    begin, end = Label(), Label()
    after = w.here + 1

    def start(s: State, f: Frame) -> int:
        f[slot] = most
        return after

    w.add(lambda: start)
    w.mark(begin)
    condition = w.fn(x.condition)

    def test() -> Instruction:
        holds, inside = condition(), begin.pc + 1

        def instruction(s: State, f: Frame) -> int:
            if f[slot] <= 0 or not holds(s, f):
                return end.pc
            f[slot] -= 1
            return inside

        return instruction

    w.add(test)
    _loop_body(w, "while", x.body, begin, end, None)


def _loop_body(
    w: Writer, kind: str, body: ir.Body, begin: Label, end: Label, restore: Restore | None
) -> None:
    _within(w, kind, end, begin, restore)
    w.body(body)
    w.constructs.pop()
    w.jump(begin)
    w.mark(end)


def _repeat(w: Writer, x: ir.Repeat) -> None:
    slot, times, limit = x.slot + FRAME_HEAD, w.fn(x.times), w.builder.most_spins
    begin, end = Label(), Label()
    after = w.here + 1

    def start() -> Instruction:
        get = times()

        def instruction(s: State, f: Frame) -> int:
            f[slot] = get(s, f)
            return after

        return instruction

    def count(s: State, f: Frame) -> int:
        if f[slot] <= 0:
            return end.pc
        limit(s)
        f[slot] -= 1
        return begin.pc + 1

    w.add(start)
    w.mark(begin)
    w.add(lambda: count)
    _loop_body(w, "repeat", x.body, begin, end, None)


def _condition_on(
    w: Writer, order: ir.PlayersInOrder
) -> Callable[[], Callable[[State, Frame, int], bool] | None]:
    if order.condition is None:
        return lambda: None
    return w.builder.player_function(order.condition, order.bound)


def _ordered_players(
    w: Writer, order: ir.PlayersInOrder
) -> Callable[[], Callable[[State, Frame], list[int]]]:
    """What gives all players in order for whom the condition holds."""
    start, condition = w.fn(order.start), _condition_on(w, order)
    players = w.builder.tables.players
    step = 1 if order.direction == "clockwise" else -1

    def make() -> Callable[[State, Frame], list[int]]:
        first, test = start(), condition()

        def listed(s: State, f: Frame) -> list[int]:
            begin = first(s, f)
            around = [(begin + step * index) % players for index in range(players)]
            return around if test is None else [p for p in around if test(s, f, p)]

        return listed

    return make


def _each_player(w: Writer, x: ir.EachPlayer) -> None:
    current, count, saved = (slot + FRAME_HEAD for slot in x.slots)
    start, condition = w.fn(x.order.start), _condition_on(w, x.order)
    players = w.builder.tables.players
    step = 1 if x.order.direction == "clockwise" else -1
    begin, end, done = Label(), Label(), Label()
    after = w.here + 1

    def first() -> Instruction:
        get = start()

        def instruction(s: State, f: Frame) -> int:
            f[saved] = f[2]
            f[current] = get(s, f)
            f[count] = 0
            return after

        return instruction

    def following() -> Instruction:
        test, inside = condition(), begin.pc + 1

        def instruction(s: State, f: Frame) -> int:
            while f[count] < players:
                player = (f[current] + step * f[count]) % players
                f[count] += 1
                if test is None or test(s, f, player):
                    f[2] = player
                    return inside
            return end.pc

        return instruction

    w.add(first)
    w.mark(begin)
    w.add(following)
    _loop_body(w, "each", x.body, begin, end, _who_acted(saved))
    _restore(w, _who_acted(saved))
    w.mark(done)


def _each_in(w: Writer, x: ir.EachIn) -> None:
    elements, position = (slot + FRAME_HEAD for slot in x.slots)
    slot, items = x.slot + FRAME_HEAD, w.fn(x.collection)
    begin, end = Label(), Label()
    after = w.here + 1

    def first() -> Instruction:
        get = items()

        def instruction(s: State, f: Frame) -> int:
            f[elements] = tuple(get(s, f))
            f[position] = 0
            return after

        return instruction

    def following(s: State, f: Frame) -> int:
        index = f[position]
        if index >= len(f[elements]):
            return end.pc
        f[slot] = f[elements][index]
        f[position] = index + 1
        return begin.pc + 1

    w.add(first)
    w.mark(begin)
    w.add(lambda: following)
    _loop_body(w, "each", x.body, begin, end, None)


def _as(w: Writer, x: ir.As) -> None:
    player, saved, after = w.fn(x.player), x.slot + FRAME_HEAD, w.here + 1

    def make() -> Instruction:
        get = player()

        def instruction(s: State, f: Frame) -> int:
            f[saved] = f[2]
            f[2] = get(s, f)
            return after

        return instruction

    w.add(make)
    _within(w, "as", Label(), Label(), _who_acted(saved))
    w.body(x.body)
    w.constructs.pop()
    _restore(w, _who_acted(saved))


def _turns(w: Writer, x: ir.Turns) -> None:
    current, count, saved = (slot + FRAME_HEAD for slot in x.slots)
    start, condition = w.fn(x.order.start), _condition_on(w, x.order)
    until = w.fn(x.until) if x.until is not None else None
    players, once, cause = w.builder.tables.players, x.once, x.origin
    step = 1 if x.order.direction == "clockwise" else -1
    begin, following, end = Label(), Label(), Label()
    after, limit = w.here + 1, w.builder.most_spins

    def first() -> Instruction:
        get = start()

        def instruction(s: State, f: Frame) -> int:
            f[saved] = (f[2], s.active, s.direction, s.next_turn, s.turn)
            f[current] = get(s, f)
            f[count] = 0
            s.direction = step
            s.next_turn = -1
            s.turn = 0
            return after

        return instruction

    def turn() -> Instruction:
        is_over = until() if until is not None else None
        test, inside = condition(), begin.pc + 1

        def instruction(s: State, f: Frame) -> int:
            if once and f[count] >= players:
                return end.pc
            if is_over is not None and is_over(s, f):
                return end.pc
            limit(s)
            player = f[current]
            if test is not None and not test(s, f, player):
                return following.pc
            f[2] = s.active = player
            s.turn += 1
            s.events.append((events.TURN, cause, s.turn, player))
            return inside

        return instruction

    def pass_on(s: State, f: Frame) -> int:
        if s.next_turn >= 0:
            f[current] = s.next_turn
            s.next_turn = -1
        else:
            f[current] = (f[current] + s.direction) % players
        f[count] += 1
        return begin.pc

    w.add(first)
    w.mark(begin)
    w.add(turn)
    inside = w.here
    _within(w, "turns", end, following, _whose_turn_it_was(saved))
    w.body(x.body)
    w.constructs.pop()
    w.mark(following)
    w.add(lambda: pass_on)
    w.code.turns.append((inside - 1, w.here, following, current))
    w.mark(end)
    _restore(w, _whose_turn_it_was(saved))


def _rounds(w: Writer, x: ir.Rounds) -> None:
    (slot, saved), cause = (slot + FRAME_HEAD for slot in x.slots), x.origin
    until = w.fn(x.until) if x.until is not None else None
    begin, end = Label(), Label()
    after, limit = w.here + 1, w.builder.most_spins

    def first(s: State, f: Frame) -> int:
        f[saved] = s.round
        f[slot] = s.round = 0
        return after

    def following() -> Instruction:
        is_over, inside = until() if until is not None else None, begin.pc + 1

        def instruction(s: State, f: Frame) -> int:
            if is_over is not None and is_over(s, f):
                return end.pc
            limit(s)
            f[slot] += 1
            s.round = f[slot]
            s.events.append((events.ROUND, cause, s.round, -1))
            return inside

        return instruction

    w.add(lambda: first)
    w.mark(begin)
    w.add(following)
    _loop_body(w, "rounds", x.body, begin, end, _which_round_it_was(saved))
    _restore(w, _which_round_it_was(saved))


def _phase(w: Writer, x: ir.Phase) -> None:
    cause, name, after, end = x.origin, x.name, w.here + 1, Label()

    def instruction(s: State, f: Frame) -> int:
        s.events.append((events.PHASE, cause, name))
        return after

    w.add(lambda: instruction)
    _within(w, "phase", end, end, None)
    w.body(x.body)
    w.constructs.pop()
    w.mark(end)


_WRITERS: dict[type[ir.Statement], Callable[..., None]] = {
    ir.Let: _let,
    ir.SetVariable: _set,
    ir.Tokens: _tokens,
    ir.Say: _say,
    ir.MoveCards: _move,
    ir.MoveStacks: _move_stacks,
    ir.NewStack: _new_stack,
    ir.Draw: _draw,
    ir.Shuffle: _shuffle,
    ir.Swap: _swap,
    ir.Reveal: _reveal,
    ir.Pick: _pick,
    ir.OneOf: _one_of,
    ir.Choose: _choose,
    ir.Together: _together,
    ir.OpenWindow: _open,
    ir.Stop: _stop,
    ir.End: _end,
    ir.NextTurn: _next_turn,
    ir.Reverse: _reverse,
    ir.CallRoutine: _call_routine,
    ir.If: _if,
    ir.While: _while,
    ir.Repeat: _repeat,
    ir.EachPlayer: _each_player,
    ir.EachIn: _each_in,
    ir.As: _as,
    ir.Turns: _turns,
    ir.Rounds: _rounds,
    ir.Phase: _phase,
}
