"""How much work there may be before somebody is asked.

Work is counted in steps. They belong to the meaning of a ruleset: every engine counts the same, on
every machine, so that a game stops at the same place everywhere.

- A statement counts `STATEMENT` each time that it is carried out; of a loop, each pass counts, and
  so does each call of a routine, each trigger, each turn and each round.
- Each part of an expression (a name, a number, an operation) counts one when it is worked out, and
  so does each element that is looked at, besides what is worked out for it. A collection counts
  as a whole, even if its first element decides the matter; of `if ... else` the longer side counts.
- What printed faces decide is looked up: that counts one, and the cards by which it is looked up.
- What moves, shuffles or compares many cards counts each of them.
- What the options decide is decided before the game, and counts nothing: a condition that they
  decide, a branch that they close, a standing rule of which they leave nothing.

What can be known before is counted once, at the head of a function; only the elements of
collections are counted when they are gone through, by their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

# So many steps may lie between two questions, and in the answer to one.
MOST_STEPS = 20_000_000
STATEMENT = 100
# Another game of a match.
GAME_STEPS = 10_000
# For each card that is moved, shuffled or otherwise handled.
CARD_STEPS = 20

Items = TypeVar("Items", bound=Sequence[object])


class Working(Protocol):
    """What counts: a state, or whatever stands for one before the game."""

    work: int


class Counter:
    """Counts where there is no state."""

    def __init__(self) -> None:
        self.work = 0


class TooMuchWorkError(Exception):
    """There is more work than a decision may take."""


def spend(s: Working, steps: int) -> None:
    """Count work; raises `TooMuchWorkError` if that is too much."""
    s.work = work = s.work + steps
    if work > MOST_STEPS:
        raise TooMuchWorkError


def counted(s: Working, items: Items, each: int) -> Items:
    """A collection that is gone through, with so many steps for each element."""
    s.work = work = s.work + len(items) * each
    if work > MOST_STEPS:
        raise TooMuchWorkError
    return items
