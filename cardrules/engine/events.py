"""What happened, as typed tuples: the kind of event, its cause, and its data.

An event carries, as masks of viewers, who may see which part of it; `cardrules.engine.narrate`
turns it into words for one viewer. The cause is the `Origin` of the line of the ruleset that did
it.

    MOVED      cause, cards, masks (who knows each face), from, to
    REVEALED   cause, cards, mask, where
    SHUFFLED   cause, where, cards in their new order (for nobody but the referee and records)
    SWAPPED    cause, where, where
    PICKED     cause, name, type, value, mask, outcome as it is written (for records)
    SET        cause, variable, holder, value, mask
    TOKENS     cause, token, holder, number
    ASKED      cause, player, site
    ACTED      cause, player, label, arguments (name, type, value, mask), whether a sentence of the
               rules tells it, or none at all
    PASSED     cause, player, whether a sentence tells it, as for ACTED
    CHOSE      cause, player, arguments, whether a sentence tells it, as for ACTED
    PHASE      cause, name
    ROUND, TURN  cause, number, player
    STOPPED    cause, label of the action or interrupt that is stopped
    SAID       cause, parts: words, words that agree (`ir.Agree`), and values (`Told`)
    STARTER    player, whether it was drawn
    GAME_OVER  number, scores per team
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardrules.model.state import State
from cardrules.model.types import Type

(
    MOVED,
    REVEALED,
    SHUFFLED,
    SWAPPED,
    PICKED,
    SET,
    TOKENS,
    ASKED,
    ACTED,
    PASSED,
    CHOSE,
    PHASE,
    ROUND,
    TURN,
    STOPPED,
    SAID,
    STARTER,
    GAME_OVER,
) = range(18)

NAMES = (
    "moved",
    "revealed",
    "shuffled",
    "swapped",
    "picked",
    "set",
    "tokens",
    "asked",
    "acted",
    "passed",
    "chose",
    "phase",
    "round",
    "turn",
    "stopped",
    "said",
    "starter",
    "game_over",
)


Event = tuple[Any, ...]


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


# The place of a stack that is gone.
GONE = (-1, 0)
# A place at the time of an event: the zone, and of a stack the zone that holds it and its position
# there.
ZoneLabel = int | tuple[int, int]


def zone_label(s: State, zone: int, static: int) -> ZoneLabel:
    """Where a zone is at this moment, also when it is a stack that will move or go."""
    if zone < static:
        return zone
    holder = s.holder[zone - static]
    if holder < 0:
        return GONE
    stacks = s.zones[holder]
    return holder, stacks.index(zone) if zone in stacks else len(stacks)
