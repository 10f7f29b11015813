"""Statements that change something: names and variables, tokens, the log, and cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.counted import Counted
from cardrules.engine.emit import FRAME_HEAD
from cardrules.engine.program import SWITCH, Code, Frame, Instruction, Writer, Writers
from cardrules.engine.spoken import keeping, seen_by
from cardrules.engine.stops import kept_beside
from cardrules.engine.subsets import KindSets, closed
from cardrules.engine.work import (
    CARD_STEPS,
    STATEMENT,
    counted,
    spend,
)
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import NONE, SETS, UNKNOWN, Type


def _let(w: Writer, x: ir.Let) -> None:
    value, slot, after = named_value(w, x.slot, x.value), x.slot + FRAME_HEAD, w.here + 1

    def make() -> Instruction:
        get = plain_value(x.value.type, value())

        def instruction(s: State, f: Frame) -> int:
            f[slot] = get(s, f)
            return after

        return instruction

    w.add(make)


def named_value(
    w: Writer, slot: int, value: ir.Expr
) -> Callable[[], Callable[[State, Frame], Any]]:
    """What gives the function of a value that gets a name.

    If the name is to be said, it keeps beside it who could work out the value now, and from which
    cards it comes.
    """
    if slot not in w.code.looked.slots:
        return w.fn(value)
    kept = w.code.looked.slots[slot]
    w.lay(kept_beside((kept,)))
    return keeping(w.builder.spoken(value, w.code.looked), w.mover, kept + FRAME_HEAD)


def plain_value(kind: Type, get: Callable[[State, Frame], Any]) -> Callable[[State, Frame], Any]:
    """A function whose value can lie in a frame, in which everything is plain data."""
    if kind.base != "collection":
        return get
    plain = plain_of(kind)
    return lambda s, f: plain(get(s, f))


def plain_of(kind: Type) -> Callable[[Any], Any]:
    """What makes plain data of a collection of this type, or of none."""
    return closed if kind.plain() == SETS else _listed


def _listed(items: Any) -> Any:
    return NONE if items == NONE else tuple(items)


def _set(w: Writer, x: ir.SetVariable) -> None:
    tables = w.builder.tables
    base, cause, after = tables.variable_base[x.variable], x.origin, w.here + 1
    value = w.fn(x.value)
    holder = w.fn(x.holder) if x.holder is not None else None
    name, kind, mover = x.variable, tables.ruleset.variables[x.variable].type, w.mover
    many = kind.base == "collection"

    def make() -> Instruction:
        get = value()
        whose = holder() if holder is not None else None

        def instruction(s: State, f: Frame) -> int:
            owner = whose(s, f) if whose is not None else 0
            new = get(s, f)
            if many and new != NONE:
                counted(s, new, CARD_STEPS)
            if s.vars[base + owner] != new:
                s.vars[base + owner] = new
                s.changes += 1
                shown = _as_told(s, kind, new, mover.static)
                mask = seen_by(s, mover, kind, new)
                s.events.append((events.SET, cause, name, owner, shown, mask))
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
    said, cause, after = w.builder.sentence(x.sentence, w.code.looked), x.origin, w.here + 1

    def make() -> Instruction:
        say = said()

        def instruction(s: State, f: Frame) -> int:
            say.said(s, f, cause)
            return after

        return instruction

    w.add(make)


def _as_told(s: State, kind: Type, value: Any, static: int) -> Any:
    """A value as an event has it: a stack is the place where it lies now."""
    return events.zone_label(s, value, static) if kind.base == "stack" and value != NONE else value


# ---- Cards ---------------------------------------------------------------------------------------


def _handled(s: State, cards: Sequence[int], zone: int) -> None:
    """Count the work of moving all of these, as `Mover.move` does."""
    spend(s, len(cards) * (CARD_STEPS + len(cards) + len(s.zones[zone])))


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
            moved, target = get(s, f), zone(s, f)
            _handled(s, moved, target)
            spend(s, CARD_STEPS * sum([len(s.zones[stack]) for stack in moved if stack >= 0]))
            mover.move_stacks(s, moved, target, cause)
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
        after = begin + 2

        def instruction(s: State, f: Frame) -> int:
            while f[left] > 0:
                pile = zone(s, f)
                cards = s.zones[pile]
                acting = triggers.get(pile)
                if acting is None:
                    taken = cards[: -f[left] - 1 : -1]
                    to_zone = target(s, f)
                    if taken and not _comes_back(pile, to_zone, where):
                        move(s, taken, to_zone, where, number_below(s, f), cause)
                    break
                card = cards[-1] if cards else NONE
                code = acting.get(line[card] if cards else -1)
                if code is not None and f[tried] != card:
                    f[tried] = card
                    f[1] = begin + 1
                    s.frames.append([code.index, 0, NONE, card, *[0] * code.procedure.slots])
                    return SWITCH
                if not cards or _comes_back(pile, target(s, f), where):
                    break
                taken = _free_of_triggers(cards, f[left], acting, line)
                to_zone = target(s, f)
                spend(s, STATEMENT)
                move(s, taken, to_zone, where, number_below(s, f), cause)
                f[left] -= len(taken)
                f[tried] = -2
            return after

        return instruction

    acting = [code for codes in w.builder.triggers.values() for code in codes.values()]
    w.stop(begin + 1, *acting)
    w.add(start)
    w.add(loop)


def _comes_back(pile: int, target: int, where: str) -> bool:
    """Whether each card that is drawn lies on top of the pile again, to be drawn once more."""
    return pile == target and where == "top"


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
                counted(s, s.zones[pile], 2 * CARD_STEPS)
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
            zones = one(s, f), other(s, f)
            for zone in zones:
                _handled(s, s.zones[zone], zone)
            mover.swap(s, *zones, cause)
            return after

        return instruction

    w.add(make)


def _reveal(w: Writer, x: ir.Reveal) -> None:
    cards, cause, after, mover = w.fn(x.cards), x.origin, w.here + 1, w.mover
    to = w.fn(x.to) if x.to is not None else None
    most = w.builder.tables.cards

    def make() -> Instruction:
        get = cards()
        whom = to() if to is not None else None

        def instruction(s: State, f: Frame) -> int:
            mask = mover.everybody
            if whom is not None:
                mask = sum(1 << player for player in whom(s, f))
            shown = get(s, f)
            spend(s, len(shown) * (CARD_STEPS + most))
            mover.reveal(s, shown, mask, cause)
            return after

        return instruction

    w.add(make)


def _as_it_is(value: Any) -> Any:
    return value


def _pick(w: Writer, x: ir.Pick) -> None:
    domain, slot, cause, after = w.fn(x.domain), x.slot + FRAME_HEAD, x.origin, w.here + 1
    name, kind, mover = x.name, x.domain.type.element or UNKNOWN, w.mover

    def make() -> Instruction:
        get, chance = domain(), w.builder.chance
        plain = plain_of(kind) if kind.base == "collection" else _as_it_is

        def instruction(s: State, f: Frame) -> int:
            items = get(s, f)
            if items:
                # One of several that are written alike is told by its number among them.
                if not isinstance(items, KindSets | Counted):
                    counted(s, items, STATEMENT)
                value, outcome = chance.pick(s, name, kind, items)
                mask = seen_by(s, mover, kind, value)
                shown = _as_told(s, kind, value, mover.static)
                s.events.append((events.PICKED, cause, name, kind, shown, mask, outcome))
                f[slot] = plain(value)
            else:
                f[slot] = NONE
            return after

        return instruction

    w.add(make)


WRITERS: Writers = {
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
}
