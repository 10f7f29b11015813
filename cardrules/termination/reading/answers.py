"""On which ways there is an answer, and what expressions and conditions tell at their ends.

What is not understood is an unknown of which nothing is known, and tells nothing as a condition;
so that whatever is said here holds in every game.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.machine.search import Loop, Name, Test
from cardrules.model import ir
from cardrules.termination.path import Path
from cardrules.termination.reading.conditions import Conditions


class Reading(Conditions):
    """Reads expressions and searches of one program."""

    def with_answer(self, path: Path, steps: Sequence[object]) -> list[Path]:
        """The ways on which there is an answer, which lies in its slots."""
        ways = [path.copy()]
        for step in steps:
            match step:
                case Loop():
                    ways = [one for way in ways for one in self._chosen(way, step)]
                case Test():
                    ways = [one for way in ways for one in self.where(way, step.condition)]
                case Name():
                    for way in ways:
                        way.frame.slots[step.slot] = self.value(way, step.named)
        return ways

    def _chosen(self, path: Path, step: Loop) -> list[Path]:
        domain = step.value
        for way in self.emptiness(path, domain, empty=False):
            if isinstance(domain, ir.Contents) and self._is_empty(way, domain):
                continue
            way.frame.slots[step.slot] = self.element(way, domain, is_certain=True)
            return [way]
        return []

    def _is_empty(self, path: Path, x: ir.Contents) -> bool:
        zone = x.zone
        return isinstance(zone, ir.ZoneOf) and (zone.zone, self.holder(path, zone)) in path.empty
