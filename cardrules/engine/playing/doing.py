"""What the generated source of procedures calls to change something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardrules.engine import events
from cardrules.engine.events import happened, made
from cardrules.engine.frames import FRAME_HEAD, Frame
from cardrules.engine.lowering.looked import NOTES
from cardrules.engine.playing.chance_events import Chance
from cardrules.engine.playing.moves import Mover
from cardrules.engine.playing.watch import CutOffError, Watcher
from cardrules.engine.program import GAME_END, SWITCH, Code
from cardrules.engine.sets.answers import all_of
from cardrules.engine.sets.counted import Counted
from cardrules.engine.sets.kind_sets import KindSets
from cardrules.engine.sets.subsets import sets_as_data
from cardrules.engine.showing.spoken import seen_by
from cardrules.engine.work import CARD_STEPS, STATEMENT, counted, spend
from cardrules.machine import code
from cardrules.machine.program import Program
from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import NONE, SETS, UNKNOWN, Type


def as_data(of_type: Type) -> Callable[[Any], Any]:
    """What makes plain data of a collection of this type, or of none."""
    return sets_as_data if of_type.required() == SETS else listed


def listed(items: Any) -> Any:
    """The things of a collection as a tuple; none stays none."""
    return NONE if items == NONE else tuple(items)


def value_as_data(
    of_type: Type, get: Callable[[State, Frame], Any]
) -> Callable[[State, Frame], Any]:
    """A function whose value can lie in a frame, in which everything is plain data."""
    if of_type.base != "collection":
        return get
    convert = as_data(of_type)
    return lambda s, f: convert(get(s, f))


def free_of_triggers(
    cards: tuple[int, ...], number: int, acting: dict[int, int], line: list[int]
) -> tuple[int, ...]:
    """The cards from the top, at most so many, up to the first that has a trigger."""
    if number == 1:
        return cards[-1:]
    taken = cards[: -number - 1 : -1]
    for index, card in enumerate(taken):
        if index and line[card] in acting:
            return taken[:index]
    return taken


class Doing:
    """The changes of one game."""

    def __init__(
        self, program: Program, mover: Mover, chance: Chance, codes: list[Code], watcher: Watcher
    ) -> None:
        self._layout = program.layout
        self._mover = mover
        self._chance = chance
        self._codes = codes
        self._watcher = watcher
        self._settle = program.settle

    def functions(self) -> dict[str, Any]:
        """The functions and numbers of generated source."""
        mover = self._mover
        return {
            "NONE": NONE,
            **{where.upper(): where for where in ("top", "bottom", "above", "below")},
            "happened": happened,
            "made": made,
            "PhaseBegan": events.PhaseBegan,
            "RoundBegan": events.RoundBegan,
            "TurnBegan": events.TurnBegan,
            "CutOffError": CutOffError,
            "all_of": all_of,
            "sets_as_data": sets_as_data,
            "listed": listed,
            "free_of_triggers": free_of_triggers,
            "move": mover.move,
            "move_stacks": self.move_stacks,
            "new_stack": mover.new_stack,
            "shuffle": self.shuffle,
            "swap": self.swap,
            "reveal": self.reveal,
            "pick": self.pick,
            "move_tokens": self.move_tokens,
            "call": self.call,
            "perform": self.perform,
            "stop_action": self.stop_action,
            "end_turn": self.end_turn,
            "watch": self._watcher.begin,
        }

    # -- variables ---------------------------------------------------------------------------------

    def variable(self, x: code.SetVariable) -> Callable[[State, int, Any], None]:
        """What sets a variable of a holder."""
        variable = self._layout.variables[x.variable]
        of_type, base, cause, name = variable.type, variable.base, x.origin, x.variable
        everybody = self._mover.everybody

        def set_open(s: State, holder: int, value: Any) -> None:
            if s.vars[base + holder] != value:
                s.vars[base + holder] = value
                s.changes += 1
                happened(s, made(events.VariableSet, (cause, name, holder, value, everybody)))

        def set_seen(s: State, holder: int, value: Any) -> None:
            if of_type.base == "collection" and value != NONE:
                counted(s, value, CARD_STEPS)
            if s.vars[base + holder] != value:
                s.vars[base + holder] = value
                s.changes += 1
                shown = self._as_told(s, of_type, value)
                mask = seen_by(s, self._mover, of_type, value)
                happened(s, events.VariableSet(cause, name, holder, shown, mask))

        # A card is told to those who see it, a stack is told as the place where it lies.
        return set_seen if of_type.base in ("card", "stack", "collection") else set_open

    def _as_told(self, s: State, of_type: Type, value: Any) -> Any:
        """A value as an event has it: a stack is the place where it lies now."""
        if of_type.base == "stack" and value != NONE:
            return events.zone_label(s, value, self._mover.static)
        return value

    def token(self, x: code.MoveTokens) -> tuple[Any, ...]:
        """What `move_tokens` must know."""
        tokens = self._layout.variables[x.token]
        return tokens.base, tokens.base + tokens.holders, x.origin, x.token, x.back

    def move_tokens(self, s: State, holder: int, number: int, what: tuple[Any, ...]) -> None:
        """Tokens from the supply, or back."""
        base, supply, cause, name, back = what
        moved = min(max(0, number), s.vars[base + holder] if back else s.vars[supply])
        if moved:
            moved = -moved if back else moved
            s.vars[base + holder] += moved
            s.vars[supply] -= moved
            s.changes += 1
            happened(s, events.TokensMoved(cause, name, holder, moved))

    # -- cards -------------------------------------------------------------------------------------

    def _handled(self, s: State, cards: Sequence[int], zone: int) -> None:
        """Count the work of moving all of these, as `Mover.move` does."""
        spend(s, len(cards) * (CARD_STEPS + len(cards) + len(s.zones[zone])))

    def move_stacks(self, s: State, stacks: tuple[int, ...], zone: int, cause: ir.Origin) -> None:
        """Whole stacks to another zone of stacks."""
        self._handled(s, stacks, zone)
        spend(s, CARD_STEPS * sum([len(s.zones[stack]) for stack in stacks if stack >= 0]))
        self._mover.move_stacks(s, stacks, zone, cause)

    def shuffle(self, s: State, zone: int, cause: ir.Origin) -> None:
        """The cards of a zone in a new order."""
        if len(s.zones[zone]) > 0:
            counted(s, s.zones[zone], 2 * CARD_STEPS)
            order = self._chance.shuffle(s, zone)
            self._mover.shuffled(s, zone, order, cause)

    def swap(self, s: State, left: int, right: int, cause: ir.Origin) -> None:
        """Two zones exchange their cards."""
        for zone in (left, right):
            self._handled(s, s.zones[zone], zone)
        self._mover.swap(s, left, right, cause)

    def reveal(
        self, s: State, cards: tuple[int, ...], to: Sequence[int] | None, cause: ir.Origin
    ) -> None:
        """Faces become known."""
        mask = self._mover.everybody
        if to is not None:
            mask = sum(1 << player for player in to)
        spend(s, len(cards) * (CARD_STEPS + self._layout.cards))
        self._mover.reveal(s, cards, mask, cause)

    def pick(self, s: State, items: Any, what: code.Pick) -> Any:
        """One of several things, by chance; none if there is none."""
        if not items:
            return NONE
        of_type = what.domain.type.element or UNKNOWN
        # One of several that are written alike is told by its number among them.
        if not isinstance(items, KindSets | Counted):
            counted(s, items, STATEMENT)
        value, outcome = self._chance.pick(s, what.name, of_type, items)
        mask, shown = seen_by(s, self._mover, of_type, value), self._as_told(s, of_type, value)
        happened(s, events.Picked(what.origin, what.name, of_type, shown, mask, outcome))
        return as_data(of_type)(value) if of_type.base == "collection" else value

    # -- procedures --------------------------------------------------------------------------------

    def call(
        self,
        s: State,
        number: int,
        player: int,
        values: tuple[Any, ...],
        beside: tuple[int | None, ...] = (),
    ) -> Frame:
        """The frame of a procedure that begins now.

        Where something is kept beside a value, that is given together with it.
        """
        spare = self._codes[number].size - len(values)
        frame: Frame = [number, 0, player, *values, *[0] * spare]
        for slot, at in enumerate(beside, FRAME_HEAD):
            if at is not None:
                begin = at + FRAME_HEAD
                frame[slot], frame[begin : begin + NOTES] = frame[slot]
        s.frames.append(frame)
        return frame

    def perform(
        self,
        s: State,
        number: int,
        player: int,
        values: tuple[Any, ...],
        beside: tuple[int | None, ...] = (),
    ) -> None:
        """Carry out a procedure that does not stop, to its end."""
        frame, parts, part = self.call(s, number, player, values, beside), self._codes[number], 0
        while part >= 0:
            part = parts.parts[part](s, frame)

    def stop_action(self, s: State, cause: ir.Origin) -> int:
        """The interrupt is over, and the action that it answers."""
        codes, frames = self._codes, s.frames
        while codes[frames.pop()[0]].procedure.role != "interrupt":
            pass
        roles = [codes[frame[0]].procedure.role for frame in frames]
        answered = [index for index, role in enumerate(roles) if role in ("action", "interrupt")]
        if answered:
            procedure = codes[frames[answered[-1]][0]].procedure
            happened(s, events.Stopped(cause, procedure.label))
            del frames[answered[-1] :]
        return SWITCH

    def end_turn(self, s: State) -> int:
        """End the turn from within an action: leave frames up to the one that has the turns.

        The action is over by that, so the standing rules are brought about.
        """
        s.shown = ()
        frames = s.frames
        frames.pop()
        while frames:
            frame = frames[-1]
            end = self._codes[frame[0]].ends_of_turns.get(frame[1])
            if end is not None:
                frame[1] = end
                if self._settle is not None:
                    self.call(s, self._settle, frame[2], ())
                return SWITCH
            frames.pop()
        return GAME_END
