"""Statements about the course of a game: blocks, loops, turns, and what leaves them."""

from __future__ import annotations

from typing import Any

from cardrules.engine.lowering.context import (
    Block,
    Construct,
    Lower,
    Lowering,
    compare,
    lies_in,
    number,
    one_more,
)
from cardrules.machine import code
from cardrules.model import ir
from cardrules.model.types import INTEGER, NONE, PLAYER
from cardrules.plain import fields, replaced

ME: tuple[code.Register, ...] = ("me",)
TURN: tuple[code.Register, ...] = ("me", "active", "direction", "next_turn", "turn")
ROUND: tuple[code.Register, ...] = ("round",)


def _end(w: Lowering, x: ir.End) -> Block:
    if x.construct == "game":
        return [code.EndGame(origin=x.origin)]
    found: Block = []
    for construct in reversed(w.constructs):
        if construct.name == x.construct:
            return [*found, code.Leave(label=construct.label, origin=x.origin)]
        found += construct.restore
    # A turn of a procedure that has called this one.
    return [code.EndTurn(origin=x.origin)]


def _next_turn(w: Lowering, x: ir.NextTurn) -> Block:
    set_it = code.SetRegister(register="next_turn", value=x.player, origin=x.origin)
    return [set_it, *_why(x)]


def _reverse(w: Lowering, x: ir.Reverse) -> Block:
    return [code.Reverse(origin=x.origin), *_why(x)]


def _why(x: ir.Statement) -> Block:
    """Nothing else would tell of a change in the order of turns."""
    return [code.SayWhy(origin=x.origin)] if x.origin.sentence else []


def _call_routine(w: Lowering, x: ir.CallRoutine) -> Block:
    key = f"routine {x.routine}"
    kept = w.common.looked[key].slots
    return [
        code.Call(
            procedure=w.common.numbers[key],
            wait=w.wait("routine"),
            arguments=x.arguments,
            beside=tuple(kept.get(slot) for slot in range(len(x.arguments))),
            origin=x.origin,
        )
    ]


def _if(w: Lowering, x: ir.If) -> Block:
    branches: list[tuple[ir.Expr, code.Block]] = []
    for test, body in x.branches:
        if test is not None:
            branches.append((test, tuple(w.body(body))))
        elif not branches:
            return w.body(body)
        else:
            return [_branch(branches, w.body(body), x.origin)]
    otherwise = w.count("otherwise", x.origin)
    return [_branch(branches, otherwise, x.origin)] if branches else otherwise


def _branch(
    branches: list[tuple[ir.Expr, code.Block]], otherwise: Block, origin: ir.Origin
) -> code.Branch:
    return code.Branch(branches=tuple(branches), otherwise=tuple(otherwise), origin=origin)


def _leave_unless(test: ir.Expr, label: int, origin: ir.Origin) -> code.Branch:
    leave = code.Leave(label=label, origin=origin)
    return _branch([(test, ())], [leave], origin)


def _until(w: Lowering, test: ir.Expr, label: int, origin: ir.Origin) -> code.Branch:
    leave = code.Leave(label=label, origin=origin)
    return _branch([(test, (*w.count("until", origin), leave))], [], origin)


def _while(w: Lowering, x: ir.While) -> Block:
    label, at = w.new_label(), x.origin
    most = w.common.layout.cards + 1
    body = [
        _leave_unless(x.condition, label, at),
        code.CountDown(slot=x.slot, most=most, origin=at),
        *w.within(Construct("while", label), x.body),
    ]
    return [
        code.Put(slot=x.slot, value=number(most), origin=at),
        code.Loop(label=label, body=tuple(body), of="while", origin=at),
    ]


def _repeat(w: Lowering, x: ir.Repeat) -> Block:
    (left, every), label, at = x.slots, w.new_label(), x.origin
    body = [
        _leave_unless(compare(lies_in(left), ">", number(0)), label, at),
        code.Put(slot=left, value=one_more(left, -1), origin=at),
        *w.within(Construct("repeat", label), x.body),
    ]
    return [
        code.Put(slot=every, value=x.times, origin=at),
        code.Put(slot=left, value=lies_in(every), origin=at),
        code.Loop(label=label, body=tuple(body), of="repeat", origin=at),
    ]


def with_player(expr: ir.Expr, bound: int, player: ir.Expr) -> ir.Expr:
    """A condition on a player, with what stands for this player in its place."""

    def with_it(part: Any) -> Any:
        if isinstance(part, ir.Bound) and part.index == bound:
            return player
        if isinstance(part, tuple):
            return tuple(with_it(item) for item in part)
        if isinstance(part, ir.Expr):
            changes = {
                name: with_it(getattr(part, name))
                for name in fields(type(part))
                if isinstance(getattr(part, name), ir.Expr | tuple)
            }
            return replaced(part, **changes)
        return part

    found: ir.Expr = with_it(expr)
    return found


def _step(order: ir.PlayersInOrder) -> int:
    return 1 if order.direction == "clockwise" else -1


