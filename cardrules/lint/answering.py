"""Which interrupt can answer what: each line that opens a window, with the answers that may come.

What is known of the cards in it follows from printed faces: an action that is played with one line
of the card table alone is answered only by what answers these cards. Where that is not known an
answer may come. Neither options nor where cards lie are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod

import attrs

from cardrules.lint.choosing import Choosing
from cardrules.lint.faces import Faces, Given, of_slot
from cardrules.model import ir
from cardrules.model.ruleset import Kind, Ruleset
from cardrules.model.types import CARD

# With more pairs of cards than these nothing is worked out: each answer may come.
_MOST_PAIRS = 20_000

# What a value may be: the kinds of a card, or None where that is not known.
Kinds = tuple[Kind, ...] | None
Part = ir.Procedure | ir.DeclaredAction


@attrs.frozen(eq=False)
class Reply:
    """An interrupt, as an answer to one event.

    `comes`: whether it can come at all. `against`: the cards to which it can be an answer, `cards`
    those that can be played for it; None where faces do not tell, or where no card is in it.
    """

    interrupt: ir.DeclaredAction
    comes: bool
    against: Kinds = None
    cards: Kinds = None


@attrs.frozen(eq=False)
class Event:
    """A line that opens a window, and what is done when it comes to that line.

    `part` is the action, the interrupt or another part of the rules in which it happens, be it by a
    routine. `within`: the procedure in which the line stands. `against`: the cards that are
    answered; None where faces do not tell.
    """

    part: Part
    within: ir.Procedure
    opening: ir.OpenWindow
    against: Kinds
    answers: tuple[Reply, ...]

    @property
    def asked(self) -> ir.Expr:
        """Who is asked: a player, or several; those of a loop, if it opens a window to each."""
        asked = self.opening.asked
        if not isinstance(asked, ir.Operation) or asked.op != "only":
            return asked
        (one,) = asked.arguments
        for statement in ir.statements(self.within.body):
            match statement, one:
                case ir.EachIn(slot=of), ir.Local(slot=slot) if of == slot:
                    return statement.collection
        return one

    @property
    def is_in_turn(self) -> bool:
        """Whether several may be asked, one after the other."""
        return self.asked.type.base == "collection"


class Answering:
    """All events of a ruleset with their answers."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._choosing = Choosing(ruleset, Faces(ruleset))

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """In the order of the text: of the course of the game, then of actions and interrupts."""
        ruleset = self._ruleset
        parts = [item for item in ruleset.carried_out() if not _is_routine(item)]
        come_to: set[str] = set()
        found = [event for part in parts for event in self._of(part, come_to)]
        # What only a routine does to which nothing comes is told as its own. Those that use others
        # stand behind them mostly, so that nearly all are come to at once.
        alone: list[Event] = []
        for name, routine in reversed(list(ruleset.routines.items())):
            if name not in come_to:
                alone += self._of(routine, come_to)
        found += sorted(alone, key=lambda event: event.opening.origin.span.start)
        return tuple(found)

    def stops(self, interrupt: ir.DeclaredAction) -> bool | None:
        """Whether an interrupt stops what it answers; None if that depends."""
        body = interrupt.procedure.body
        if any(isinstance(item, ir.Stop) for item in body):
            return True
        return None if any(isinstance(item, ir.Stop) for item in ir.statements(body)) else False

    def answered_by(self, interrupt: ir.DeclaredAction) -> tuple[ir.DeclaredAction, ...]:
        """The interrupts that can answer an interrupt."""
        events = [event for event in self.events if event.part is interrupt]
        found = [item.interrupt for event in events for item in event.answers if item.comes]
        return tuple({item.name: item for item in found}.values())

    # -- events ------------------------------------------------------------------------------------

    def _of(self, part: Part, come_to: set[str]) -> Iterator[Event]:
        """The events of a part; the routines that it comes to are noted."""
        premises = part.premises if isinstance(part, ir.DeclaredAction) else ()
        procedure = part.procedure if isinstance(part, ir.DeclaredAction) else part
        known = {item.slot: self._kinds_of(item, premises) for item in _cards_among(premises)}
        seen: set[tuple[str, tuple[object, ...]]] = set()
        yield from self._within(part, procedure, known, seen)
        come_to |= {name for name, _ in seen}

    def _within(
        self,
        part: Part,
        procedure: ir.Procedure,
        known: Mapping[int, Kinds],
        seen: set[tuple[str, tuple[object, ...]]],
    ) -> Iterator[Event]:
        """The events in a procedure, and in the routines that it carries out, each once."""
        for statement in ir.statements(procedure.body):
            match statement:
                case ir.OpenWindow():
                    given = [_given(value, known) for value in statement.arguments]
                    answers = tuple(
                        self._answer(interrupt, given)
                        for interrupt in self._ruleset.interrupts.values()
                        if interrupt.window == statement.window
                    )
                    against = next((kinds for kinds in given if kinds is not None), None)
                    yield Event(part, procedure, statement, against, answers)
                case ir.CallRoutine(routine=name):
                    given = [_given(value, known) for value in statement.arguments]
                    key = tuple([None if kinds is None else _names(kinds) for kinds in given])
                    if (name, key) not in seen:
                        seen.add((name, key))
                        routine = self._ruleset.routines[name]
                        yield from self._within(part, routine, dict(enumerate(given)), seen)

    # -- answers -----------------------------------------------------------------------------------

    def _answer(self, interrupt: ir.DeclaredAction, given: Sequence[Kinds]) -> Reply:
        """What comes of an interrupt where its window is opened with these values."""
        slots = [slot for slot, kinds in enumerate(given) if kinds is not None]
        against = [kinds for kinds in given if kinds is not None]
        chosen = _cards_among(interrupt.premises)[:1]
        size = len(self._ruleset.kinds) ** len(chosen) * prod(map(len, against))
        if size > _MOST_PAIRS:
            return Reply(interrupt, comes=True)
        met: dict[str, Kind] = {}
        played: dict[str, Kind] = {}
        comes = False
        for values in product(*against):
            fixed = {of_slot(slot): kind for slot, kind in zip(slots, values, strict=True)}
            found = self._cards_for(interrupt, chosen, fixed)
            if found is not None:
                comes = True
                met.update((kind.name, kind) for kind in values[:1])
                played.update((kind.name, kind) for kind in found)
        return Reply(
            interrupt,
            comes,
            tuple(met.values()) if slots else None,
            tuple(played.values()) if chosen else None,
        )

    def _cards_for(
        self, interrupt: ir.DeclaredAction, chosen: Sequence[ir.Choice], fixed: Given
    ) -> tuple[Kind, ...] | None:
        """The kinds that can be played for an interrupt; None if it cannot come."""
        premises = interrupt.premises
        if not chosen:
            return () if self._choosing.may_hold(premises, fixed) else None
        (choice,) = chosen
        return self._choosing.kinds(choice, premises, fixed) or None

    def _kinds_of(self, choice: ir.Choice, premises: Sequence[ir.Premise]) -> Kinds:
        """The kinds that can be chosen; None if that may be any."""
        return self._choosing.kinds(choice, premises, {}) or None


def _is_routine(part: Part) -> bool:
    return isinstance(part, ir.Procedure) and part.role == "routine"


def _cards_among(premises: Sequence[ir.Premise]) -> list[ir.Choice]:
    """The choices of one card."""
    return [item for item in premises if isinstance(item, ir.Choice) and item.type == CARD]


# The ruleset that was asked for last, with its events.
_last: list[tuple[Ruleset, Answering]] = []


def answering_of(ruleset: Ruleset) -> Answering:
    """The events of a ruleset; several checks ask for those of one, one after the other."""
    if not _last or _last[0][0] is not ruleset:
        _last[:] = [(ruleset, Answering(ruleset))]
    return _last[0][1]


def _names(kinds: Sequence[Kind]) -> tuple[str, ...]:
    return tuple([kind.name for kind in kinds])


def _given(value: ir.Expr, known: Mapping[int, Kinds]) -> Kinds:
    return known.get(value.slot) if isinstance(value, ir.Local) else None
