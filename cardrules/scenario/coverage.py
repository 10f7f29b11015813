"""Which parts of a ruleset its scenarios reach.

A game that is made with a tally counts all that it comes to. What counts here is what happens in a
scenario itself, if it passes: not what has led to the position that it lays out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from cardrules.machine.tally import Tallied, Tally
from cardrules.model.ruleset import Ruleset
from cardrules.scenario.countable import Part, parts_of
from cardrules.scenario.model import Outcome, Scenario
from cardrules.scenario.run import Games, run_scenario
from cardrules.scenario.table import Table
from cardrules.source import CombinedText, Position


@attrs.frozen(kw_only=True)
class Missed:
    """A part that no scenario reaches, and where it stands.

    `parts`: how many these are with those that are not reached since this one is not.
    """

    part: Part
    place: Position
    parts: int


class Coverage:
    """What the scenarios of a ruleset reach.

    Of a game with house rules these alone count: that has scenarios of its own.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        text = ruleset.text
        base = text.parts[0].source if isinstance(text, CombinedText) else None
        self.parts = [
            part for part in parts_of(ruleset) if text.where(part.span.start).source is not base
        ]
        self._tally = Tally()
        self.games = Games(ruleset, self._tally)

    def run(self, scenario: Scenario) -> Outcome:
        """What comes of a scenario; what it reaches is counted."""
        before = [*self._tally.counts]

        def begin(number: int, table: Table) -> None:
            if number == 0 and scenario.position is not None:
                self._tally.put_back(before)
                # What can be chosen here is the scenario's own, and is looked for again.
                table.state.answers = None

        outcome = run_scenario(scenario, self.games, begin)
        if not outcome.passed or not scenario.steps:
            self._tally.put_back(before)
        return outcome

    def reached(self) -> frozenset[Tallied]:
        """The parts that are reached. Who is in the middle of something has come to it."""
        by_tallied = {part.tallied: part for part in self.parts}
        found = set[Tallied]()
        for tallied in self._tally.reached():
            part = by_tallied.get(tallied)
            while part is not None and part.tallied not in found:
                found.add(part.tallied)
                if part.tallied.sort == "refusal" or part.within is None:
                    break
                part = by_tallied.get(part.within)
        return frozenset(found)

    @property
    def percent(self) -> float:
        """How many of a hundred parts are reached; all of none."""
        return 100 * len(self.reached()) / len(self.parts) if self.parts else 100.0

    def missed(self) -> list[Missed]:
        """The parts that are not reached, in the order of files and lines.

        Of what is not reached since what is around it, or before it, is not, only that is told.
        """
        reached = self.reached()
        left = {part.tallied: part for part in self.parts if part.tallied not in reached}
        sizes = Counter(_first(part, left).tallied for part in left.values())
        text = self.ruleset.text
        found = [
            Missed(part=part, place=text.where(part.span.start), parts=sizes[tallied])
            for tallied, part in left.items()
            if tallied in sizes
        ]
        return sorted(found, key=lambda one: (one.place.source.name, one.place.line))


def _first(part: Part, left: Mapping[Tallied, Part]) -> Part:
    """The part that tells of this one: the first around or before it that is not reached."""
    while part.within is not None and part.within in left:
        part = left[part.within]
    return part
