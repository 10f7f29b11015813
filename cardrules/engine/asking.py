"""Statements at which somebody is asked: `one of`, `choose`, `together` and windows."""

from __future__ import annotations

from cardrules.engine import events
from cardrules.engine.emit import FRAME_HEAD
from cardrules.engine.flow import ordered_players, who_acted
from cardrules.engine.program import SWITCH, Frame, Instruction, Label, Writer, Writers
from cardrules.engine.stops import within_answers
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import NONE


def _one_of(w: Writer, x: ir.OneOf) -> None:
    site = w.builder.one_of_site(w.code, x, w.here + 1)
    w.stop(site.pc, site=site.index)
    w.stop(site.after, *[code for code, _ in site.programs.values()])

    def make() -> Instruction:
        return site.arrive

    w.add(make)
    w.settle()
    _forget_shown(w)


def _forget_shown(w: Writer) -> None:
    """What was shown in an action that has settled is not followed any more."""
    if not w.builder.reveals:
        return
    after = w.here + 1

    def instruction(s: State, f: Frame) -> int:
        s.shown = ()
        return after

    w.add(lambda: instruction)


def _choose(w: Writer, x: ir.Choose) -> None:
    site = w.builder.choose_site(w.code, x, w.here + 1)
    w.stop(site.pc, site=site.index)
    w.add(lambda: site.arrive)


def _together(w: Writer, x: ir.Together) -> None:
    players, position, answers, saved = (slot + FRAME_HEAD for slot in x.slots)
    order = ordered_players(w, x.order)
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
    w.stop(site.pc, site=site.index)
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
                if values.count(NONE) < len(values):
                    f[2] = f[players][index]
                    for slot, value in zip(site.slots, values, strict=True):
                        f[slot] = value
                    return carry_out.pc + 1
            return end.pc

        return instruction

    w.add(next_player)
    outer, w.constructs = w.constructs, []
    w.lay(within_answers(x))
    w.body(x.body)
    w.constructs = outer
    w.jump(carry_out)
    w.mark(end)
    w.restore(who_acted(saved))


def _open(w: Writer, x: ir.OpenWindow) -> None:
    arguments, players, position = (slot + FRAME_HEAD for slot in x.slots)
    values, asked = [w.fn(item) for item in x.arguments], w.fn(x.asked)
    ask = Label()

    def start() -> Instruction:
        parts, whom = [get() for get in values], asked()

        def instruction(s: State, f: Frame) -> int:
            f[arguments] = tuple([get(s, f) for get in parts])
            f[players] = tuple(whom(s, f))
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
    w.stop(site.pc, site=site.index)
    w.stop(site.again, *[code for code, _ in site.programs.values()])
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


WRITERS: Writers = {
    ir.OneOf: _one_of,
    ir.Choose: _choose,
    ir.Together: _together,
    ir.OpenWindow: _open,
    ir.Stop: _stop,
}
