"""What a game counts that is made to be looked into: how often it comes to each part of its rules.

A part is known by its place in the text, whatever the players and options are: so the games of one
ruleset can share a tally. Statements are counted by instructions of the program (`code.Count`); an
engine counts the rest where it carries it out, and asks the tally for the number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from cardrules.plain import PlainInOrder
from cardrules.source import Span

# `statement`: it is carried out. `action`: it is taken. `line`: it is taken with a card of the line
# that is named. `refusal`: a requirement, the condition of a choice, or a clause of a placement
# does not hold. `otherwise`: no branch of an `if` without `else` is taken. `until`: what it ends is
# ended by it. `end`: the play comes to its end. `score`: a part of the score is not 0 at the end,
# or when the parts are asked for. `criterion`: the one with this number puts one side before
# another at the end of a game. `match`: it is over. `turn`: a turn is over, and the game is not.
Sort = Literal[
    "statement", "action", "line", "refusal", "otherwise", "until", "end", "score", "criterion",
    "match", "turn",
]  # fmt: skip


class Tallied(PlainInOrder):
    """A part of the rules that is counted; the name tells apart those at one place."""

    sort: Sort
    span: Span
    name: str = ""


class Tally:
    """How often each part was reached. `counts` has a number for each part, and only grows.

    `watch`: what is given the state of a game when a turn is over.
    """

    def __init__(self) -> None:
        self.counts: list[int] = []
        self.watch: Callable[[Any], None] | None = None
        self._numbers: dict[Tallied, int] = {}

    def number(self, part: Tallied) -> int:
        """Where a part is counted."""
        if part not in self._numbers:
            self._numbers[part] = len(self.counts)
            self.counts.append(0)
        return self._numbers[part]

    def note(self, state: Any) -> None:
        """A turn is over in a state."""
        if self.watch is not None:
            self.watch(state)

    def parts(self) -> dict[Tallied, int]:
        """Where each part is counted."""
        return dict(self._numbers)

    def reached(self) -> frozenset[Tallied]:
        """The parts that were reached."""
        return frozenset([part for part, number in self._numbers.items() if self.counts[number]])

    def put_back(self, counts: Iterable[int]) -> None:
        """Make the counts what they were; those that are new since then are 0."""
        before = [*counts]
        self.counts[:] = before + [0] * (len(self.counts) - len(before))
