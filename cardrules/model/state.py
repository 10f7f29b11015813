"""The state of a game: plain data, which copies, compares, hashes and becomes JSON without help.

Cards are numbers, so that cards of one kind are neighbours. A zone is a tuple of cards: a pile or
row lowest card first, a spread in order of the numbers; a zone of stacks is a tuple of the numbers
of the zones that hold its stacks. Players are numbers from 0; in masks of viewers bit p stands for
player p and the bit above the last player for a spectator.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Value = Any  # a whole number, a truth value, or tuples of these


class State:
    """One point of play. Made and changed by the engine alone."""

    __slots__ = (
        "active",
        "among",
        "answers",
        "begun",
        "blur",
        "chance",
        "changes",
        "direction",
        "draws",
        "events",
        "fingerprint",
        "frames",
        "game",
        "holder",
        "key",
        "known",
        "narrated",
        "next_turn",
        "over",
        "pending",
        "place",
        "round",
        "shown",
        "sides",
        "starter",
        "steps",
        "turn",
        "vars",
        "watch",
        "work",
        "zones",
    )

    # Which game it is a state of: `Game.fingerprint`.
    fingerprint: str
    zones: list[tuple[int, ...]]
    # Per card: the zone where it lies; who knows its face there; who knows that it is in that zone.
    place: list[int]
    known: list[int]
    among: list[int]
    # Per zone: who may know of some card that it is in there, though not where.
    blur: list[int]
    # Cards of spreads that were shown since an action began, each with the mask of those who can
    # still point at it.
    shown: tuple[tuple[int, int], ...]
    # Per place for a stack: the zone of stacks which it belongs to, or -1.
    holder: list[int]
    vars: list[Value]
    # What is being resolved, outermost first: [procedure, instruction, who acts, slots...].
    frames: list[list[Value]]
    # Who is asked at which site, or None.
    pending: tuple[int, int] | None
    active: int
    starter: int
    direction: int
    next_turn: int
    round: int
    turn: int
    game: int
    # In a match: per side the games won, or the sum of scores.
    sides: tuple[int, ...]
    # The generator: its key and the number of the next draw; how many chance events there were.
    key: int
    draws: int
    chance: int
    # Actions applied; changes of the state.
    steps: int
    changes: int
    over: bool
    # Not part of the state: whether what happens is to be told (of the passing parts, a copy has
    # this alone), what happened since the last decision, the actions found legal, how much work was
    # done for it (`cardrules.engine.work`), how many turns, rounds and passes have begun, and what
    # goes round in circles (`cardrules.engine.playing.watch`).
    narrated: bool
    events: list[Any]  # those of `cardrules.engine.events`, which puts them here
    answers: Any
    work: int
    begun: int
    watch: Any

    def copy(self) -> State:
        """An independent copy, without events."""
        other = State.__new__(State)
        other.fingerprint = self.fingerprint
        other.zones = self.zones[:]
        other.place = self.place[:]
        other.known = self.known[:]
        other.among = self.among[:]
        other.blur = self.blur[:]
        other.shown = self.shown
        other.holder = self.holder[:]
        other.vars = self.vars[:]
        other.frames = [frame[:] for frame in self.frames]
        other.pending = self.pending
        other.active = self.active
        other.starter = self.starter
        other.direction = self.direction
        other.next_turn = self.next_turn
        other.round = self.round
        other.turn = self.turn
        other.game = self.game
        other.sides = self.sides
        other.key = self.key
        other.draws = self.draws
        other.chance = self.chance
        other.steps = self.steps
        other.changes = self.changes
        other.over = self.over
        other.narrated = self.narrated
        other.events = []
        other.answers = None
        other.work = 0
        other.begun = 0
        other.watch = None
        return other

    def data(self) -> dict[str, Value]:
        """All that the state is, for comparison and JSON (tuples become lists there)."""
        return {name: getattr(self, name) for name in PARTS}

    def __getstate__(self) -> dict[str, Value]:
        """For `pickle` and `copy`: the events too, but no legal actions, which are found again."""
        return {**self.data(), "events": self.events, "narrated": self.narrated}

    def __setstate__(self, parts: dict[str, Value]) -> None:
        for name, value in parts.items():
            setattr(self, name, value)
        self.answers = self.watch = None
        self.work = self.begun = 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in PARTS)

    def __hash__(self) -> int:
        return hash(
            (
                tuple(self.zones),
                tuple(self.known),
                tuple(self.vars),
                tuple(tuple(frame) for frame in self.frames),
                self.pending,
                self.draws,
                self.steps,
            )
        )


_PASSING = ("narrated", "events", "answers", "work", "begun", "watch")
PARTS = tuple(name for name in State.__slots__ if name not in _PASSING)


def state_from_parts(data: Mapping[str, Value]) -> State:
    """The state that `State.data` described, also after a way through JSON.

    Nothing is checked: the engine does that for what comes from outside (`state_data.py`).
    """
    state = State.__new__(State)
    for name in PARTS:
        setattr(state, name, data[name])
    state.zones = [tuple(zone) for zone in data["zones"]]
    for name in ("place", "known", "among", "blur", "holder"):
        setattr(state, name, list(data[name]))
    state.vars = [_tuples(value) for value in data["vars"]]
    state.frames = [[_tuples(value) for value in frame] for frame in data["frames"]]
    state.pending = None if data["pending"] is None else tuple(data["pending"])
    state.sides = tuple(data["sides"])
    state.shown = _tuples(data["shown"])
    state.narrated = True
    state.events = []
    state.answers = None
    state.work = state.begun = 0
    state.watch = None
    return state


def _tuples(value: Value) -> Value:
    return tuple(_tuples(item) for item in value) if isinstance(value, list | tuple) else value
