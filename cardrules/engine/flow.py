"""Statements about the course of a game: blocks, loops, turns, and what leaves them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardrules.engine import events
from cardrules.engine.effects import named_value
from cardrules.engine.emit import FRAME_HEAD
from cardrules.engine.looked import NOTES
from cardrules.engine.options import all_of
from cardrules.engine.program import (
    GAME_END,
    SWITCH,
    Code,
    Construct,
    Frame,
    Instruction,
    Label,
    Restore,
    Writer,
    Writers,
)
from cardrules.engine.spoken import noted
from cardrules.engine.subsets import closed
from cardrules.engine.watch import CutOffError
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import FAMILIES, NONE


def who_acted(saved: int) -> Restore:
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
    settle = w.builder.code("settle") if w.builder.standing else None
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
        s.shown = ()
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
            _tell_why(s, x)
            return after

        return instruction

    w.add(make)


def _reverse(w: Writer, x: ir.Reverse) -> None:
    after = w.here + 1

    def instruction(s: State, f: Frame) -> int:
        s.direction = -s.direction
        _tell_why(s, x)
        return after

    w.add(lambda: instruction)


def _tell_why(s: State, x: ir.Statement) -> None:
    """The sentence of a line about the order of turns; nothing else would tell of it."""
    if x.origin.sentence:
        s.events.append((events.SAID, x.origin, (x.origin.sentence,)))


def _call_routine(w: Writer, x: ir.CallRoutine) -> None:
    code, after = w.builder.code(f"routine {x.routine}"), w.here + 1
    w.stop(after, code)
    kept = code.looked.slots
    values = [
        noted(w.builder.spoken(item, w.code.looked), w.mover) if slot in kept else w.fn(item)
        for slot, item in enumerate(x.arguments)
    ]
    beside = [(slot + FRAME_HEAD, kept[slot] + FRAME_HEAD)
              for slot in range(len(values)) if slot in kept]  # fmt: skip

    def make() -> Instruction:
        parts = [get() for get in values]
        index, spare = code.index, code.procedure.slots - len(parts)

        def instruction(s: State, f: Frame) -> int:
            f[1] = after
            frame = [index, 0, f[2], *[get(s, f) for get in parts], *[0] * spare]
            for slot, at in beside:
                frame[slot], frame[at : at + NOTES] = frame[slot]
            s.frames.append(frame)
            return SWITCH

        return instruction

    w.add(make)


def _if(w: Writer, x: ir.If) -> None:
    end = Label()
    branches = w.builder.branches(x)
    for number, (test, body) in enumerate(branches, 1):
        following = Label()
        if test is not None:
            _unless(w, test, following)
        w.body(body)
        if number < len(branches):
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
    cause = x.origin
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
            if not holds(s, f):
                return end.pc
            if f[slot] <= 0:
                raise CutOffError(cause, most)
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
    left, every = (slot + FRAME_HEAD for slot in x.slots)
    times = w.fn(x.times)
    begin, end = Label(), Label()
    after = w.here + 1

    def start() -> Instruction:
        get = times()

        def instruction(s: State, f: Frame) -> int:
            f[left] = f[every] = get(s, f)
            return after

        return instruction

    def count(s: State, f: Frame) -> int:
        if f[left] <= 0:
            return end.pc
        f[left] -= 1
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


def ordered_players(
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
            # Whoever acted in the block before does not act in the condition.
            f[2] = f[saved]
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
    _loop_body(w, "each", x.body, begin, end, who_acted(saved))
    w.restore(who_acted(saved))
    w.mark(done)


def _each_in(w: Writer, x: ir.EachIn) -> None:
    elements, position = (slot + FRAME_HEAD for slot in x.slots)
    slot, items = x.slot + FRAME_HEAD, named_value(w, x.slot, x.collection)
    begin, end = Label(), Label()
    after = w.here + 1
    of_families = x.collection.type == FAMILIES

    def first() -> Instruction:
        get = items()

        def instruction(s: State, f: Frame) -> int:
            f[elements] = tuple(all_of(s, get(s, f)))
            f[position] = 0
            return after

        return instruction

    def following(s: State, f: Frame) -> int:
        index = f[position]
        if index >= len(f[elements]):
            return end.pc
        element = f[elements][index]
        f[slot] = closed(element) if of_families else element
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
    _within(w, "as", Label(), Label(), who_acted(saved))
    w.body(x.body)
    w.constructs.pop()
    w.restore(who_acted(saved))


def _turns(w: Writer, x: ir.Turns) -> None:
    current, count, saved = (slot + FRAME_HEAD for slot in x.slots)
    start, condition = w.fn(x.order.start), _condition_on(w, x.order)
    until = w.fn(x.until) if x.until is not None else None
    players, once, cause = w.builder.tables.players, x.once, x.origin
    step = 1 if x.order.direction == "clockwise" else -1
    begin, following, end = Label(), Label(), Label()
    after, watcher = w.here + 1, w.builder.watcher
    watcher.saving.setdefault(w.code.index, []).append(saved)
    if not once:
        watcher.counting.setdefault(w.code.index, []).append(count)

    def first() -> Instruction:
        get = start()

        def instruction(s: State, f: Frame) -> int:
            f[saved] = (f[2], s.active, s.direction, s.next_turn, s.turn)
            f[current], f[count] = get(s, f), 0
            s.direction, s.next_turn, s.turn = step, NONE, 0
            return after

        return instruction

    def turn() -> Instruction:
        is_over = until() if until is not None else None
        test, inside = condition(), begin.pc + 1

        def instruction(s: State, f: Frame) -> int:
            if once and f[count] >= players:
                return end.pc
            # Whose turn it was before does not act in what is asked between turns.
            f[2] = f[saved][0]
            if is_over is not None and is_over(s, f):
                return end.pc
            watcher.begin(s, begin.pc)
            player = f[current]
            if test is not None and not test(s, f, player):
                return following.pc
            f[2] = s.active = player
            s.turn += 1
            s.events.append((events.TURN, cause, s.turn, player))
            return inside

        return instruction

    def pass_on(s: State, f: Frame) -> int:
        if s.next_turn != NONE:
            f[current] = s.next_turn
            s.next_turn = NONE
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
    w.end_of_turn(following, inside, current)
    w.mark(end)
    w.restore(_whose_turn_it_was(saved))


def _rounds(w: Writer, x: ir.Rounds) -> None:
    (slot, saved), cause = (slot + FRAME_HEAD for slot in x.slots), x.origin
    until = w.fn(x.until) if x.until is not None else None
    begin, end = Label(), Label()
    after, watcher = w.here + 1, w.builder.watcher
    watcher.rounds.setdefault(w.code.index, []).extend((slot, saved))

    def first(s: State, f: Frame) -> int:
        f[saved] = s.round
        f[slot] = s.round = 0
        return after

    def following() -> Instruction:
        is_over, inside = until() if until is not None else None, begin.pc + 1

        def instruction(s: State, f: Frame) -> int:
            if is_over is not None and is_over(s, f):
                return end.pc
            watcher.begin(s, begin.pc)
            f[slot] += 1
            s.round = f[slot]
            s.events.append((events.ROUND, cause, s.round, NONE))
            return inside

        return instruction

    w.add(lambda: first)
    w.mark(begin)
    w.add(following)
    _loop_body(w, "rounds", x.body, begin, end, _which_round_it_was(saved))
    w.restore(_which_round_it_was(saved))


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


WRITERS: Writers = {
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