def _each_player(w: Lowering, x: ir.EachPlayer) -> Block:
    (current, count, saved), label, at = x.slots, w.new_label(), x.origin
    back = code.Restore(slot=saved, registers=ME, origin=at)
    seat = lies_in(current)
    player = code.Seat(type=PLAYER, start=seat, places=lies_in(count), direction=_step(x.order))
    inside: Block = [
        code.SetRegister(register="me", value=player, origin=at),
        code.Put(slot=count, value=one_more(count), origin=at),
        *w.within(Construct("each", label, (back,)), x.body),
    ]
    if x.order.condition is not None:
        fits = with_player(x.order.condition, x.order.bound, player)
        past = code.Put(slot=count, value=one_more(count), origin=at)
        inside = [_branch([(fits, tuple(inside))], [past], at)]
    everybody = number(w.common.layout.players)
    body = [
        back,
        _leave_unless(compare(lies_in(count), "<", everybody), label, at),
        *inside,
    ]
    return [
        code.Keep(slot=saved, registers=ME, origin=at),
        code.Put(slot=current, value=x.order.start, origin=at),
        code.Put(slot=count, value=number(0), origin=at),
        code.Loop(label=label, body=tuple(body), of="each player", origin=at),
        back,
    ]


def _each_in(w: Lowering, x: ir.EachIn) -> Block:
    (elements, position), label, at = x.slots, w.new_label(), x.origin
    of_type = x.collection.type.element
    assert of_type is not None
    element = code.Element(type=of_type, slot=elements, index=lies_in(position))
    size = code.Size(type=INTEGER, slot=elements)
    body = [
        _leave_unless(compare(lies_in(position), "<", size), label, at),
        code.Assign(slot=x.slot, value=element, origin=at),
        code.Put(slot=position, value=one_more(position), origin=at),
        *w.within(Construct("each", label), x.body),
    ]
    return [
        code.PutAll(slot=elements, value=x.collection, beside=w.beside(x.slot), origin=at),
        code.Put(slot=position, value=number(0), origin=at),
        code.Loop(label=label, body=tuple(body), of="each", origin=at),
    ]


def _as(w: Lowering, x: ir.As) -> Block:
    back = code.Restore(slot=x.slot, registers=ME, origin=x.origin)
    return [
        code.Keep(slot=x.slot, registers=ME, origin=x.origin),
        code.SetRegister(register="me", value=x.player, origin=x.origin),
        *w.within(Construct("as", 0, (back,)), x.body),
        back,
    ]


def _turns(w: Lowering, x: ir.Turns) -> Block:
    (current, count, saved), at = x.slots, x.origin
    label, turn, end_of_turn = w.new_label(), w.new_label(), w.wait("turn")
    back = code.Restore(slot=saved, registers=TURN, origin=at)
    whose = ir.Local(type=PLAYER, slot=current)
    which = code.RegisterValue(type=INTEGER, register="turn")
    next_one = code.Plus(type=INTEGER, value=which, more=1)
    body: Block = [code.Restore(slot=saved, registers=ME, origin=at)]
    if x.once:
        everybody = number(w.common.layout.players)
        body.append(_leave_unless(compare(lies_in(count), "<", everybody), label, at))
    if x.until is not None:
        body.append(_until(w, x.until, label, at))
    body.append(code.Watch(place=w.new_place(), origin=at))
    inside: Block = []
    if x.order.condition is not None:
        fits = with_player(x.order.condition, x.order.bound, whose)
        inside.append(_leave_unless(fits, turn, at))
    w.constructs.append(Construct("turns", label, (back,)))
    inside += [
        code.SetRegister(register="me", value=whose, origin=at),
        code.SetRegister(register="active", value=whose, origin=at),
        code.SetRegister(register="turn", value=next_one, origin=at),
        code.Announce(event="turn", origin=at),
        *w.within(Construct("turn", turn), x.body),
    ]
    w.constructs.pop()
    body += [
        code.Turn(label=turn, body=tuple(inside), wait=end_of_turn, origin=at),
        *w.count("turn", at, notes=True),
        code.PassOn(current=current, origin=at),
        code.Put(slot=count, value=one_more(count), origin=at),
    ]
    return [
        code.Keep(slot=saved, registers=TURN, origin=at),
        code.Put(slot=current, value=x.order.start, origin=at),
        code.Put(slot=count, value=number(0), origin=at),
        code.SetRegister(register="direction", value=number(_step(x.order)), origin=at),
        code.SetRegister(register="next_turn", value=number(NONE), origin=at),
        code.SetRegister(register="turn", value=number(0), origin=at),
        code.Loop(label=label, body=tuple(body), of="turns", origin=at),
        back,
    ]


def _rounds(w: Lowering, x: ir.Rounds) -> Block:
    (slot, saved), label, at = x.slots, w.new_label(), x.origin
    back = code.Restore(slot=saved, registers=ROUND, origin=at)
    body: Block = []
    if x.until is not None:
        body.append(_until(w, x.until, label, at))
    body += [
        code.Watch(place=w.new_place(), origin=at),
        code.Put(slot=slot, value=one_more(slot), origin=at),
        code.SetRegister(register="round", value=lies_in(slot), origin=at),
        code.Announce(event="round", origin=at),
        *w.within(Construct("rounds", label, (back,)), x.body),
    ]
    return [
        code.Keep(slot=saved, registers=ROUND, origin=at),
        code.Put(slot=slot, value=number(0), origin=at),
        code.SetRegister(register="round", value=number(0), origin=at),
        code.Loop(label=label, body=tuple(body), of="rounds", origin=at),
        back,
    ]


def _phase(w: Lowering, x: ir.Phase) -> Block:
    label = w.new_label()
    body = tuple(w.within(Construct("phase", label), x.body))
    return [
        code.Announce(event="phase", name=x.name, origin=x.origin),
        code.Labelled(label=label, body=body, origin=x.origin),
    ]


LOWERERS: dict[type[ir.Statement], Lower] = {
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
