"""A build of a game that counts how often it comes to each part of its rules, and notes scores.

The parts and their numbers are those of the tally (`cardrules.machine.tally`) with which the
program was lowered. All of it lies behind the state, and is that of one game: whoever plays games
looks at it after each. A build that does not count has nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.fast.llvm.checks import Array
from cardrules.fast.state.memory import STATE
from cardrules.fast.state.moving import Moving
from cardrules.machine import code as machine
from cardrules.machine.search import Search
from cardrules.machine.tally import Sort, Tallied, Tally
from cardrules.model import ir

# So many parts of rules are counted; and so many turns of one game are noted, beyond which it is
# left to another engine.
MOST_PARTS = 1 << 14
MOST_TURNS = 1 << 12


class Counting:
    """Writes what counts, in a game of so many searches."""

    def __init__(self, moving: Moving, searches: int, tally: Tally) -> None:
        self._moving, self._tally = moving, tally
        self.code, self._layout = moving.code, moving.layout
        later, self._sides = moving.memory.later, len(self._layout.teams)
        self.counts, self.offered = later(MOST_PARTS), later(max(1, searches))
        self.turns, self.scores = later(1), later(MOST_TURNS * self._sides)

    def begin(self) -> None:
        """Nothing is counted yet in a game."""
        code = self.code
        parts = len(self._tally.counts)
        assert parts <= MOST_PARTS
        for array, cells in (
            (self.counts, parts), (self.offered, self.offered.cells), (self.turns, 1),
        ):  # fmt: skip
            with code.through("0", str(cells)) as at:
                code.put(array.of(code), at, "0")

    def add(self, number: str, more: str = "1") -> None:
        """So much more of a part."""
        cells = self.counts.of(self.code)
        self._add(cells, number, more)

    def _add(self, cells: Array, number: str, more: str) -> None:
        self.code.put(cells, number, self.code.plus(self.code.at(cells, number), more))

    def part(self, sort: Sort, origin: ir.Origin, name: str = "") -> str:
        """The number of a part."""
        return str(self._tally.number(Tallied(sort, origin.span, name)))

    def refused(self, origin: ir.Origin) -> None:
        """A condition does not hold."""
        self.add(self.part("refusal", origin))

    def offer(self, search: Search, total: str) -> None:
        """An action is offered, if it has an answer."""
        is_offered = self.code.as_number(self.code.compare("!=", total, "0"))
        self._add(self.offered.of(self.code), str(search.index), is_offered)

    def count(self, x: machine.Count, card: str | None) -> None:
        """What an instruction counts, by the line of a card if it says one."""
        code, layout = self.code, self._layout
        if card is None:
            self.add(str(x.numbers[0]))
            if x.notes:
                self._note_scores()
            return
        line = code.at(code.table_of_cards("i", layout.line), card)
        self.add(code.at(code.table("i", x.numbers), line))

    def _note_scores(self) -> None:
        """The scores of all sides at the end of a turn."""
        code, turns = self.code, self.turns.of(self.code)
        number = code.at(turns, "0")
        is_room = code.compare("<", number, str(MOST_TURNS))
        with code.when(code.no(is_room)):
            self._moving.memory.give_up(code)
        with code.when(is_room):
            start, scores = code.times(number, str(self._sides)), self.scores.of(code)
            for side, value in enumerate(self._scores()):
                code.put(scores, code.plus(start, str(side)), value)
            code.put(turns, "0", code.plus(number, "1"))

    def _scores(self) -> Sequence[str]:
        firsts = [team[0] for team in self._layout.teams]
        return [self.code.call("side_score", [STATE, (str(one), "i64")], "i64") for one in firsts]
