"""What happened: a class for each kind of event, and the one place where events come into a state.

An event carries, as masks of viewers, who may see which part of it; `engine/showing/narrate.py`
turns it into words for one viewer. `cause` is the line of the ruleset that did it, or None for what
no line does. A zone is told as it was called at that time. Events are tuples, which compare by what
they hold: what one is, its class alone tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardrules.model import ir
from cardrules.model.state import State
from cardrules.model.types import Type

# A place at the time of an event: the zone, and of a stack the zone that holds it and its position
# there.
ZoneLabel = int | tuple[int, int]
# The place of a stack that is gone.
GONE = (-1, 0)


class Told(NamedTuple):
    """A value that is said, and who may know it; of cards, who may know each.

    A stack is the place where it lies at that time. `looked`: with whom these cards are known, if
    not by all, the value is too: each with those who know it.
    """

    type: Type
    value: Any
    mask: int
    masks: tuple[int, ...] = ()
    looked: tuple[tuple[int, int], ...] = ()


Part = str | ir.Agree | Told


class Argument(NamedTuple):
    """What somebody chose: a stack is the place where it lay; `mask` has who may be told."""

    name: str
    type: Type
    value: Any
    mask: int


# -- what happens to cards -------------------------------------------------------------------------


class Moved(NamedTuple):
    """Cards went from one zone to another; `masks` has for each who knows its face there."""

    cause: ir.Origin
    cards: tuple[int, ...]
    masks: tuple[int, ...]
    source: ZoneLabel
    to: ZoneLabel


class Revealed(NamedTuple):
    """Cards were shown where they lie; `mask` has who knows now which ones."""

    cause: ir.Origin
    cards: tuple[int, ...]
    mask: int
    where: ZoneLabel


class Shuffled(NamedTuple):
    """A zone was shuffled; `cards` is the new order, for nobody but the referee and records."""

    cause: ir.Origin
    where: int
    cards: tuple[int, ...]


class Swapped(NamedTuple):
    """Two zones exchanged their cards."""

    cause: ir.Origin
    where: int
    other: int


# -- what happens to values ------------------------------------------------------------------------


class Picked(NamedTuple):
    """Chance picked one of several things; `outcome` is what records write of it."""

    cause: ir.Origin
    name: str
    type: Type
    value: Any
    mask: int
    outcome: dict[str, Any]


class VariableSet(NamedTuple):
    """A variable of a holder has a new value."""

    cause: ir.Origin
    variable: str
    holder: int
    value: Any
    mask: int


class TokensMoved(NamedTuple):
    """A holder got so many tokens from the supply, or with a number below zero gave them back."""

    cause: ir.Origin
    token: str
    holder: int
    number: int


# -- what players do -------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A player was asked at a site."""

    cause: ir.Origin
    player: int
    site: int


class Acted(NamedTuple):
    """A player took an action; `is_told`: a sentence of the rules tells of it, or of nothing."""

    cause: ir.Origin
    player: int
    label: str
    arguments: tuple[Argument, ...]
    is_told: bool


class Passed(NamedTuple):
    """A player gave no answer; `is_told` as for `Acted`."""

    cause: ir.Origin
    player: int
    is_told: bool


class Chose(NamedTuple):
    """A player made a secret choice; `is_told` as for `Acted`."""

    cause: ir.Origin
    player: int
    arguments: tuple[Argument, ...]
    is_told: bool


# -- the course of the game ------------------------------------------------------------------------


class PhaseBegan(NamedTuple):
    """A phase begins."""

    cause: ir.Origin
    name: str


class RoundBegan(NamedTuple):
    """A round begins."""

    cause: ir.Origin
    number: int


class TurnBegan(NamedTuple):
    """A turn of a player begins."""

    cause: ir.Origin
    number: int
    player: int


class Stopped(NamedTuple):
    """The action or interrupt with this label was stopped by another interrupt."""

    cause: ir.Origin
    label: str


class Said(NamedTuple):
    """The rules said something: words, words that agree, and values."""

    cause: ir.Origin
    parts: tuple[Part, ...]


class StarterNamed(NamedTuple):
    """Who begins, and whether that was drawn by chance."""

    player: int
    is_drawn: bool

    @property
    def cause(self) -> None:
        """No line."""


class GameOver(NamedTuple):
    """A game, by its number in the match, has ended with these scores of the sides."""

    number: int
    scores: tuple[int, ...]

    @property
    def cause(self) -> None:
        """No line."""


Event = (
    Moved
    | Revealed
    | Shuffled
    | Swapped
    | Picked
    | VariableSet
    | TokensMoved
    | Asked
    | Acted
    | Passed
    | Chose
    | PhaseBegan
    | RoundBegan
    | TurnBegan
    | Stopped
    | Said
    | StarterNamed
    | GameOver
)


def seen(event: Moved | Revealed) -> Iterator[tuple[int, int]]:
    """The cards of an event, each with those who see it."""
    masks = event.masks if isinstance(event, Moved) else [event.mask] * len(event.cards)
    return zip(event.cards, masks, strict=True)


# What a class makes of its fields in their order, in half the time that calling it takes: for what
# happens at almost every decision. They are not checked.
made = tuple.__new__


def happened(s: State, event: Event) -> None:
    """Let an event be among those that led to a state."""
    s.events.append(event)


def zone_label(s: State, zone: int, static: int) -> ZoneLabel:
    """Where a zone is at this moment, also when it is a stack that will move or go."""
    if zone < static:
        return zone
    holder = s.holder[zone - static]
    if holder < 0:
        return GONE
    stacks = s.zones[holder]
    return holder, stacks.index(zone) if zone in stacks else len(stacks)
