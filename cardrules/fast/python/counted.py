"""A whole game as plain Python that counts how often it comes to each part of its rules."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.fast.procedures.counted import Counted
from cardrules.fast.python.whole import PythonWhole


@attrs.frozen
class Lists:
    """The names of the lists in which it is counted."""

    counts: str
    offered: str
    turns: str
    scores: str


class PythonCounted(PythonWhole, Counted):
    """Writes it, of a program that was lowered with a tally."""

    def lists(self) -> Lists:
        """Where it is counted."""
        of, code = self.counting, self.code
        return Lists(*[one.of(code).place for one in (of.counts, of.offered, of.turns, of.scores)])

    def _shared(self) -> Sequence[str]:
        return [*super()._shared(), *attrs.astuple(self.lists())]
