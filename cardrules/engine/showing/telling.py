"""What is said of a statement in place of what is told by itself.

The events of the statement are what it has done; with these cards, this value or this number the
sentence is said, and it is not said where nothing was done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.frames import FRAME_HEAD
from cardrules.engine.showing.sentences import Say
from cardrules.engine.tables import Tables
from cardrules.machine import code
from cardrules.model.state import State

Tell = Callable[[State, list[Any], int, bool], None]
# Gives what was moved, shown or changed, and who may know each of several cards.
# The events are of the kinds that the instruction brings about.
Found = Callable[[State, list[Any], Sequence[Any]], tuple[Any, tuple[int, ...]]]


def telling(x: code.Telling, say: Callable[[], Say], tables: Tables) -> Callable[[], Tell]:
    """What gives the function that says what an instruction has done since a number of events.

    Drawing may be interrupted: what was drawn before is told with the rest, when it is `done`. What
    triggers do in between is not what was drawn.
    """
    found = _found(x.does, tables)
    it, masks = (slot + FRAME_HEAD for slot in x.telling.slots)
    unheard = events.Said(x.telling.sentence.origin, ())
    drawing = x.does.origin if isinstance(x.does, code.Draw) and x.does.triggers else None

    def make() -> Tell:
        sentence = say()
        steps = sentence.steps

        def tell(s: State, f: list[Any], before: int, done: bool) -> None:
            happened = s.events[before:]
            if drawing is not None:
                happened = [event for event in happened if event.cause is drawing]
            if done and steps is not None and not s.narrated:
                # Nobody hears with what it was done.
                if happened or f[masks] != 0:
                    sentence.said(s, f, unheard)
                    f[it] = f[masks] = 0
                return
            if happened:
                what, known = found(s, f, happened)
                f[it], f[masks] = (f[it] or ()) + what if known else what, (f[masks] or ()) + known
            if done and f[masks] != 0:
                is_shown = s.narrated and f[masks]
                shown = dict(zip(f[it], f[masks], strict=True)) if is_shown else {}
                sentence.said(s, f, unheard, shown)
                f[it] = f[masks] = 0

        return tell

    return make


def _found(x: code.Instruction, tables: Tables) -> Found:
    match x:
        case code.Pick():
            slot = x.slot + FRAME_HEAD
            return lambda s, f, happened: (f[slot], ())
        case code.SetVariable():
            base = tables.variable_base[x.variable]
            return lambda s, f, happened: (s.vars[base + happened[-1].holder], ())
        case code.MoveTokens():
            return lambda s, f, happened: (abs(happened[-1].number), ())
    return lambda s, f, happened: _cards(s, happened)


def _cards(s: State, happened: Sequence[events.Event]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards that were moved or shown, with those who saw it."""
    if len(happened) == 1 and isinstance(moved := happened[0], events.Moved):
        return moved.cards, moved.masks
    cards: list[int] = []
    masks: list[int] = []
    for event in happened:
        match event:
            case events.Moved():
                cards += event.cards
                masks += event.masks
            case events.Revealed():
                cards += event.cards
                masks += [event.mask] * len(event.cards)
            case events.Shuffled():
                cards += event.cards
                masks += [0] * len(event.cards)
            case events.Swapped():
                zones = (event.where, event.other)
                found = [card for zone in zones for card in s.zones[zone]]
                cards += found
                masks += [0] * len(found)
    return tuple(cards), tuple(masks)
