"""A whole game as compiled code that counts how often it comes to each part of its rules."""

from __future__ import annotations

from cardrules.fast.llvm.checks import Array
from cardrules.fast.procedures.whole import Whole
from cardrules.fast.state.counting import Counting
from cardrules.machine.program import Program


class Counted(Whole):
    """Writes all functions of a program that was lowered with a tally, and what counts in it."""

    def __init__(self, program: Program, features: str = "") -> None:
        super().__init__(program, features)
        assert program.tally is not None
        self.counting = Counting(self.moving, len(program.searches), program.tally)
        self.of.counting = self.counting
        # These are counted where the game is over, which is written last.
        ending = program.ending
        for part in ending.score:
            self.counting.part("score", part.origin)
        for number, item in enumerate(ending.criteria):
            self.counting.part("criterion", item.origin, str(number))
        if ending.series is not None:
            self.counting.part("match", ending.series.origin)

    def begin(self) -> None:
        """What is so before a game or match begins."""
        super().begin()
        self.counting.begin()

    def is_decided(self, scores: Array) -> str:
        """Whether all is over; how the game has ended is counted."""
        self._count_parts()
        self._count_criteria()
        found = super().is_decided(scores)
        series = self.program.ending.series
        if series is not None:
            self.counting.add(
                self.counting.part("match", series.origin), self.code.as_number(found)
            )
        return found

    def _count_parts(self) -> None:
        """The parts of the scores that are not 0."""
        code = self.code
        for side in range(len(self.layout.teams)):
            scope = self.scope_of(str(side))
            for part in self.program.ending.score:
                value = self.of.number(part.value, scope)
                is_some = code.as_number(code.compare("!=", value, "0"))
                self.counting.add(self.counting.part("score", part.origin), is_some)

    def _count_criteria(self) -> None:
        """The criteria that put one side before another with which it was equal before."""
        code, sides = self.code, range(len(self.layout.teams))
        pairs = [(left, right) for left in sides for right in sides if left < right]
        equal = dict.fromkeys(pairs, "true")
        for number, item in enumerate(self.program.ending.criteria):
            values = [self.of.number(item.value, self.scope_of(str(side))) for side in sides]
            decides = "false"
            for pair in pairs:
                same = code.compare("=", values[pair[0]], values[pair[1]])
                decides = code.holds(decides, code.hold(equal[pair], code.no(same)))
                equal[pair] = code.hold(equal[pair], same)
            place = self.counting.part("criterion", item.origin, str(number))
            self.counting.add(place, code.as_number(decides))
