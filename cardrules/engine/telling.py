"""What is said of a statement in place of what is told by itself.

The events of the statement are what it has done; with these cards, this value or this number the
sentence is said, and it is not said where nothing was done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cardrules.engine import events
from cardrules.engine.emit import FRAME_HEAD
from cardrules.model import ir
from cardrules.model.state import State

if TYPE_CHECKING:
    from cardrules.engine.program import Instruction, Writer

# Gives what was moved, shown or changed, and who may know each of several cards.
Found = Callable[[State, list[Any], Sequence[events.Event]], tuple[Any, tuple[int, ...]]]


def tell(w: Writer, x: ir.Event) -> None:
    """Let the instruction that was written last say what is said of its statement."""
    if x.telling is None or not x.telling.sentence.parts:
        return
    inner, sentence = w.pending[-1], x.telling.sentence
    said, found = w.builder.sentence(sentence, w.code.looked), _found(w, x)
    it, masks = (slot + FRAME_HEAD for slot in x.telling.slots)

    def make() -> Instruction:
        go_on, say = inner(), said()

        def instruction(s: State, f: list[Any]) -> int:
            before = len(s.events)
            after = go_on(s, f)
            if len(s.events) > before:
                what, known = found(s, f, s.events[before:])
                f[it], f[masks] = (f[it] or ()) + what if known else what, (f[masks] or ()) + known
            # Drawing may be interrupted; what was drawn before is told with the rest.
            if after >= 0 and f[masks] != 0:
                is_shown = s.narrated and f[masks]
                shown = dict(zip(f[it], f[masks], strict=True)) if is_shown else {}
                say.said(s, f, sentence.origin, shown)
                f[it] = f[masks] = 0
            return after

        return instruction

    w.pending[-1] = make


def _found(w: Writer, x: ir.Event) -> Found:
    match x:
        case ir.Pick():
            slot = x.slot + FRAME_HEAD
            return lambda s, f, happened: (f[slot], ())
        case ir.SetVariable():
            base = w.builder.tables.variable_base[x.variable]
            return lambda s, f, happened: (s.vars[base + happened[-1][3]], ())
        case ir.Tokens():
            return lambda s, f, happened: (abs(happened[-1][4]), ())
    return lambda s, f, happened: _cards(s, happened)


def _cards(s: State, happened: Sequence[events.Event]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards that were moved or shown, with those who saw it."""
    if len(happened) == 1 and happened[0][0] == events.MOVED:
        return happened[0][2:4]
    cards: list[int] = []
    masks: list[int] = []
    for event in happened:
        match event[0]:
            case events.MOVED:
                cards += event[2]
                masks += event[3]
            case events.REVEALED:
                cards += event[2]
                masks += [event[3]] * len(event[2])
            case events.SHUFFLED:
                cards += event[3]
                masks += [0] * len(event[3])
            case events.SWAPPED:
                found = [card for zone in event[2:4] for card in s.zones[zone]]
                cards += found
                masks += [0] * len(found)
    return tuple(cards), tuple(masks)
