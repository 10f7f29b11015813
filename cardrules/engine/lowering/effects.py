"""Statements that change something: names and variables, tokens, the log, and cards."""

from __future__ import annotations

from typing import Any

from cardrules.engine.lowering.context import Block, Lower, Lowering
from cardrules.machine import code
from cardrules.model import ir


def _let(w: Lowering, x: ir.Let) -> Block:
    beside = w.beside(x.slot)
    return [code.Assign(slot=x.slot, value=x.value, beside=beside, origin=x.origin)]


def _set(w: Lowering, x: ir.SetVariable) -> Block:
    return [code.SetVariable(variable=x.variable, holder=x.holder, value=x.value, origin=x.origin)]


def _tokens(w: Lowering, x: ir.Tokens) -> Block:
    return [
        code.MoveTokens(
            token=x.token, holder=x.holder, number=x.number, back=x.back, origin=x.origin
        )
    ]


def _say(w: Lowering, x: ir.Say) -> Block:
    return [code.Say(sentence=x.sentence, origin=x.origin)]


def _move(w: Lowering, x: ir.MoveCards) -> Block:
    return [code.Move(cards=x.cards, to=x.to, place=x.place, origin=x.origin)]


def _move_stacks(w: Lowering, x: ir.MoveStacks) -> Block:
    return [code.MoveStacks(stacks=x.stacks, to=x.to, origin=x.origin)]


def _new_stack(w: Lowering, x: ir.NewStack) -> Block:
    return [code.NewStack(cards=x.cards, to=x.to, origin=x.origin)]


def _draw(w: Lowering, x: ir.Draw) -> Block:
    left, tried = x.slots
    return [
        code.Draw(
            number=x.number,
            source=x.source,
            to=x.to,
            place=x.place,
            left=left,
            tried=tried,
            triggers=_triggers(w, x.source),
            wait=w.wait("trigger"),
            origin=x.origin,
        )
    ]


def _triggers(w: Lowering, source: ir.Expr) -> tuple[int, ...]:
    """The procedures that can act while cards are drawn from a pile."""
    piles: Any = w.common.triggers
    if isinstance(source, ir.ZoneOf):
        piles = {w.common.layout.zone_base[source.zone]} & piles.keys()
    return tuple(sorted({number for pile in piles for number in w.common.triggers[pile].values()}))


def _shuffle(w: Lowering, x: ir.Shuffle) -> Block:
    return [code.Shuffle(zone=x.zone, origin=x.origin)]


def _swap(w: Lowering, x: ir.Swap) -> Block:
    return [code.Swap(left=x.left, right=x.right, origin=x.origin)]


def _reveal(w: Lowering, x: ir.Reveal) -> Block:
    return [code.Reveal(cards=x.cards, to=x.to, origin=x.origin)]


def _pick(w: Lowering, x: ir.Pick) -> Block:
    return [code.Pick(slot=x.slot, name=x.name, domain=x.domain, origin=x.origin)]


LOWERERS: dict[type[ir.Statement], Lower] = {
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
